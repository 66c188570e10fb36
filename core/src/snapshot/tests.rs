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

#[test]
fn a_snapshot_in_parts_is_the_same_one() {
    let memory = filled(2_100);
    let (mut state, store) = (memory.state().clone(), InMemory::new());
    let whole = block_on(save::save_in_parts(&mut state, &store, None, usize::MAX)).expect("saves");
    let calls = store.calls();
    let in_parts = block_on(save::save_in_parts(&mut state, &store, None, 1)).expect("saves");
    assert_eq!(whole, in_parts);
    assert_eq!(store.calls() - calls, whole.blocks.len() as u64, "a block a call");
    let (loaded, manifest) = block_on(load(&store, "alice")).expect("reads").expect("is a snapshot");
    assert_eq!(manifest, whole);
    assert_eq!(encode(&loaded).expect("packs"), encode(&state).expect("packs"));
    assert_eq!(loaded.space("personal").map(|space| space.nodes.len()), Some(2_100));
}

#[test]
fn a_snapshot_that_is_cut_off_is_none_and_the_next_one_is_whole() {
    let memory = filled(2_100);
    let (mut state, store) = (memory.state().clone(), InMemory::new());
    let first = block_on(save::save_in_parts(&mut state, &store, None, 1)).expect("saves");
    // Everything is to be written again, and the third part fails.
    let mut state = memory.state().clone();
    store.fail_at(store.calls() + 2, Fault::Before(StoreError::Full));
    assert_eq!(block_on(save::save_in_parts(&mut state, &store, Some(&first), 1)), Err(StoreError::Full));
    assert!(block_on(load(&store, "alice")).expect("reads").is_none());
    block_on(save::save_in_parts(&mut state, &store, Some(&first), 1)).expect("saves");
    let (loaded, _) = block_on(load(&store, "alice")).expect("reads").expect("is a snapshot");
    assert_eq!(encode(&loaded).expect("packs"), encode(&state).expect("packs"));
}
