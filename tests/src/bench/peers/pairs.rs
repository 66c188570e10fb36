//! Duplicate pairs among names of which one in twenty is one edit away from another: ours, and the names for others.

use super::super::cards;
use super::super::growth::{pair, pairs_asked};
use super::super::session::Session;
use namesake_core::store::InMemory;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;

/// What is found is what the inbox asks about after `organize`.
pub(super) fn measure(names: &[String], size: usize, write_to: Option<&Path>) -> Result<Value, String> {
    eprintln!("  pairs: Namesake…");
    let cards = cards::with_duplicates(names, size, cards::SEEDS[0]);
    if let Some(path) = write_to {
        let text = json!({ "names": cards.names, "planted": cards.planted }).to_string();
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let planted: HashSet<_> = cards.planted.iter().map(|(a, b)| pair(a, b)).collect();
    let mut session = Session::open(&InMemory::new())?;
    session.import("cards.vcf", cards.file)?;
    let (_, took) = session.organize()?;
    let found = pairs_asked(&mut session)?;
    Ok(json!({
        "task": "pairs",
        "env": "native",
        "names": size,
        "planted": planted.len(),
        "who": "Namesake",
        "setting": "",
        "seconds": took.whole.as_secs_f64(),
        "found": found.len(),
        "right": found.intersection(&planted).count(),
    }))
}
