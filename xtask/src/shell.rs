//! Running other programs: shown, captured, or shown and counted.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Context, Error, Result};
use crate::paths;
use crate::report::{Counts, Tail};

/// A command in the workspace's root, with our own tools first on the PATH.
pub fn command(program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(program.as_ref());
    command.current_dir(paths::root()).env("PATH", search_path());
    command
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    command(env::var("CARGO").unwrap_or("cargo".to_owned()))
}

fn search_path() -> OsString {
    let own = [paths::tools().join("bin"), paths::root().join("node_modules").join(".bin")];
    let outside = env::var_os("PATH").unwrap_or_default();
    let all = own.into_iter().chain(env::split_paths(&outside));
    env::join_paths(all).unwrap_or(outside)
}

/// The first program of that name on the PATH outside this checkout.
pub fn which(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The command as a person would type it.
pub fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let mut words = vec![name.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Runs it with its output shown.
///
/// # Errors
/// It cannot be started, or it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().context(show(command))?;
    if status.success() { Ok(()) } else { Err(Error::Command(show(command))) }
}

/// Runs it and returns what it printed, or nothing if it failed or is not there.
pub fn capture(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs it with its output shown, counts the tests that it reports, and keeps its last lines.
///
/// # Errors
/// It cannot be started. That it failed is in the first of the two results.
pub fn run_counting(command: &mut Command, counts: &mut Counts, tail: &mut Tail) -> Result<bool> {
    let shown = show(command);
    println!("$ {shown}");
    // Both streams through one pipe, so that the lines keep their order.
    let (reader, writer) = std::io::pipe().context("a pipe")?;
    let second = writer.try_clone().context("a pipe")?;
    let mut child = command.stdout(writer).stderr(second).spawn().context(&shown)?;
    // The command still holds the pipe's ends; only when they are closed does reading end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    for line in BufReader::new(reader).split(b'\n') {
        let line = line.context(&shown)?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        counts.read_line(&line);
        tail.push(&line);
    }
    Ok(child.wait().context(&shown)?.success())
}
