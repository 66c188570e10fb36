//! Saving: what changed is packed and written a few megabytes at a time, so that the first snapshot of a large memory
//! is never in memory beside it. While parts are written, the store holds no manifest: what is there is no snapshot, and
//! whoever opens reads the journal.

use super::*;

/// Bytes of blocks that are packed and written at a time.
const PART: usize = 4 << 20;
/// How often saving is tried where other handles save at the same time.
const ATTEMPTS: usize = 3;
/// Begins what stands in the place of the manifest until all parts are written. What follows tells which handle writes, so
/// that none goes on in the place of another.
pub(super) const UNFINISHED: &[u8] = b"unfinished ";

/// Saves what changed since `last`, the manifest that this handle saved or read last (none for a first one). Where another
/// handle saved meanwhile, every block is compared with that snapshot's. None, and nothing is written, if that one stands at
/// a later head.
///
/// # Errors
/// Those of the store; then the snapshot is as it was, or, if it was written in parts, gone.
pub async fn save<S: Store>(
    state: &mut State,
    store: &S,
    last: Option<&Manifest>,
) -> Result<Option<Manifest>, StoreError> {
    save_in_parts(state, store, last, PART).await
}

/// The same in parts of about so many bytes.
pub(super) async fn save_in_parts<S: Store>(
    state: &mut State,
    store: &S,
    last: Option<&Manifest>,
    part: usize,
) -> Result<Option<Manifest>, StoreError> {
    for _ in 0..ATTEMPTS {
        let there = store.manifest().await?;
        let mut base = there.as_deref().and_then(open_seal).filter(|base| is_ours(base, &state.owner));
        if let Some(ahead) = base.as_ref().map(|base| base.head.sequence).filter(|at| *at > state.head.sequence) {
            if ahead <= store.head().await?.sequence {
                return Ok(None);
            }
            // It is ahead of the journal too, so nobody can use it.
            base = None;
        }
        let all = base.is_none() || base.as_ref() != last;
        let mut manifest = Manifest {
            format: FORMAT,
            owner: state.owner.clone(),
            head: state.head,
            blocks: base.map(|base| base.blocks).unwrap_or_default(),
            quarantined: state.quarantined.iter().map(|q| (q.sequence, q.cause.clone())).collect(),
        };
        let (changed, removed) = take_changed(state, &mut manifest, all);
        if last.is_none() {
            // One that could not be used may be damaged where its manifest says otherwise: all of it is written again.
            manifest.blocks.clear();
        }
        let changes = Changes { changed: &changed, removed: &removed, all };
        match write(state, store, there, changes, manifest, part).await {
            Ok(Some(manifest)) => {
                state.spaces.values_mut().for_each(|space| space.nodes.set_saved());
                return Ok(Some(manifest));
            }
            // Another handle saved in between.
            Ok(None) => mark_changed(state, changed),
            Err(error) => {
                mark_changed(state, changed);
                return Err(error);
            }
        }
    }
    Ok(None)
}

/// Notes that blocks were not saved.
fn mark_changed(state: &mut State, changed: Vec<(String, &'static str, u32)>) {
    for (name, letter, number) in changed {
        let Some(space) = state.spaces.get_mut(&name) else { continue };
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                if $letter == letter {
                    $table.mark_changed([number].into());
                }
            };
        }
        tables!(space, each);
    }
}

/// Space, letter and number of blocks to be written (`all`: if they differ from those in the manifest), and names of blocks
/// that are to go.
fn take_changed(
    state: &mut State,
    manifest: &mut Manifest,
    all: bool,
) -> (Vec<(String, &'static str, u32)>, Vec<String>) {
    let (mut changed, mut removed) = (Vec::new(), Vec::new());
    for (name, space) in &mut state.spaces {
        if is_empty(space) {
            continue;
        }
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                let mut numbers = $table.take_changed();
                if all {
                    numbers.extend(0..$table.len().div_ceil(BLOCK) as u32);
                }
                changed.extend(numbers.into_iter().map(|number| (name.clone(), $letter, number)));
            };
        }
        tables!(space, each);
        let unsaved = space.nodes.unsaved(if all { 0 } else { space.nodes.saved() });
        let end = unsaved.end;
        changed.extend(unsaved.map(|number| (name.clone(), NAMES, number)));
        // Where keys of names were found anew, there may be fewer of them.
        let beyond = |block: &&String| {
            parts_of(block).is_some_and(|(letter, number, space)| letter == NAMES && space == name && number >= end)
        };
        removed.extend(manifest.blocks.keys().filter(beyond).cloned());
        changed.push((name.clone(), "x", 0));
    }
    if all {
        let due: BTreeSet<String> =
            changed.iter().map(|(space, letter, number)| block_name(letter, *number, space)).collect();
        removed = manifest.blocks.keys().filter(|block| !due.contains(*block)).cloned().collect();
    }
    manifest.blocks.retain(|name, _| !removed.contains(name));
    (changed, removed)
}

/// What is to be written.
#[derive(Clone, Copy)]
struct Changes<'a> {
    /// Space, letter and number of blocks.
    changed: &'a [(String, &'static str, u32)],
    /// Names of blocks that are to go.
    removed: &'a [String],
    /// All blocks are in `changed`, not those alone that this handle changed.
    all: bool,
}

/// Packs blocks and writes those that are not there yet, about `part` bytes at a time, in the place of the snapshot with the
/// manifest `there`; the manifest comes last. As long as it is not there, what is in the store is no snapshot. None if another
/// handle saved in between.
async fn write<S: Store>(
    state: &State,
    store: &S,
    mut there: Option<Vec<u8>>,
    changes: Changes<'_>,
    mut manifest: Manifest,
    part: usize,
) -> Result<Option<Manifest>, StoreError> {
    let (mut blocks, mut bytes) = (Vec::new(), 0);
    let mark = [UNFINISHED, &seal(&manifest)?].concat();
    for (name, letter, number) in changes.changed {
        let Some(space) = state.space(name) else { continue };
        let block = block_name(letter, *number, name);
        let packed = pack_block(space, letter, *number)?;
        let sum = checksum(&packed);
        // What was found anew because it is damaged in the store has the checksum that it should have there.
        if (changes.all || *letter == "x") && manifest.blocks.get(&block) == Some(&sum) {
            continue;
        }
        manifest.blocks.insert(block.clone(), sum);
        if bytes > 0 && bytes + packed.len() > part {
            if !store.put_snapshot(there.as_deref(), SnapshotChange::new(&mark, &blocks, &[])).await? {
                return Ok(None);
            }
            there = Some(mark.clone());
            (blocks, bytes) = (Vec::new(), 0);
        }
        bytes += packed.len();
        blocks.push(Block { name: block, bytes: packed });
    }
    let written =
        store.put_snapshot(there.as_deref(), SnapshotChange::new(&seal(&manifest)?, &blocks, changes.removed)).await?;
    Ok(written.then_some(manifest))
}

fn pack_block(space: &Space, wanted: &str, number: u32) -> Result<Vec<u8>, StoreError> {
    if wanted == NAMES {
        return pack(&(KEY_VERSION, space.nodes.block(number)));
    }
    macro_rules! each {
        ($letter:expr, $table:expr) => {
            if wanted == $letter {
                return pack($table.block(number));
            }
        };
    }
    tables!(space, each);
    pack(&standing(space))
}
