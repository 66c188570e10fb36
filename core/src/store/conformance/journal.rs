//! Checks of the journal: appending at a head, and reading ranges.

use super::{ALL, Backend, Checked, block, both, done, head_of, names, read_all, records, rows, same};
use crate::journal::{Head, MAX_BYTES, Row};
use crate::store::{SnapshotChange, Store, StoreError};

pub(super) async fn an_empty_store_has_no_head_rows_or_snapshot(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    same("head", store.head().await, Ok(Head::default()))?;
    same("rows", store.read(1, ALL).await, Ok(Vec::new()))?;
    same("manifest", store.manifest().await, Ok(None))?;
    same("blocks", store.blocks(&names(&["a"])).await, Ok(Vec::new()))
}

pub(super) async fn rows_come_back_byte_for_byte(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let written = rows(Head::default(), 3, 100, "a");
    done("append", store.append(&Head::default(), &written).await)?;
    same("rows", read_all(&store).await?, written)
}

pub(super) async fn the_head_follows_every_append(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let mut head = Head::default();
    for count in [1, 1, 5, 300] {
        let next = rows(head, count, 20, "a");
        done("append", store.append(&head, &next).await)?;
        head = head_of(&next);
        same("head", store.head().await, Ok(head))?;
    }
    same("sequence", head.sequence, 307)
}

pub(super) async fn appending_nothing_checks_the_head(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    done("append", store.append(&Head::default(), &[]).await)?;
    let wrong = head_of(&rows(Head::default(), 1, 10, "a"));
    same("wrong head", store.append(&wrong, &[]).await, Err(StoreError::Conflict(Head::default())))
}

pub(super) async fn a_wrong_head_is_refused_and_nothing_is_written(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let first = rows(Head::default(), 2, 10, "a");
    done("append", store.append(&Head::default(), &first).await)?;
    let late = rows(Head::default(), 3, 10, "b");
    let refused = store.append(&Head::default(), &late).await;
    same("conflict", refused, Err(StoreError::Conflict(head_of(&first))))?;
    let ahead = Head { sequence: 9, ..head_of(&first) };
    let refused = store.append(&ahead, &rows(ahead, 1, 10, "c")).await;
    same("ahead", refused, Err(StoreError::Conflict(head_of(&first))))?;
    same("rows", read_all(&store).await?, first)
}

pub(super) async fn the_conflict_names_the_head_to_catch_up_to(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let first = rows(Head::default(), 1, 10, "a");
    done("append", store.append(&Head::default(), &first).await)?;
    let Err(StoreError::Conflict(head)) = store.append(&Head::default(), &rows(Head::default(), 1, 10, "b")).await
    else {
        return Err("no conflict".into());
    };
    let again = rows(head, 1, 10, "b");
    done("append at the named head", store.append(&head, &again).await)?;
    same("rows", read_all(&store).await?, [first, again].concat())
}

pub(super) async fn the_same_sequence_with_another_hash_is_refused(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let first = rows(Head::default(), 4, 10, "a");
    done("append", store.append(&Head::default(), &first).await)?;
    let other = head_of(&rows(Head::default(), 4, 10, "b"));
    let refused = store.append(&other, &rows(other, 1, 10, "b")).await;
    same("conflict", refused, Err(StoreError::Conflict(head_of(&first))))
}

pub(super) async fn two_handles_see_each_other(backend: &impl Backend) -> Checked {
    let one = backend.fresh().await;
    let two = backend.another(&one).await;
    let first = rows(Head::default(), 2, 10, "a");
    done("append", one.append(&Head::default(), &first).await)?;
    same("head", two.head().await, Ok(head_of(&first)))?;
    let second = rows(head_of(&first), 2, 10, "b");
    done("append", two.append(&head_of(&first), &second).await)?;
    same("rows", read_all(&one).await?, [first, second].concat())?;
    same("snapshot", two.put_snapshot(None, SnapshotChange::new(b"m", &[block("a", b"1")], &[])).await, Ok(true))?;
    same("manifest", one.manifest().await, Ok(Some(b"m".to_vec())))
}

pub(super) async fn of_two_racing_appends_one_wins(backend: &impl Backend) -> Checked {
    let one = backend.fresh().await;
    let two = backend.another(&one).await;
    let mut head = Head::default();
    for round in 0..20 {
        let (a, b) = (rows(head, 1 + round % 3, 50, "a"), rows(head, 2, 50, "b"));
        let (first, second) = both(one.append(&head, &a), two.append(&head, &b)).await;
        let winner = match (first, second) {
            (Ok(()), Err(StoreError::Conflict(seen))) if seen == head_of(&a) => a,
            (Err(StoreError::Conflict(seen)), Ok(())) if seen == head_of(&b) => b,
            outcomes => return Err(format!("round {round}: {outcomes:?}")),
        };
        same("what is stored", done("read", two.read(head.sequence + 1, ALL).await)?, winner.clone())?;
        head = head_of(&winner);
    }
    Ok(())
}

pub(super) async fn rows_are_ordered_by_number_not_by_text(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let mut head = Head::default();
    let mut all = Vec::new();
    for _ in 0..12 {
        let next = rows(head, 1, 10, "a");
        done("append", store.append(&head, &next).await)?;
        head = head_of(&next);
        all.extend(next);
    }
    same("rows", read_all(&store).await?, all)?;
    same("head", store.head().await, Ok(head))
}

/// Three rows: sequences 1–3, 4–7 and 8–9.
async fn three_rows(store: &impl Store) -> Result<Vec<Row>, String> {
    let mut head = Head::default();
    let mut all = Vec::new();
    for count in [3, 4, 2] {
        let next = rows(head, count, 100, "a");
        done("append", store.append(&head, &next).await)?;
        head = head_of(&next);
        all.extend(next);
    }
    Ok(all)
}

pub(super) async fn reading_starts_in_the_middle_of_a_row(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let all = three_rows(&store).await?;
    for (from, first) in [(0, 0), (1, 0), (3, 0), (4, 1), (5, 1), (7, 1), (8, 2), (9, 2)] {
        same(&format!("from {from}"), done("read", store.read(from, ALL).await)?, all[first..].to_vec())?;
    }
    Ok(())
}

pub(super) async fn reading_past_the_end_gives_nothing(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    three_rows(&store).await?;
    for from in [10, 11, 1_000_000, 1 << 53] {
        same(&format!("from {from}"), store.read(from, ALL).await, Ok(Vec::new()))?;
    }
    Ok(())
}

pub(super) async fn reading_stops_after_max_bytes(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let all = three_rows(&store).await?;
    let (first, second) = (all[0].bytes.len(), all[1].bytes.len());
    // A row is read as long as the ones before it do not fill the bound.
    for (max, count) in [(1, 1), (first, 1), (first + 1, 2), (first + second, 2), (first + second + 1, 3), (ALL, 3)] {
        let read = done("read", store.read(1, max).await)?;
        same(&format!("rows within {max} bytes"), read, all[..count].to_vec())?;
    }
    Ok(())
}

pub(super) async fn at_least_one_row_is_read(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let all = three_rows(&store).await?;
    same("within 0 bytes", done("read", store.read(5, 0).await)?, all[1..2].to_vec())
}

pub(super) async fn paging_by_small_reads_gives_every_row_once(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let all = three_rows(&store).await?;
    let mut seen = Vec::new();
    loop {
        let from = head_of(&seen).sequence + 1;
        let page = done("read", store.read(from, 1).await)?;
        if page.is_empty() {
            return same("rows", seen, all);
        }
        seen.extend(page);
    }
}

pub(super) async fn many_rows_are_one_append(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let written = rows(Head::default(), 2_500, 10, "a");
    same("rows", written.len(), 3)?;
    done("append", store.append(&Head::default(), &written).await)?;
    same("head", store.head().await, Ok(head_of(&written)))?;
    same("rows", read_all(&store).await?, written)
}

pub(super) async fn many_small_rows_are_read_at_once(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let written: Vec<Row> = records(Head::default(), 700, 10, "a")
        .iter()
        .flat_map(|record| Row::pack(std::slice::from_ref(record)))
        .collect();
    done("append", store.append(&Head::default(), &written).await)?;
    same("rows", read_all(&store).await?, written.clone())?;
    let bound = written[..333].iter().map(|row| row.bytes.len()).sum();
    same("bounded", done("read", store.read(1, bound).await)?, written[..333].to_vec())
}

pub(super) async fn a_row_over_the_bound_is_kept_whole(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let written = rows(Head::default(), 2, 3 * MAX_BYTES, "a");
    same("rows", written.len(), 2)?;
    done("append", store.append(&Head::default(), &written).await)?;
    same("rows", read_all(&store).await? == written, true)
}

pub(super) async fn a_row_cut_short_is_handed_out_as_it_is(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let mut written = rows(Head::default(), 3, 100, "a");
    written[0].bytes.truncate(120);
    done("append", store.append(&Head::default(), &written).await)?;
    same("rows", read_all(&store).await?, written.clone())?;
    same("head", store.head().await, Ok(head_of(&written)))
}
