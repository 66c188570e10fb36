//! A memory and its reference models at work: runs commands, and holds every answer against what is due.

use super::command::{Choice, Command, Host, Identity, NAMES, SPACES, Step, TEXTS, Touch, say_form};
use super::decisions::Due;
use super::edits::asks;
use super::reference::{Reference, Said};
use crate::support::view::{contents, links, questions, shuffled};
use crate::support::{Session, context, event};
use futures::executor::block_on;
use namesake_core::edit;
use namesake_core::memory::{Importer, Memory, Organizer, Step as Slice};
use namesake_core::model::{EntityId, Proposal, ProposalId, ProposalStatus, ReviewId};
use namesake_core::protocol::*;
use namesake_core::review::{self, Plan, Refusal};
use namesake_core::snapshot::encode;
use namesake_core::state::{Effect, Space};
use namesake_core::store::{InMemory, Store};
use std::cell::Cell;

type Checked = Result<(), String>;

/// One memory, with a reference model a space.
pub struct World {
    store: InMemory,
    session: Session,
    models: [Reference; 2],
}

impl World {
    pub fn new() -> Self {
        let store = InMemory::new();
        let session = Session::open(&store);
        Self { store, session, models: Default::default() }
    }

    /// Runs a command and checks everything.
    pub fn step(&mut self, step: &Step) -> Checked {
        self.run(step)?;
        for (at, name) in SPACES.iter().enumerate() {
            let space = self.space(at);
            let taken = match (&step.command, step.space == at) {
                (Command::Card(card), true) => Some(card.uid),
                _ => None,
            };
            self.models[at].learn(&space, taken);
            self.models[at].check(&space).map_err(|why| format!("{name}: {why}"))?;
        }
        Ok(())
    }

    fn run(&mut self, step: &Step) -> Checked {
        let at = step.space;
        match &step.command {
            Command::Card(card) => {
                self.import(at, "cards.vcf", card.text().into_bytes())?;
                self.models[at].cards.insert(card.uid, card.clone());
            }
            Command::Message(message) => {
                let talk = self.models[at].talks.entry(message.talk).or_default();
                talk.push(message.clone());
                let lines: Vec<String> = talk.iter().enumerate().map(|(n, message)| message.line(n)).collect();
                let report = self.import(at, "talk.jsonl", lines.join("\n").into_bytes())?;
                ensure!(report.added == 1, "one message more, and {} are added", report.added);
            }
            Command::Host(host) => self.host(at, host)?,
            Command::Organize => self.organize(at)?,
            Command::Decide(choice) => drop(self.decide(at, choice)?),
            Command::DecideMany(choices) => self.decide_many(at, choices)?,
            Command::Undo { review, together } => self.undo(at, *review, *together)?,
            Command::Refresh { question } => self.refresh(at, *question)?,
            Command::Edit(touch) => self.edit(at, touch)?,
            Command::Form { form, remove } => self.form(at, *form, *remove)?,
            Command::Snapshot => {
                block_on(self.session.memory.save_snapshot()).map_err(|error| error.to_string())?;
            }
            Command::Rebuild => {
                let live = encode(self.session.memory.state());
                self.call(Call::Rebuild).map_err(|error| error.to_string())?;
                ensure!(encode(self.session.memory.state()) == live, "a rebuild changed the memory");
            }
            Command::Reopen { journal_only } => self.reopen(*journal_only)?,
        }
        Ok(())
    }

    fn call(&mut self, call: Call) -> Result<Reply, ApiError> {
        self.session.call(call)
    }

    fn space(&self, at: usize) -> Space {
        self.session.memory.state().space(SPACES[at]).cloned().unwrap_or_default()
    }

    fn import(&mut self, at: usize, file: &str, bytes: Vec<u8>) -> Result<ImportReport, String> {
        let mut importer = Importer::new(SPACES[at], file, None, bytes).map_err(|error| error.to_string())?;
        let session = &mut self.session;
        while block_on(importer.step(&mut session.memory, context(&session.tick))).map_err(|error| error.to_string())?
            == Slice::More
        {}
        let report = importer.report();
        ensure!(report.refused_total == 0, "refused: {:?}", report.refused);
        Ok(report)
    }

    fn organize(&mut self, at: usize) -> Checked {
        let mut organizer = Organizer::new(SPACES[at], None);
        let session = &mut self.session;
        while block_on(organizer.step(&mut session.memory, context(&session.tick)))
            .map_err(|error| error.to_string())?
            == Slice::More
        {}
        Ok(())
    }

    fn host(&mut self, at: usize, host: &Host) -> Checked {
        let number = self.models[at].hosted.len();
        let known = match host.identity {
            Identity::Known(uid) => {
                // Of a card that is not here, the id in the other space: it must be as good as unknown.
                let found = card_entity(&self.space(at), uid);
                let other = || card_entity(&self.space(1 - at), uid).map(|(id, _)| (id, false));
                found.or_else(other).or(Some((EntityId::from_u128(7), false)))
            }
            _ => None,
        };
        let event = host.event(number, known.map(|(id, _)| id));
        let outcome = self.call(Call::Ingest { space: SPACES[at].into(), event });
        match (outcome, known) {
            (Err(error), Some((_, false))) => {
                ensure!(error.code == ErrorCode::NotFound, "an id that is not in use gives {error:?}");
                ensure!(error.message == "There is no such thing here.", "it tells more: {error:?}");
            }
            (Ok(Reply::Ingested(report)), None | Some((_, true))) => {
                ensure!(report.applied, "a new event was taken for an old one");
                self.models[at].hosted.push(host.clone());
            }
            (other, known) => return Err(format!("{known:?} gave {other:?}")),
        }
        Ok(())
    }

    /// A proposal by position: of those that are open, else of all.
    fn proposal(space: &Space, position: usize, any: bool) -> Option<Proposal> {
        let asked: Vec<&Proposal> =
            space.proposals.iter().filter(|proposal| any || proposal.status.is_open()).collect();
        (!asked.is_empty()).then(|| asked[position % asked.len()].clone())
    }

    /// Decides, and holds preview and outcome against what is due. False if there is nothing to decide.
    fn decide(&mut self, at: usize, choice: &Choice) -> Result<bool, String> {
        let Some(proposal) = Self::proposal(&self.space(at), choice.question, choice.any) else { return Ok(false) };
        self.decide_on(at, &proposal, choice.on(&proposal))?;
        Ok(true)
    }

    fn decide_on(&mut self, at: usize, proposal: &Proposal, decision: Decision) -> Result<Due, String> {
        let before = self.space(at);
        let due = self.models[at].due(&before, proposal, &decision);
        let (space, id) = (SPACES[at].to_owned(), proposal.id.to_string());
        let preview = self.call(Call::Preview { space: space.clone(), id: id.clone(), decision: decision.clone() });
        let head = self.session.memory.head();
        let outcome = self.call(Call::Decide { space, id, decision: decision.clone() });
        let title = format!("{decision:?} on {:?} {:?} ({:?})", proposal.kind, proposal.name, proposal.status);
        let decided = match (outcome, due.clone()) {
            (Err(error), Due::Refused(code)) => {
                ensure!(error.code == code, "{title} is refused with {error:?}, due {code:?}");
                ensure!(self.session.memory.head() == head, "{title} was refused and wrote");
                let same = matches!(&preview, Err(other) if other.code == code);
                ensure!(same, "{title} is refused with {code:?}, and its preview says {preview:?}");
                return Ok(due);
            }
            (Ok(Reply::Decided(decided)), Due::Before(review)) => {
                ensure!(!decided.applied && decided.review.id == review, "{title} again is another record");
                ensure!(self.session.memory.head() == head, "{title} again wrote");
                return Ok(due);
            }
            (Ok(Reply::Decided(decided)), Due::Said(_)) => decided,
            (outcome, due) => return Err(format!("{title} gives {outcome:?}, due {due:?}")),
        };
        ensure!(decided.applied, "{title} was taken for an old decision");
        let Due::Said(said) = due.clone() else { return Ok(due) };
        let said = self.fill_in(at, *said, &decided.review.id)?;
        let Ok(Reply::Preview(preview)) = preview else { return Err(format!("{title} has no preview: {preview:?}")) };
        let survivor = said.survivor.map(|id| id.to_string());
        ensure!(preview.survivor == survivor, "{title}: {:?} survives, due {survivor:?}", preview.survivor);
        let Some(record) = self.space(at).reviews.get(&said.review).cloned() else { return Err("it is lost".into()) };
        let made = said.made.unwrap_or_default();
        let plan = review::plan(&before, proposal, &record.input, record.id, made, record.time);
        as_planned(plan, &record.effects, &preview).map_err(|why| format!("{title}: {why}"))?;
        self.models[at].said.push(said);
        self.closed(at, proposal)?;
        Ok(due)
    }

    /// The same, with ids that only the record knows.
    fn fill_in(&self, at: usize, mut said: Said, review: &str) -> Result<Said, String> {
        said.review = review.parse().map_err(|_| format!("{review:?} is no id"))?;
        let made = self.made(at, &said.review);
        ensure!(said.made.is_some() == made.is_some(), "it made {made:?}");
        Ok(said.with_made(made))
    }

    fn made(&self, at: usize, review: &ReviewId) -> Option<EntityId> {
        let space = self.session.memory.state().space(SPACES[at])?;
        let edited = || space.edits.get(review).map(|edit| &edit.effects);
        let effects = space.reviews.get(review).map(|review| &review.effects).or_else(edited)?;
        effects.iter().find_map(|effect| match effect {
            Effect::AddEntity(entity) => Some(entity.id),
            _ => None,
        })
    }

    /// A decision that closes its question closes it: an answer that does nothing is a failure.
    fn closed(&self, at: usize, proposal: &Proposal) -> Checked {
        let space = self.space(at);
        let now = space.proposals.get(&proposal.id).map(|proposal| proposal.status);
        let last = self.models[at].said.last();
        let (Some(now), Some(said)) = (now, last) else { return Err("a question is lost".into()) };
        if said.decides {
            ensure!(now == ProposalStatus::Decided(said.review), "it was decided and is {now:?}");
            ensure!(said.did_something(), "an answer to {:?} did nothing", proposal.kind);
        } else {
            ensure!(now.is_open(), "it was left open and is {now:?}");
        }
        Ok(())
    }

    /// Decides many at once, and holds that against deciding one after the other in a copy.
    fn decide_many(&mut self, at: usize, choices: &[Choice]) -> Checked {
        let space = self.space(at);
        let mut items: Vec<(Proposal, Decision)> = Vec::new();
        for choice in choices {
            let Some(proposal) = Self::proposal(&space, choice.question, choice.any) else { return Ok(()) };
            let decision = choice.on(&proposal);
            items.push((proposal, decision));
        }
        let mut copy = self.copy()?;
        let mut due = Vec::new();
        for (proposal, decision) in &items {
            let now = copy.space(at).proposals.get(&proposal.id).cloned();
            let Some(now) = now else { return Err("a question is lost".into()) };
            due.push(copy.decide_on(at, &now, decision.clone())?);
        }
        let call = Call::DecideMany {
            space: SPACES[at].into(),
            items: items.iter().map(|(proposal, decision)| (proposal.id.to_string(), decision.clone())).collect(),
        };
        let Ok(Reply::DecidedMany(outcomes)) = self.call(call) else { return Err("deciding many failed".into()) };
        ensure!(outcomes.len() == items.len(), "an item has no outcome");
        let mut said = copy.models[at].said.split_off(self.models[at].said.len()).into_iter();
        for (item, due) in outcomes.iter().zip(due) {
            match (&item.decided, &item.error, due) {
                (Some(decided), None, Due::Said(_)) if decided.applied => {
                    let Some(due) = said.next() else { return Err("one by one, less was decided".into()) };
                    let id: ReviewId = decided.review.id.parse().map_err(|_| "no id")?;
                    ensure!(id == due.review, "one by one, the review is another");
                    let made = self.made(at, &id);
                    self.models[at].said.push(due.with_made(made));
                }
                (Some(decided), None, Due::Before(review)) if !decided.applied => {
                    // Within one call the record may be a new one of the same call.
                    ensure!(decided.review.id == review, "the same again is another record");
                }
                (None, Some(error), Due::Refused(code)) if error.code == code => {}
                (_, _, due) => return Err(format!("{item:?}, one by one {due:?}")),
            }
        }
        let (many, each) = (self.space(at), copy.space(at));
        ensure!(questions(&many) == questions(&each), "deciding one by one asks something else");
        ensure!(links(&many) == links(&each), "deciding one by one links something else");
        Ok(())
    }

    /// Edits, and holds preview and outcome against what is due.
    fn edit(&mut self, at: usize, touch: &Touch) -> Checked {
        let space = self.space(at);
        let Some(edit) = touch.on(&space) else { return Ok(()) };
        let due = self.models[at].due_edit(&space, &edit);
        let preview = self.call(Call::PreviewEdit { space: SPACES[at].into(), edit: edit.clone() });
        let head = self.session.memory.head();
        let outcome = self.call(Call::Edit { space: SPACES[at].into(), edit: edit.clone(), reason: None });
        let wrote = self.session.memory.head() != head;
        match (outcome, due) {
            (Err(error), Due::Refused(code)) if error.code == code => {
                ensure!(!wrote, "{edit:?} was refused and wrote");
                ensure!(matches!(&preview, Err(other) if other.code == code), "{edit:?} has the preview {preview:?}");
            }
            (Err(error), Due::Said(said)) if error.code == ErrorCode::HeldBack && said.asked.is_some() => {
                let two = said.asked.and_then(|(a, b)| Some((space.root_of(&a)?, space.root_of(&b)?)));
                let held = |(a, b)| asks(&space, a, b, |status| *status == ProposalStatus::Held);
                ensure!(two.is_some_and(held) && !wrote, "{edit:?} is held back, and no such group is");
            }
            (Ok(Reply::Edited(edited)), Due::Nothing) => {
                ensure!(edited.edit.is_none() && !wrote, "{edit:?} is so already, and wrote");
            }
            (Ok(Reply::Edited(edited)), Due::Said(said)) => {
                let Some(row) = &edited.edit else { return Err(format!("{edit:?} did nothing")) };
                let said = self.fill_in(at, *said, &row.id)?;
                let Ok(Reply::Preview(preview)) = preview else { return Err(format!("{edit:?} has no preview")) };
                let survivor = said.survivor.map(|id| id.to_string());
                ensure!(preview.survivor == survivor, "{edit:?}: {:?} survives, due {survivor:?}", preview.survivor);
                let Some(record) = self.space(at).edits.get(&said.review).cloned() else {
                    return Err("it is lost".into());
                };
                let plan = edit::plan(&space, &record.input, record.id, said.made.unwrap_or_default(), record.time);
                as_planned(plan, &record.effects, &preview).map_err(|why| format!("{edit:?}: {why}"))?;
                self.models[at].said.push(said);
            }
            (outcome, due) => return Err(format!("{edit:?} gives {outcome:?}, due {due:?}")),
        }
        Ok(())
    }

    /// Says of a form that it holds, or that it does not. Names compare otherwise then; what is known stays.
    fn form(&mut self, at: usize, form: usize, remove: bool) -> Checked {
        let told = self.call(say_form(SPACES[at], form, remove));
        let Ok(Reply::ShortFormsSaid(told)) = told else { return Err(format!("a short form was refused: {told:?}")) };
        for statement in told.statements {
            let review = statement.parse().map_err(|_| format!("{statement:?} is no id"))?;
            self.models[at].said.push(Said { review, in_force: true, ..Said::default() });
        }
        Ok(())
    }

    fn undo(&mut self, at: usize, position: usize, together: bool) -> Checked {
        let said = &self.models[at].said;
        if said.is_empty() {
            return Ok(());
        }
        let position = position % said.len();
        let (id, was_in_force) = (said[position].review, said[position].in_force);
        let call = Call::Undo { space: SPACES[at].into(), id: id.to_string(), together };
        let head = self.session.memory.head();
        let undone = match self.call(call) {
            Ok(Reply::Undone(undone)) => undone,
            Err(error) if error.code == ErrorCode::UndoFirst && !together && was_in_force => {
                let ids: Vec<&String> = error.operations.iter().collect();
                ensure!(!ids.is_empty(), "undo first, and nothing is named");
                let later = &self.models[at].said[position + 1..];
                let is_later = |id: &&String| later.iter().any(|said| said.in_force && said.review.to_string() == **id);
                ensure!(ids.iter().all(is_later), "what is to be undone first is no later decision in force");
                ensure!(self.session.memory.head() == head, "it was refused and wrote");
                return Ok(());
            }
            other => return Err(format!("undo gave {other:?}")),
        };
        ensure!(undone.applied == was_in_force, "in force: {was_in_force}, undone: {}", undone.applied);
        if !was_in_force {
            return Ok(());
        }
        ensure!(together || undone.reviews == [id.to_string()], "more was undone than asked: {:?}", undone.reviews);
        ensure!(undone.reviews.contains(&id.to_string()), "it was not undone");
        for said in &mut self.models[at].said {
            said.in_force &= !undone.reviews.contains(&said.review.to_string());
        }
        Ok(())
    }

    fn refresh(&mut self, at: usize, position: usize) -> Checked {
        let Some(proposal) = Self::proposal(&self.space(at), position, true) else { return Ok(()) };
        self.refresh_one(at, &proposal).map(drop)
    }

    /// Asks a question again; the question that asks it now, if there is anything left to ask.
    fn refresh_one(&mut self, at: usize, proposal: &Proposal) -> Result<Option<Proposal>, String> {
        let call = Call::Refresh { space: SPACES[at].into(), id: proposal.id.to_string() };
        let view = match (self.call(call), proposal.status) {
            (Err(error), ProposalStatus::Decided(_)) => {
                ensure!(error.code == ErrorCode::ReviewConflict, "refreshing what is decided gives {error:?}");
                return Ok(None);
            }
            (Err(error), _) => {
                ensure!(error.code == ErrorCode::Stale, "refreshing gives {error:?}");
                return Ok(None);
            }
            (Ok(Reply::Question(view)), _) => view,
            (other, _) => return Err(format!("refreshing gives {other:?}")),
        };
        ensure!(view.stale.is_empty(), "it was refreshed and is stale: {:?}", view.stale);
        let id: ProposalId = view.row.id.parse().map_err(|_| "no id")?;
        let fresh = self.space(at).proposals.get(&id).cloned();
        let asks = |proposal: &Proposal| proposal.status.is_open() || proposal.status == ProposalStatus::Held;
        ensure!(fresh.as_ref().is_some_and(asks), "what a refresh gives is no question");
        Ok(fresh)
    }

    fn reopen(&mut self, journal_only: bool) -> Checked {
        if journal_only {
            block_on(self.store.drop_snapshot()).map_err(|error| error.to_string())?;
        }
        let live = encode(self.session.memory.state());
        let tick = self.session.tick.get();
        self.session = Session::open(&self.store);
        self.session.tick = Cell::new(tick);
        ensure!(encode(self.session.memory.state()) == live, "opened again, it is another memory");
        Ok(())
    }

    /// The same journal in a store of its own.
    fn copy(&self) -> Result<Self, String> {
        let store = InMemory::new();
        let rows = block_on(self.store.read(1, usize::MAX)).map_err(|error| error.to_string())?;
        block_on(store.append(&Default::default(), &rows)).map_err(|error| error.to_string())?;
        let memory = block_on(Memory::open(store.clone(), "alice", "test")).map_err(|error| error.to_string())?;
        let session = Session { memory, tick: Cell::new(self.session.tick.get() + 1_000_000) };
        Ok(Self { store, session, models: self.models.clone() })
    }

    /// What must hold at the end of every list of commands: the journal is sound, every question can be answered, and what
    /// stands when every decision is taken back is what the same sources in another order give.
    pub fn finish(&mut self, seed: u64) -> Checked {
        self.sound()?;
        self.answer_all()?;
        self.whole()?;
        self.undo_all()?;
        self.same_in_another_order(seed)?;
        self.sound()
    }

    fn sound(&mut self) -> Checked {
        let faults = self.session.verify().faults;
        ensure!(faults.is_empty(), "verify finds {faults:?}");
        self.reopen(true)
    }

    /// Every open question can be accepted, or is stale and can be refreshed and accepted then.
    fn answer_all(&mut self) -> Checked {
        for at in 0..SPACES.len() {
            for round in 0.. {
                let Some(proposal) = Self::proposal(&self.space(at), round, false) else { break };
                ensure!(round < 300, "answering questions never ends");
                let accept = Choice {
                    question: round,
                    any: false,
                    answer: super::command::Answer::Accept,
                    ticks: None,
                    survivor: None,
                };
                let mut due = self.decide_on(at, &proposal, accept.on(&proposal))?;
                if matches!(due, Due::Refused(ErrorCode::Stale)) {
                    let fresh = self.refresh_one(at, &proposal)?;
                    let Some(fresh) = fresh else { continue };
                    due = self.decide_on(at, &fresh, accept.on(&fresh))?;
                }
                let accepted = matches!(due, Due::Said(_));
                ensure!(accepted, "{:?} {:?} can not be accepted: {due:?}", proposal.kind, proposal.unit);
                let space = self.space(at);
                self.models[at].learn(&space, None);
                self.models[at].check(&space)?;
            }
        }
        Ok(())
    }

    /// Whatever was merged or grouped, an entity is shown with every name and value of all that it stands for, and is not
    /// shown in the other space.
    fn whole(&mut self) -> Checked {
        for at in 0..SPACES.len() {
            let space = self.space(at);
            let ids: Vec<EntityId> = self.models[at].base.keys().copied().collect();
            for id in ids {
                let ask = |space: &str| Call::Entity { space: space.into(), id: id.to_string(), cursor: None };
                let strange = self.call(ask(SPACES[1 - at]));
                let unknown = self.call(Call::Entity {
                    space: SPACES[at].into(),
                    id: EntityId::from_u128(9).to_string(),
                    cursor: None,
                });
                ensure!(strange.is_err(), "an entity is read from another space");
                ensure!(strange == unknown, "an id of another space is told from an unknown one");
                if space.root_of(&id).is_none() {
                    continue;
                }
                let Ok(Reply::Entity(view)) = self.call(ask(SPACES[at])) else {
                    return Err(format!("{id} cannot be read"));
                };
                let Some(entity) = space.entities.get(&id) else { continue };
                for name in &entity.content.names {
                    ensure!(view.names.iter().any(|shown| shown.name.text == name.text), "{:?} is lost", name.text);
                }
                for (field, _) in entity.content.fields.iter() {
                    let due = entity.content.values(field).count();
                    let from = |shown: &&FieldView| shown.field == field && shown.from == id.to_string();
                    ensure!(view.fields.iter().filter(from).count() == due, "{field} of {} is lost", entity.name());
                }
            }
        }
        Ok(())
    }

    fn undo_all(&mut self) -> Checked {
        for at in 0..SPACES.len() {
            for position in (0..self.models[at].said.len()).rev() {
                self.undo(at, position, false)?;
                let in_force = self.models[at].said[position].in_force;
                ensure!(!in_force, "the newest decision cannot be undone by itself");
                let space = self.space(at);
                self.models[at].check(&space).map_err(|why| format!("while all is undone: {why}"))?;
            }
        }
        Ok(())
    }

    /// Cards as they are now, then the rest, mixed.
    fn same_in_another_order(&mut self, seed: u64) -> Checked {
        for at in 0..SPACES.len() {
            self.organize(at)?;
            let model = self.models[at].clone();
            let mut other = Self::new();
            let cards: Vec<_> = model.cards.values().cloned().map(Command::Card).collect();
            let talks = model.talks.values().flatten().cloned().map(Command::Message);
            let rest: Vec<_> = talks.chain(model.hosted.iter().cloned().map(Command::Host)).collect();
            let first = shuffled(cards.len(), seed).into_iter().map(|n| cards[n].clone());
            let then = shuffled(rest.len(), seed).into_iter().map(|n| rest[n].clone());
            for command in first.chain(then) {
                other.step(&Step { space: at, command }).map_err(|why| format!("in another order: {why}"))?;
            }
            other.organize(at)?;
            let (one, other) = (self.space(at), other.space(at));
            same("links", &links(&one), &links(&other))?;
            same("questions", &questions(&one), &questions(&other))?;
            let (here, there) = (contents(&one), contents(&other));
            ensure!(
                here.len() == there.len(),
                "in another order there are other entities:\n  here {:#?}\n  there {:#?}",
                here.values(),
                there.values()
            );
        }
        Ok(())
    }
}

/// What was recorded is what the plan says, from which the preview is told.
fn as_planned(plan: Result<Plan, Refusal>, recorded: &[Effect], preview: &Preview) -> Checked {
    let plan = plan.map_err(|why| format!("it was recorded, and its plan is refused: {why}"))?;
    ensure!(plan.effects == recorded, "recorded was {recorded:?}, planned {:?}", plan.effects);
    ensure!(plan.mentions == preview.mentions, "{} mentions, and the preview says {}", plan.mentions, preview.mentions);
    ensure!(plan.implied.len() == preview.implied.len(), "implied are {:?}", plan.implied);
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, one: &T, other: &T) -> Checked {
    ensure!(one == other, "in another order {what} differ:\n  here {one:#?}\n  there {other:#?}");
    Ok(())
}

impl Said {
    fn did_something(&self) -> bool {
        self.joined.len() > 1
            || !self.apart.is_empty()
            || !self.not_meant.is_empty()
            || self.no_name.is_some()
            || !self.mentions.is_empty()
            || self.named.is_some()
    }
}

impl Host {
    /// The event with this number.
    pub fn event(&self, number: usize, known: Option<EntityId>) -> HostEvent {
        let hint = Hint {
            name: NAMES[self.name].into(),
            kind: self.org.then(|| "organization".into()),
            known_entity_id: known.map(|id| id.to_string()),
            identity: (self.identity == Identity::New).then(|| "new".into()),
        };
        let text = TEXTS[self.text].replace("{}", NAMES[self.name]);
        let speaker = self.speaker.map(|name| NAMES[name].to_owned());
        HostEvent { speaker, hints: vec![hint], ..event(&format!("event-{number}"), &text) }
    }
}

/// The entity of a card, and whether it is in use.
fn card_entity(space: &Space, uid: usize) -> Option<(EntityId, bool)> {
    let key = format!("card:uid:card-{uid}");
    let entity = space.entities.iter().find(|entity| entity.source_key.as_ref() == Some(&key))?;
    Some((entity.id, entity.is_active()))
}
