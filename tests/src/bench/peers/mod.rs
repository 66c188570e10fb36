//! Other searchers beside Namesake, in one process and over the same names: `--features peers`, `--bin peers`.
//!
//! Writes a list of runs, of which `cargo xtask bench` makes rows: `{task, env, names, queries, who, setting, build,
//! asked: [{at, tokens, ms, rank}]}`, and for pairs `{…, planted, seconds, found, right}`. A run that asks a sample says
//! so by its number of questions. With `--pairs FILE` the names among which pairs are sought are written there, for a peer
//! that is not of this process.

mod ngrams;
mod ours;
mod pairs;
mod ratios;
mod task;

use super::data;
use serde_json::Value;
use std::path::PathBuf;
use task::Task;

/// Runs what the command line asks for.
///
/// # Errors
/// With a sentence for the terminal: the command line is wrong, there is no data, or a searcher refused it.
pub fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut data, mut json, mut pairs, mut size) = (None::<PathBuf>, None::<PathBuf>, None::<PathBuf>, 100_000);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("`{name}` needs a value"))?;
        match name.as_str() {
            "--data" => data = Some(value.into()),
            "--json" => json = Some(value.into()),
            "--pairs" => pairs = Some(value.into()),
            "--size" => size = value.parse().map_err(|_| format!("`{value}` is no size"))?,
            _ => return Err(format!("`{name}` is none of --data, --json, --pairs, --size")),
        }
    }
    let runs = all(&data.ok_or("--data is needed: peers are compared on real names")?, size, pairs)?;
    let list = Value::Array(runs).to_string();
    match json {
        Some(path) => std::fs::write(&path, list).map_err(|error| format!("{}: {error}", path.display())),
        None => {
            println!("{list}");
            Ok(())
        }
    }
}

fn all(data: &std::path::Path, size: usize, pairs: Option<PathBuf>) -> Result<Vec<Value>, String> {
    let mut runs = Vec::new();
    for task in [Task::edits(data, size), Task::variants(data)].into_iter().flatten() {
        runs.push(ours::measure(&task)?);
        runs.extend(ratios::measure(&task)?);
        runs.extend(ngrams::measure(&task)?);
    }
    let names = data::names(Some(data), size);
    if names.queries.is_some() {
        runs.push(pairs::measure(&names.names, size, pairs.as_deref())?);
    }
    Ok(runs)
}
