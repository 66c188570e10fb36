//! `cargo xtask`: every task that takes more than one plain cargo command, and all the set-up that it needs.
//!
//! One file holds one concept. A task finds or installs its tools first ([`tools`], [`browser`]), so that
//! one command is enough on a new machine, and says plainly what it could not get.

mod args;
mod bench;
mod browser;
mod build;
mod cases;
mod csp;
mod error;
mod files;
mod lint;
mod package;
mod paths;
mod report;
mod serve;
mod shell;
mod test;
mod tools;

use std::process::ExitCode;

use args::Args;
use error::Result;

const HELP: &str = "\
cargo xtask <task>

  serve [--port N] [--dev] [--no-build]   build the app and serve it on 127.0.0.1 (port 8017)
  test [--slow] [--only STEP,STEP]        what CI checks; --slow adds the slow tier
  bench [--data DIR] [--only bars|peers] [--env native|chromium|all] [--sizes N,N]
        [--from FILE,FILE] [--json FILE] [--markdown FILE] [--readme FILE]
                                          measure the bars, and others beside ours; --from takes earlier lists
                                          instead, --markdown writes the page of docs/, --readme its section
  cases [--data DIR]                      the acceptance cases
  build [--dev]                           only build dist/
  package                                 build the JavaScript module for other developers in dist/package/
  lint                                    the project's own rules
  setup                                   only find or install the tools
";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the task that was asked for; false means that it ran and found failures.
fn run() -> Result<bool> {
    let mut args = Args::from_env();
    match args.task().as_deref() {
        Some("serve") => serve::task(args).map(|()| true),
        Some("test") => test::task(args),
        Some("bench") => bench::task(args),
        Some("cases") => cases::task(args).map(|()| true),
        Some("build") => {
            let mode = build::Mode::from_args(&mut args);
            args.finish()?;
            build::dist(mode).map(|()| true)
        }
        Some("package") => {
            args.finish()?;
            package::task().map(|()| true)
        }
        Some("lint") => {
            args.finish()?;
            lint::task()
        }
        Some("setup") => {
            args.finish()?;
            setup()
        }
        Some("help" | "--help" | "-h") | None => {
            print!("{HELP}");
            Ok(true)
        }
        Some(other) => Err(error::Error::Usage(format!("there is no task `{other}`\n\n{HELP}"))),
    }
}

/// Finds or installs every tool, and lists what was found and what was not.
fn setup() -> Result<bool> {
    let found = [
        ("wasm32 target", tools::wasm_target().map(|()| "installed".to_owned())),
        ("wasm-bindgen", tools::wasm_bindgen().map(show)),
        ("node", browser::node().map(show)),
        ("npm packages", browser::npm_packages().map(|()| "installed".to_owned())),
        ("wasm-opt", tools::wasm_opt().map(|tool| tool.describe())),
        ("chromium", browser::chromium().map(show)),
        ("chromedriver", browser::chromedriver().map(show)),
    ];
    let mut all = true;
    for (name, outcome) in found {
        match outcome {
            Ok(what) => println!("{name:>14}  {what}"),
            Err(error) => {
                all = false;
                println!("{name:>14}  MISSING: {error}");
            }
        }
    }
    Ok(all)
}

fn show(path: std::path::PathBuf) -> String {
    path.display().to_string()
}
