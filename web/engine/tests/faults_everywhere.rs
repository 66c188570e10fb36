//! Every command over a real IndexedDB, with a fault at every call of the store, and with what a browser itself makes of each
//! append: the memory is as before or as after, never between, and doing it again is safe.

mod common;
#[path = "../../../core/tests/support/mod.rs"]
mod support;

use common::{fail_add_after, fresh_name};
use futures::executor::block_on;
use namesake_core::journal::{Head, Row};
use namesake_core::memory::Memory;
use namesake_core::store::{Block, Fault, InMemory, SnapshotChange, Store, StoreError};
use namesake_engine::store::IndexedDb;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use support::commands::{Command, Sound, commands};
use wasm_bindgen_test::*;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A database of which one call fails.
#[derive(Clone)]
struct Faulty {
    db: IndexedDb,
    /// How many calls there are before the one that fails, and how it does.
    due: Rc<Cell<u64>>,
    fault: Rc<RefCell<Option<Fault>>>,
}

impl Faulty {
    async fn call<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let left = self.due.get();
        self.due.set(left.saturating_sub(1));
        let fault = if left == 0 { self.fault.take() } else { None };
        match fault {
            Some(Fault::Before(error)) => Err(error),
            Some(Fault::After(error)) => work.await.and(Err(error)),
            None => work.await,
        }
    }
}

impl Store for Faulty {
    async fn head(&self) -> Result<Head, StoreError> {
        self.call(self.db.head()).await
    }
    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError> {
        self.call(self.db.read(from, max_bytes)).await
    }
    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError> {
        self.call(self.db.append(expected, rows)).await
    }
    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        self.call(self.db.manifest()).await
    }
    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError> {
        self.call(self.db.blocks(names)).await
    }
    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError> {
        self.call(self.db.put_snapshot(expected, change)).await
    }
    async fn drop_snapshot(&self) -> Result<(), StoreError> {
        self.call(self.db.drop_snapshot()).await
    }
}

/// A database with the memory that a command is run on.
async fn laid_down(base: &InMemory) -> IndexedDb {
    let db = IndexedDb::open(&fresh_name("everywhere")).await.expect("it opens");
    let rows = block_on(base.read(1, usize::MAX)).expect("reads");
    db.append(&Head::default(), &rows).await.expect("it appends");
    if let Some(manifest) = block_on(base.manifest()).expect("reads") {
        let mut blocks = Vec::new();
        base.tamper_blocks(|stored| {
            blocks.extend(stored.iter().map(|(name, bytes)| Block { name: name.clone(), bytes: bytes.clone() }));
        });
        assert_eq!(db.put_snapshot(None, SnapshotChange::new(&manifest, &blocks, &[])).await, Ok(true), "it is saved");
    }
    db
}

/// What goes wrong.
#[derive(Debug)]
enum Trouble {
    /// This call of the store fails.
    Call(u64, Fault),
    /// The browser does this at the append after so many.
    Append(u32, &'static str),
}

async fn check(command: &Command, sound: &Sound, trouble: Trouble) {
    let what = format!("{}: {trouble:?}", command.name);
    let db = laid_down(&command.base).await;
    let store = Faulty { db: db.clone(), due: Rc::default(), fault: Rc::default() };
    let mut memory = Memory::open(store.clone(), "alice", "test").await.expect("opens");
    let tick = Command::tick();
    match trouble {
        Trouble::Call(at, fault) => {
            store.due.set(at);
            store.fault.replace(Some(fault));
        }
        Trouble::Append(before, how) => drop(fail_add_after(how, before)),
    }
    let outcome = command.run.on(&mut memory, &tick).await;
    assert!(store.fault.take().is_none() && !fail_add_after("not", 0), "{what}: nothing went wrong");
    sound.judge(&what, command, outcome, memory, store, &tick).await;
    db.close();
}

/// It commits, and the answer is lost; or nothing is done, and it fails. No browser can be made to do these at will.
#[wasm_bindgen_test]
async fn every_command_is_before_or_after_a_fault_at_every_call() {
    for command in &commands() {
        let sound = Sound::of(command);
        for at in 0..sound.calls {
            let lost = Fault::After(StoreError::OutcomeUnknown("the connection went away".into()));
            check(command, &sound, Trouble::Call(at, lost)).await;
            check(command, &sound, Trouble::Call(at, Fault::Before(StoreError::Full))).await;
        }
    }
}

#[wasm_bindgen_test]
async fn every_command_is_before_or_after_what_a_browser_makes_of_any_append() {
    let mut tried = 0;
    for command in &commands() {
        let sound = Sound::of(command);
        for before in 0..sound.appends() {
            for how in ["abort", "quota", "close", "constraint"] {
                check(command, &sound, Trouble::Append(before, how)).await;
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried} faults were tried");
}
