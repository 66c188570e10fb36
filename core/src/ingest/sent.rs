//! What a host sends of claims, checked for form. The error names the field; nothing is stored then.

use super::value;
use crate::model::{Polarity, SentClaim, SentObject, SpeechAct};
use crate::names::exact_key;
use crate::protocol::{HostClaim, HostEvent, Span};
use crate::read::instant;
use crate::text::{Evidence, TERM_MAX, byte_offsets};
use std::collections::{BTreeMap, BTreeSet};

/// Most claims of an event.
const CLAIMS_MAX: usize = 1_000;
/// Longest predicate, in bytes.
const PREDICATE_MAX: usize = 256;
/// Longest modality, in bytes.
const MODALITY_MAX: usize = 64;
/// Most bytes of sentences that the claims of an event cite altogether: each of them is read for its claim.
const CITED_MAX: usize = 16 << 20;
/// Most sentences that they cite altogether: each is noted with its claim.
const SENTENCES_MAX: usize = 100_000;

/// The claims of an event in the form that plans keep.
///
/// # Errors
/// A sentence that names the field.
pub(super) fn claims(event: &HostEvent) -> Result<Vec<SentClaim>, String> {
    if event.claims.len() > CLAIMS_MAX {
        return Err(format!("event.claims has {} claims; {CLAIMS_MAX} are the most.", event.claims.len()));
    }
    let spans = event.claims.iter().flat_map(|claim| &claim.evidence);
    let bytes = byte_offsets(&event.text, spans.flat_map(|span| [span.start, span.end]));
    let text = Evidence::new(&event.text);
    let (mut cited, mut count) = (0, 0);
    let sent = event.claims.iter().enumerate().map(|(n, claim)| {
        let claim = one(&bytes, event.known.len(), claim).map_err(|why| format!("event.claims[{n}].{why}"))?;
        let spans: Vec<_> = claim.evidence.iter().map(|(start, end)| *start as usize..*end as usize).collect();
        let sentences = text.cited(&spans).unwrap_or_default();
        cited += sentences.iter().map(std::ops::Range::len).sum::<usize>();
        count += sentences.len();
        if cited > CITED_MAX || count > SENTENCES_MAX {
            return Err(format!(
                "event.claims cite more than {CITED_MAX} bytes or {SENTENCES_MAX} sentences altogether; cite less of the text."
            ));
        }
        Ok(claim)
    });
    sent.collect()
}

/// Bytes by UTF-16 offset, of those that stand between two characters.
type Bytes = BTreeMap<u32, usize>;

fn one(bytes: &Bytes, known: usize, claim: &HostClaim) -> Result<SentClaim, String> {
    if let Some(wrong) = claim.known.iter().find(|place| **place as usize >= known) {
        return Err(format!("known names {wrong}, and event.known has {known} entries."));
    }
    term("subject", &claim.subject)?;
    bounded("predicate", &claim.predicate, PREDICATE_MAX)?;
    if exact_key(&claim.predicate).is_empty() {
        return Err("predicate has nothing that could be seen.".into());
    }
    if let Some(modality) = &claim.modality {
        bounded("modality", modality, MODALITY_MAX)?;
    }
    let object = match (&claim.object, &claim.value) {
        (Some(text), None) => {
            term("object", text)?;
            SentObject::Term { text: text.trim().to_owned(), kind: claim.object_kind.clone() }
        }
        (None, Some(value)) => SentObject::Value(value::canonical(value).map_err(|why| format!("value.{why}"))?),
        (Some(_), Some(_)) => return Err("object and value are both there; a claim has exactly one of them.".into()),
        (None, None) => return Err("object is not there, and no value either; a claim has exactly one of them.".into()),
    };
    let moment = |what: &str, text: &Option<String>| -> Result<Option<i64>, String> {
        let Some(text) = text else { return Ok(None) };
        match instant(text) {
            Some(ms) => Ok(Some(ms)),
            None => Err(format!("{what} is {text:?}; write a date, or a date and time with its zone.")),
        }
    };
    let (valid_from, valid_to) = (moment("validFrom", &claim.valid_from)?, moment("validTo", &claim.valid_to)?);
    if valid_from.zip(valid_to).is_some_and(|(from, to)| from >= to) {
        return Err("validTo is not after validFrom.".into());
    }
    let confidence = match claim.confidence {
        None => None,
        // In range, so that it fits.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
        Some(confidence) if (0.0..=1.0).contains(&confidence) => Some((confidence * 1000.0).round() as u16),
        Some(_) => return Err("confidence must be 0 to 1.".into()),
    };
    let polarity = match claim.polarity.as_deref() {
        None | Some("positive") => Polarity::Positive,
        Some("negative") => Polarity::Negative,
        Some(other) => return Err(format!("polarity is {other:?}; positive and negative are known.")),
    };
    let act = match claim.speech_act.as_deref() {
        None | Some("assertion") => SpeechAct::Assertion,
        Some("question") => SpeechAct::Question,
        Some("request") => SpeechAct::Request,
        Some("quotation") => SpeechAct::Quotation,
        Some("hypothesis") => SpeechAct::Hypothesis,
        Some(other) => {
            let known = "assertion, question, request, hypothesis and quotation are known";
            return Err(format!("speechAct is {other:?}; {known}."));
        }
    };
    Ok(SentClaim {
        subject: claim.subject.trim().to_owned(),
        subject_kind: claim.subject_kind.clone(),
        predicate: claim.predicate.trim().to_owned(),
        object,
        polarity,
        act,
        modality: claim.modality.clone(),
        valid_from,
        valid_to,
        confidence,
        is_update: claim.update,
        evidence: evidence(bytes, &claim.evidence)?,
        known: claim.known.iter().copied().collect::<BTreeSet<u32>>().into_iter().collect(),
    })
}

/// The cited spans in bytes, in order.
fn evidence(bytes: &Bytes, spans: &[Span]) -> Result<Vec<(u32, u32)>, String> {
    if spans.is_empty() {
        return Err("evidence is empty; a claim has to cite where it stands.".into());
    }
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (n, span) in spans.iter().enumerate() {
        let (Some(start), Some(end)) = (bytes.get(&span.start), bytes.get(&span.end)) else {
            return Err(format!("evidence[{n}] is outside the text, or inside a character."));
        };
        if start >= end {
            return Err(format!("evidence[{n}] is empty."));
        }
        out.push((*start as u32, *end as u32));
    }
    out.sort_unstable();
    match out.windows(2).find(|pair| pair[0].1 > pair[1].0) {
        Some(_) => Err("evidence has spans that overlap.".into()),
        None => Ok(out),
    }
}

fn term(what: &str, text: &str) -> Result<(), String> {
    bounded(what, text, TERM_MAX)?;
    if exact_key(text).is_empty() { Err(format!("{what} has nothing that could be seen.")) } else { Ok(()) }
}

fn bounded(what: &str, text: &str, most: usize) -> Result<(), String> {
    if text.len() > most {
        return Err(format!("{what} has {} bytes; {most} are the most.", text.len()));
    }
    Ok(())
}
