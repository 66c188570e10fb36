//! What every [`Store`] must do, as one list of named checks that any backend can be held to.
//!
//! Natively it runs over [`InMemory`](super::InMemory), in a browser over IndexedDB. A check looks only through the
//! trait; it must not know a backend. Faults that only one backend can have are tested beside that backend.

mod journal;
mod snapshot;

use super::{Block, Store, StoreError};
use crate::journal::{Head, Record, Row, sha256};
use journal::*;
use snapshot::*;
use uuid::Uuid;

/// How the suite gets stores of one backend.
#[allow(async_fn_in_trait)] // Single-threaded, as the stores are.
pub trait Backend {
    /// The store under test.
    type Store: Store;

    /// An empty store that shares nothing with those made before.
    async fn fresh(&self) -> Self::Store;

    /// Another handle onto the data of `store`, as another tab has it.
    async fn another(&self, store: &Self::Store) -> Self::Store;

    /// Ends every handle onto the data of `store` and opens it again, as a later session does.
    async fn later(&self, store: Self::Store) -> Self::Store;
}

/// How one check ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The check.
    pub name: &'static str,
    /// What it found wrong.
    pub failure: Option<String>,
}

type Checked = Result<(), String>;

macro_rules! checks {
    ($($name:ident,)+) => {
        /// The names of all checks, in the order in which they run.
        pub const NAMES: &[&str] = &[$(stringify!($name)),+];

        /// Runs every check; one that fails does not keep the others from running.
        pub async fn run(backend: &impl Backend) -> Vec<Outcome> {
            vec![$(Outcome { name: stringify!($name), failure: $name(backend).await.err() }),+]
        }
    };
}

checks! {
    an_empty_store_has_no_head_rows_or_snapshot,
    rows_come_back_byte_for_byte,
    the_head_follows_every_append,
    appending_nothing_checks_the_head,
    a_wrong_head_is_refused_and_nothing_is_written,
    the_conflict_names_the_head_to_catch_up_to,
    the_same_sequence_with_another_hash_is_refused,
    two_handles_see_each_other,
    of_two_racing_appends_one_wins,
    rows_are_ordered_by_number_not_by_text,
    reading_starts_in_the_middle_of_a_row,
    reading_past_the_end_gives_nothing,
    reading_stops_after_max_bytes,
    at_least_one_row_is_read,
    paging_by_small_reads_gives_every_row_once,
    many_rows_are_one_append,
    many_small_rows_are_read_at_once,
    a_row_over_the_bound_is_kept_whole,
    a_row_cut_short_is_handed_out_as_it_is,
    a_snapshot_comes_back,
    a_snapshot_changes_only_what_it_names,
    missing_blocks_are_left_out,
    blocks_come_in_the_order_asked_for,
    names_of_blocks_are_any_text,
    a_removed_block_that_is_not_there_is_no_error,
    a_snapshot_that_another_handle_replaced_is_not_written_over,
    a_dropped_snapshot_is_gone_and_the_journal_stays,
    everything_is_there_in_a_later_session,
    stores_do_not_share_data,
}

/// `count` records after `head`, each with a payload of about `size` bytes. `mark` tells series apart.
fn records(head: Head, count: usize, size: usize, mark: &str) -> Vec<Record> {
    let mut head = head;
    (0..count)
        .map(|n| {
            let payload = format!("{{\"mark\":\"{mark}\",\"n\":{n},\"pad\":\"{}\"}}", "x".repeat(size));
            let mut record = Record {
                sequence: 0,
                operation: "test".into(),
                id: Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("{mark}:{n}:{}", head.sequence).as_bytes()),
                owner: "owner".into(),
                space: "space".into(),
                target: None,
                time: 1_700_000_000_000 + n as i64,
                actor: "conformance".into(),
                checksum: sha256(payload.as_bytes()),
                payload: Some(payload),
                previous: head.hash,
                hash: head.hash,
            };
            record.chain(&head);
            head = record.head();
            record
        })
        .collect()
}

fn rows(head: Head, count: usize, size: usize, mark: &str) -> Vec<Row> {
    Row::pack(&records(head, count, size, mark))
}

fn head_of(rows: &[Row]) -> Head {
    rows.last().map(Row::head).unwrap_or_default()
}

fn block(name: &str, bytes: &[u8]) -> Block {
    Block { name: name.into(), bytes: bytes.to_vec() }
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: T, wanted: T) -> Checked {
    if got == wanted {
        return Ok(());
    }
    let short = |value: T| format!("{value:?}").chars().take(300).collect::<String>();
    Err(format!("{what}: got {}, wanted {}", short(got), short(wanted)))
}

fn done<T>(what: &str, result: Result<T, StoreError>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error:?}"))
}

const ALL: usize = usize::MAX;

async fn read_all(store: &impl Store) -> Result<Vec<Row>, String> {
    done("read", store.read(1, ALL).await)
}

/// Polls both until both are done; the first one goes first.
async fn both<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> (A, B) {
    let (mut a, mut b) = (std::pin::pin!(a), std::pin::pin!(b));
    let (mut left, mut right) = (None, None);
    std::future::poll_fn(|context| {
        if left.is_none()
            && let std::task::Poll::Ready(value) = a.as_mut().poll(context)
        {
            left = Some(value);
        }
        if right.is_none()
            && let std::task::Poll::Ready(value) = b.as_mut().poll(context)
        {
            right = Some(value);
        }
        match (left.take(), right.take()) {
            (Some(left), Some(right)) => std::task::Poll::Ready((left, right)),
            (one, two) => {
                (left, right) = (one, two);
                std::task::Poll::Pending
            }
        }
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::InMemory;

    struct Memories;

    impl Backend for Memories {
        type Store = InMemory;

        async fn fresh(&self) -> InMemory {
            InMemory::new()
        }

        async fn another(&self, store: &InMemory) -> InMemory {
            store.clone()
        }

        async fn later(&self, store: InMemory) -> InMemory {
            store
        }
    }

    #[test]
    fn the_store_in_memory_conforms() {
        let outcomes = futures::executor::block_on(run(&Memories));
        assert_eq!(outcomes.len(), NAMES.len());
        let failed: Vec<_> = outcomes.iter().filter(|outcome| outcome.failure.is_some()).collect();
        assert!(failed.is_empty(), "{failed:#?}");
    }
}
