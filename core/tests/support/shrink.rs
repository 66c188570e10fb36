//! Runs lists of commands that were drawn at random, and on a failure prints the shortest list found that still fails.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Which lists are drawn.
#[derive(Debug, Clone, Copy)]
pub enum Seed {
    /// The same each time.
    Fixed,
    /// Others each time.
    Fresh,
}

/// Runs so many lists. A panic is a failure like any other.
pub fn check<T: Clone + Debug>(
    lists: u32,
    drawn: impl Strategy<Value = Vec<T>>,
    seed: Seed,
    run: impl Fn(&[T]) -> Result<(), String>,
) {
    let run = |list: &[T]| catch_unwind(AssertUnwindSafe(|| run(list))).unwrap_or_else(|why| Err(text(&*why)));
    let mut runner = match seed {
        Seed::Fixed => TestRunner::deterministic(),
        Seed::Fresh => TestRunner::new(Config::default()),
    };
    for _ in 0..lists {
        let list = drawn.new_tree(&mut runner).expect("can be drawn").current();
        if let Err(why) = run(&list) {
            let (list, why) = shortest(list, why, &run);
            let lines: Vec<String> =
                list.iter().enumerate().map(|(at, item)| format!("{:3}. {item:?}", at + 1)).collect();
            panic!("{why}\nafter these {}:\n{}", list.len(), lines.join("\n"));
        }
    }
}

fn text(why: &(dyn std::any::Any + Send)) -> String {
    let text = why.downcast_ref::<String>().cloned().or_else(|| why.downcast_ref::<&str>().map(|text| (*text).into()));
    text.unwrap_or_else(|| "a panic".into())
}

/// Leaves out halves, quarters and so on down to single ones, as long as what is left still fails.
fn shortest<T: Clone>(
    mut list: Vec<T>,
    mut why: String,
    run: &impl Fn(&[T]) -> Result<(), String>,
) -> (Vec<T>, String) {
    let mut size = list.len().div_ceil(2);
    loop {
        let mut at = 0;
        let before = list.len();
        while at < list.len() {
            let mut fewer = list.clone();
            fewer.drain(at..(at + size).min(list.len()));
            match run(&fewer) {
                Err(other) => (list, why) = (fewer, other),
                Ok(()) => at += size,
            }
        }
        if size > 1 {
            size = size.div_ceil(2);
        } else if list.len() == before {
            return (list, why);
        }
    }
}
