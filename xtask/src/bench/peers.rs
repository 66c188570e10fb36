//! Others on the same data beside ours: natively in one process, in Chromium in workers of one page, and for pairs one of
//! Python's.
//!
//! Each of the three writes *runs* (see `tests/src/bench/peers/mod.rs`); here they become rows. A peer is measured with
//! several settings, and the one with the best recall is marked.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::row::{Peer, Row, thousands};
use super::{read, results_file};
use crate::browser;
use crate::error::{Context, Error, Result};
use crate::files;
use crate::paths;
use crate::serve::Site;
use crate::shell;

/// Ours, as runs name it.
pub const OURS: &str = "Namesake";

/// Queries below which no 99th percentile is told.
const ENOUGH: usize = 100;

/// The peers of npm: where they lie, and the name that the page imports.
const PACKAGES: [(&str, &str); 2] =
    [("minisearch/dist/es/index.js", "minisearch.js"), ("fuse.js/dist/fuse.mjs", "fuse.js")];

/// Natively: ours, `rapidfuzz`, `ngrammatic`. The names for [`pairs`] are written to the file.
///
/// # Errors
/// The bench cannot be built or run.
pub fn native(data: &Path, size: usize, names: &Path) -> Result<Vec<Row>> {
    let json = results_file("peers-native")?;
    let mut cargo = shell::cargo();
    cargo
        .args(["run", "--profile", "bench", "--package", "namesake-tests", "--features", "peers", "--bin", "peers"])
        .args(["--", "--size", &size.to_string(), "--data"])
        .arg(data)
        .arg("--json")
        .arg(&json)
        .arg("--pairs")
        .arg(names);
    shell::run(&mut cargo)?;
    read(&json)
}

/// In Chromium: ours, minisearch, fuse.js. The site must be built.
///
/// # Errors
/// The browser or the packages are not there, or a page failed.
pub fn chromium(data: &Path, size: usize) -> Result<Vec<Row>> {
    let node = browser::node()?;
    browser::npm_packages()?;
    let json = results_file("peers-chromium")?;
    let site = Site::start(0, site()?)?;
    let mut command = shell::command(node);
    command
        .args(["tests/e2e/bench-peers.mjs", "--size", &size.to_string(), "--data"])
        .arg(data)
        .arg("--json")
        .arg(&json)
        .env("NAMESAKE_URL", site.url())
        .env("NAMESAKE_CHROMIUM", browser::chromium()?);
    shell::run(&mut command)?;
    read(&json)
}

/// `blazematch` of Python on the names that [`native`] wrote.
///
/// # Errors
/// There is no Python, the package cannot be had, or it failed.
pub fn pairs(names: &Path) -> Result<Vec<Row>> {
    if !names.is_file() {
        return Err(Error::Check("the native peers wrote no names to seek pairs among".to_owned()));
    }
    let python = python()?;
    let json = results_file("peers-pairs")?;
    let mut command = shell::command(python);
    shell::run(command.arg("tests/peers/pairs.py").arg(names).arg(&json))?;
    read(&json)
}

/// The built site, and beside it what is only for this: never a part of `dist/`.
fn site() -> Result<PathBuf> {
    let dist = paths::dist();
    let mut wanted: Vec<_> = files::list(&dist)?.into_iter().map(|path| (dist.join(&path), path)).collect();
    let beside = Path::new("peers");
    let own = paths::root().join("tests").join("peers");
    for path in files::list(&own)? {
        if path.extension().is_some_and(|ending| ending == "js" || ending == "html") {
            wanted.push((own.join(&path), beside.join(&path)));
        }
    }
    for (package, name) in PACKAGES {
        wanted.push((paths::root().join("node_modules").join(package), beside.join(name)));
    }
    let folder = paths::cache().join("bench").join("site");
    files::sync(&wanted, &folder)?;
    Ok(folder)
}

/// Python with the packages of `tests/peers/requirements.txt`, in a folder of this checkout.
fn python() -> Result<PathBuf> {
    let wanted_file = paths::root().join("tests").join("peers").join("requirements.txt");
    let wanted = fs::read_to_string(&wanted_file).context(wanted_file.display())?;
    let folder = paths::tools().join("peers");
    let (python, stamp) = (folder.join("bin").join("python"), folder.join("requirements.txt"));
    if python.is_file() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let missing = |what: &str| Error::Missing(what.to_owned(), "It is only needed to compare pairs with.".to_owned());
    let system = shell::which("python3").ok_or_else(|| missing("Python 3"))?;
    println!("Installing Python's packages of tests/peers/requirements.txt into .tools (some minutes, once)…");
    shell::run(shell::command(system).args(["-m", "venv", "--clear"]).arg(&folder))
        .map_err(|_| missing("Python's module venv"))?;
    let mut pip = shell::command(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(&wanted_file);
    shell::run(&mut pip).map_err(|_| missing("blazematch"))?;
    fs::write(&stamp, wanted).context(stamp.display())?;
    Ok(python)
}

/// Whether an entry of a list is a run, of which rows have yet to be made.
pub fn is_run(value: &Value) -> bool {
    value.get("task").is_some()
}

/// The rows of all runs, with the best setting of each peer marked.
pub fn rows(runs: &[Value]) -> Vec<Row> {
    let judged: Vec<Judged> = runs.iter().map(judge).collect();
    let same = |a: &Value, b: &Value| ["task", "env", "who"].iter().all(|field| a[*field] == b[*field]);
    let is_best = |at: usize| {
        let better = |other: usize| match judged[other].score.total_cmp(&judged[at].score) {
            std::cmp::Ordering::Equal => other < at,
            order => order.is_gt(),
        };
        !(0..runs.len()).any(|other| other != at && same(&runs[other], &runs[at]) && better(other))
    };
    let of_run = |(at, run): (usize, &Value)| {
        let best = is_best(at);
        let judged = &judged[at];
        let (who, setting, env) = (text(run, "who"), text(run, "setting"), text(run, "env"));
        let asked = run["asked"].as_array().map(|asked| asked.len() as u64);
        let sample = asked.filter(|asked| run["queries"].as_u64() > Some(*asked));
        let shown = if setting.is_empty() { who.clone() } else { format!("{who} ({setting})") };
        let row = |(what, unit, value): &(&str, &str, Option<f64>)| Row {
            name: format!("beside others, {}, {shown}, {what}", text(run, "task")),
            env: env.clone(),
            value: *value,
            unit: (*unit).to_owned(),
            peer: Some(Peer {
                task: judged.task.clone(),
                who: who.clone(),
                setting: setting.clone(),
                what: (*what).to_owned(),
                sample,
                best,
            }),
            ..Row::default()
        };
        judged.figures.iter().map(row).collect::<Vec<_>>()
    };
    runs.iter().enumerate().flat_map(of_run).collect()
}

/// A run's figures: what, unit, value.
struct Judged {
    task: String,
    figures: Vec<(&'static str, &'static str, Option<f64>)>,
    /// Higher is better, among settings of one peer.
    score: f64,
}

fn judge(run: &Value) -> Judged {
    let count = |field: &str| run[field].as_u64().unwrap_or(0);
    let shown = |field: &str| thousands(count(field) as i64);
    if run["task"] == "pairs" {
        let part = |of: u64| (of > 0).then(|| count("right") as f64 / of as f64);
        let (recall, precision) = (part(count("planted")), part(count("found")));
        return Judged {
            task: format!("duplicate pairs among {} names, {} planted", shown("names"), shown("planted")),
            score: 2.0 * count("right") as f64 / (count("planted") + count("found")).max(1) as f64,
            figures: vec![("time", "s", run["seconds"].as_f64()), ("recall", "", recall), ("precision", "", precision)],
        };
    }
    let all = Answers::of(run);
    let p50 = all.percentile(0.5);
    let (first, ten) = (all.recall(1), all.recall(10));
    let quick = 1e-6 / (1.0 + p50.unwrap_or(f64::MAX));
    if run["task"] == "edits" {
        return Judged {
            task: format!("{} one-edit queries among {} names", shown("queries"), shown("names")),
            score: ten.unwrap_or(0.0) + first.unwrap_or(0.0) * 1e-3 + quick,
            figures: vec![
                ("p50", "ms", p50),
                ("p99", "ms", all.percentile(0.99).filter(|_| all.0.len() >= ENOUGH)),
                ("recall@10", "", ten),
                ("build", "s", run["build"].as_f64()),
            ],
        };
    }
    let longer = all.only(|answer| answer.tokens > 1);
    let begin = count("queries").saturating_sub(500);
    let last = all.only(|answer| answer.at >= begin);
    Judged {
        task: format!("{} real variants of the names of {} historical persons", shown("queries"), shown("names")),
        score: first.unwrap_or(0.0) + ten.unwrap_or(0.0) * 1e-3 + quick,
        figures: vec![
            ("recall@1", "", first),
            ("recall@10", "", ten),
            ("p50", "ms", p50),
            ("recall@1 of two or more words", "", longer.recall(1)),
            ("recall@10 of two or more words", "", longer.recall(10)),
            ("recall@1 of the last 500", "", last.recall(1)),
            ("recall@10 of the last 500", "", last.recall(10)),
        ],
    }
}

fn text(run: &Value, field: &str) -> String {
    run[field].as_str().unwrap_or_default().to_owned()
}

#[derive(Clone)]
struct Answer {
    at: u64,
    tokens: u64,
    milliseconds: f64,
    /// Where the true name came; none if not among ten.
    rank: Option<u64>,
}

struct Answers(Vec<Answer>);

impl Answers {
    fn of(run: &Value) -> Self {
        let answer = |value: &Value| Answer {
            at: value["at"].as_u64().unwrap_or(0),
            tokens: value["tokens"].as_u64().unwrap_or(0),
            milliseconds: value["ms"].as_f64().unwrap_or(f64::NAN),
            rank: value["rank"].as_u64(),
        };
        Self(run["asked"].as_array().map_or(Vec::new(), |asked| asked.iter().map(answer).collect()))
    }

    fn only(&self, keep: impl Fn(&Answer) -> bool) -> Self {
        Self(self.0.iter().filter(|answer| keep(answer)).cloned().collect())
    }

    fn recall(&self, places: u64) -> Option<f64> {
        let right = self.0.iter().filter(|answer| answer.rank.is_some_and(|rank| rank < places)).count();
        (!self.0.is_empty()).then(|| right as f64 / self.0.len() as f64)
    }

    fn percentile(&self, part: f64) -> Option<f64> {
        let mut times: Vec<f64> = self.0.iter().map(|answer| answer.milliseconds).collect();
        times.sort_unstable_by(f64::total_cmp);
        let at = (times.len() as f64 * part).ceil() as usize;
        times.get(at.saturating_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(setting: &str, ranks: &[i64]) -> Value {
        let asked: Vec<Value> = ranks
            .iter()
            .enumerate()
            .map(|(at, rank)| json!({"at": at, "tokens": 1 + at % 2, "ms": at, "rank": rank}))
            .collect();
        json!({
            "task": "variants", "env": "native", "names": 9, "queries": 4, "who": "peer 1", "setting": setting,
            "build": 0.5, "asked": asked,
        })
    }

    fn figure(rows: &[Row], setting: &str, what: &str) -> (Option<f64>, bool) {
        let of = |row: &&Row| row.peer.as_ref().is_some_and(|peer| peer.setting == setting && peer.what == what);
        rows.iter().find(of).and_then(|row| Some((row.value, row.peer.as_ref()?.best))).unwrap_or_default()
    }

    #[test]
    fn the_setting_with_the_best_recall_is_marked() {
        let rows = rows(&[run("a", &[0, -1, 3, 12]), run("b", &[0, 0, -1, -1])]);
        assert_eq!(figure(&rows, "a", "recall@1"), (Some(0.25), false));
        assert_eq!(figure(&rows, "a", "recall@10"), (Some(0.5), false));
        assert_eq!(figure(&rows, "b", "recall@1 of two or more words"), (Some(0.5), true));
        assert_eq!(figure(&rows, "b", "p50"), (Some(1.0), true));
        assert!(rows.iter().all(|row| row.peer.as_ref().is_some_and(|peer| peer.sample.is_none())));
    }

    #[test]
    fn a_sample_says_so() {
        let rows = rows(&[run("a", &[0, 0])]);
        assert_eq!(rows[0].peer.as_ref().and_then(|peer| peer.sample), Some(2));
        assert_eq!(rows[0].name, "beside others, variants, peer 1 (a), recall@1");
        let task = rows[0].peer.as_ref().map(|peer| peer.task.as_str());
        assert_eq!(task, Some("4 real variants of the names of 9 historical persons"));
    }

    #[test]
    fn pairs_are_judged_by_what_was_planted() {
        let run = json!({
            "task": "pairs", "env": "native", "names": 100_000, "planted": 5000, "who": OURS, "setting": "",
            "seconds": 5.5, "found": 8000, "right": 4000,
        });
        let rows = rows(&[run]);
        assert_eq!(figure(&rows, "", "recall"), (Some(0.8), true));
        assert_eq!(figure(&rows, "", "precision"), (Some(0.5), true));
    }
}
