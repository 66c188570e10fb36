//! Checks of the snapshot, and of what stays beside it.

use super::{Backend, Checked, block, done, head_of, names, read_all, rows, same};
use crate::journal::Head;
use crate::store::{Block, SnapshotChange, Store};

pub(super) async fn a_snapshot_comes_back(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let blocks = vec![block("a", &[0, 1, 255]), block("b", &[]), block("c", &vec![7; 2_000_000])];
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"one", &blocks, &[])).await, Ok(true))?;
    same("manifest", store.manifest().await, Ok(Some(b"one".to_vec())))?;
    same("blocks", store.blocks(&names(&["a", "b", "c"])).await == Ok(blocks), true)
}

pub(super) async fn a_snapshot_changes_only_what_it_names(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let first = [block("a", b"1"), block("b", b"2"), block("c", b"3")];
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"one", &first, &[])).await, Ok(true))?;
    let second = [block("b", b"22"), block("d", b"4")];
    same(
        "snapshot",
        store.put_snapshot(Some(b"one"), SnapshotChange::new(b"two", &second, &names(&["c"]))).await,
        Ok(true),
    )?;
    same("manifest", store.manifest().await, Ok(Some(b"two".to_vec())))?;
    let wanted = vec![block("a", b"1"), block("b", b"22"), block("d", b"4")];
    same("blocks", store.blocks(&names(&["a", "b", "c", "d"])).await, Ok(wanted))
}

pub(super) async fn missing_blocks_are_left_out(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"m", &[block("b", b"2")], &[])).await, Ok(true))?;
    same("blocks", store.blocks(&names(&["a", "b", "c"])).await, Ok(vec![block("b", b"2")]))?;
    same("none", store.blocks(&[]).await, Ok(Vec::new()))
}

pub(super) async fn blocks_come_in_the_order_asked_for(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let blocks = [block("a", b"1"), block("b", b"2"), block("c", b"3")];
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"m", &blocks, &[])).await, Ok(true))?;
    let wanted = vec![block("c", b"3"), block("a", b"1")];
    same("blocks", store.blocks(&names(&["c", "a"])).await, Ok(wanted))
}

pub(super) async fn names_of_blocks_are_any_text(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let blocks: Vec<Block> =
        ["", "a/b", "日本", "👩‍🚀", "e\u{301}", "\u{e9}"].map(|name| block(name, name.as_bytes())).into();
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"m", &blocks, &[])).await, Ok(true))?;
    let asked: Vec<String> = blocks.iter().map(|block| block.name.clone()).collect();
    same("blocks", store.blocks(&asked).await, Ok(blocks))
}

pub(super) async fn a_removed_block_that_is_not_there_is_no_error(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"m", &[], &names(&["nothing"]))).await, Ok(true))?;
    same("manifest", store.manifest().await, Ok(Some(b"m".to_vec())))
}

pub(super) async fn a_snapshot_that_another_handle_replaced_is_not_written_over(backend: &impl Backend) -> Checked {
    let one = backend.fresh().await;
    let two = backend.another(&one).await;
    same("first", one.put_snapshot(None, SnapshotChange::new(b"one", &[block("a", b"1")], &[])).await, Ok(true))?;
    for expected in [None, Some(&b"other"[..]), Some(&b""[..])] {
        let refused =
            two.put_snapshot(expected, SnapshotChange::new(b"two", &[block("a", b"2")], &names(&["a"]))).await;
        same("refused", refused, Ok(false))?;
    }
    same("manifest", two.manifest().await, Ok(Some(b"one".to_vec())))?;
    same("blocks", two.blocks(&names(&["a"])).await, Ok(vec![block("a", b"1")]))?;
    same(
        "second",
        two.put_snapshot(Some(b"one"), SnapshotChange::new(b"two", &[block("a", b"2")], &[])).await,
        Ok(true),
    )?;
    same("late", one.put_snapshot(Some(b"one"), SnapshotChange::new(b"three", &[], &[])).await, Ok(false))?;
    same("blocks", one.blocks(&names(&["a"])).await, Ok(vec![block("a", b"2")]))
}

pub(super) async fn a_dropped_snapshot_is_gone_and_the_journal_stays(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let written = rows(Head::default(), 2, 10, "a");
    done("append", store.append(&Head::default(), &written).await)?;
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"m", &[block("a", b"1")], &[])).await, Ok(true))?;
    done("drop", store.drop_snapshot().await)?;
    done("drop twice", store.drop_snapshot().await)?;
    same("manifest", store.manifest().await, Ok(None))?;
    same("blocks", store.blocks(&names(&["a"])).await, Ok(Vec::new()))?;
    same("rows", read_all(&store).await?, written)
}

pub(super) async fn everything_is_there_in_a_later_session(backend: &impl Backend) -> Checked {
    let store = backend.fresh().await;
    let written = rows(Head::default(), 1_200, 30, "a");
    done("append", store.append(&Head::default(), &written).await)?;
    same("snapshot", store.put_snapshot(None, SnapshotChange::new(b"m", &[block("a", b"1")], &[])).await, Ok(true))?;
    let store = backend.later(store).await;
    same("head", store.head().await, Ok(head_of(&written)))?;
    same("rows", read_all(&store).await?, written.clone())?;
    same("manifest", store.manifest().await, Ok(Some(b"m".to_vec())))?;
    let next = rows(head_of(&written), 1, 10, "b");
    done("append", store.append(&head_of(&written), &next).await)
}

pub(super) async fn stores_do_not_share_data(backend: &impl Backend) -> Checked {
    let (one, two) = (backend.fresh().await, backend.fresh().await);
    done("append", one.append(&Head::default(), &rows(Head::default(), 1, 10, "a")).await)?;
    same("snapshot", one.put_snapshot(None, SnapshotChange::new(b"m", &[block("a", b"1")], &[])).await, Ok(true))?;
    same("head", two.head().await, Ok(Head::default()))?;
    same("manifest", two.manifest().await, Ok(None))
}
