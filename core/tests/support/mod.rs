//! A session on the store in memory, for tests that drive the façade.
#![allow(dead_code)] // Each test binary uses a part.

pub mod commands;
pub mod everything;
pub mod near;
pub mod told;
pub mod view;

use futures::executor::block_on;
use namesake_core::memory::{
    ContactsExporter, Context, Exporter, Importer, Memory, Organizer, Restorer, Step, Verifier,
};
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use std::cell::Cell;

pub const SPACE: &str = "personal";

pub struct Session {
    pub memory: Memory<InMemory>,
    pub tick: Cell<u64>,
}

/// Time goes on by a second a command; seeds never repeat within a store.
pub fn context(tick: &Cell<u64>) -> Context {
    tick.set(tick.get() + 1);
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&tick.get().to_be_bytes());
    Context { now: 1_764_000_000_000 + tick.get() as i64 * 1000, seed }
}

impl Session {
    pub fn open(store: &InMemory) -> Self {
        let memory = block_on(Memory::open(store.clone(), "alice", "test")).expect("opens");
        Self { memory, tick: Cell::new(store.calls()) }
    }

    /// The same much later, the `day`th time, so that no seed of a session before comes again.
    pub fn open_later(store: &InMemory, day: u64) -> Self {
        let session = Self::open(store);
        session.tick.set(day * 1_000_000);
        session
    }

    pub fn import(&mut self, file: &str) -> ImportReport {
        let path = format!("{}/../tests/fixtures/{file}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).expect("the fixture is there");
        self.import_bytes(file, bytes)
    }

    pub fn import_bytes(&mut self, file: &str, bytes: Vec<u8>) -> ImportReport {
        let mut importer = Importer::new(SPACE, file, None, bytes).expect("is read");
        while block_on(importer.step(&mut self.memory, context(&self.tick))).expect("imports") == Step::More {}
        importer.report()
    }

    pub fn organize(&mut self) -> OrganizeReport {
        let mut organizer = Organizer::new(SPACE, None);
        while block_on(organizer.step(&mut self.memory, context(&self.tick))).expect("organizes") == Step::More {}
        organizer.report()
    }

    pub fn call(&mut self, call: Call) -> Result<Reply, ApiError> {
        let context = context(&self.tick);
        block_on(self.memory.call(&call, context))
    }

    /// Takes a note of a host with this id and text.
    pub fn say(&mut self, id: &str, text: &str) {
        self.call(Call::Ingest { space: SPACE.into(), event: event(id, text) }).expect("is taken");
    }

    pub fn inbox(&mut self) -> Vec<QuestionRow> {
        let filter = InboxFilter::default();
        match self.call(Call::InboxList { space: SPACE.into(), filter, cursor: None, limit: 200 }) {
            Ok(Reply::Inbox(page)) => page.items,
            other => panic!("{other:?}"),
        }
    }

    pub fn question(&mut self, kind: QuestionKind) -> QuestionView {
        let row = self.inbox().into_iter().find(|row| row.kind == kind).expect("there is one of the kind");
        match self.call(Call::InboxGet { space: SPACE.into(), id: row.id }) {
            Ok(Reply::Question(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    pub fn decide(&mut self, id: &str, verdict: Verdict, choice: Option<String>) -> Result<Decided, ApiError> {
        let decision = Decision { verdict, choice, ticks: None, survivor: None, reason: None, until: None };
        self.call(Call::Decide { space: SPACE.into(), id: id.into(), decision }).map(|reply| match reply {
            Reply::Decided(decided) => *decided,
            other => panic!("{other:?}"),
        })
    }

    pub fn edit(&mut self, edit: Edit) -> Result<Edited, ApiError> {
        self.call(Call::Edit { space: SPACE.into(), edit, reason: None }).map(|reply| match reply {
            Reply::Edited(edited) => *edited,
            other => panic!("{other:?}"),
        })
    }

    pub fn undo(&mut self, id: &str) -> Result<Undone, ApiError> {
        self.call(Call::Undo { space: SPACE.into(), id: id.into(), together: false }).map(|reply| match reply {
            Reply::Undone(undone) => undone,
            other => panic!("{other:?}"),
        })
    }

    /// The history, newest first.
    pub fn history(&mut self, decisions_only: bool) -> Vec<HistoryRow> {
        let (entity, bulk, cursor) = (None, None, None);
        match self.call(Call::History { space: SPACE.into(), decisions_only, entity, bulk, cursor, limit: 200 }) {
            Ok(Reply::History(page)) => page.items,
            other => panic!("{other:?}"),
        }
    }

    pub fn entity(&mut self, id: &str) -> EntityView {
        match self.call(Call::Entity { space: SPACE.into(), id: id.into(), cursor: None }) {
            Ok(Reply::Entity(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// The id of the entity of the card with this UID.
    pub fn uid(&self, uid: &str) -> String {
        let space = self.memory.state().space(SPACE).expect("the space holds something");
        let handle = space.with_source_key(&format!("card:uid:{uid}")).expect("the card was taken");
        space.entities.at(handle).id.to_string()
    }

    pub fn verify(&mut self) -> VerifyReport {
        let mut verifier = Verifier::new();
        while block_on(verifier.step(&mut self.memory, context(&self.tick))).expect("verifies") == Step::More {}
        verifier.report()
    }

    /// Everything in one file, with what it says of itself.
    pub fn export(&self) -> (Vec<u8>, ExportReport) {
        let mut exporter = Exporter::new();
        let mut file = Vec::new();
        while let Some(chunk) = block_on(exporter.step(&self.memory)).expect("exports") {
            file.extend(chunk);
        }
        (file, exporter.report())
    }

    /// Who is in the space, as contacts.
    pub fn export_contacts(&mut self, form: ContactsForm) -> (Vec<u8>, ContactsReport) {
        let mut exporter = ContactsExporter::new(SPACE, form);
        let mut file = Vec::new();
        while let Some(chunk) = block_on(exporter.step(&mut self.memory)).expect("exports") {
            file.extend(chunk);
        }
        (file, exporter.report())
    }

    pub fn restore(&mut self, file: Vec<u8>, partial: bool) -> Result<RestoreReport, ApiError> {
        let mut restorer = Restorer::new(file, partial);
        while block_on(restorer.step(&mut self.memory, context(&self.tick)))? == Step::More {}
        Ok(restorer.report())
    }
}

/// A note of a host, without hints.
pub fn event(id: &str, text: &str) -> HostEvent {
    let (id, source, text) = (id.into(), "notes".into(), text.into());
    HostEvent { id, source, text, ..HostEvent::default() }
}

/// A short form of a given name.
pub fn given(short: &str, long: &str) -> ShortForm {
    ShortForm { kind: FormKind::GivenName, short: short.into(), long: long.into() }
}

pub fn titles(rows: &[QuestionRow]) -> Vec<String> {
    let mut out: Vec<String> = rows
        .iter()
        .map(|row| {
            let names: Vec<&str> = row.names.iter().map(|name| name.text.as_str()).collect();
            format!("{:?}: {}", row.kind, names.join(" | "))
        })
        .collect();
    out.sort();
    out
}
