//! A fault of the store at every call of every command: the memory is as before or as after, never between; the caller is
//! told which, or `outcome_unknown`; doing it again is safe and doubles nothing.

mod support;

use futures::executor::block_on;
use namesake_core::memory::Memory;
use namesake_core::protocol::ErrorCode;
use namesake_core::store::{Fault, StoreError};
use support::commands::{Command, Sound, commands};

/// Calls after a fault for which the store stays gone; no command here makes more.
const CALLS: u64 = 60;

fn check(command: &Command, sound: &Sound, fault: &Fault, at: u64, gone: bool) {
    let what = format!("{}: {fault:?} at call {at}{}", command.name, if gone { ", and the store is gone" } else { "" });
    let (store, tick) = (command.base.copy(), Command::tick());
    let mut memory = block_on(Memory::open(store.clone(), "alice", "test")).expect("opens");
    let first = store.calls() + at;
    store.fail_at(first, fault.clone());
    if gone {
        (1..CALLS).for_each(|later| store.fail_at(first + later, Fault::Before(StoreError::Lost("gone".into()))));
    }
    let outcome = block_on(command.run.on(&mut memory, &tick));
    store.heal();
    if let (Fault::After(_), Err(error)) = (fault, &outcome) {
        assert_eq!(error.code, ErrorCode::OutcomeUnknown, "{what}");
    }
    block_on(sound.judge(&what, command, outcome, memory, store, &tick));
}

#[test]
fn every_command_is_before_or_after_a_fault_at_every_call() {
    let unknown = || StoreError::OutcomeUnknown("the connection went away".into());
    let faults = [
        Fault::Before(StoreError::Full),
        Fault::Before(StoreError::Lost("gone".into())),
        Fault::Before(StoreError::Other("aborted".into())),
        Fault::Before(unknown()),
        Fault::After(unknown()),
    ];
    let commands = commands();
    assert!(commands.len() > 30);
    for command in &commands {
        let sound = Sound::of(command);
        assert!((1..CALLS).contains(&sound.calls), "{}: {} calls", command.name, sound.calls);
        for fault in &faults {
            for at in 0..sound.calls {
                check(command, &sound, fault, at, false);
                check(command, &sound, fault, at, true);
            }
        }
    }
}
