//! `ngrammatic`: an index of n-grams in memory.

use super::task::{Task, Who, described};
use ngrammatic::{CorpusBuilder, Pad};
use serde_json::Value;
use std::collections::HashMap;

const TEN: usize = 10;
/// Below its usual one, since a variant may lack half of a name.
const THRESHOLD: f32 = 0.1;

/// The usual weight of a gram that is missing, and a heavier one.
const WARPS: [(f32, &str); 2] = [(2.0, "trigrams"), (3.0, "trigrams, warp 3")];

pub(super) fn measure(task: &Task) -> Result<Vec<Value>, String> {
    WARPS.into_iter().map(|(warp, setting)| trigrams(task, warp, setting)).collect()
}

fn trigrams(task: &Task, warp: f32, setting: &'static str) -> Result<Value, String> {
    // It answers the text that it indexed, which is in lower case.
    let build = |names: &[String]| {
        let lower: HashMap<String, String> = names.iter().map(|name| (name.to_lowercase(), name.clone())).collect();
        let corpus = CorpusBuilder::default().arity(3).pad_full(Pad::Auto).fill(lower.keys()).finish();
        Ok((corpus, lower))
    };
    // A tenth of a second a query among many names.
    let sample = (task.names.len() > 20_000).then_some(200);
    let who = Who { name: described("ngrammatic"), setting, sample };
    task.measure(who, build, |(corpus, lower), text| {
        let found = corpus.search_with_warp(&text.to_lowercase(), warp, THRESHOLD, TEN);
        Ok(found.into_iter().filter_map(|hit| lower.get(&hit.text).cloned()).collect())
    })
}
