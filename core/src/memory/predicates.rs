//! Calls about predicates.

use super::{Context, Memory, errors};
use crate::claims::declare;
use crate::protocol::{ApiError, PredicatesSaid, Reply};
use crate::store::Store;
use uuid::Uuid;

/// Predicates of one call at most.
const PREDICATES: usize = 1_000;
/// Bytes of a predicate at most.
const BYTES: usize = 256;

impl<S: Store> Memory<S> {
    pub(super) async fn declare_predicates(
        &mut self,
        space: &str,
        predicates: &[String],
        single_valued: bool,
        context: Context,
    ) -> Result<Reply, ApiError> {
        if predicates.len() > PREDICATES {
            let text = format!("predicates has {} entries; {PREDICATES} are the most.", predicates.len());
            return Err(errors::bad_argument(&text));
        }
        if let Some((n, long)) = predicates.iter().enumerate().find(|(_, text)| text.len() > BYTES) {
            let text = format!("predicates[{n}] has {} bytes; {BYTES} are the most.", long.len());
            return Err(errors::bad_argument(&text));
        }
        let keys: Vec<String> = predicates.iter().map(|text| crate::model::predicate_key(text)).collect();
        if let Some(n) = keys.iter().position(String::is_empty) {
            return Err(errors::bad_argument(&format!("predicates[{n}] has nothing that could be seen.")));
        }
        let said = self
            .execute(space, context, |draft| declare(draft, &keys, single_valued).map_err(errors::internal))
            .await?;
        let ids = |ids: &[Uuid]| ids.iter().map(Uuid::to_string).collect();
        Ok(Reply::PredicatesSaid(PredicatesSaid {
            statement: said.statement.map(|id| id.to_string()),
            opened: ids(&said.settled.opened),
            closed: ids(&said.settled.closed),
        }))
    }
}
