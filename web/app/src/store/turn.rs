//! Which answer is the last one asked for: late answers to earlier questions are told apart and dropped.

use std::time::Duration;

use leptos::prelude::*;

/// How long typing must pause before what is typed is asked about.
const PAUSE: Duration = Duration::from_millis(90);

/// Counts questions of one kind.
#[derive(Clone, Copy)]
pub struct Turn(StoredValue<u32>);

/// One question's place. It no longer holds once another question was asked, or nobody is left to hear.
#[derive(Clone, Copy)]
pub struct Ticket {
    turn: Turn,
    number: u32,
}

impl Turn {
    pub fn new() -> Self {
        Self(StoredValue::new(0))
    }

    /// Begins a question: those before it no longer hold.
    pub fn next(self) -> Ticket {
        self.0.try_update_value(|number| *number = number.wrapping_add(1));
        self.last()
    }

    /// The question that was begun last.
    pub fn last(self) -> Ticket {
        Ticket { turn: self, number: self.0.try_get_value().unwrap_or_default() }
    }

    /// Begins a question after a pause, unless another one is begun meanwhile.
    pub fn after_pause(self, ask: impl FnOnce(Ticket) + 'static) {
        let ticket = self.next();
        set_timeout(
            move || {
                if ticket.holds() {
                    ask(ticket);
                }
            },
            PAUSE,
        );
    }
}

impl Ticket {
    /// True if this is still the last question, and what asked it is still there.
    pub fn holds(self) -> bool {
        self.turn.0.try_get_value() == Some(self.number)
    }
}
