//! The state in blocks, so that opening reads a few blocks and a short tail of the journal.
//!
//! A block holds up to 1,000 rows of one table of one space, or a space's standing decisions; only changed blocks are
//! written again. The manifest names every block with its checksum and the journal's head that the state stands at.
//! A snapshot that is damaged, of another format or owner, or ahead of the journal is discarded: the journal is the
//! truth, and [`encode`] of a rebuilt state gives the same bytes.

use crate::journal::{Hash, Head, sha256};
use crate::model::*;
use crate::state::{BLOCK, Forbidden, Quarantined, Space, State, Table};
use crate::store::{Block, Store, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Raised when the form of blocks changes; older snapshots are then rebuilt.
const FORMAT: u32 = 1;

/// What a snapshot consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    owner: String,
    /// The journal's head that the state stands at.
    pub head: Head,
    /// Blocks by name, with the SHA-256 of their bytes.
    pub blocks: BTreeMap<String, Hash>,
    quarantined: Vec<(u64, String)>,
}

/// Decisions and notes of a space that are in no table.
#[derive(Serialize, Deserialize)]
struct Standing {
    edges: BTreeMap<Uuid, (EntityId, EntityId)>,
    forbidden: BTreeMap<(EntityId, EntityId), Forbidden>,
    forbidden_names: BTreeSet<(String, EntityId)>,
    ignored: BTreeSet<String>,
    unpaired: BTreeSet<u32>,
}

/// Calls a macro-like closure for each table of a space with its letter.
macro_rules! tables {
    ($space:expr, $each:ident) => {
        $each!("s", $space.sources);
        $each!("v", $space.events);
        $each!("e", $space.entities);
        $each!("m", $space.mentions);
        $each!("p", $space.proposals);
        $each!("r", $space.reviews);
    };
}

fn block_name(letter: &str, number: u32, space: &str) -> String {
    format!("{letter}:{number:08}:{space}")
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
        }
    }
    Ok(out)
}

fn is_empty(space: &Space) -> bool {
    space.events.is_empty() && space.entities.is_empty() && space.reviews.is_empty()
}

fn standing(space: &Space) -> Standing {
    Standing {
        edges: space.edges.clone(),
        forbidden: space.forbidden.clone(),
        forbidden_names: space.forbidden_names.clone(),
        ignored: space.ignored.clone(),
        unpaired: space.unpaired.keys().copied().collect(),
    }
}

/// Saves what changed since `last`, the manifest of the snapshot in the store (none for a first one).
///
/// # Errors
/// Those of the store; then the snapshot is as it was.
pub async fn save<S: Store>(state: &mut State, store: &S, last: Option<&Manifest>) -> Result<Manifest, StoreError> {
    let mut manifest = Manifest {
        format: FORMAT,
        owner: state.owner.clone(),
        head: state.head,
        blocks: last.map(|last| last.blocks.clone()).unwrap_or_default(),
        quarantined: state.quarantined.iter().map(|q| (q.sequence, q.cause.clone())).collect(),
    };
    let mut changed = Vec::new();
    let mut taken: Vec<(String, &'static str, BTreeSet<u32>)> = Vec::new();
    for (name, space) in &mut state.spaces {
        if is_empty(space) {
            continue;
        }
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                let mut numbers = $table.take_changed();
                if last.is_none() {
                    numbers.extend(0..$table.len().div_ceil(BLOCK) as u32);
                }
                for number in &numbers {
                    let block = block_name($letter, *number, name);
                    changed.push(Block { name: block, bytes: pack($table.block(*number))? });
                }
                taken.push((name.clone(), $letter, numbers));
            };
        }
        tables!(space, each);
        let bytes = pack(&standing(space))?;
        let block = block_name("x", 0, name);
        if manifest.blocks.get(&block) != Some(&sha256(&bytes)) {
            changed.push(Block { name: block, bytes });
        }
    }
    for block in &changed {
        manifest.blocks.insert(block.name.clone(), sha256(&block.bytes));
    }
    match store.put_snapshot(&seal(&manifest)?, &changed, &[]).await {
        Ok(()) => Ok(manifest),
        Err(error) => {
            for (name, letter, numbers) in taken {
                let Some(space) = state.spaces.get_mut(&name) else { continue };
                macro_rules! each {
                    ($letter:expr, $table:expr) => {
                        if $letter == letter {
                            $table.mark_changed(numbers.clone());
                        }
                    };
                }
                tables!(space, each);
            }
            Err(error)
        }
    }
}

/// Reads the snapshot. None if there is none, or if it cannot be used.
///
/// # Errors
/// Those of the store. A snapshot that cannot be used is no error: the journal is the truth.
pub async fn load<S: Store>(store: &S, owner: &str) -> Result<Option<(State, Manifest)>, StoreError> {
    let Some(bytes) = store.manifest().await? else { return Ok(None) };
    let Some(manifest) = open_seal(&bytes).filter(|m| m.format == FORMAT && m.owner == owner) else { return Ok(None) };
    let names: Vec<String> = manifest.blocks.keys().cloned().collect();
    let blocks = store.blocks(&names).await?;
    let sound = blocks.len() == names.len()
        && blocks.iter().all(|block| manifest.blocks.get(&block.name) == Some(&sha256(&block.bytes)));
    if !sound {
        return Ok(None);
    }
    Ok(decode(&manifest, blocks).map(|state| (state, manifest)))
}

fn decode(manifest: &Manifest, blocks: Vec<Block>) -> Option<State> {
    let mut state = State::new(&manifest.owner);
    state.head = manifest.head;
    state.quarantined = manifest
        .quarantined
        .iter()
        .map(|(sequence, cause)| Quarantined { sequence: *sequence, cause: cause.clone() })
        .collect();
    let mut by_space: BTreeMap<String, BTreeMap<(String, u32), Vec<u8>>> = BTreeMap::new();
    for block in blocks {
        let mut parts = block.name.splitn(3, ':');
        let (letter, number, space) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
        by_space.entry(space.to_owned()).or_default().insert((letter.to_owned(), number), block.bytes);
    }
    for (name, blocks) in by_space {
        let space = state.space_mut(&name);
        macro_rules! each {
            ($letter:expr, $table:expr) => {
                $table = rows(&blocks, $letter)?;
            };
        }
        tables!(space, each);
        let standing: Standing = postcard::from_bytes(blocks.get(&("x".to_owned(), 0))?).ok()?;
        space.edges = standing.edges;
        space.forbidden = standing.forbidden;
        space.forbidden_names = standing.forbidden_names;
        space.ignored = standing.ignored;
        space.unpaired = standing.unpaired.into_iter().map(|entity| (entity, 0)).collect();
        space.project();
    }
    Some(state)
}

fn rows<T: HasId + DeserializeOwned>(blocks: &BTreeMap<(String, u32), Vec<u8>>, letter: &str) -> Option<Table<T>> {
    let mut all = Vec::new();
    for (_, bytes) in blocks.iter().filter(|((l, _), _)| l == letter) {
        let mut part: Vec<T> = postcard::from_bytes(bytes).ok()?;
        all.append(&mut part);
    }
    Some(Table::restore(all))
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
