//! The one place where errors of all areas become errors of the JavaScript border.

use crate::ingest::HostError;
use crate::model::{Content, EntityId, Status};
use crate::policy::TOUCHED;
use crate::protocol::{ApiError, ErrorCode, FieldChange, Shown};
use crate::query::shown;
use crate::review::{Change, Refusal};
use crate::state::Space;
use crate::store::StoreError;
use std::collections::BTreeSet;

pub(super) fn bad_argument(message: &str) -> ApiError {
    ApiError::new(ErrorCode::BadArgument, message, "Correct the argument and call again.")
}

pub(super) fn not_found() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "There is no such thing here.", "Look it up again; it may have changed.")
}

pub(super) fn internal(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::Internal, message, "Nothing was changed. Please report this with the message.")
}

pub(super) fn outcome_unknown(why: &str, operation: String) -> ApiError {
    let message = format!("It is not known whether this was stored ({why}).");
    let mut error = ApiError::new(ErrorCode::OutcomeUnknown, message, "Do it again: nothing is stored twice.");
    error.operations = vec![operation];
    error
}

pub(super) fn from_store(error: StoreError) -> ApiError {
    let (code, message, next) = match &error {
        StoreError::Conflict(_) => {
            (ErrorCode::OutcomeUnknown, "Another tab wrote at the same moment.".to_owned(), "Do it again.")
        }
        StoreError::Full => (
            ErrorCode::StorageFull,
            "Storage is full; nothing was changed.".to_owned(),
            "Free some room on this device, then do it again. An export still works.",
        ),
        StoreError::Denied(why) => (
            ErrorCode::StorageDenied,
            format!("The browser gives no storage here ({why})."),
            "Leave private browsing, or allow this site to store data.",
        ),
        StoreError::Lost(why) => (
            ErrorCode::StorageLost,
            format!("The connection to the store was lost ({why}); nothing was changed."),
            "Reload the page.",
        ),
        StoreError::UpgradeBlocked => (
            ErrorCode::UpgradeBlocked,
            "Another tab with an older version keeps the memory from being upgraded.".to_owned(),
            "Close the other tabs of this memory, then reload.",
        ),
        StoreError::Newer => (
            ErrorCode::NewerDatabase,
            "This memory was written by a newer build.".to_owned(),
            "Run the newer build: reload the page while online.",
        ),
        StoreError::OutcomeUnknown(why) => return outcome_unknown(why, String::new()),
        StoreError::Other(why) => {
            (ErrorCode::Internal, format!("The store failed ({why}); nothing was changed."), "Reload the page.")
        }
    };
    ApiError::new(code, message, next)
}

pub(super) fn from_host(error: HostError) -> ApiError {
    match error {
        HostError::Conflict(_) => ApiError::new(
            ErrorCode::EventConflict,
            error.to_string(),
            "Give changed content a new id; a stored event never changes.",
        ),
        HostError::BadArgument(text) => bad_argument(&text),
        HostError::NotFound(_) => not_found(),
        HostError::Internal(text) => internal(text),
    }
}

pub(super) fn from_refusal(space: Option<&Space>, refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::NotFound => not_found(),
        Refusal::BadArgument(text) => bad_argument(&text),
        Refusal::Conflict(review) => {
            let message = "This question is answered already, in another way.";
            let mut error =
                ApiError::new(ErrorCode::ReviewConflict, message, "Undo the first answer, then decide again.");
            error.operations = vec![review.to_string()];
            error
        }
        Refusal::Stale(changes) => {
            let message = "Something changed since this was asked; nothing was stored.";
            let mut error = ApiError::new(ErrorCode::Stale, message, "Look at what changed and refresh the question.");
            error.changes = changes.iter().flat_map(field_changes).collect();
            error
        }
        Refusal::Withdrawn => ApiError::new(
            ErrorCode::Stale,
            "This is no longer a question: what it asked about changed.",
            "Refresh the inbox.",
        ),
        Refusal::CannotLink(a, b) => {
            let name = |id: EntityId| {
                space.and_then(|space| space.entities.get(&id)).map_or_else(String::new, |row| row.name().to_owned())
            };
            let message = format!("You said that “{}” and “{}” are not the same.", name(a), name(b));
            ApiError::new(ErrorCode::CannotLink, message, "Untick one of them, or undo that decision first.")
        }
        Refusal::HeldBack => ApiError::new(
            ErrorCode::HeldBack,
            "This group is too large to be answered in one, so it is held back.",
            "Open its entities one by one.",
        ),
        Refusal::TooMany(mentions) => ApiError::new(
            ErrorCode::HeldBack,
            format!("This would read {mentions} mentions as another's; an answer moves {TOUCHED} at most."),
            "Let the one with most mentions survive, or merge them by hand on the page of one of them.",
        ),
        Refusal::TooManyClaims(claims) => ApiError::new(
            ErrorCode::HeldBack,
            format!("This would change {claims} claims; an answer changes {TOUCHED} at most."),
            "All of them go on holding, and nothing is lost.",
        ),
        Refusal::UndoFirst(reviews) => {
            let message = "Later decisions build on this one.";
            let mut error =
                ApiError::new(ErrorCode::UndoFirst, message, "Undo them together, or the later ones first.");
            error.operations = reviews.iter().map(ToString::to_string).collect();
            error
        }
        Refusal::Internal(text) => internal(text),
    }
}

/// What differs between two contents, field by field.
pub(crate) fn field_changes(change: &Change) -> Vec<FieldChange> {
    let (before, after) = (change.before.as_ref(), change.after.as_ref());
    let name = after.or(before).and_then(|content| content.names.first()).map_or("", |name| &name.text);
    let row = |field: &str, before: Vec<Shown>, after: Vec<Shown>| {
        (before != after).then(|| FieldChange {
            entity: change.entity.to_string(),
            name: shown(name),
            field: field.to_owned(),
            before,
            after,
        })
    };
    let all = |read: &dyn Fn(&Content) -> Vec<Shown>| {
        (before.map(read).unwrap_or_default(), after.map(read).unwrap_or_default())
    };
    let mut out = Vec::new();
    let (b, a) = all(&|content| content.names.iter().map(|name| shown(&name.text)).collect());
    out.extend(row("names", b, a));
    let (b, a) = all(&|content| content.kind.iter().map(|kind| shown(kind)).collect());
    out.extend(row("kind", b, a));
    let (b, a) = all(&|content| {
        vec![Shown::plain(match content.status {
            Status::Active => "in use",
            Status::Redirected { .. } => "merged into another",
            Status::Retired => "retired",
        })]
    });
    out.extend(row("status", b, a));
    let fields: BTreeSet<&str> =
        [before, after].into_iter().flatten().flat_map(|content| content.fields.iter()).map(|(name, _)| name).collect();
    for field in fields {
        let (b, a) = all(&|content| content.values(field).map(shown).collect());
        out.extend(row(field, b, a));
    }
    out
}
