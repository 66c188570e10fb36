//! What kind of work a call is, which decides when it may run.

use namesake_protocol::Call;

/// Kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Reads only.
    Query,
    /// Appends once.
    Command,
    /// Goes on in slices between which others may append, and appends in some of them, if at all.
    Writing,
    /// Goes on in slices over a journal that must stand still.
    Reading,
    /// Changes what is open.
    Session,
    /// Acts at once.
    Immediate,
}

pub(super) fn of(call: &Call) -> Class {
    match call {
        Call::ResolveEntity { .. }
        | Call::WhyNot { .. }
        | Call::Entities { .. }
        | Call::Entity { .. }
        | Call::Sources { .. }
        | Call::Spaces
        | Call::ShortForms { .. }
        | Call::Claims { .. }
        | Call::Event { .. }
        | Call::Neighborhood { .. }
        | Call::ShortestPath { .. }
        | Call::SearchText { .. }
        | Call::Predicates { .. }
        | Call::InboxCounts { .. }
        | Call::InboxList { .. }
        | Call::InboxGet { .. }
        | Call::Preview { .. }
        | Call::PreviewEdit { .. }
        | Call::History { .. }
        | Call::Persist => Class::Query,
        Call::Ingest { .. }
        | Call::Decide { .. }
        | Call::DecideMany { .. }
        | Call::Edit { .. }
        | Call::Refresh { .. }
        | Call::AddShortForms { .. }
        | Call::RemoveShortForms { .. }
        | Call::DeclarePredicates { .. }
        | Call::Undo { .. } => Class::Command,
        Call::ImportFile { .. }
        | Call::ImportFiles { .. }
        | Call::ExamineFile { .. }
        | Call::ExamineFiles { .. }
        | Call::Organize { .. } => Class::Writing,
        Call::Verify | Call::Export | Call::ExportContacts { .. } | Call::Import { .. } | Call::Rebuild => {
            Class::Reading
        }
        Call::Open(_) | Call::Close => Class::Session,
        Call::Cancel { .. } | Call::Crash => Class::Immediate,
    }
}

/// Whether work of class `next` may run between the slices of `job`.
pub(super) fn may_run(next: Class, job: Option<Class>) -> bool {
    match (next, job) {
        (_, None) | (Class::Query | Class::Immediate, _) => true,
        (Class::Command, Some(job)) => job == Class::Writing,
        (Class::Writing | Class::Reading | Class::Session, Some(_)) => false,
    }
}
