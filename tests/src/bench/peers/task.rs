//! What is asked of every searcher, and how its answers are timed.

use super::super::data::{self, Query};
use super::super::random::Random;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// What takes longer is measured once; anything else three times, for the time in the middle.
const SLOW: Duration = Duration::from_millis(50);

/// Names, and queries that each mean one of them.
pub(super) struct Task {
    /// As runs name it.
    pub key: &'static str,
    pub names: Vec<String>,
    queries: Vec<(usize, Query)>,
}

/// Who is measured, with which setting, and on how many of the queries if not on all.
pub(super) struct Who {
    pub name: String,
    pub setting: &'static str,
    pub sample: Option<usize>,
}

impl Task {
    /// So many names of the US census, and queries with one edit.
    pub fn edits(data: &Path, size: usize) -> Option<Self> {
        let found = data::names(Some(data), size);
        let mut names = found.names;
        names.truncate(size);
        // Those that queries mean stand first, which would break ties for a searcher.
        Random::new(5).shuffle(&mut names);
        Some(Self::new("edits", names, found.queries?))
    }

    /// Historical persons, and real variants of their names.
    pub fn variants(data: &Path) -> Option<Self> {
        let (names, queries) = data::persons(Some(data))?;
        Some(Self::new("variants", names, queries))
    }

    fn new(key: &'static str, names: Vec<String>, queries: Vec<Query>) -> Self {
        let held: HashSet<&String> = names.iter().collect();
        let queries = queries.into_iter().enumerate().filter(|(_, query)| held.contains(&query.truth)).collect();
        Self { key, names, queries }
    }

    /// Builds a searcher, asks it, and writes down what came; `search` answers names, best first.
    pub fn measure<S>(
        &self,
        who: Who,
        build: impl FnOnce(&[String]) -> Result<S, String>,
        mut search: impl FnMut(&mut S, &str) -> Result<Vec<String>, String>,
    ) -> Result<Value, String> {
        eprintln!("  {}: {} {}…", self.key, who.name, who.setting);
        let start = Instant::now();
        let mut built = build(&self.names)?;
        let building = start.elapsed();
        let every = who.sample.map_or(1, |sample| (self.queries.len() / sample).max(1));
        let most = who.sample.unwrap_or(usize::MAX);
        let mut asked = Vec::new();
        for (at, query) in self.queries.iter().step_by(every).take(most) {
            let (found, took) = timed(|| search(&mut built, &query.text))?;
            let rank = found.iter().take(10).position(|name| *name == query.truth);
            let mut times = vec![took];
            while took <= SLOW && times.len() < 3 {
                times.push(timed(|| search(&mut built, &query.text))?.1);
            }
            times.sort_unstable();
            asked.push(json!({
                "at": at,
                "tokens": query.text.split_whitespace().count(),
                "ms": times[times.len() / 2].as_secs_f64() * 1e3,
                "rank": rank.map_or(-1, |rank| rank as i64),
            }));
        }
        Ok(json!({
            "task": self.key,
            "env": "native",
            "names": self.names.len(),
            "queries": self.queries.len(),
            "who": who.name,
            "setting": who.setting,
            "build": building.as_secs_f64(),
            "asked": asked,
        }))
    }
}

fn timed<T>(work: impl FnOnce() -> Result<T, String>) -> Result<(T, Duration), String> {
    let start = Instant::now();
    let value = work()?;
    Ok((value, start.elapsed()))
}

/// `name version` of a crate that the workspace's lock file names.
pub(super) fn described(name: &str) -> String {
    let lock = include_str!("../../../../Cargo.lock");
    let after = lock.split(&format!("\nname = \"{name}\"\nversion = \"")).nth(1);
    let version = after.and_then(|rest| rest.split('"').next());
    version.map_or(name.to_owned(), |version| format!("{name} {version}"))
}
