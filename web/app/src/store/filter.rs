//! Which questions the inbox shows: everything that narrows the list, in one place.
//!
//! What is decided on many never exceeds it. A new way to narrow the list is a field here, read in [`Filter::query`].

use namesake_protocol::{InboxFilter, QuestionStatus};

use crate::route::Listing;

/// The visible filter.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub space: String,
    pub listing: Listing,
    /// Names that contain this.
    pub search: String,
}

impl Filter {
    /// The filter as the engine takes it.
    pub fn query(&self) -> InboxFilter {
        InboxFilter {
            kinds: if let Listing::Kind(kind) = self.listing { vec![kind] } else { Vec::new() },
            status: match self.listing {
                Listing::Snoozed => Some(QuestionStatus::Snoozed),
                Listing::Held => Some(QuestionStatus::Held),
                Listing::All | Listing::Kind(_) => None,
            },
            search: (!self.search.trim().is_empty()).then(|| self.search.clone()),
            ..InboxFilter::default()
        }
    }
}
