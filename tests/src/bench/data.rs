//! Names to fill a memory with: those of the outside data, or made-up ones where there are none.

use super::random::Random;
use std::collections::HashSet;
use std::path::Path;

const NAMES: &str = "names/uscensus_person_names_100k.txt";
const QUERIES: &str = "names/uscensus_queries_1k.tsv";
const PERSONS: &str = "er/historical_canonical.txt";
const VARIANTS: &str = "er/historical_variant_queries_1k.tsv";

/// A misspelt or variant name with the one that is meant.
#[derive(Clone)]
pub(super) struct Query {
    pub text: String,
    pub truth: String,
}

/// Distinct names, and queries with one edit of some of them.
pub(super) struct Names {
    /// The names that the queries mean come first, so that small memories hold them too.
    pub names: Vec<String>,
    /// None if there is no outside data.
    pub queries: Option<Vec<Query>>,
}

/// Names for a memory of `size` entities.
pub(super) fn names(data: Option<&Path>, size: usize) -> Names {
    let found = data.and_then(|data| Some((lines(&data.join(NAMES))?, queries(&data.join(QUERIES))?)));
    let Some((all, queries)) = found.filter(|(all, _)| all.len() >= size) else {
        return Names { names: made_up(size), queries: None };
    };
    let mut seen = HashSet::new();
    let mut names: Vec<String> = queries.iter().map(|query| query.truth.clone()).chain(all).collect();
    names.retain(|name| seen.insert(name.clone()));
    Names { names, queries: Some(queries) }
}

/// Historical persons and variants of their names.
pub(super) fn persons(data: Option<&Path>) -> Option<(Vec<String>, Vec<Query>)> {
    let data = data?;
    Some((lines(&data.join(PERSONS))?, queries(&data.join(VARIANTS))?))
}

fn lines(path: &Path) -> Option<Vec<String>> {
    Some(std::fs::read_to_string(path).ok()?.lines().map(str::to_owned).collect())
}

fn queries(path: &Path) -> Option<Vec<Query>> {
    let query = |line: &String| {
        let (text, rest) = line.split_once('\t')?;
        let truth = rest.split('\t').next()?;
        Some(Query { text: text.to_owned(), truth: truth.to_owned() })
    };
    lines(path)?.iter().map(query).collect()
}

/// Distinct given and family names out of syllables, with frequencies that fall as those of real names do.
pub(super) fn made_up(count: usize) -> Vec<String> {
    const STARTS: [&str; 16] =
        ["ba", "ce", "do", "fa", "gri", "ha", "ju", "ka", "lo", "mi", "no", "pe", "ro", "sha", "ta", "vi"];
    const ENDS: [&str; 12] = ["bert", "lin", "mar", "na", "nelle", "rick", "sen", "ska", "ton", "vers", "wyn", "zar"];
    let mut random = Random::new(1);
    let word = |random: &mut Random, spread: usize| {
        // The square favours low numbers.
        let n = random.below(spread) * random.below(spread) / spread;
        let (a, b, c) = (n % 16, n / 16 % 16, n / 256 % 12);
        let mut word = format!("{}{}{}", STARTS[a], STARTS[b], ENDS[c]);
        word[..1].make_ascii_uppercase();
        word
    };
    let mut seen = HashSet::new();
    let mut names = Vec::with_capacity(count);
    while names.len() < count {
        let name = format!("{} {}", word(&mut random, 1_500), word(&mut random, 3_000));
        if seen.insert(name.clone()) {
            names.push(name);
        }
    }
    names
}
