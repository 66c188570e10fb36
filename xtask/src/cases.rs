//! `cargo xtask cases`: inputs with their right outcomes, run against the core.

use std::process::Command;

use crate::args::Args;
use crate::error::Result;
use crate::paths;
use crate::shell;

/// Runs the cases.
///
/// # Errors
/// A case fails, or the program does not build.
pub fn task(mut args: Args) -> Result<()> {
    let data = args.value("--data")?;
    args.finish()?;
    shell::run(&mut command(data))
}

/// The command, in the profile that the native tests have compiled everything for already.
pub fn command(data: Option<String>) -> Command {
    let mut cargo = shell::cargo();
    cargo.args(["run", "--quiet", "--profile", "test", "--package", "namesake-tests", "--bin", "cases", "--"]);
    if let Some(folder) = paths::data(data) {
        cargo.arg("--data").arg(folder);
    }
    cargo
}
