//! Driving a memory over the store in memory, for tests: what goes wrong ends in a panic that says what.

use namesake_core::memory::{Context, Importer, Memory, Organizer, Step, Verifier};
use namesake_core::model::{EntityId, Event, Mention};
use namesake_core::protocol::*;
use namesake_core::state::Space;
use namesake_core::store::InMemory;
use std::fmt::Debug;
use std::pin::pin;
use std::task::{Poll, Waker};

/// The space that a session works in unless told otherwise.
pub const SPACE: &str = "personal";

/// The result of a future that never waits: the store in memory answers at once.
pub fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut std::task::Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the store in memory never waits"),
    }
}

/// A contact card: UID, name and further lines.
#[derive(Debug, Clone, Copy)]
pub struct Card<'a>(pub &'a str, pub &'a str, pub &'a [&'a str]);

impl Card<'_> {
    fn write(&self, out: &mut String) {
        let Card(uid, name, more) = self;
        let name = name.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
        out.push_str(&format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:{name}\r\n"));
        for line in *more {
            out.push_str(&format!("{line}\r\n"));
        }
        out.push_str("END:VCARD\r\n");
    }
}

/// A hint with a name and, perhaps, a kind.
pub fn hint(name: &str, kind: Option<&str>) -> Hint {
    Hint { name: name.into(), kind: kind.map(str::to_owned), known_entity_id: None, identity: None }
}

/// A hint that names an entity.
pub fn known(name: &str, id: &str) -> Hint {
    Hint { known_entity_id: Some(id.into()), ..hint(name, None) }
}

/// A hint that asks for an entity of its own.
pub fn new_one(name: &str, kind: Option<&str>) -> Hint {
    Hint { identity: Some("new".into()), ..hint(name, kind) }
}

/// A claim about an entity or a pronoun, citing the whole text of its event.
pub fn says(text: &str, subject: &str, predicate: &str, object: &str) -> HostClaim {
    HostClaim {
        subject: subject.into(),
        predicate: predicate.into(),
        object: Some(object.into()),
        evidence: vec![Span { start: 0, end: text.encode_utf16().count() as u32 }],
        ..HostClaim::default()
    }
}

/// A decision with nothing but its verdict.
pub fn verdict(verdict: Verdict) -> Decision {
    Decision { verdict, choice: None, ticks: None, survivor: None, reason: None, until: None }
}

/// The words of a sentence that the core wrote.
pub fn words(bits: &[Bit]) -> String {
    bits.iter()
        .map(|bit| match bit {
            Bit::Text(text) => text.as_str(),
            Bit::Name(name) => name.text.as_str(),
        })
        .collect()
}

/// A handle on a memory.
#[derive(Debug)]
pub struct Session {
    /// The memory.
    pub memory: Memory<InMemory>,
    /// Its store; clones share it.
    pub store: InMemory,
    space: String,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A new memory of alice's.
    pub fn new() -> Self {
        Self::open(&InMemory::new(), "alice", "test")
    }

    /// Opens what is in a store, as another tab or a later start does.
    pub fn open(store: &InMemory, owner: &str, actor: &str) -> Self {
        let memory = now(Memory::open(store.clone(), owner, actor)).expect("the memory opens");
        Self { memory, store: store.clone(), space: SPACE.into() }
    }

    /// Works in another space from here on.
    pub fn go_to(&mut self, space: &str) -> &mut Self {
        self.space = space.into();
        self
    }

    /// Time goes on and seeds change with every call of the store, also of other handles.
    fn context(&self) -> Context {
        let tick = self.store.calls() + 1;
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&tick.to_be_bytes());
        Context { now: 1_764_000_000_000 + tick as i64 * 1000, seed }
    }

    /// A call that may fail.
    pub fn call(&mut self, call: &Call) -> Result<Reply, ApiError> {
        let context = self.context();
        now(self.memory.call(call, context))
    }

    /// Imports a file.
    pub fn import(&mut self, file: &str, text: &str) -> ImportReport {
        let mut importer = Importer::new(&self.space, file, None, text.into()).expect("the file is read");
        loop {
            let context = self.context();
            if now(importer.step(&mut self.memory, context)).expect("the step is stored") == Step::Done {
                break importer.report();
            }
        }
    }

    /// Imports contact cards, none of which may be refused.
    pub fn cards(&mut self, file: &str, cards: &[Card<'_>]) -> ImportReport {
        let mut text = String::new();
        cards.iter().for_each(|card| card.write(&mut text));
        let report = self.import(file, &text);
        assert_eq!(report.refused, [], "cards of {file}");
        report
    }

    /// Finds pairs.
    pub fn organize(&mut self) -> OrganizeReport {
        let mut organizer = Organizer::new(&self.space, None);
        loop {
            let context = self.context();
            if now(organizer.step(&mut self.memory, context)).expect("the slice is stored") == Step::Done {
                break organizer.report();
            }
        }
    }

    /// Verifies; answers the faults.
    pub fn faults(&mut self) -> Vec<Fault> {
        let mut verifier = Verifier::new();
        loop {
            let context = self.context();
            if now(verifier.step(&mut self.memory, context)).expect("verifies") == Step::Done {
                break verifier.report().faults;
            }
        }
    }

    /// Ingests an event of a host.
    pub fn event(
        &mut self,
        id: &str,
        session: Option<&str>,
        text: &str,
        hints: &[Hint],
    ) -> Result<IngestReport, ApiError> {
        let event = HostEvent {
            id: id.into(),
            source: "notes".into(),
            role: Some("user".into()),
            session: session.map(str::to_owned),
            text: text.into(),
            hints: hints.to_vec(),
            ..HostEvent::default()
        };
        self.take(event)
    }

    /// Ingests an event of a host as it is.
    pub fn take(&mut self, event: HostEvent) -> Result<IngestReport, ApiError> {
        match self.call(&Call::Ingest { space: self.space.clone(), event })? {
            Reply::Ingested(report) => Ok(report),
            other => panic!("{other:?}"),
        }
    }

    /// Ingests a text under a new id.
    pub fn say(&mut self, text: &str, hints: &[Hint]) -> IngestReport {
        let id = format!("e{}", self.store.calls());
        self.event(&id, None, text, hints).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    /// Ingests a text with claims under a new id, which must be taken.
    pub fn tell(&mut self, speaker: Option<&str>, text: &str, claims: Vec<HostClaim>) -> IngestReport {
        let (id, speaker) = (format!("e{}", self.store.calls()), speaker.map(str::to_owned));
        let event =
            HostEvent { id, source: "notes".into(), speaker, text: text.into(), claims, ..HostEvent::default() };
        self.take(event).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    /// All claims, oldest first.
    pub fn claims(&mut self) -> Vec<ClaimRow> {
        let call = Call::Claims { space: self.space.clone(), filter: ClaimFilter::default(), cursor: None, limit: 200 };
        match self.call(&call) {
            Ok(Reply::Claims(page)) => page.items,
            other => panic!("{other:?}"),
        }
    }

    /// The state of the space.
    pub fn space(&self) -> &Space {
        self.memory.state().space(&self.space).expect("the space holds something")
    }

    /// The id of the entity of the card with this UID.
    pub fn uid(&self, uid: &str) -> String {
        let handle = self.space().with_source_key(&format!("card:uid:{uid}")).expect("the card was taken");
        self.space().entities.at(handle).id.to_string()
    }

    /// Ids of cards, sorted.
    pub fn uids(&self, uids: &[&str]) -> Vec<String> {
        let mut ids: Vec<String> = uids.iter().map(|uid| self.uid(uid)).collect();
        ids.sort_unstable();
        ids
    }

    /// Open questions, or those with another status.
    pub fn rows(&mut self, status: Option<QuestionStatus>) -> Vec<QuestionRow> {
        let filter = InboxFilter { status, ..InboxFilter::default() };
        match self.call(&Call::InboxList { space: self.space.clone(), filter, cursor: None, limit: 200 }) {
            Ok(Reply::Inbox(page)) => page.items,
            other => panic!("{other:?}"),
        }
    }

    /// All open questions, whole.
    pub fn inbox(&mut self) -> Vec<QuestionView> {
        self.rows(None).into_iter().map(|row| self.question(&row.id)).collect()
    }

    /// A question, whole.
    pub fn question(&mut self, id: &str) -> QuestionView {
        match self.call(&Call::InboxGet { space: self.space.clone(), id: id.into() }) {
            Ok(Reply::Question(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// The one open question.
    pub fn only(&mut self) -> QuestionView {
        let mut inbox = self.inbox();
        assert_eq!(inbox.len(), 1, "one question is due, open are {:#?}", titles(&inbox));
        inbox.remove(0)
    }

    /// Asserts which questions are open, as [`title`] writes them.
    pub fn asks(&mut self, due: &[&str]) {
        let mut due: Vec<String> = due.iter().map(|title| (*title).to_owned()).collect();
        due.sort_unstable();
        assert_eq!(titles(&self.inbox()), due);
    }

    /// Decides.
    pub fn decide(&mut self, id: &str, decision: Decision) -> Result<Decided, ApiError> {
        let call = Call::Decide { space: self.space.clone(), id: id.into(), decision };
        self.call(&call).map(|reply| match reply {
            Reply::Decided(decided) => *decided,
            other => panic!("{other:?}"),
        })
    }

    /// Accepts; it must be possible.
    pub fn accept(&mut self, id: &str) -> Decided {
        self.decide(id, verdict(Verdict::Accept)).unwrap_or_else(|error| panic!("accept: {error:?}"))
    }

    /// Rejects; it must be possible.
    pub fn reject(&mut self, id: &str) -> Decided {
        self.decide(id, verdict(Verdict::Reject)).unwrap_or_else(|error| panic!("reject: {error:?}"))
    }

    /// Decides many.
    pub fn decide_many(&mut self, items: Vec<(String, Decision)>) -> Vec<DecidedItem> {
        match self.call(&Call::DecideMany { space: self.space.clone(), items }) {
            Ok(Reply::DecidedMany(items)) => items,
            other => panic!("{other:?}"),
        }
    }

    /// Takes back a review.
    pub fn undo(&mut self, review: &str) -> Undone {
        match self.call(&Call::Undo { space: self.space.clone(), id: review.into(), together: false }) {
            Ok(Reply::Undone(undone)) => undone,
            other => panic!("{other:?}"),
        }
    }

    /// Candidates of a name.
    pub fn resolve(&mut self, name: &str) -> Resolution {
        match self.call(&Call::ResolveEntity { space: self.space.clone(), name: name.into(), cursor: None }) {
            Ok(Reply::Resolved(resolution)) => resolution,
            other => panic!("{other:?}"),
        }
    }

    /// Ids of the candidates of a name, sorted.
    pub fn candidates(&mut self, name: &str) -> Vec<String> {
        let mut ids: Vec<String> = self.resolve(name).candidates.items.into_iter().map(|c| c.entity.id).collect();
        ids.sort_unstable();
        ids
    }

    /// One entity, whole.
    pub fn entity(&mut self, id: &str) -> EntityView {
        let call = Call::Entity { space: self.space.clone(), id: id.into(), cursor: None };
        match self.call(&call) {
            Ok(Reply::Entity(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// The sentences that an entity's mentions stand in, sorted.
    pub fn sentences(&mut self, id: &str) -> Vec<String> {
        let mentions = self.entity(id).mentions.items;
        let mut texts: Vec<String> = mentions.into_iter().map(|mention| mention.sentence.text).collect();
        texts.sort_unstable();
        texts
    }

    /// The canonical JSON of an entity's content: what "byte-identical" speaks of.
    pub fn content(&self, id: &str) -> String {
        let id: EntityId = id.parse().expect("is an id");
        let entity = self.space().entities.get(&id).expect("the entity is there");
        namesake_core::journal::canonical_json(&entity.content).expect("has a canonical text")
    }

    /// Entities in use.
    pub fn active(&self) -> usize {
        self.space().entities.iter().filter(|entity| entity.is_active()).count()
    }

    /// All mentions with their events, in order.
    pub fn mentions(&self) -> Vec<(&Event, &Mention)> {
        let space = self.space();
        let event = |mention: &Mention| space.events.get(&mention.event).expect("a mention has an event");
        space.mentions.iter().map(|mention| (event(mention), mention)).collect()
    }

    /// Names of the journal's operations, oldest first.
    pub fn operations(&mut self) -> Vec<String> {
        self.history(false).into_iter().rev().map(|row| row.operation).collect()
    }

    /// The history, newest first.
    pub fn history(&mut self, decisions_only: bool) -> Vec<HistoryRow> {
        let (entity, bulk, cursor) = (None, None, None);
        let space = self.space.clone();
        match self.call(&Call::History { space, decisions_only, entity, bulk, cursor, limit: 200 }) {
            Ok(Reply::History(page)) => page.items,
            other => panic!("{other:?}"),
        }
    }
}

/// A question as `newname: A | B`: its kind and the names of its sides, sorted.
pub fn title(question: &QuestionView) -> String {
    let mut names: Vec<&str> = question.members.iter().map(|member| member.name.text.as_str()).collect();
    names.sort_unstable();
    format!("{}: {}", format!("{:?}", question.row.kind).to_lowercase(), names.join(" | "))
}

fn titles(questions: &[QuestionView]) -> Vec<String> {
    let mut titles: Vec<String> = questions.iter().map(title).collect();
    titles.sort_unstable();
    titles
}

/// The ids of a question's entities, sorted.
pub fn members(question: &QuestionView) -> Vec<String> {
    let mut ids: Vec<String> =
        question.members.iter().filter_map(|member| member.entity.as_ref()).map(|row| row.id.clone()).collect();
    ids.sort_unstable();
    ids
}

/// Asserts that a question or candidate has a reason, and on which side it stands.
#[track_caller]
pub fn has_reason(reasons: &[Reason], code: &str, side: Side) {
    let there = reasons.iter().any(|reason| reason.code == code && reason.side == side);
    let all: Vec<String> =
        reasons.iter().map(|reason| format!("{} {:?}: {}", reason.code, reason.side, words(&reason.text))).collect();
    assert!(there, "{code} {side:?} is not among {all:#?}");
}

/// Asserts the code of an error.
#[track_caller]
pub fn fails<T: Debug>(outcome: Result<T, ApiError>, code: ErrorCode) -> ApiError {
    match outcome {
        Err(error) if error.code == code => error,
        other => panic!("{code:?} is due, not {other:?}"),
    }
}
