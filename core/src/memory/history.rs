//! The history: pages of the journal, newest first, whole or only some decisions. Which those are the state knows; their
//! records are read from the journal, where what they say is kept.

use super::{Memory, errors};
use crate::journal::{Record, Row};
use crate::model::EntityId;
use crate::protocol::*;
use crate::query;
use crate::state::{Handle, Space};
use crate::store::Store;
use uuid::Uuid;

/// Which records are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Only {
    /// All.
    Everything,
    /// Reviews, edits and statements.
    Decisions,
    /// Reviews and edits about an entity.
    Entity(EntityId),
    /// Reviews that were made in one go.
    Bulk(Uuid),
}

impl Only {
    /// What a call asks for. The narrower one counts.
    ///
    /// # Errors
    /// `bad_argument` if both an entity and a bulk are named; `not_found` for what is no id.
    pub fn read(decisions: bool, entity: Option<&str>, bulk: Option<&str>) -> Result<Self, ApiError> {
        let id = |text: &str| text.parse::<Uuid>().map_err(|_| errors::not_found());
        match (entity, bulk) {
            (Some(_), Some(_)) => Err(errors::bad_argument("Name an entity or a bulk, not both.")),
            (Some(entity), None) => Ok(Self::Entity(id(entity)?)),
            (None, Some(bulk)) => Ok(Self::Bulk(id(bulk)?)),
            (None, None) if decisions => Ok(Self::Decisions),
            (None, None) => Ok(Self::Everything),
        }
    }

    /// Sequences of the records, in order; none if they are all.
    fn sequences(self, space: Option<&Space>) -> Option<Vec<u64>> {
        let Some(space) = space else { return (self != Self::Everything).then(Vec::new) };
        let review = |at: Handle| space.reviews.at(at).sequence;
        let mut out: Vec<u64> = match self {
            Self::Everything => return None,
            Self::Decisions => {
                let reviews = space.reviews.iter().map(|review| review.sequence);
                let statements = space.statements.iter().map(|statement| statement.sequence);
                let edits = space.edits.iter().map(|edit| edit.sequence);
                reviews.chain(statements).chain(edits).collect()
            }
            Self::Entity(id) => {
                let Some(root) = space.root_of(&id) else { return Some(Vec::new()) };
                let edits = space.edits_about(root).into_iter().map(|at| space.edits.at(at).sequence);
                space.reviews_about(root).into_iter().map(review).chain(edits).collect()
            }
            Self::Bulk(id) => space.reviews_in_bulk(&id).iter().copied().map(review).collect(),
        };
        out.sort_unstable();
        Some(out)
    }
}

impl<S: Store> Memory<S> {
    pub(super) async fn history(
        &self,
        space: &str,
        only: Only,
        cursor: query::Cursor<'_>,
        limit: usize,
    ) -> Result<Page<HistoryRow>, ApiError> {
        let at = self.state.space(space);
        let top = self.state.head.sequence;
        let before: u64 =
            query::place_of(cursor).map_err(|text| errors::bad_argument(&text))?.unwrap_or(top + 1).min(top + 1);
        let mut items = Vec::new();
        let mut next = before;
        let chosen = only.sequences(at);
        let total = chosen.as_ref().map_or(top as usize, Vec::len) as u32;
        while items.len() < limit && next > 1 {
            // Decisions are named by the state; without a filter, read a stretch of the journal backwards.
            let room = limit - items.len();
            let sequences: Vec<u64> = match &chosen {
                Some(chosen) => {
                    let older = &chosen[..chosen.partition_point(|sequence| *sequence < next)];
                    older[older.len().saturating_sub(room)..].to_vec()
                }
                None => (next.saturating_sub(room as u64).max(1)..next).collect(),
            };
            let Some(lowest) = sequences.first().copied() else { break };
            for (sequence, record) in self.records(&sequences).await?.into_iter().rev() {
                let aside = self.state.quarantined.iter().find(|set_aside| set_aside.sequence == sequence);
                match (record, aside) {
                    (Some(Ok(record)), _) if record.owner == self.owner && record.space == space => {
                        items.push(query::history_row(at, &record, aside.map(|aside| aside.cause.clone())));
                    }
                    (Some(Ok(_)), _) | (None, None) => {}
                    (Some(Err(cause)), _) => items.push(damaged_row(sequence, cause)),
                    // What is missing has no record that could say so.
                    (None, Some(gap)) => items.push(damaged_row(sequence, gap.cause.clone())),
                }
            }
            next = lowest;
        }
        let more = match &chosen {
            Some(chosen) => chosen.first().is_some_and(|first| *first < next),
            None => next > 1,
        };
        let next = more.then(|| query::cursor_of(&next));
        Ok(Page { items, total, next })
    }

    /// The records with these sequences, which are in order; each row of the store is read once.
    async fn records(&self, sequences: &[u64]) -> Result<Vec<(u64, Option<Result<Record, String>>)>, ApiError> {
        let mut out = Vec::with_capacity(sequences.len());
        let mut row = Vec::new().into_iter().peekable();
        for sequence in sequences {
            while row.next_if(|(at, _)| at < sequence).is_some() {}
            if row.peek().is_none() {
                let rows = self.store.read(*sequence, 1).await.map_err(errors::from_store)?;
                row = rows.iter().flat_map(Row::unpack).collect::<Vec<_>>().into_iter().peekable();
                while row.next_if(|(at, _)| at < sequence).is_some() {}
            }
            out.push((*sequence, row.next_if(|(at, _)| at == sequence).map(|(_, record)| record)));
        }
        Ok(out)
    }
}

fn damaged_row(sequence: u64, cause: String) -> HistoryRow {
    HistoryRow {
        sequence: sequence as f64,
        id: String::new(),
        operation: "damaged".into(),
        text: vec![Bit::Text("a record that cannot be read".into())],
        actor: String::new(),
        time: 0.0,
        checksum: String::new(),
        hash: String::new(),
        review: None,
        edit: None,
        undoable: false,
        undone_by: None,
        damaged: Some(cause),
    }
}
