//! One event, whole. The state knows its mentions and claims; its text and what of its claims was not stored are read from
//! the journal.

use super::call::claim_verdict;
use super::{Memory, errors};
use crate::journal::{Record, Row};
use crate::model::{Body, EventId, Plan, SentClaim, SentObject};
use crate::protocol::{ApiError, EventView, HostEvent, NotStored};
use crate::query::{self, Cursor, Stored};
use crate::state::{Operation, Payload};
use crate::store::Store;

/// Entries of known evidence of an event at most.
const KNOWN_MAX: usize = 32;

impl<S: Store> Memory<S> {
    pub(super) async fn event(&self, space: &str, id: &str, cursor: Cursor<'_>) -> Result<EventView, ApiError> {
        let id: EventId = id.parse().map_err(|_| errors::not_found())?;
        let at = self.state.space(space).ok_or_else(errors::not_found)?;
        if at.events.get(&id).is_none() {
            return Err(errors::not_found());
        }
        let stored = match self.record_of(space, id).await? {
            Some(record) => stored(&record),
            None => damaged(),
        };
        let view = query::event(at, &id, stored, cursor).map_err(|text| errors::bad_argument(&text))?;
        view.ok_or_else(errors::not_found)
    }

    /// The texts of the events that an event cites as known evidence, in its order.
    ///
    /// # Errors
    /// `not_found` for one that is not here, `bad_argument` for one that has no text or whose record is damaged.
    pub(super) async fn known(&mut self, space: &str, event: &HostEvent) -> Result<Vec<String>, ApiError> {
        if event.known.is_empty() {
            return Ok(Vec::new());
        }
        if event.known.len() > KNOWN_MAX {
            let text = format!("event.known has {} entries; {KNOWN_MAX} are the most.", event.known.len());
            return Err(errors::bad_argument(&text));
        }
        self.refresh().await?;
        let mut texts: Vec<String> = Vec::new();
        for (n, known) in event.known.iter().enumerate() {
            if let Some(same) = event.known[..n].iter().position(|other| other.event == known.event) {
                texts.push(texts[same].clone());
                continue;
            }
            let id: EventId = known.event.parse().map_err(|_| errors::not_found())?;
            let is_here = self.state.space(space).is_some_and(|at| at.events.get(&id).is_some());
            if !is_here {
                return Err(errors::not_found());
            }
            let text = self.record_of(space, id).await?.and_then(|record| stored(&record).text);
            let why = || errors::bad_argument(&format!("event.known[{n}] has no text that could be cited."));
            texts.push(text.ok_or_else(why)?);
        }
        Ok(texts)
    }

    /// The plan that was stored with an event; none if it has none, or its record is damaged.
    pub(super) async fn plan_of(&self, space: &str, id: EventId) -> Result<Option<Plan>, ApiError> {
        let record = self.record_of(space, id).await?;
        let payload = record.and_then(|record| record.payload);
        let payload = payload.and_then(|text| serde_json::from_str::<Payload>(&text).ok());
        Ok(match payload.map(|payload| payload.operation) {
            Some(Operation::Ingest { body: Body::Claimed { plan, .. }, .. }) => Some(*plan),
            _ => None,
        })
    }

    /// The record that brought an event of a space: none if it cannot be read.
    ///
    /// No index of sequences is kept for this: events stand in the state in the order of their records, so half of what is
    /// left is ruled out by each row that is read. Records of other spaces tell nothing, and are read over.
    async fn record_of(&self, space: &str, id: EventId) -> Result<Option<Record>, ApiError> {
        let Some(at) = self.state.space(space) else { return Ok(None) };
        let Some(due) = at.events.handle(&id) else { return Ok(None) };
        let (mut low, mut high) = (1, self.state.head.sequence);
        while low <= high {
            let middle = low + (high - low) / 2;
            let mut next = middle;
            let mut found = None;
            while found.is_none() && next <= high {
                let rows = self.store.read(next, 1).await.map_err(errors::from_store)?;
                let records: Vec<_> = rows.iter().flat_map(Row::unpack).collect();
                let Some((last, _)) = records.last() else { break };
                next = (last + 1).max(next + 1);
                for (sequence, record) in records {
                    let Ok(record) = record else { continue };
                    if record.owner != self.owner || record.space != space || record.operation != "ingest" {
                        continue;
                    }
                    if record.id == id {
                        return Ok(Some(record));
                    }
                    if (middle..=high).contains(&sequence) && found.is_none() {
                        found = at.events.handle(&record.id).map(|handle| (sequence, handle));
                    }
                }
            }
            match found {
                Some((sequence, handle)) if handle < due => low = sequence + 1,
                _ => high = middle - 1,
            }
        }
        Ok(None)
    }
}

fn damaged() -> Stored {
    Stored { damaged: Some("Its record is damaged; verify says more.".into()), ..Stored::default() }
}

/// What a record keeps of its event.
fn stored(record: &Record) -> Stored {
    let payload = record.payload.as_deref().and_then(|text| serde_json::from_str::<Payload>(text).ok());
    match payload.map(|payload| payload.operation) {
        Some(Operation::Ingest { body, .. }) => match body {
            Body::Text { role, text } => Stored { role, text: Some(text), ..Stored::default() },
            Body::Claimed { role, text, plan } => {
                Stored { role, text: Some(text), not_stored: not_stored(&plan), damaged: None }
            }
            Body::Card { .. } | Body::Fact { .. } => Stored::default(),
        },
        _ => damaged(),
    }
}

/// The claims of a plan that are not stored, with why.
fn not_stored(plan: &Plan) -> Vec<NotStored> {
    let claims = plan.input.claims.iter().zip(&plan.claims);
    let why = |(sent, planned): (&SentClaim, _)| {
        let verdict = claim_verdict(planned);
        let object = match &sent.object {
            SentObject::Term { text, .. } => query::shown(text),
            SentObject::Value(value) => query::shown(&value.written()),
        };
        Some(NotStored {
            subject: query::shown(&sent.subject),
            predicate: sent.predicate.clone(),
            object,
            reason: verdict.reason?,
            explanation: verdict.explanation.unwrap_or_default(),
        })
    };
    claims.filter_map(why).collect()
}
