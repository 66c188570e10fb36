//! Saving: what changed is packed and written a few megabytes at a time, so that the first snapshot of a large memory
//! is never in memory beside it. While parts are written, the store holds no manifest: what is there is no snapshot, and
//! whoever opens reads the journal.

use super::*;

/// Bytes of blocks that are packed and written at a time.
const PART: usize = 4 << 20;
/// Stands in the place of the manifest until all parts are written.
pub(super) const UNFINISHED: &[u8] = b"";

/// Saves what changed since `last`, the manifest of the snapshot in the store (none for a first one).
///
/// # Errors
/// Those of the store; then the snapshot is as it was, or, if it was written in parts, gone.
pub async fn save<S: Store>(state: &mut State, store: &S, last: Option<&Manifest>) -> Result<Manifest, StoreError> {
    save_in_parts(state, store, last, PART).await
}

/// The same in parts of about so many bytes.
pub(super) async fn save_in_parts<S: Store>(
    state: &mut State,
    store: &S,
    last: Option<&Manifest>,
    part: usize,
) -> Result<Manifest, StoreError> {
    let mut manifest = Manifest {
        format: FORMAT,
        owner: state.owner.clone(),
        head: state.head,
        blocks: last.map(|last| last.blocks.clone()).unwrap_or_default(),
        quarantined: state.quarantined.iter().map(|q| (q.sequence, q.cause.clone())).collect(),
    };
    let (changed, removed) = take_changed(state, &mut manifest, last.is_none());
    match write(state, store, &changed, &removed, manifest, part).await {
        Ok(manifest) => {
            state.spaces.values_mut().for_each(|space| space.nodes.set_saved());
            Ok(manifest)
        }
        Err(error) => {
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
            Err(error)
        }
    }
}

/// Space, letter and number of blocks to be written, and names of blocks that are to go.
fn take_changed(
    state: &mut State,
    manifest: &mut Manifest,
    first: bool,
) -> (Vec<(String, &'static str, u32)>, Vec<String>) {
    let (mut changed, mut removed) = (Vec::new(), Vec::new());
    for (name, space) in &mut state.spaces {
        if is_empty(space) {
            continue;
        }
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                let mut numbers = $table.take_changed();
                if first {
                    numbers.extend(0..$table.len().div_ceil(BLOCK) as u32);
                }
                changed.extend(numbers.into_iter().map(|number| (name.clone(), $letter, number)));
            };
        }
        tables!(space, each);
        let unsaved = space.nodes.unsaved(if first { 0 } else { space.nodes.saved() });
        let end = unsaved.end;
        changed.extend(unsaved.map(|number| (name.clone(), NAMES, number)));
        // Where keys of names were found anew, there may be fewer of them.
        let beyond = |block: &&String| {
            parts_of(block).is_some_and(|(letter, number, space)| letter == NAMES && space == name && number >= end)
        };
        removed.extend(manifest.blocks.keys().filter(beyond).cloned());
        changed.push((name.clone(), "x", 0));
    }
    manifest.blocks.retain(|name, _| !removed.contains(name));
    (changed, removed)
}

/// Packs blocks and writes them, about `part` bytes at a time; the manifest comes last. As long as it is not there, what is
/// in the store is no snapshot.
async fn write<S: Store>(
    state: &State,
    store: &S,
    changed: &[(String, &'static str, u32)],
    removed: &[String],
    mut manifest: Manifest,
    part: usize,
) -> Result<Manifest, StoreError> {
    let (mut blocks, mut bytes) = (Vec::new(), 0);
    for (name, letter, number) in changed {
        let Some(space) = state.space(name) else { continue };
        let block = block_name(letter, *number, name);
        let packed = pack_block(space, letter, *number)?;
        let sum = checksum(&packed);
        if *letter == "x" && manifest.blocks.get(&block) == Some(&sum) {
            continue;
        }
        manifest.blocks.insert(block.clone(), sum);
        if bytes > 0 && bytes + packed.len() > part {
            store.put_snapshot(UNFINISHED, &blocks, &[]).await?;
            (blocks, bytes) = (Vec::new(), 0);
        }
        bytes += packed.len();
        blocks.push(Block { name: block, bytes: packed });
    }
    store.put_snapshot(&seal(&manifest)?, &blocks, removed).await?;
    Ok(manifest)
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
