//! `cargo xtask bench`: measures the bars, natively and in Chromium, and others beside ours; prints them as one table.
//!
//! What is measured is a list of rows (see [`row`]); `--json` writes it, `--from` reads such lists instead of measuring
//! again, and `--markdown` and `--readme` write what people read.

mod beside;
mod machine;
mod page;
mod peers;
mod row;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::args::Args;
use crate::browser;
use crate::build::{self, Mode};
use crate::error::{Context, Error, Result};
use crate::package::{self, ENGINE_BAR};
use crate::paths;
use crate::report;
use crate::serve::Site;
use crate::shell;
use row::Row;

/// The sizes of memory, in entities, that growth is judged over.
const SIZES: &str = "1000,10000,100000";

/// What can be measured alone.
const STEPS: [&str; 2] = ["bars", "peers"];

/// What was asked for.
struct Options {
    data: Option<PathBuf>,
    environment: String,
    sizes: String,
    steps: Vec<String>,
}

impl Options {
    fn read(args: &mut Args) -> Result<Self> {
        // The benches run in the workspace's root, wherever this was started.
        let data = paths::data(args.value("--data")?).map(|folder| fs::canonicalize(&folder).unwrap_or(folder));
        let environment = args.value("--env")?.unwrap_or("all".to_owned());
        if !["native", "chromium", "all"].contains(&environment.as_str()) {
            return Err(Error::Usage(format!("--env is native, chromium or all, not `{environment}`")));
        }
        let only = args.value("--only")?.unwrap_or(STEPS.join(","));
        let steps: Vec<String> = only.split(',').map(str::to_owned).collect();
        if let Some(step) = steps.iter().find(|step| !STEPS.contains(&step.as_str())) {
            return Err(Error::Usage(format!("--only takes {}, not `{step}`", STEPS.join(" and "))));
        }
        let sizes = args.value("--sizes")?.unwrap_or(SIZES.to_owned());
        Ok(Self { data, environment, sizes, steps })
    }

    fn has(&self, step: &str) -> bool {
        self.steps.iter().any(|wanted| wanted == step)
    }

    fn native(&self) -> bool {
        self.environment != "chromium"
    }

    fn chromium(&self) -> bool {
        self.environment != "native"
    }

    /// The largest size, among whose names peers seek.
    fn largest(&self) -> usize {
        self.sizes.split(',').filter_map(|size| size.trim().parse().ok()).max().unwrap_or(100_000)
    }
}

/// Runs the benches; false if something could not be measured.
///
/// # Errors
/// The command line is wrong, or the results cannot be read or written.
pub fn task(mut args: Args) -> Result<bool> {
    let out = args.value("--json")?;
    let markdown = args.value("--markdown")?;
    let readme = args.value("--readme")?;
    let from = args.value("--from")?;
    let options = Options::read(&mut args)?;
    args.finish()?;

    let (rows, complete) = match from {
        Some(files) => (taken(&files)?, true),
        None => measured(&options),
    };
    let shown: Vec<&Row> = rows.iter().filter(|row| row.peer.as_ref().is_none_or(|peer| peer.best)).collect();
    print!("\n{}", table(&shown));
    let missed = rows.iter().filter(|row| row.met == Some(false)).count();
    println!("\n{} measured, {missed} over their bar", rows.len());
    if let Some(path) = out {
        let list = Value::Array(rows.iter().map(Row::to_json).collect());
        fs::write(&path, format!("{list:#}\n")).context(path)?;
    }
    if let Some(path) = markdown {
        fs::write(&path, page::page(&rows)).context(path)?;
    }
    if let Some(path) = readme {
        let document = fs::read_to_string(&path).context(&path)?;
        fs::write(&path, beside::replaced(&document, &beside::section(&rows)?)?).context(path)?;
    }
    // A measurement is no test: what is over its bar is said, and stands in the table.
    Ok(complete)
}

/// The rows of earlier lists, or of what the parts of a bench that was stopped had written.
fn taken(files: &str) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for file in files.split(',') {
        rows.extend(read(Path::new(file))?);
    }
    let browser = rows.iter().any(|row| row.env == "chromium").then(browser::chromium).and_then(Result::ok);
    stamp(&mut rows, browser.as_deref());
    Ok(rows)
}

/// Says of rows that do not say so when and on what they were measured: now and here.
fn stamp(rows: &mut [Row], browser: Option<&Path>) {
    let (machine, date) = (machine::words(browser), machine::today());
    for row in rows.iter_mut().filter(|row| row.date.is_empty()) {
        (row.machine, row.date) = (machine.clone(), date.clone());
    }
}

/// Measures, and tells whether all could be.
fn measured(options: &Options) -> (Vec<Row>, bool) {
    let mut rows = Vec::new();
    let mut complete = true;
    let mut take = |name: &str, result: Result<Vec<Row>>| match result {
        Ok(list) => rows.extend(list),
        Err(error) => {
            complete = false;
            println!("{name} could not be measured: {error}");
        }
    };
    let data = options.data.as_deref();
    if options.has("bars") && options.native() {
        take("native", native(data, &options.sizes));
    }
    let site = if options.chromium() { build::dist(Mode::Release) } else { Ok(()) };
    let built = site.is_ok();
    take("the site", site.map(|()| Vec::new()));
    if options.has("bars") && options.chromium() && built {
        take("size", module_sizes());
        take("chromium", chromium(data, &options.sizes));
    }
    match data {
        Some(data) if options.has("peers") => beside_others(options, data, built, &mut take),
        None if options.has("peers") => println!("Peers are compared on real names; give them with --data."),
        _ => {}
    }
    let browser = options.chromium().then(browser::chromium).and_then(Result::ok);
    stamp(&mut rows, browser.as_deref());
    println!("\n{}, commit {}: {}", machine::today(), machine::commit(), machine::words(browser.as_deref()));
    (rows, complete)
}

fn beside_others(options: &Options, data: &Path, built: bool, take: &mut impl FnMut(&str, Result<Vec<Row>>)) {
    let size = options.largest();
    if options.native() {
        println!("Measuring others natively…");
        match results_file("pairs") {
            Ok(names) => {
                take("native peers", peers::native(data, size, &names));
                // One peer of many that not every machine can have.
                match peers::pairs(&names) {
                    Ok(rows) => take("pairs", Ok(rows)),
                    Err(error) => println!("blazematch is left out: {error}"),
                }
            }
            Err(error) => take("native peers", Err(error)),
        }
    }
    if options.chromium() && built {
        println!("Measuring others in Chromium…");
        take("peers in Chromium", peers::chromium(data, size));
    }
}

fn native(data: Option<&Path>, sizes: &str) -> Result<Vec<Row>> {
    let json = results_file("native")?;
    let mut cargo = shell::cargo();
    cargo
        .args(["run", "--profile", "bench", "--package", "namesake-tests", "--bin", "bench", "--"])
        .args(["--sizes", sizes, "--json"])
        .arg(&json);
    if let Some(folder) = data {
        cargo.arg("--data").arg(folder);
    }
    shell::run(&mut cargo)?;
    read(&json)
}

fn chromium(data: Option<&Path>, sizes: &str) -> Result<Vec<Row>> {
    let node = browser::node()?;
    browser::npm_packages()?;
    let json = results_file("chromium")?;
    let site = Site::start(0, paths::dist())?;
    let mut command = shell::command(node);
    command
        .arg("tests/e2e/bench.mjs")
        .args(["--sizes", sizes, "--json"])
        .arg(&json)
        .env("NAMESAKE_URL", site.url())
        .env("NAMESAKE_CHROMIUM", browser::chromium()?);
    if let Some(folder) = data {
        command.arg("--data").arg(folder);
    }
    shell::run(&mut command)?;
    read(&json)
}

fn module_sizes() -> Result<Vec<Row>> {
    let sizes = package::sizes()?;
    let row = |size: package::Size| {
        let engine = size.name == package::ENGINE;
        Row {
            name: format!("{}, brotli", size.name),
            env: "chromium".to_owned(),
            value: Some(size.brotli as f64 / 1000.0),
            unit: "kB".to_owned(),
            bar: engine.then(|| format!("≤ {}", ENGINE_BAR / 1000)),
            met: engine.then_some(size.brotli <= ENGINE_BAR),
            ..Row::default()
        }
    };
    Ok(sizes.into_iter().map(row).collect())
}

/// A place for results, without those of an earlier run.
fn results_file(name: &str) -> Result<PathBuf> {
    let folder = paths::cache().join("bench");
    fs::create_dir_all(&folder).context(folder.display())?;
    let path = folder.join(format!("{name}.json"));
    if path.is_file() {
        fs::remove_file(&path).context(path.display())?;
    }
    Ok(path)
}

fn read(path: &Path) -> Result<Vec<Row>> {
    let text = fs::read_to_string(path).context(path.display())?;
    let wrong = |what: String| Error::Check(format!("{}: {what}", path.display()));
    let list: Vec<Value> = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if list.iter().any(peers::is_run) {
        return Ok(peers::rows(&list));
    }
    list.iter().map(|value| Row::from_json(value).ok_or_else(|| wrong(format!("{value} is no measurement")))).collect()
}

fn table(rows: &[&Row]) -> String {
    let mut lines = vec![["what", "where", "value", "unit", "bar", ""].map(str::to_owned).to_vec()];
    for row in rows {
        lines.push(vec![
            row.name.clone(),
            row.env.clone(),
            row.value.map_or("skipped".to_owned(), row::number),
            row.unit.clone(),
            row.bar.clone().unwrap_or_default(),
            match row.met {
                Some(true) => "met".to_owned(),
                Some(false) => "MISSED".to_owned(),
                None => String::new(),
            },
        ]);
    }
    report::table(&lines, &[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_missed_bar_and_a_skipped_line_can_be_told() {
        let rows: Vec<Row> = [
            json!({"name": "a", "env": "native", "value": 0.25, "unit": "ms", "bar": "≤ 0.5", "met": true}),
            json!({"name": "b", "env": "native", "value": 12.0, "unit": "s", "bar": "≤ 5", "met": false}),
            json!({"name": "c", "env": "native", "value": null, "unit": "s", "bar": null, "met": null}),
        ]
        .iter()
        .filter_map(Row::from_json)
        .collect();
        let text = table(&rows.iter().collect::<Vec<_>>());
        assert!(text.contains("0.25") && text.contains("MISSED") && text.contains(" met") && text.contains("skipped"));
    }
}
