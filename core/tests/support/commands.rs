//! Every command of the façade, as data, and what a fault of the store may make of it: the memory is as before or as after,
//! never between, and doing it again is safe. For the store in memory and for those of a browser alike.
#![allow(dead_code)] // Each test binary uses a part.

use super::everything::{CARDS, TALK, VERDICTS, asked, decision, edits, ingest, short_form, split as split_off};
use super::told::told as event_told;
use super::view::{links, questions};
use super::{SPACE, Session, context};
use futures::executor::block_on;
use namesake_core::memory::{Importer, Memory, Organizer, Restorer, Step, Verifier};
use namesake_core::model::Entity;
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::state::State;
use namesake_core::store::{InMemory, Store};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A command.
pub enum Run {
    Open,
    Import(&'static str, &'static str),
    Organize,
    Call(Box<Call>),
    Save,
    Restore(Vec<u8>, bool),
}

impl Run {
    fn call(call: Call) -> Self {
        Self::Call(Box::new(call))
    }

    pub async fn on<S: Store + Clone>(&self, memory: &mut Memory<S>, tick: &Cell<u64>) -> Result<(), ApiError> {
        match self {
            Self::Open => *memory = Memory::open(memory.store().clone(), "alice", "test").await?,
            Self::Import(file, text) => {
                let mut importer = Importer::new(SPACE, file, None, text.as_bytes().to_vec())?;
                while importer.step(memory, context(tick)).await? == Step::More {}
            }
            Self::Organize => {
                let mut organizer = Organizer::new(SPACE, None);
                while organizer.step(memory, context(tick)).await? == Step::More {}
            }
            Self::Call(call) => drop(memory.call(call, context(tick)).await?),
            Self::Save => drop(memory.save_snapshot().await?),
            Self::Restore(file, partial) => {
                let mut restorer = Restorer::new(file.clone(), *partial);
                while restorer.step(memory, context(tick)).await? == Step::More {}
            }
        }
        Ok(())
    }
}

/// A command with the memory that it is run on.
pub struct Command {
    pub name: String,
    pub base: InMemory,
    pub run: Run,
}

impl Command {
    /// Time and seeds that the memory has not seen.
    pub fn tick() -> Cell<u64> {
        Cell::new(2_000_000)
    }
}

/// The memory that `make` leaves.
fn base(make: impl FnOnce(&mut Session)) -> InMemory {
    let store = InMemory::new();
    make(&mut asked(&store));
    store
}

fn decide_all(session: &mut Session) -> Vec<(String, Decision)> {
    let rows = session.inbox().into_iter().filter(|row| row.kind != QuestionKind::Ambiguity);
    let rows: Vec<_> = rows.map(|row| row.id).collect();
    let mut items = Vec::new();
    for id in rows {
        let Ok(Reply::Question(view)) = session.call(Call::InboxGet { space: SPACE.into(), id: id.clone() }) else {
            panic!("it is there")
        };
        items.push((id, decision(&view, Verdict::Accept)));
    }
    items
}

/// A copy without its second row.
fn gap(store: &InMemory) -> InMemory {
    let store = store.copy();
    store.tamper(|rows| {
        let second = *rows.keys().nth(1).expect("there are rows");
        rows.remove(&second);
    });
    store
}

/// Every command of the façade.
pub fn commands() -> Vec<Command> {
    let mut out = Vec::new();
    let mut add =
        |name: &str, base: &InMemory, run: Run| out.push(Command { name: name.into(), base: base.copy(), run });
    let space = || SPACE.to_owned();

    let empty = InMemory::new();
    let ready = base(|_| {});
    let mut session = Session::open(&ready.copy());
    add("open", &ready, Run::Open);
    add("import cards", &empty, Run::Import("cards.vcf", CARDS));
    add("import a conversation", &empty, Run::Import("talk.jsonl", TALK));
    add("ingest", &ready, Run::call(ingest("another")));
    let event = event_told("claims", Some("Ana"), Some(1), "I live in Leeds.", &[("I", "lives_in", "Leeds")]);
    add("ingest claims", &ready, Run::call(Call::Ingest { space: space(), event }));
    let predicates = vec!["lives_in".to_owned()];
    add(
        "declare predicates",
        &ready,
        Run::call(Call::DeclarePredicates { space: space(), predicates, single_valued: true }),
    );
    let unorganized = InMemory::new();
    Session::open(&unorganized).import_bytes("cards.vcf", CARDS.into());
    add("organize", &unorganized, Run::Organize);

    // Two of one name that are not the same: which of them a mention means is a question of its own then.
    let apart = |session: &mut Session| {
        let question = session.question(QuestionKind::Collision).row.id;
        session.decide(&question, Verdict::Reject, None).expect("is stored");
    };
    let someone_new = (QuestionKind::Ambiguity, Verdict::SomeoneNew);
    for (kind, verdict) in VERDICTS.into_iter().chain([someone_new]) {
        let before = |session: &mut Session| {
            if kind == QuestionKind::Ambiguity {
                apart(session);
            }
        };
        let ready = base(before);
        let question = Session::open(&ready.copy()).question(kind);
        let decision = decision(&question, verdict);
        let decide = Call::Decide { space: space(), id: question.row.id, decision };
        let name = format!("{verdict:?} on {kind:?}");
        add(&name, &ready, Run::call(decide.clone()));
        if !matches!(verdict, Verdict::CantTell | Verdict::Snooze) {
            let mut id = String::new();
            let decided = base(|session| {
                before(session);
                let Ok(Reply::Decided(decided)) = session.call(decide) else { panic!("is decided") };
                id = decided.review.id;
            });
            add(&format!("undo {name}"), &decided, Run::call(Call::Undo { space: space(), id, together: false }));
        }
    }

    let many = Call::DecideMany { space: space(), items: decide_all(&mut session) };
    add("decide many", &ready, Run::call(many.clone()));
    let mut bulk = String::new();
    let decided = base(|session| {
        let Ok(Reply::DecidedMany(items)) = session.call(many) else { panic!("are decided") };
        let mut decided = items.into_iter().filter_map(|item| item.decided);
        bulk = decided.find_map(|decided| decided.review.bulk).expect("was decided in one");
    });
    add("undo all of them", &decided, Run::call(Call::Undo { space: space(), id: bulk, together: true }));

    let edited = ready.copy();
    let mut editing = Session::open_later(&edited, 1);
    for edit in edits(&session) {
        let debug = format!("{edit:?}");
        add(
            &format!("edit {}", debug.split(' ').next().unwrap_or_default()),
            &edited,
            Run::call(Call::Edit { space: space(), edit: edit.clone(), reason: None }),
        );
        editing.edit(edit).expect("is stored");
    }
    let mut split = None;
    let named = base(|session| {
        let entity = session.uid("e");
        session.edit(Edit::AddName { entity, name: "Ravi Rao".into() }).expect("is added");
        split = Some(split_off(session));
    });
    let edit = split.expect("was made");
    add("split", &named, Run::call(Call::Edit { space: space(), edit, reason: None }));

    let mut asked_before = String::new();
    let stale = base(|session| {
        asked_before = session.question(QuestionKind::Collision).row.id;
        let entity = session.uid("a");
        session.edit(Edit::AddField { entity, field: "note".into(), value: "new".into() }).expect("is added");
    });
    add("refresh", &stale, Run::call(Call::Refresh { space: space(), id: asked_before }));

    let forms = vec![short_form()];
    let said = Call::AddShortForms { space: space(), forms: forms.clone() };
    let formed = base(|session| drop(session.call(said.clone()).expect("is said")));
    add("add short forms", &ready, Run::call(said));
    add("remove short forms", &formed, Run::call(Call::RemoveShortForms { space: space(), forms }));

    let saved = base(|session| assert!(block_on(session.memory.save_snapshot()).expect("saves")));
    add("save a first snapshot", &ready, Run::Save);
    let grown = saved.copy();
    Session::open_later(&grown, 1).call(ingest("another")).expect("is taken");
    add("save a next snapshot", &grown, Run::Save);
    add("rebuild", &grown, Run::call(Call::Rebuild));
    add("ingest after a snapshot", &grown, Run::call(ingest("a third")));
    add("restore", &empty, Run::Restore(session.export().0, false));
    add("restore a part", &empty, Run::Restore(Session::open(&gap(&ready)).export().0, true));
    out
}

type Blocks = BTreeMap<String, Vec<u8>>;

fn blocks(state: &State) -> Blocks {
    encode(state).expect("packs")
}

/// A memory told without ids and times: links, questions, contents, and how many there are of what could be doubled.
type Told = (BTreeSet<String>, Vec<String>, Vec<String>, [usize; 8]);

fn told(state: &State) -> Told {
    let space = state.space(SPACE).cloned().unwrap_or_default();
    let counts = [
        space.events.len(),
        space.entities.len(),
        space.mentions.len(),
        space.reviews.len(),
        space.edits.len(),
        space.statements.len(),
        space.sources.len(),
        space.claims.len(),
    ];
    let content = |entity: &Entity| {
        let names: Vec<&String> = entity.content.names.iter().map(|name| &name.text).collect();
        let fields: Vec<_> = entity.content.fields.iter().collect();
        format!("{names:?} {:?} {fields:?} in use: {}", entity.content.kind, entity.is_active())
    };
    let mut contents: Vec<String> = space.entities.iter().map(content).collect();
    contents.sort();
    (links(&space), questions(&space), contents, counts)
}

async fn faults_of<S: Store>(memory: &mut Memory<S>) -> Vec<String> {
    let mut verifier = Verifier::new();
    while verifier.step(memory, context(&Command::tick())).await.expect("verifies") == Step::More {}
    verifier.report().faults.into_iter().map(|fault| fault.code).collect()
}

/// What a command makes of its memory where nothing goes wrong.
pub struct Sound {
    /// The states between its transactions, first and last included.
    states: Vec<Blocks>,
    told: Told,
    /// Calls of the store that it makes.
    pub calls: u64,
    /// What verify says afterwards: the gap of a part that was restored.
    faults: Vec<String>,
}

impl Sound {
    pub fn of(command: &Command) -> Self {
        let store = command.base.copy();
        let mut memory = block_on(Memory::open(store.clone(), "alice", "test")).expect("opens");
        let before = blocks(memory.state());
        let rows = block_on(store.read(1, usize::MAX)).expect("reads").len();
        let calls = store.calls();
        let outcome = block_on(command.run.on(&mut memory, &Command::tick()));
        outcome.unwrap_or_else(|error| panic!("{}: {error:?}", command.name));
        let calls = store.calls() - calls;
        let all = block_on(store.read(1, usize::MAX)).expect("reads");
        let between = (rows + 1..all.len()).map(|count| {
            let store = InMemory::new();
            store.tamper(|rows| rows.extend(all[..count].iter().map(|row| (row.first, row.clone()))));
            blocks(block_on(Memory::open(store, "alice", "test")).expect("opens").state())
        });
        let mut states = vec![before];
        states.extend(between);
        if all.len() > rows {
            states.push(blocks(memory.state()));
        }
        let faults = block_on(faults_of(&mut memory));
        Self { states, told: told(memory.state()), calls, faults }
    }

    /// Transactions that write to the journal.
    pub fn appends(&self) -> u32 {
        self.states.len() as u32 - 1
    }

    /// Judges what became of a command that met a fault, over a store that is well again.
    pub async fn judge<S: Store + Clone>(
        &self,
        what: &str,
        command: &Command,
        outcome: Result<(), ApiError>,
        mut memory: Memory<S>,
        store: S,
        tick: &Cell<u64>,
    ) {
        let mut fresh = Memory::open(store, "alice", "test").await.expect("opens");
        let stored = blocks(fresh.state());
        let stands = self.states.iter().position(|state| *state == stored);
        let stands = stands.unwrap_or_else(|| panic!("{what}: it is neither before nor after; {outcome:?}"));
        let last = self.states.len() - 1;
        match &outcome {
            Ok(()) => assert_eq!(stands, last, "{what}: what was reported stored is stored"),
            Err(error) if error.code == ErrorCode::OutcomeUnknown => assert!(error.next.contains("again"), "{what}"),
            // A command of one transaction says truly that nothing was changed. One of several says how much it stored.
            Err(error) => assert!(stands == 0 || last > 1, "{what}: it is stored, and {error:?} does not say so"),
        }

        // The handle that met the fault sees what is stored, and goes on.
        memory.catch_up().await.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert!(blocks(memory.state()) == stored, "{what}: it shows something that is not stored");
        let head = memory.head();
        let again = command.run.on(&mut memory, tick).await;
        if stands == last && last > 0 {
            assert_eq!(memory.head(), head, "{what}: it was stored already; {again:?}");
            match (&command.run, again) {
                // What was restored is no empty memory any more.
                (Run::Restore(..), again) => assert_eq!(again.map_err(|error| error.code), Err(ErrorCode::NotEmpty)),
                (_, again) => again.unwrap_or_else(|error| panic!("{what}: doing again what is stored: {error:?}")),
            }
        } else if matches!(command.run, Run::Restore(..)) && stands > 0 {
            // Part of another journal is no empty memory.
            assert_eq!(again.map_err(|error| error.code), Err(ErrorCode::NotEmpty), "{what}");
            return;
        } else {
            again.unwrap_or_else(|error| panic!("{what}: doing it again: {error:?}"));
        }
        assert_eq!(told(memory.state()), self.told, "{what}: after doing it again");
        fresh.catch_up().await.expect("catches up");
        assert!(blocks(fresh.state()) == blocks(memory.state()), "{what}: both see the same");
        assert_eq!(faults_of(&mut fresh).await, self.faults, "{what}");
    }
}
