//! The state in blocks, so that opening reads a few blocks and a short tail of the journal.
//!
//! A block holds up to 1,000 rows of one table of one space, or a space's standing decisions; only changed blocks are
//! written again. The manifest names every block with its checksum and the journal's head that the state stands at.
//! Blocks are checked with XXH64, which finds damage as well as SHA-256 does and costs a fiftieth of it; nobody has to
//! trust a snapshot, for all that is in it follows from the journal. Loading decodes a few blocks at a time, while the store
//! gets the next few, and saving packs a few at a time, so that bytes and state are never in memory both. A snapshot that is damaged, of another
//! format or owner, or ahead of the journal is discarded: the journal is the truth, and [`encode`] of a rebuilt state
//! gives the same bytes.
//!
//! Beside the tables there are blocks with the keys of names, which are a projection and only save time: what is
//! damaged of them is left out and found anew.

/// Calls a macro-like closure for each table of a space with its letter.
macro_rules! tables {
    ($space:expr, $each:ident) => {
        $each!("s", $space.sources);
        $each!("v", $space.events);
        $each!("e", $space.entities);
        $each!("m", $space.mentions);
        $each!("p", $space.proposals);
        $each!("r", $space.reviews);
        $each!("f", $space.statements);
        $each!("d", $space.edits);
        $each!("c", $space.claims);
    };
}

mod begun;
mod examine;
mod save;
#[cfg(test)]
mod tests;

use begun::Begun;
pub use examine::examine;
pub use save::save;

use crate::journal::{Head, sha256};
use crate::model::*;
use crate::names::KEY_VERSION;
use crate::state::{BLOCK, Forbidden, Quarantined, SavedName, Space, State};
use crate::store::{Block, SnapshotChange, Store, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;
use xxhash_rust::xxh64::xxh64;

/// Raised when the form of blocks changes; older snapshots are then rebuilt.
const FORMAT: u32 = 7;
/// Blocks that are read at a time.
const TOGETHER: usize = 16;
/// Letter of the blocks with the keys of names.
const NAMES: &str = "n";

/// What a snapshot consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    owner: String,
    /// The journal's head that the state stands at.
    pub head: Head,
    /// Blocks by name, with the checksums of their bytes.
    pub blocks: BTreeMap<String, u64>,
    quarantined: Vec<(u64, String)>,
}

/// Decisions and notes of a space that are in no table.
#[derive(Serialize, Deserialize)]
struct Standing {
    edges: BTreeMap<Uuid, (EntityId, EntityId)>,
    forbidden: BTreeMap<(EntityId, EntityId), Forbidden>,
    forbidden_names: BTreeSet<(String, EntityId)>,
    ignored: BTreeSet<String>,
    edited: BTreeMap<EntityId, Edited>,
    asked: BTreeSet<(EntityId, EntityId)>,
    single_valued: BTreeSet<String>,
    unpaired: BTreeSet<u32>,
}

fn block_name(letter: &str, number: u32, space: &str) -> String {
    format!("{letter}:{number:08}:{space}")
}

fn checksum(bytes: &[u8]) -> u64 {
    xxh64(bytes, 0)
}

fn pack<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, StoreError> {
    postcard::to_stdvec(value).map_err(|error| StoreError::Other(format!("a block cannot be packed: {error}")))
}

/// All blocks of a state. Two states that are equal give the same bytes.
///
/// # Errors
/// Only if a value cannot be serialised, which is a fault of ours.
pub fn encode(state: &State) -> Result<BTreeMap<String, Vec<u8>>, StoreError> {
    let mut out = BTreeMap::new();
    for (name, space) in &state.spaces {
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                for number in 0..$table.len().div_ceil(BLOCK) as u32 {
                    out.insert(block_name($letter, number, name), pack($table.block(number))?);
                }
            };
        }
        tables!(space, each);
        if !is_empty(space) {
            out.insert(block_name("x", 0, name), pack(&standing(space))?);
            out.insert(block_name(NAMES, 0, name), pack(&space.nodes.in_use())?);
        }
    }
    Ok(out)
}

fn is_empty(space: &Space) -> bool {
    space.events.is_empty() && space.entities.is_empty() && space.reviews.is_empty() && space.statements.is_empty()
}

fn standing(space: &Space) -> Standing {
    Standing {
        edges: space.edges.clone(),
        forbidden: space.forbidden.clone(),
        forbidden_names: space.forbidden_names.clone(),
        ignored: space.ignored.clone(),
        edited: space.edited.clone(),
        asked: space.asked.clone(),
        single_valued: space.single_valued.clone(),
        unpaired: space.unpaired.keys().copied().collect(),
    }
}

/// Reads the snapshot. None if there is none, or if it cannot be used.
///
/// # Errors
/// Those of the store. A snapshot that cannot be used is no error: the journal is the truth.
pub async fn load<S: Store>(store: &S, owner: &str) -> Result<Option<(State, Manifest)>, StoreError> {
    let Some(bytes) = store.manifest().await? else { return Ok(None) };
    let Some(manifest) = open_seal(&bytes).filter(|manifest| is_ours(manifest, owner)) else { return Ok(None) };
    let mut state = State::new(&manifest.owner);
    let names: Vec<String> = manifest.blocks.keys().cloned().collect();
    make_room(&mut state, &names);
    let mut parts = names.chunks(TOGETHER);
    let mut begin = async || match parts.next() {
        Some(names) => Some((names, Begun::new(store.blocks(names)).await)),
        None => None,
    };
    let mut next = begin().await;
    while let Some((names, blocks)) = next {
        let blocks = blocks.await?;
        if blocks.len() != names.len() {
            return Ok(None);
        }
        // The store gets the next ones while these are decoded.
        next = begin().await;
        for block in blocks {
            let sound = manifest.blocks.get(&block.name) == Some(&checksum(&block.bytes));
            // Of the keys of names, what comes after damage does not follow, and is left out as well.
            let is_needed = parts_of(&block.name).is_none_or(|(letter, ..)| letter != NAMES);
            if (!sound || place(&mut state, &block).is_none()) && is_needed {
                return Ok(None);
            }
        }
    }
    let standing = |name: &String| manifest.blocks.contains_key(&block_name("x", 0, name));
    if !state.spaces.keys().all(standing) {
        return Ok(None);
    }
    for space in state.spaces.values_mut() {
        space.project();
    }
    state.head = manifest.head;
    let quarantined = manifest.quarantined.iter();
    state.quarantined =
        quarantined.map(|(sequence, cause)| Quarantined { sequence: *sequence, cause: cause.clone() }).collect();
    Ok(Some((state, manifest)))
}

/// True if it is of this owner, and as this build writes it.
fn is_ours(manifest: &Manifest, owner: &str) -> bool {
    manifest.format == FORMAT && manifest.owner == owner
}

/// Letter, number and space of a block.
fn parts_of(name: &str) -> Option<(&str, u32, &str)> {
    let mut parts = name.splitn(3, ':');
    Some((parts.next()?, parts.next()?.parse().ok()?, parts.next()?))
}

/// Makes room for the rows of all blocks, so that tables of ids do not grow step by step.
fn make_room(state: &mut State, names: &[String]) {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (letter, _, space) in names.iter().filter_map(|name| parts_of(name)) {
        *counts.entry((letter, space)).or_default() += 1;
    }
    for ((letter, space), blocks) in counts {
        let space = state.space_mut(space);
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                if letter == $letter {
                    $table.reserve(blocks * BLOCK);
                }
            };
        }
        tables!(space, each);
        if letter == NAMES {
            space.nodes.gather_names(blocks * BLOCK);
        }
    }
}

/// Puts the rows of a block, which comes after those of lower numbers, into its table.
fn place(state: &mut State, block: &Block) -> Option<()> {
    let (letter, number, space) = parts_of(&block.name)?;
    let space = state.space_mut(space);
    if letter == "x" {
        let standing: Standing = postcard::from_bytes(&block.bytes).ok()?;
        space.edges = standing.edges;
        space.forbidden = standing.forbidden;
        space.forbidden_names = standing.forbidden_names;
        space.ignored = standing.ignored;
        space.edited = standing.edited;
        space.asked = standing.asked;
        space.single_valued = standing.single_valued;
        space.unpaired = standing.unpaired.into_iter().map(|entity| (entity, 0)).collect();
        return Some(());
    }
    if letter == NAMES {
        let (version, names): (u16, Vec<SavedName<'_>>) = postcard::from_bytes(&block.bytes).ok()?;
        return (version == KEY_VERSION && space.nodes.restore(number, &names)).then_some(());
    }
    macro_rules! each {
        ($letter:expr, $table:expr) => {
            if letter == $letter {
                return $table.restore(number, postcard::from_bytes(&block.bytes).ok()?).then_some(());
            }
        };
    }
    tables!(space, each);
    None
}

/// The manifest's bytes behind their own checksum.
fn seal(manifest: &Manifest) -> Result<Vec<u8>, StoreError> {
    let body = pack(manifest)?;
    let mut out = sha256(&body).0.to_vec();
    out.extend_from_slice(&body);
    Ok(out)
}

fn open_seal(bytes: &[u8]) -> Option<Manifest> {
    let (sum, body) = bytes.split_at_checked(32)?;
    if sha256(body).0 != sum {
        return None;
    }
    postcard::from_bytes(body).ok()
}
