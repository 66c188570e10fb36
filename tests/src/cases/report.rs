//! Running the registry beside the files, and printing one line a row.

use super::files::{self, Row};
use super::{Case, Due, registry};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Pass(String),
    Fail(String),
    Later(String),
    Decided(String),
}

/// Runs every check and prints every row; answers how many failed.
///
/// `--cases DIR` names the folder (else `NAMESAKE_CASES`, else the `cases` beside `--data`, else the one beside the
/// repository); `FILE` or `FILE:ID` runs only those.
///
/// # Errors
/// An argument is not understood, or a file cannot be read.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let options = options(args)?;
    let files = if options.folder.is_dir() {
        files::read(&options.folder).map_err(|error| format!("{}: {error}", options.folder.display()))?
    } else {
        println!("{} is not there: checks run without the texts of their rows.", options.folder.display());
        Vec::new()
    };
    let mut count = [0usize; 4];
    for (file, id, outcome) in outcomes(&files, &options.only) {
        let (column, word, more) = match outcome {
            Outcome::Pass(more) => (0, "pass", more),
            Outcome::Fail(more) => (1, "fail", more),
            Outcome::Later(more) => (2, "later", more),
            Outcome::Decided(more) => (3, "decided", more),
        };
        count[column] += 1;
        let colon = if more.is_empty() { "" } else { ": " };
        println!("{:<26} {word}{colon}{}", format!("{file} {id}"), more.replace('\n', "\n    "));
    }
    let [pass, fail, later, decided] = count;
    let rows = count.iter().sum::<usize>();
    println!("\n{rows} rows: {pass} pass, {fail} fail, {later} later, {decided} decided");
    // The closing line that every runner of ours ends with; what is decided otherwise is asserted, too.
    println!("{} passed, {fail} failed, {later} skipped", pass + decided);
    Ok(fail)
}

struct Options {
    folder: PathBuf,
    only: Vec<String>,
}

fn options(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let (mut cases, mut beside, mut only) = (None, None, Vec::new());
    while let Some(arg) = args.next() {
        let mut folder = || args.next().map(PathBuf::from).ok_or(format!("{arg} needs a folder"));
        match arg.as_str() {
            "--cases" => cases = Some(folder()?),
            "--data" => beside = Some(folder()?.join("../cases")),
            _ if arg.starts_with('-') => return Err(format!("{arg} is not understood")),
            _ => only.push(arg),
        }
    }
    let default = files::default_folder();
    let beside = beside.filter(|folder| std::env::var_os("NAMESAKE_CASES").is_none() && folder.is_dir());
    Ok(Options { folder: cases.or(beside).unwrap_or(default), only })
}

/// All rows with their outcomes: in the order of the files, and then entries without a row.
fn outcomes(files: &[(String, Vec<Row>)], only: &[String]) -> Vec<(String, String, Outcome)> {
    let registry = registry();
    let wanted = |file: &str, id: &str| {
        only.is_empty() || only.iter().any(|want| *want == file || *want == format!("{file}:{id}"))
    };
    let mut out = Vec::new();
    let mut done = BTreeSet::new();
    for (file, rows) in files {
        let entries = registry.iter().find(|(name, _)| name == file).map_or(&[][..], |(_, cases)| cases);
        for row in rows.iter().filter(|row| wanted(file, &row.id)) {
            let entry = entries.iter().find(|case| case.id == row.id);
            let outcome = match entry {
                None => Outcome::Fail("no test".into()),
                Some(_) if !done.insert((file.as_str(), row.id.as_str())) => {
                    Outcome::Fail("the id stands twice".into())
                }
                Some(case) if files::normal(case.input) != row.input => {
                    Outcome::Fail(format!("the row has changed\ntested: {}\n   now: {}", case.input, row.input))
                }
                Some(case) => outcome(case),
            };
            out.push((file.clone(), row.id.clone(), outcome));
        }
    }
    for (file, cases) in &registry {
        for case in cases.iter().filter(|case| wanted(file, case.id)) {
            let outcome = match (files.is_empty(), done.contains(&(*file, case.id))) {
                (_, true) => continue,
                (true, false) => outcome(case),
                (false, false) => Outcome::Fail("the row is not in the file any more".into()),
            };
            out.push(((*file).to_owned(), case.id.to_owned(), outcome));
        }
    }
    out
}

fn outcome(case: &Case) -> Outcome {
    if let Some(differs) = case.check.and_then(differs) {
        return Outcome::Fail(differs);
    }
    for (file, test) in case.browser {
        let text = std::fs::read_to_string(Path::new(ROOT).join(file)).unwrap_or_default();
        if !text.contains(test) {
            return Outcome::Fail(format!("{file} has no test {test:?}"));
        }
    }
    let named: Vec<String> = case.browser.iter().map(|(file, test)| format!("{file} “{test}”")).collect();
    let browser = (!named.is_empty()).then(|| format!("in browsers {}", named.join(", ")));
    match case.due {
        Due::Pass => Outcome::Pass(browser.map(|tests| format!("here; {tests}")).unwrap_or_default()),
        Due::Decided(section) => Outcome::Decided(format!("DESIGN {section}")),
        Due::Later(why) => {
            let reached = case.check.map(|_| "what is reached passes".to_owned());
            let parts: Vec<String> = std::iter::once(why.to_owned()).chain(reached).chain(browser).collect();
            Outcome::Later(parts.join("; "))
        }
    }
}

thread_local! {
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What a check complains about; none if it passes.
fn differs(check: fn()) -> Option<String> {
    let say = |info: &PanicHookInfo<'_>| {
        let payload = info.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let at = info.location().map(|at| format!("{}:{}: ", at.file(), at.line())).unwrap_or_default();
        SAID.set(Some(format!("{at}{}", text.unwrap_or("a panic"))));
    };
    let before = panic::take_hook();
    panic::set_hook(Box::new(say));
    let outcome = panic::catch_unwind(check);
    panic::set_hook(before);
    outcome.is_err().then(|| SAID.take().unwrap_or_else(|| "a panic".into()))
}
