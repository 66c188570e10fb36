//! Random commands against a simple reference model (`support/model`): after every one of them the invariants of DESIGN
//! section 2 hold, and at the end every question can be answered and everything undone. A failure prints a list of
//! commands from which none can be left out.

#[path = "support/model/mod.rs"]
mod model;
#[path = "support/shrink.rs"]
mod shrink;
mod support;

use model::command::{Step, steps};
use model::world::World;
use shrink::Seed;

/// Runs lists of commands, as long as this, until so many commands were run.
fn check(commands: u32, length: usize, seed: Seed) {
    shrink::check(commands.div_ceil(length as u32), steps(length), seed, run);
}

fn run(steps: &[Step]) -> Result<(), String> {
    let mut world = World::new();
    for (at, step) in steps.iter().enumerate() {
        world.step(step).map_err(|why| format!("{why}\nat command {}", at + 1))?;
    }
    world.finish(0x9e37_79b9_7f4a_7c15).map_err(|why| format!("{why}\nat the end"))
}

/// The same commands each time, so that what fails here failed by a change of the code.
#[test]
fn random_commands_keep_what_must_hold() {
    check(10_000, 40, Seed::Fixed);
}

#[test]
#[ignore = "slow: minutes"]
fn many_random_commands_keep_what_must_hold() {
    check(100_000, 80, Seed::Fresh);
}
