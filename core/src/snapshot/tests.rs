use super::*;
use crate::memory::{Context, Importer, Memory, Step};
use crate::store::{Fault, InMemory};
use futures::executor::block_on;
use std::fmt::Write;

/// A memory with so many cards.
fn filled(cards: usize) -> Memory<InMemory> {
    let mut file = String::new();
    for n in 0..cards {
        let _ = write!(file, "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c{n}\r\nFN:Name{n} Holt\r\nEND:VCARD\r\n");
    }
    let mut memory = block_on(Memory::open(InMemory::new(), "alice", "test")).expect("opens");
    let mut importer = Importer::new("personal", "cards.vcf", None, file.into()).expect("is a file of cards");
    let mut now = 0;
    let mut step = || {
        now += 1;
        block_on(importer.step(&mut memory, Context { now, seed: [now as u8; 32] })).expect("imports")
    };
    while step() == Step::More {}
    memory
}

/// The manifest of what was saved.
fn saved(state: &mut State, store: &InMemory, last: Option<&Manifest>, part: usize) -> Manifest {
    block_on(save::save_in_parts(state, store, last, part)).expect("saves").expect("nobody was faster")
}

fn check_loads(store: &InMemory, due: &State) {
    let (loaded, _) = block_on(load(store, "alice")).expect("reads").expect("is a snapshot");
    assert_eq!(encode(&loaded).expect("packs"), encode(due).expect("packs"));
    assert_eq!(block_on(examine(store, "alice")), Ok(Some(Vec::new())));
}

#[test]
fn a_snapshot_in_parts_is_the_same_one() {
    let memory = filled(2_100);
    let (mut state, store) = (memory.state().clone(), InMemory::new());
    let whole = saved(&mut state, &store, None, usize::MAX);
    let calls = store.calls();
    let in_parts = saved(&mut state, &store, None, 1);
    assert_eq!(whole, in_parts);
    assert_eq!(store.calls() - calls, 1 + whole.blocks.len() as u64, "a look, and a block a call");
    let (loaded, manifest) = block_on(load(&store, "alice")).expect("reads").expect("is a snapshot");
    assert_eq!(manifest, whole);
    assert_eq!(loaded.space("personal").map(|space| space.nodes.len()), Some(2_100));
    check_loads(&store, &state);
}

#[test]
fn a_snapshot_that_is_cut_off_is_none_and_the_next_one_is_whole() {
    let memory = filled(2_100);
    let (mut state, store) = (memory.state().clone(), InMemory::new());
    let first = saved(&mut state, &store, None, 1);
    // Everything is to be written again, and the third part fails.
    store.fail_at(store.calls() + 3, Fault::Before(StoreError::Full));
    assert_eq!(block_on(save::save_in_parts(&mut state, &store, None, 1)), Err(StoreError::Full));
    assert!(block_on(load(&store, "alice")).expect("reads").is_none());
    saved(&mut state, &store, Some(&first), 1);
    check_loads(&store, &state);
}

#[test]
fn handles_that_save_in_turn_leave_a_sound_snapshot() {
    // The journal of all of them; each handle has read more or less of it.
    let store = filled(3_500).store().clone();
    let mut one = filled(2_100).state().clone();
    let first = saved(&mut one, &store, None, 1);
    let mut other = filled(3_300).state().clone();
    let second = saved(&mut other, &store, Some(&first), 1);
    check_loads(&store, &other);
    assert_eq!(block_on(save::save_in_parts(&mut one, &store, Some(&first), 1)), Ok(None), "a later one stays");
    check_loads(&store, &other);
    // The first has caught up, and knows of its own snapshot only.
    let mut one = filled(3_400).state().clone();
    saved(&mut one, &store, Some(&first), 1);
    check_loads(&store, &one);
    let mut other = filled(3_500).state().clone();
    saved(&mut other, &store, Some(&second), usize::MAX);
    check_loads(&store, &other);
}

#[test]
fn a_snapshot_that_is_ahead_of_the_journal_is_written_over() {
    let memory = filled(1_100);
    let store = memory.store().clone();
    saved(&mut filled(2_100).state().clone(), &store, None, 1);
    let mut state = memory.state().clone();
    saved(&mut state, &store, None, 1);
    check_loads(&store, &state);
}
