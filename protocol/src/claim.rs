//! Claims: what a host's extractor sends, and what a page sees of them.

use crate::{Bit, EntityRow, Sentence, Shown, Span, message};

message! {
    /// What a claim says of its subject, if that is a value.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ClaimValue {
        /// `string`, `number`, `boolean`, `date` or `datetime`.
        #[serde(rename = "type")]
        pub kind: String,
        /// The value as text: a decimal number; `true` or `false`; `2026-01-31`; a date-time with its zone. At most 4,096 bytes.
        pub value: String,
        /// The unit as the source writes it, at most 128 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub unit: Option<String>,
        /// How the source writes it, if not as `value`; at most 4,096 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub display: Option<String>,
    }

    /// A claim of an event, from a host's extractor. Subject and object must stand in the sentences that it cites.
    #[serde(deny_unknown_fields)]
    #[derive(Default)]
    pub struct HostClaim {
        /// What it is about: a name or a pronoun, as it stands in the text.
        pub subject: String,
        /// The subject's kind, non-authoritative. It makes a name of a word that reads as a pronoun: US as a country.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub subject_kind: Option<String>,
        /// What is said, such as `lives_in`. At most 256 bytes.
        pub predicate: String,
        /// The object, if it is an entity: a name or a pronoun, as it stands in the text. Either this or `value`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub object: Option<String>,
        /// The object's kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub object_kind: Option<String>,
        /// The object, if it is a value. Either this or `object`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub value: Option<ClaimValue>,
        /// `positive` (default) or `negative`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub polarity: Option<String>,
        /// `assertion` (default), `question`, `request`, `hypothesis` or `quotation` (somebody else's words, passed on).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speech_act: Option<String>,
        /// How sure or how willed, such as `possible` or `intended`. At most 64 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub modality: Option<String>,
        /// From when it holds, with a zone: `2026-01-01T01:00:00+01:00`. A date alone is its beginning in UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valid_from: Option<String>,
        /// Till when, exclusive.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valid_to: Option<String>,
        /// 0 to 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub confidence: Option<f64>,
        /// True if it says that something changed ("I moved to Leeds"): where its predicate has one value at a time, it takes the
        /// place of what the same speaker said before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub update: bool,
        /// Where in the event's text it stands, in UTF-16 code units: at least one span. Whole sentences are cited.
        pub evidence: Vec<Span>,
        /// What it cites beside that of what was known before: places in the event's `known`, from 0. A name that does not stand
        /// in `evidence` may stand there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub known: Vec<u32>,
    }

    /// Known evidence: sentences of an event that is in the memory already, which the extractor was shown. It is read, and
    /// nothing is added to it: no mention, no claim, no support.
    #[serde(deny_unknown_fields)]
    #[derive(Eq)]
    pub struct KnownEvidence {
        /// The event, by the id that `ingest` gave.
        pub event: String,
        /// The sentences in its text, in UTF-16 code units. Whole sentences are cited.
        pub span: Span,
    }

    /// What became of a claim that was sent.
    pub struct ClaimVerdict {
        /// True if it is stored.
        pub stored: bool,
        /// The claim's id, if it is stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub id: Option<String>,
        /// Why it is not stored: `subject_not_grounded`, `object_not_grounded`, `quantity_not_grounded`, `intention_lost`, `denied`,
        /// `not_an_assertion`, `in_a_longer_name`, `in_a_quotation`, `nothing_new` or `said_already`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// The same in plain words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub explanation: Option<String>,
    }

    /// What an end of a claim is bound by, if by more than its name.
    #[derive(Copy, Eq)]
    pub enum Binding {
        /// A pronoun that is local to its event.
        Reference,
        /// The speaker's own word.
        Speaker,
        /// The owner's own word.
        Owner,
        /// A pronoun tied to an earlier name of its event.
        Anchor,
    }

    /// An end of a claim: a mention, and what it means now.
    pub struct ClaimEnd {
        /// The word or name as it stands in the text.
        pub word: Shown,
        /// The mention's id.
        pub mention: String,
        /// The entity, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub entity: Option<EntityRow>,
        /// True while its link may still move.
        pub provisional: bool,
        /// What binds it, if it is a pronoun.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub binding: Option<Binding>,
        /// The id that a pronoun without a referent has within its event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reference: Option<String>,
    }

    /// What a claim says of its subject.
    pub enum ClaimObject {
        /// Another entity.
        Entity(Box<ClaimEnd>),
        /// A value.
        Value(ClaimValue),
    }

    /// Where a claim stands among others about the same.
    #[derive(Copy, Eq)]
    pub enum ClaimStanding {
        /// It holds.
        InForce,
        /// It holds beside others: the owner kept them all.
        Kept,
        /// A later claim took its place.
        Superseded,
    }

    /// One claim.
    pub struct ClaimRow {
        /// Its id.
        pub id: String,
        /// What it is about.
        pub subject: ClaimEnd,
        /// As its source wrote it.
        pub predicate: String,
        /// What it says.
        pub object: ClaimObject,
        /// False if it says that it is not so.
        pub positive: bool,
        /// `assertion`, `question`, `request`, `hypothesis` or `quotation`.
        pub speech_act: String,
        /// How sure or how willed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub modality: Option<String>,
        /// From when it holds, in milliseconds since 1970.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valid_from: Option<f64>,
        /// Till when, exclusive.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valid_to: Option<f64>,
        /// 0 to 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub confidence: Option<f64>,
        /// Where it stands.
        pub standing: ClaimStanding,
        /// The claim that took its place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub superseded_by: Option<String>,
        /// The relationship that it supports, if both ends are known: subject, predicate and object in this space.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub relationship: Option<String>,
        /// The sentence of its event around its subject, with subject and, where it stands there, object marked; around its object,
        /// if the subject stands in known evidence.
        pub sentence: Sentence,
        /// The sentences of earlier events that its subject or object stands in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub known: Vec<Sentence>,
    }

    /// Which claims to list.
    #[derive(Default)]
    #[serde(default)]
    pub struct ClaimFilter {
        /// Only those with this entity as subject or object; redirects and identity groups are followed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entity: Option<String>,
        /// Only those with the entity as `subject`, or as `object`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub end: Option<String>,
        /// Only this predicate, compared without case, spaces and hyphens as `_`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub predicate: Option<String>,
        /// Only those of this event, by the id that `ingest` gave.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub event: Option<String>,
        /// Only those that hold.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub in_force: bool,
    }

    /// One step between two entities.
    pub struct Step {
        /// The entity that it leads from.
        pub from: EntityRow,
        /// The entity that it leads to.
        pub to: EntityRow,
        /// The relationship's predicate, or `same_as` for a proposed alias.
        pub predicate: String,
        /// True if the relationship runs from `to` to `from`.
        pub backwards: bool,
        /// False for an alias that is only proposed.
        pub verified: bool,
        /// The claims that support it, oldest first; at most 20.
        pub claims: Vec<String>,
        /// How many claims support it.
        pub supports: u32,
    }

    /// The answer of `neighborhood`.
    pub struct Neighborhood {
        /// The entity.
        pub entity: EntityRow,
        /// Steps from it and from those that were reached, nearest first.
        pub steps: Vec<Step>,
        /// True if there are more than were asked for.
        pub more: bool,
    }

    /// The answer of `shortestPath`.
    pub struct FoundPath {
        /// The steps from one to the other; none if no path was found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub steps: Option<Vec<Step>>,
        /// Why there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub explanation: Option<String>,
    }

    /// One hit of `searchText`.
    pub struct TextHit {
        /// The sentence, with what was found marked.
        pub sentence: Sentence,
        /// The claims that cite it.
        pub claims: Vec<ClaimRow>,
        /// The entities mentioned in it.
        pub entities: Vec<EntityRow>,
    }

    /// The answer to `declarePredicates`.
    pub struct PredicatesSaid {
        /// The statement that was stored, to be undone; none if nothing changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub statement: Option<String>,
        /// Questions that were opened.
        pub opened: Vec<String>,
        /// Questions that were withdrawn.
        pub closed: Vec<String>,
    }

    /// One side of a contradiction.
    pub struct Rival {
        /// The claim that stands for it: choose it by this id.
        pub claim: ClaimRow,
        /// What it says, in short.
        pub says: Vec<Bit>,
        /// How many claims say so.
        pub supports: u32,
        /// True for the side that was said last, which accepting takes. No side is while the sources do not say which it is.
        pub said_last: bool,
        /// Sentences that say so, at most three: that of the claim, and the newest others.
        pub sentences: Vec<Sentence>,
    }

    /// A predicate in a space.
    #[derive(Eq)]
    pub struct PredicateRow {
        /// As it is compared, such as `lives_in`.
        pub predicate: String,
        /// True if it has one value at a time.
        pub single_valued: bool,
        /// How many claims have it.
        pub claims: u32,
    }
}
