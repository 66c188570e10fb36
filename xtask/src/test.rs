//! `cargo xtask test`: everything that must hold before a change lands, in steps.
//!
//! All steps run, also after a failure, unless one needs what failed; the first failure is shown again at the
//! end, above a table and one closing line. A step that could not run counts as failed, never as passed.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::args::Args;
use crate::browser;
use crate::build::{self, Mode};
use crate::cases;
use crate::error::{Error, Result};
use crate::lint;
use crate::package;
use crate::paths;
use crate::report::{self, Counts, Tail};
use crate::serve::Site;
use crate::shell;
use crate::tools::{self, WASM_TARGET};

/// What runs natively.
pub const NATIVE: [&str; 4] = ["namesake-protocol", "namesake-core", "namesake-tests", "xtask"];
/// What runs in a page.
const WEB: [&str; 2] = ["namesake-engine", "namesake-app"];

/// One thing that must hold.
struct Step {
    name: &'static str,
    says: &'static str,
    /// A step that must have passed first.
    needs: Option<&'static str>,
    /// Whether it runs tests one by one; then running none is a failure.
    tests: bool,
    run: fn(&mut Run) -> Result<()>,
}

const fn check(name: &'static str, says: &'static str, run: fn(&mut Run) -> Result<()>) -> Step {
    Step { name, says, needs: None, tests: false, run }
}

const fn tests(name: &'static str, says: &'static str, run: fn(&mut Run) -> Result<()>) -> Step {
    Step { name, says, needs: None, tests: true, run }
}

impl Step {
    const fn needs(self, needed: &'static str) -> Self {
        Self { needs: Some(needed), ..self }
    }
}

const STEPS: [Step; 11] = [
    check("rules", "the project's own rules", |_| lint::all()),
    check("format", "rustfmt", format),
    check("clippy", "clippy, native crates", clippy),
    check("clippy-web", "clippy, WebAssembly crates", clippy_web),
    tests("native", "tests of the core, natively", native),
    tests("cases", "acceptance cases", acceptance),
    tests("browser", "tests of the engine and the app, in Chromium", in_browser),
    check("site", "the optimised site", |_| site()),
    check("package", "the JavaScript module", |_| package::assemble()).needs("site"),
    check("types", "the module's types, tsc --strict", types).needs("package"),
    tests("e2e", "the optimised site and module, end to end in Chromium", end_to_end).needs("package"),
];

/// What a running step writes to.
struct Run {
    slow: bool,
    counts: Counts,
    tail: Tail,
}

/// How a step ended.
struct Outcome {
    name: &'static str,
    passed: bool,
    counts: Counts,
    time: Duration,
    note: String,
}

/// Runs the steps; true if all passed.
///
/// # Errors
/// The command line is wrong.
pub fn task(mut args: Args) -> Result<bool> {
    let slow = args.flag("--slow");
    let only = args.value("--only")?;
    args.finish()?;
    let only: Vec<&str> = only.iter().flat_map(|list| list.split(',')).collect();
    if let Some(name) = only.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        return Err(Error::Usage(format!("there is no step `{name}`; there are {}", names.join(", "))));
    }
    let chosen = |step: &&Step| only.is_empty() || only.contains(&step.name);

    let started = Instant::now();
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut first_failure: Option<(&'static str, Vec<String>)> = None;
    for step in STEPS.iter().filter(chosen) {
        let blocker = step.needs.filter(|needed| outcomes.iter().any(|old| old.name == *needed && !old.passed));
        let (outcome, lines) = match blocker {
            Some(needed) => not_run(step, needed),
            None => run_step(step, slow),
        };
        if !outcome.passed && first_failure.is_none() {
            first_failure = Some((step.name, lines));
        }
        outcomes.push(outcome);
    }
    if let Some((name, lines)) = first_failure {
        println!("\n== The first failure: {name} ==");
        for line in lines {
            println!("{line}");
        }
    }
    summary(&outcomes, started.elapsed());
    Ok(outcomes.iter().all(|outcome| outcome.passed))
}

fn run_step(step: &Step, slow: bool) -> (Outcome, Vec<String>) {
    println!("\n== {}: {} ==", step.name, step.says);
    let mut run = Run { slow, counts: Counts::default(), tail: Tail::default() };
    let started = Instant::now();
    let mut result = (step.run)(&mut run);
    if result.is_ok() && step.tests && run.counts.passed + run.counts.failed == 0 {
        result = Err(Error::Check("no test ran".to_owned()));
    }
    let time = started.elapsed();
    let mut lines: Vec<String> = run.tail.lines().map(str::to_owned).collect();
    let mut note = String::new();
    if let Err(error) = &result {
        note = error.to_string();
        println!("{note}");
        lines.push(note.clone());
    }
    let passed = result.is_ok() && run.counts.failed == 0;
    println!("-- {} {} in {}", step.name, if passed { "passed" } else { "FAILED" }, report::seconds(time));
    let mut counts = run.counts;
    // A step that counts no tests is one itself; so is a failure outside every test.
    if passed && counts.passed == 0 {
        counts.passed = 1;
    } else if !passed && counts.failed == 0 {
        counts.failed = 1;
    }
    (Outcome { name: step.name, passed, counts, time, note }, lines)
}

fn not_run(step: &Step, needed: &str) -> (Outcome, Vec<String>) {
    let note = format!("not run, because {needed} failed");
    println!("\n== {}: {note} ==", step.name);
    let counts = Counts { failed: 1, ..Counts::default() };
    (Outcome { name: step.name, passed: false, counts, time: Duration::ZERO, note: note.clone() }, vec![note])
}

fn summary(outcomes: &[Outcome], time: Duration) {
    let mut total = Counts::default();
    let mut rows = Vec::new();
    for outcome in outcomes {
        total.merge(outcome.counts);
        rows.push(vec![
            outcome.name.to_owned(),
            if outcome.passed { "passed" } else { "FAILED" }.to_owned(),
            report::seconds(outcome.time),
            outcome.counts.to_string(),
            outcome.note.lines().next().unwrap_or_default().to_owned(),
        ]);
    }
    println!("\n{}", report::table(&rows, &[2]));
    println!("All steps took {}.", report::seconds(time));
    println!("{total}");
}

/// Runs a command of a step: shown, counted, and a failure if it fails.
fn counted(run: &mut Run, command: &mut Command) -> Result<()> {
    let shown = shell::show(command);
    if shell::run_counting(command, &mut run.counts, &mut run.tail)? { Ok(()) } else { Err(Error::Command(shown)) }
}

fn packages<'a>(command: &'a mut Command, names: &[&str]) -> &'a mut Command {
    for name in names {
        command.args(["--package", name]);
    }
    command
}

fn format(run: &mut Run) -> Result<()> {
    counted(run, shell::cargo().args(["fmt", "--all", "--check"]))
}

fn clippy(run: &mut Run) -> Result<()> {
    let mut cargo = shell::cargo();
    packages(cargo.arg("clippy"), &NATIVE).args(["--all-targets", "--quiet", "--", "-D", "warnings"]);
    counted(run, &mut cargo)
}

fn clippy_web(run: &mut Run) -> Result<()> {
    tools::wasm_target()?;
    let mut cargo = shell::cargo();
    packages(cargo.args(["clippy", "--target", WASM_TARGET]), &WEB).args([
        "--all-targets",
        "--quiet",
        "--",
        "-D",
        "warnings",
    ]);
    counted(run, &mut cargo)
}

fn native(run: &mut Run) -> Result<()> {
    let cargo_test = || {
        let mut cargo = shell::cargo();
        packages(cargo.args(["test", "--no-fail-fast"]), &NATIVE);
        if let Some(folder) = paths::data(None) {
            cargo.env("NAMESAKE_DATA", folder);
        }
        cargo
    };
    counted(run, &mut cargo_test())?;
    if run.slow {
        // What was ignored above runs now, and is counted once.
        run.counts.skipped = 0;
        counted(run, cargo_test().args(["--", "--ignored"]))?;
    }
    Ok(())
}

fn acceptance(run: &mut Run) -> Result<()> {
    counted(run, &mut cases::command(None)?)
}

fn in_browser(run: &mut Run) -> Result<()> {
    tools::wasm_target()?;
    let bindgen = tools::wasm_bindgen()?;
    let chromium = browser::chromium()?;
    let driver = browser::chromedriver()?;
    let settings = browser::webdriver_settings(&chromium)?;
    let mut cargo = shell::cargo();
    packages(cargo.args(["test", "--no-fail-fast", "--lib", "--tests", "--target", WASM_TARGET]), &WEB)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", bindgen.with_file_name("wasm-bindgen-test-runner"))
        .env("CHROMEDRIVER", driver)
        // The runner would prefer it.
        .env_remove("GECKODRIVER")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings)
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    if run.slow {
        cargo.args(["--", "--include-ignored"]);
    }
    counted(run, &mut cargo)
}

/// Unlike `serve`, never without wasm-opt: what is tested is what ships.
fn site() -> Result<()> {
    browser::npm_packages()?;
    tools::wasm_opt()?;
    build::dist(Mode::Release)
}

fn types(run: &mut Run) -> Result<()> {
    browser::npm_packages()?;
    let tsc = paths::root().join("node_modules").join(".bin").join("tsc");
    counted(run, shell::command(tsc).args(["--project", "tests/package/tsconfig.json"]))
}

/// This program's file. Testing it builds it again; Linux then calls the running one's file deleted, and the new one
/// stands in its place.
fn own_program() -> Option<std::path::PathBuf> {
    let own = std::env::current_exe().ok()?;
    let text = own.to_str()?;
    Some(text.strip_suffix(" (deleted)").unwrap_or(text).into())
}

fn end_to_end(run: &mut Run) -> Result<()> {
    let node = browser::node()?;
    browser::npm_packages()?;
    let chromium = browser::chromium()?;
    let folder = paths::root().join("tests").join("e2e");
    let files: Vec<PathBuf> = crate::files::list(&folder)?
        .into_iter()
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .map(|path| folder.join(path))
        .collect();
    if files.is_empty() {
        return Err(Error::Check("there is no tests/e2e/*.test.mjs".to_owned()));
    }
    let site = Site::start(0, paths::dist())?;
    let mut command = shell::command(node);
    command
        // One browser at a time: two cores, and times mean something.
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        // A bound for a whole file; what waits for a page gives up after 30 s by itself.
        .arg(if run.slow { "--test-timeout=3600000" } else { "--test-timeout=900000" })
        .args(files)
        .env("NAMESAKE_URL", site.url())
        .env("NAMESAKE_CHROMIUM", chromium);
    if let Some(own) = own_program() {
        command.env("NAMESAKE_XTASK", own);
    }
    if run.slow {
        command.env("NAMESAKE_SLOW", "1");
    }
    counted(run, &mut command)
}
