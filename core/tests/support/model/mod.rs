//! Random commands against a simple reference model: what the owner said and what sources brought, kept apart from the
//! code that is tested, and what must be true of a memory given that.
#![allow(dead_code)] // Each test binary uses a part.

/// Returns an error unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($text:tt)*) => {
        if !$holds {
            return Err(format!($($text)*));
        }
    };
}

mod checks;
pub mod command;
mod decisions;
mod edits;
mod reference;
pub mod world;
