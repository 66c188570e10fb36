//! `cargo xtask cases`: inputs with their right outcomes, run against the core.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::paths;
use crate::shell;
use crate::test;

/// Runs the cases.
///
/// # Errors
/// A case fails, or the program does not build.
pub fn task(mut args: Args) -> Result<()> {
    let data = args.value("--data")?;
    args.finish()?;
    shell::run(&mut command(data)?)
}

/// The command that runs them, built.
///
/// # Errors
/// It does not build.
pub fn command(data: Option<String>) -> Result<Command> {
    let mut cases = shell::command(build()?);
    if let Some(folder) = paths::data(data) {
        cases.arg("--data").arg(folder);
    }
    Ok(cases)
}

/// Builds the program and returns its path. A plain `cargo run` would compile every dependency once more:
/// only together with the native tests does it use what those have compiled.
fn build() -> Result<PathBuf> {
    let mut cargo = shell::cargo();
    cargo.args(["build", "--profile", "test", "--bins", "--tests", "--message-format=json-render-diagnostics"]);
    for package in test::NATIVE {
        cargo.args(["--package", package]);
    }
    let shown = shell::show(&cargo);
    let output = cargo.stderr(Stdio::inherit()).output().context(&shown)?;
    if !output.status.success() {
        return Err(Error::Command(shown));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    messages
        .lines()
        .find_map(program)
        .ok_or_else(|| Error::Check("the crate namesake-tests has no program `cases`".to_owned()))
}

/// The program's path, if this message of cargo's tells it.
fn program(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let ours = message["target"]["name"] == "cases"
        && message["target"]["kind"][0] == "bin"
        && message["profile"]["test"] == false;
    ours.then(|| message["executable"].as_str().map(PathBuf::from))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_told_from_its_own_test() {
        let message = |test: bool| {
            format!(
                r#"{{"target":{{"name":"cases","kind":["bin"]}},"profile":{{"test":{test}}},"executable":"a/cases"}}"#
            )
        };
        assert_eq!(program(&message(true)), None);
        assert_eq!(program(&message(false)), Some(PathBuf::from("a/cases")));
        assert_eq!(program("Compiling"), None);
    }
}
