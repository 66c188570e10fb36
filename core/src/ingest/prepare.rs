//! Preparing: from an event and what was sent with it to a plan.
//!
//! A pure function of the event: it must not look at the memory, so that the same event prepared again gives the same
//! ids and checksum. Who a name means is found later; here it is found where a claim's subject and object stand in the
//! sentences that it cites, and what a pronoun can be bound by. Nothing is invented to repair what an extractor sent.

use super::checksum;
use super::spans::Spans;
use crate::journal::{Hash, claim_id};
use crate::model::*;
use crate::names::exact_key;
use crate::policy::{Checks, checks};
use crate::text::{
    Anchor, Anchors, Evidence, Grounded, GroundedBy, NameSpan, Place, PronounClass, Ungrounded, Voice, names_nobody,
    occurrences, reference_class, sentence_at,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The plan of an event. `None` if the input names a policy that is not known.
pub fn prepare(event: EventId, text: &str, input: PlanInput) -> Option<Plan> {
    let rules = checks(input.policy)?;
    let longer = input.names.iter().map(|name| span(name.start, name.end)).collect();
    let mut preparing = Preparing {
        event,
        text,
        evidence: Evidence::new(text),
        rules,
        input: &input,
        names: longer,
        known: input.known.iter().map(known_names).collect(),
        mentions: BTreeMap::new(),
        said: Said::default(),
    };
    // Names first: a pronoun may be tied to one that only another claim names.
    let grounded: Vec<Result<Grounding, Unstored>> = input.claims.iter().map(|claim| preparing.ground(claim)).collect();
    let names = names(text, &input, grounded.iter().flatten());
    let anchors = rules.anchors.then(|| Anchors::new(text, &names.iter().map(Named::span).collect::<Vec<_>>()));
    let planned = input.claims.iter().zip(grounded).map(|(claim, found)| match found {
        Err(why) => PlannedClaim::NotStored(why),
        Ok(found) => preparing.store(claim, &found, anchors.as_ref()),
    });
    let claims: Vec<PlannedClaim> = planned.collect();
    let mentions: Vec<PlannedMention> = preparing.mentions.into_values().collect();
    let checksum = plan_checksum(event, &input, &mentions, &claims);
    Some(Plan { input, mentions, claims, checksum })
}

/// True if a stored plan is what its checksum says: nothing of it was changed since it was prepared.
pub fn is_sound(event: EventId, plan: &Plan) -> bool {
    plan.checksum == plan_checksum(event, &plan.input, &plan.mentions, &plan.claims)
}

fn plan_checksum(event: EventId, input: &PlanInput, mentions: &[PlannedMention], claims: &[PlannedClaim]) -> Hash {
    checksum(&(event, input, mentions, claims))
}

fn known_names(known: &PlannedKnown) -> BTreeMap<String, &KnownName> {
    let mut out = BTreeMap::new();
    for name in &known.names {
        let (start, end) = (name.start.saturating_sub(known.start), name.end.saturating_sub(known.start));
        out.entry(exact_key(known.text.get(span(start, end)).unwrap_or_default())).or_insert(name);
    }
    out
}

/// A name that a pronoun may be tied to.
struct Named {
    at: Range<usize>,
    kind: Option<String>,
    /// A number that equal names share: within one event they mean one.
    candidate: [u32; 1],
}

impl Named {
    fn span(&self) -> NameSpan<'_> {
        NameSpan { start: self.at.start, end: self.at.end, candidates: &self.candidate, kind: self.kind.as_deref() }
    }
}

/// The names of an event: those that were given with it, and those that claims name.
fn names<'a>(text: &str, input: &PlanInput, grounded: impl Iterator<Item = &'a Grounding>) -> Vec<Named> {
    let written = |at: &Range<usize>| text.get(at.clone()).unwrap_or_default();
    let mut all: Vec<(Range<usize>, Option<String>)> =
        input.names.iter().map(|name| (span(name.start, name.end), name.kind.clone())).collect();
    for end in grounded.flat_map(Grounding::ends) {
        if end.known.is_none() && end.class.is_none() && !names_nobody(written(&end.at), end.kind.as_deref()) {
            all.push((end.at.clone(), end.kind.clone()));
        }
    }
    all.sort_by_key(|(at, _)| (at.start, at.end));
    all.dedup_by_key(|(at, _)| at.clone());
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let named = all.into_iter().map(|(at, kind)| {
        let next = numbers.len() as u32;
        let candidate = [*numbers.entry(exact_key(written(&at))).or_insert(next)];
        Named { at, kind, candidate }
    });
    named.collect()
}

/// Where an end of a claim stands.
#[derive(Debug, Clone)]
struct Found {
    at: Range<usize>,
    kind: Option<String>,
    /// The class of a pronoun; none for a name.
    class: Option<PronounClass>,
    /// By what it is grounded.
    by: GroundedBy,
    /// The mention of an earlier event that it stands on, if it stands in known evidence; `at` is its span there.
    known: Option<MentionId>,
}

impl Found {
    fn grounded(&self) -> Grounded {
        Grounded { start: self.at.start, end: self.at.end, by: self.by }
    }
}

struct Grounding {
    subject: Found,
    object: Option<Found>,
    act: SpeechAct,
    evidence: Vec<(u32, u32)>,
}

impl Grounding {
    fn ends(&self) -> impl Iterator<Item = &Found> {
        std::iter::once(&self.subject).chain(&self.object)
    }
}

struct Preparing<'a> {
    event: EventId,
    text: &'a str,
    evidence: Evidence<'a>,
    rules: Checks,
    input: &'a PlanInput,
    /// The names that no term is found within.
    names: Spans,
    /// The names in each entry of known evidence by exact key, the first of each.
    known: Vec<BTreeMap<String, &'a KnownName>>,
    mentions: BTreeMap<(usize, usize), PlannedMention>,
    said: Said,
}

/// What was stored so far.
#[derive(Default)]
struct Said {
    ids: BTreeSet<ClaimId>,
    /// By all of a claim but its subject: the subjects that are the speaker's own word or name.
    speakers: BTreeMap<Hash, Vec<Grounded>>,
}

/// Clauses of one event in which the speaker says the same, that are compared at most.
const CLAUSES: usize = 8;

impl Preparing<'_> {
    fn ground(&self, claim: &SentClaim) -> Result<Grounding, Unstored> {
        let spans: Vec<Range<usize>> = claim.evidence.iter().map(|(start, end)| span(*start, *end)).collect();
        let cited = self.evidence.cited(&spans).map_err(|_| Unstored::SubjectNotGrounded)?;
        let subject = self.find(&cited, &claim.subject, claim.subject_kind.as_deref(), Place::Subject);
        let subject = subject.or_else(|why| self.known(claim, &claim.subject).ok_or(why));
        let subject = subject.map_err(|why| why.unwrap_or(Unstored::SubjectNotGrounded))?;
        let object = match &claim.object {
            SentObject::Term { text, kind } => {
                let object = self.find(&cited, text, kind.as_deref(), Place::Object);
                let object = object.or_else(|why| self.known(claim, text).ok_or(why));
                Some(object.map_err(|why| why.unwrap_or(Unstored::ObjectNotGrounded))?)
            }
            SentObject::Value(value) => {
                self.check_value(&cited, value)?;
                None
            }
        };
        if subject.known.is_some() && object.as_ref().is_some_and(|object| object.known.is_some()) {
            return Err(Unstored::NothingNew);
        }
        let object_at = object.as_ref().filter(|object| object.known.is_none()).map(|object| &object.at);
        if self.rules.intentions && subject.known.is_none() {
            let object = object_at.map(|at| at.start);
            if !self.evidence.keeps_intention(&cited, &subject.grounded(), object, &claim.predicate) {
                return Err(Unstored::IntentionLost);
            }
        }
        let act = self.act(claim.act, &cited, std::iter::once(&subject).chain(&object))?;
        let says_so =
            claim.polarity == Polarity::Positive && matches!(act, SpeechAct::Assertion | SpeechAct::Quotation);
        // Of somebody who was named before, all of the sentence says it that the object stands in, or the first that is cited.
        let from = match subject.known {
            None => subject.at.clone(),
            Some(_) => {
                let at = object_at.or(cited.first()).map_or(0, |at| at.start);
                let start = sentence_at(self.evidence.sentences(), at).map_or(at, |sentence| sentence.start);
                start..start
            }
        };
        if self.rules.denials && says_so && self.evidence.denies(&from, object_at, &claim.predicate) {
            return Err(Unstored::Denied);
        }
        let evidence = cited.iter().map(|at| (at.start as u32, at.end as u32)).collect();
        Ok(Grounding { subject, object, act, evidence })
    }

    fn voice(&self) -> Voice<'_> {
        Voice { speaker: self.input.speaker.as_deref(), speaker_grounding: self.input.speaker_grounding }
    }

    /// Where a term stands; the error says if that is only inside a longer name, or in somebody else's words.
    fn find(
        &self,
        cited: &[Range<usize>],
        term: &str,
        kind: Option<&str>,
        place: Place,
    ) -> Result<Found, Option<Unstored>> {
        let class = reference_class(term, kind);
        if class == Some(PronounClass::FirstSingular) && !self.rules.first_person_forms {
            return self.literal(cited, term, kind, class);
        }
        let found = self.evidence.ground(cited, term, kind, place, &self.voice()).map_err(|why| match why {
            Ungrounded::Quoted { .. } => Some(Unstored::InAQuotation),
            _ => None,
        })?;
        let (at, by) = (found.start..found.end, found.by);
        let class = match by {
            GroundedBy::Name if self.is_in_a_longer_name(&at) => return self.literal(cited, term, kind, None),
            GroundedBy::Name => None,
            GroundedBy::Reference(class) => Some(class),
            // The speaker's own word, or the speaker's name where the claim says “I”.
            GroundedBy::Speaker => reference_class(self.text.get(at.clone()).unwrap_or_default(), None),
        };
        Ok(Found { at, kind: kind.map(str::to_owned), class, by, known: None })
    }

    /// The name in the known evidence that a claim cites which is written as this term: the first of several of one event. In two
    /// events a name may mean two, so it means none here. A pronoun there is bound by nothing, and no name is made of other
    /// words of it.
    fn known(&self, claim: &SentClaim, term: &str) -> Option<Found> {
        let key = exact_key(term);
        let cited = claim.known.iter().filter_map(|place| {
            let place = *place as usize;
            Some((self.input.known.get(place)?.event, *self.known.get(place)?.get(&key)?))
        });
        let found: Vec<(EventId, &KnownName)> = cited.collect();
        let (event, name) = found.first()?;
        found.iter().all(|(other, _)| other == event).then(|| Found {
            at: span(name.start, name.end),
            kind: None,
            class: None,
            by: GroundedBy::Name,
            known: Some(name.mention),
        })
    }

    /// The first place where a term stands by its words, outside longer names.
    fn literal(
        &self,
        cited: &[Range<usize>],
        term: &str,
        kind: Option<&str>,
        class: Option<PronounClass>,
    ) -> Result<Found, Option<Unstored>> {
        let mut is_inside = false;
        let by = class.map_or(GroundedBy::Name, GroundedBy::Reference);
        for sentence in cited {
            for (start, end) in occurrences(self.text.get(sentence.clone()).unwrap_or_default(), term) {
                let at = sentence.start + start..sentence.start + end;
                if class.is_some() || !self.is_in_a_longer_name(&at) {
                    return Ok(Found { at, kind: kind.map(str::to_owned), class, by, known: None });
                }
                is_inside = true;
            }
        }
        Err(is_inside.then_some(Unstored::InALongerName))
    }

    /// True for a part of a name that was given or recognised: “Dana” of “Dana Holt” is nobody's name here.
    fn is_in_a_longer_name(&self, at: &Range<usize>) -> bool {
        self.names.over(at).is_some_and(|name| name != *at && name.start <= at.start && at.end <= name.end)
    }

    fn check_value(&self, cited: &[Range<usize>], value: &Value) -> Result<(), Unstored> {
        let stands = |text: &str| {
            let mut cited = cited.iter().filter_map(|at| self.text.get(at.clone()));
            cited.any(|sentence| !occurrences(sentence, text).is_empty())
        };
        let written = value.display.as_deref().unwrap_or(&value.value);
        match value.kind {
            ValueType::Number if self.rules.quantities => {
                let unit = value.unit.as_deref();
                let is_there = [written, value.value.as_str()]
                    .iter()
                    .any(|number| self.evidence.quantity_stands(cited, number, unit));
                if is_there { Ok(()) } else { Err(Unstored::QuantityNotGrounded) }
            }
            // Whether it is so is what the words say, in whatever words.
            ValueType::Boolean => Ok(()),
            _ if stands(written) || stands(&value.value) => Ok(()),
            _ => Err(Unstored::ObjectNotGrounded),
        }
    }

    /// What is done by a claim that was sent as this. The sentences that its ends stand in say whether it can be an assertion:
    /// what passes on somebody's words is nobody's assertion here.
    /// Of a value of whom known evidence names, all that is cited is looked at.
    fn act<'f>(
        &self,
        sent: SpeechAct,
        cited: &[Range<usize>],
        ends: impl Iterator<Item = &'f Found>,
    ) -> Result<SpeechAct, Unstored> {
        if !self.rules.speech_acts || sent != SpeechAct::Assertion {
            return Ok(sent);
        }
        let mut places: Vec<usize> = ends.filter(|end| end.known.is_none()).map(|end| end.at.start).collect();
        if places.is_empty() {
            places.extend(cited.iter().map(|sentence| sentence.start));
        }
        let mut out = SpeechAct::Assertion;
        for at in places {
            match self.evidence.speech_act(at) {
                SpeechAct::Assertion => {}
                SpeechAct::Quotation => out = SpeechAct::Quotation,
                SpeechAct::Question | SpeechAct::Request | SpeechAct::Hypothesis => {
                    return Err(Unstored::NotAnAssertion);
                }
            }
        }
        Ok(out)
    }

    /// The plan of a claim whose ends were found.
    fn store(&mut self, claim: &SentClaim, found: &Grounding, anchors: Option<&Anchors<'_>>) -> PlannedClaim {
        let subject = self.end(&found.subject, anchors);
        let object = found.object.as_ref().map(|object| self.end(object, anchors));
        let object_id = object.as_ref().map(|object| object.0);
        let said = (subject.0, &claim.predicate, object_id, value_of(claim));
        let how = (claim.polarity, found.act, &claim.modality, claim.valid_from, claim.valid_to);
        let id = claim_id(self.event, checksum(&(said, how, claim.confidence, claim.is_update, &found.evidence)));
        let rest = checksum(&(&claim.predicate, object_id, value_of(claim), how));
        if self.said.ids.contains(&id) || self.is_said_by_the_speaker(rest, found) {
            return PlannedClaim::NotStored(Unstored::SaidAlready);
        }
        self.said.ids.insert(id);
        let subject_id = subject.0;
        for mention in [Some(subject), object].into_iter().flatten().filter_map(|(_, mention)| mention) {
            self.mentions.entry((mention.start as usize, mention.end as usize)).or_insert(mention);
        }
        let evidence = found.evidence.clone();
        PlannedClaim::Stored { id, subject: subject_id, object: object_id, act: found.act, evidence }
    }

    /// The mention of an end: one of this event, which is planned, or one of an earlier event.
    fn end(&self, found: &Found, anchors: Option<&Anchors<'_>>) -> (MentionId, Option<PlannedMention>) {
        match found.known {
            Some(mention) => (mention, None),
            None => {
                let planned = self.planned(found, anchors);
                (planned.id, Some(planned))
            }
        }
    }

    /// True if the speaker says this of themselves by another word of the same clause: “I, Sam, use Deno” is one claim, not one
    /// of “I” and one of “Sam”.
    fn is_said_by_the_speaker(&mut self, rest: Hash, found: &Grounding) -> bool {
        if !self.input.speaker_grounding || found.subject.known.is_some() {
            return false;
        }
        let (subject, voice) = (found.subject.grounded(), self.voice());
        let Some(sentence) = sentence_at(self.evidence.sentences(), subject.start) else { return false };
        let is_here = |other: &&Grounded| sentence.start <= other.start && other.start < sentence.end;
        let before = self.said.speakers.get(&rest).map_or(&[][..], Vec::as_slice);
        let is_same = |other: &Grounded| self.evidence.same_first_person_clause(&voice, other, &subject);
        if before.iter().rev().filter(is_here).take(CLAUSES).any(is_same) {
            return true;
        }
        self.said.speakers.entry(rest).or_default().push(subject);
        false
    }

    fn planned(&self, found: &Found, anchors: Option<&Anchors<'_>>) -> PlannedMention {
        let Range { start, end } = found.at;
        let written = self.text.get(start..end).unwrap_or_default();
        let strength = match found.class {
            // A claim about the speaker's name that stands on the speaker's own word is about the speaker.
            Some(_) if found.by == GroundedBy::Speaker => Strength::Speaker,
            Some(class) => self.bound(&found.at, class, anchors),
            None if names_nobody(written, found.kind.as_deref()) => Strength::Reference,
            None => Strength::Hinted,
        };
        PlannedMention {
            id: mention_id(self.event, start, end),
            start: start as u32,
            end: end as u32,
            strength,
            kind: found.kind.clone().filter(|_| strength == Strength::Hinted),
        }
    }

    /// What binds a pronoun.
    fn bound(&self, at: &Range<usize>, class: PronounClass, anchors: Option<&Anchors<'_>>) -> Strength {
        if class.is_first_singular() {
            if self.input.speaker.is_some() && self.input.speaker_references {
                return Strength::Speaker;
            }
            return if self.input.first_person_owner && self.rules.owner {
                Strength::Owner
            } else {
                Strength::Reference
            };
        }
        match anchors.map(|anchors| anchors.of(at.clone(), class)) {
            Some(Anchor::Tied { start, end, .. }) => Strength::Anchored { start: start as u32, end: end as u32 },
            Some(Anchor::None(_)) | None => Strength::Reference,
        }
    }
}

fn value_of(claim: &SentClaim) -> Option<&Value> {
    match &claim.object {
        SentObject::Value(value) => Some(value),
        SentObject::Term { .. } => None,
    }
}

fn span(start: u32, end: u32) -> Range<usize> {
    start as usize..end as usize
}
