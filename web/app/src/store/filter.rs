//! Which questions the inbox shows: everything that narrows the list, in one place.
//!
//! What is decided on many never exceeds it. A new way to narrow the list is a field here, read in [`Filter::query`].

use namesake_protocol::{InboxFilter, QuestionKind, QuestionStatus, Shown};

use crate::route::Listing;

/// Reasons that questions are looked for by: their codes, and what they are called.
pub const REASONS: [(&str, &str); 15] = [
    ("rejected_before", "rejected before, something is new"),
    ("asked_by_owner", "you wanted to be asked"),
    ("same_exact_key", "the same name to the letter"),
    ("shared_field", "the same address or number"),
    ("accents_differ", "only accents differ"),
    ("edits", "a letter or two differ"),
    ("transposition", "two letters are swapped"),
    ("short_form", "a short form"),
    ("initial_fits", "an initial fits"),
    ("part_of_name", "a part of a longer name"),
    ("sounds_alike", "they sound alike"),
    ("several_holders", "several fit the name"),
    ("field_differs", "a field differs"),
    ("kinds_differ", "the kinds differ"),
    ("single_valued", "two things are said, and one may hold"),
];

/// A day in milliseconds.
const DAY: f64 = 86_400_000.0;

/// When a question was asked.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Age {
    /// At any time.
    #[default]
    Any,
    /// Within the last 24 hours.
    Day,
    /// Within the last 7 days.
    Week,
    /// More than 7 days ago.
    OverAWeek,
    /// More than 30 days ago.
    OverAMonth,
}

/// All ages.
pub const AGES: [Age; 5] = [Age::Any, Age::Day, Age::Week, Age::OverAWeek, Age::OverAMonth];

impl Age {
    /// What it is called.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Any => "at any time",
            Self::Day => "in the last day",
            Self::Week => "in the last week",
            Self::OverAWeek => "over a week ago",
            Self::OverAMonth => "over a month ago",
        }
    }

    /// Its value in a form.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Day => "day",
            Self::Week => "week",
            Self::OverAWeek => "over-a-week",
            Self::OverAMonth => "over-a-month",
        }
    }

    /// From when on, and until when, in milliseconds since 1970.
    fn bounds(self, now: f64) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Any => (None, None),
            Self::Day => (Some(now - DAY), None),
            Self::Week => (Some(now - 7.0 * DAY), None),
            Self::OverAWeek => (None, Some(now - 7.0 * DAY)),
            Self::OverAMonth => (None, Some(now - 30.0 * DAY)),
        }
    }
}

/// What the list is narrowed to beside kind, status and search.
#[derive(Clone, PartialEq, Default)]
pub struct Narrow {
    /// Only questions with this reason: a code of [`REASONS`].
    pub reason: Option<&'static str>,
    /// Only questions of this age.
    pub age: Age,
    /// Only questions with nothing against.
    pub unopposed: bool,
    /// Only questions about this entity: its id and name.
    pub entity: Option<(String, Shown)>,
}

/// The visible filter.
#[derive(Clone, PartialEq, Default)]
pub struct Filter {
    pub space: String,
    pub listing: Listing,
    /// Names that contain this.
    pub search: String,
    pub narrow: Narrow,
}

impl Filter {
    /// The kind that the list is of, if it is of one.
    pub fn kind(&self) -> Option<QuestionKind> {
        match self.listing {
            Listing::Kind(kind) => Some(kind),
            _ => None,
        }
    }

    /// The filter as the engine takes it.
    pub fn query(&self) -> InboxFilter {
        let (asked_after, asked_before) = self.narrow.age.bounds(js_sys::Date::now());
        InboxFilter {
            kinds: if let Listing::Kind(kind) = self.listing { vec![kind] } else { Vec::new() },
            status: match self.listing {
                Listing::Snoozed => Some(QuestionStatus::Snoozed),
                Listing::Held => Some(QuestionStatus::Held),
                Listing::Decided => Some(QuestionStatus::Decided),
                Listing::All | Listing::Kind(_) => None,
            },
            search: (!self.search.trim().is_empty()).then(|| self.search.clone()),
            entity: self.narrow.entity.as_ref().map(|(id, _)| id.clone()),
            reason: self.narrow.reason.map(str::to_owned),
            unopposed: self.narrow.unopposed,
            asked_after,
            asked_before,
        }
    }

    /// True if fewer than all questions of the list may be shown.
    pub fn narrows(&self) -> bool {
        !self.search.trim().is_empty() || self.narrow != Narrow::default()
    }
}
