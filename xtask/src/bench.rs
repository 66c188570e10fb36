//! `cargo xtask bench`: measures the bars, natively and in Chromium, and prints them as one table.
//!
//! A measurement is `{name, env, value, unit, bar, met}`: `bar` is its text, `met` true or false, and both are
//! null where nothing is promised. A null `value` was not measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::args::Args;
use crate::browser;
use crate::build::{self, Mode};
use crate::error::{Context, Error, Result};
use crate::package::{self, ENGINE_BAR};
use crate::paths;
use crate::report;
use crate::serve::Site;
use crate::shell;

/// The sizes of memory, in entities, that growth is judged over.
const SIZES: &str = "1000,10000,100000";

/// Runs the benches; false if something could not be measured.
///
/// # Errors
/// The command line is wrong, or the results cannot be written.
pub fn task(mut args: Args) -> Result<bool> {
    let out = args.value("--json")?;
    let data = paths::data(args.value("--data")?);
    let environment = args.value("--env")?.unwrap_or("all".to_owned());
    let sizes = args.value("--sizes")?.unwrap_or(SIZES.to_owned());
    args.finish()?;
    if !["native", "chromium", "all"].contains(&environment.as_str()) {
        return Err(Error::Usage(format!("--env is native, chromium or all, not `{environment}`")));
    }

    let mut measured = Vec::new();
    let mut complete = true;
    let mut take = |name: &str, result: Result<Vec<Value>>| match result {
        Ok(list) => measured.extend(list),
        Err(error) => {
            complete = false;
            println!("{name} could not be measured: {error}");
        }
    };
    if environment != "chromium" {
        take("native", native(data.as_deref(), &sizes));
    }
    if environment != "native" {
        let built = build::dist(Mode::Release);
        take("size", built.and_then(|()| module_sizes()));
        take("chromium", chromium(data.as_deref(), &sizes));
    }
    print!("\n{}\n{}", machine(), table(&measured));
    let missed = measured.iter().filter(|entry| entry["met"] == false).count();
    println!("\n{} measured, {missed} over their bar", measured.len());
    if let Some(path) = out {
        let list = Value::Array(measured);
        fs::write(&path, format!("{list:#}\n")).context(path)?;
    }
    // A measurement is no test: what is over its bar is said, and stands in the table.
    Ok(complete)
}

fn native(data: Option<&Path>, sizes: &str) -> Result<Vec<Value>> {
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

fn chromium(data: Option<&Path>, sizes: &str) -> Result<Vec<Value>> {
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

fn module_sizes() -> Result<Vec<Value>> {
    let sizes = package::sizes()?;
    Ok(sizes
        .into_iter()
        .map(|size| {
            let engine = size.name == package::ENGINE;
            json!({
                "name": format!("{}, brotli", size.name),
                "env": "chromium",
                "value": size.brotli as f64 / 1000.0,
                "unit": "kB",
                "bar": engine.then(|| format!("≤ {}", ENGINE_BAR / 1000)),
                "met": engine.then_some(size.brotli <= ENGINE_BAR),
            })
        })
        .collect())
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

fn read(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path).context(path.display())?;
    serde_json::from_str(&text).map_err(|error| Error::Check(format!("{}: {error}", path.display())))
}

fn table(measured: &[Value]) -> String {
    let mut rows = vec![["what", "where", "value", "unit", "bar", ""].map(str::to_owned).to_vec()];
    for entry in measured {
        let text = |field: &str| match &entry[field] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        rows.push(vec![
            text("name"),
            text("env"),
            entry["value"].as_f64().map_or("skipped".to_owned(), number),
            text("unit"),
            text("bar"),
            match entry["met"].as_bool() {
                Some(true) => "met".to_owned(),
                Some(false) => "MISSED".to_owned(),
                None => String::new(),
            },
        ]);
    }
    report::table(&rows, &[2])
}

/// Three significant digits or so, without an exponent.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// What the numbers were measured on, and when.
fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?.to_owned();
        Some(line.split(':').nth(1)?.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let commit = shell::capture(shell::command("git").args(["rev-parse", "--short", "HEAD"]));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    format!(
        "{}, {cores} cores, {}, commit {}",
        cpu.unwrap_or(std::env::consts::ARCH.to_owned()),
        date(now.as_secs() / 86_400),
        commit.unwrap_or("unknown".to_owned()),
    )
}

/// The date of a day counted from 1970-01-01 (Hinnant's algorithm for the Gregorian calendar).
fn date(days: u64) -> String {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        for (days, expected) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (19_782, "2024-02-29"), (20_454, "2026-01-01")]
        {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn a_missed_bar_and_a_skipped_line_can_be_told() {
        let text = table(&[
            json!({"name": "a", "env": "native", "value": 0.25, "unit": "ms", "bar": "≤ 0.5", "met": true}),
            json!({"name": "b", "env": "native", "value": 12.0, "unit": "s", "bar": "≤ 5", "met": false}),
            json!({"name": "c", "env": "native", "value": null, "unit": "s", "bar": null, "met": null}),
        ]);
        assert!(text.contains("0.2500") && text.contains("MISSED") && text.contains("skipped"));
    }
}
