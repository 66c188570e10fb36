//! The native bench: what DESIGN section 10 promises, measured on the core over the store in memory.
//!
//! Each size runs in a process of its own, so that its peak of memory is its own. Prints one table and, with
//! `--json FILE`, writes a list of `{name, env, value, unit, bar, met}`. It measures, and never asserts: a figure
//! that could not be had is null and prints `skipped`. `--part PART` measures one part alone and prints that list;
//! with `--json FILE`, its table.
//!
//! Times of a tenth of a second and more are times on a processor (see `process`); shorter ones are times that passed,
//! each resolved name's the middle one of three.

mod cards;
mod claims;
mod data;
mod gap;
mod growth;
mod homonyms;
mod inbox;
mod mixed;
mod options;
#[cfg(feature = "peers")]
pub mod peers;
mod process;
mod random;
mod records;
mod row;
mod session;
mod text;
mod variants;

use options::{Options, Part};
use row::Row;
use std::process::Command;

/// Runs the bench that the command line asks for.
///
/// # Errors
/// With a sentence for the terminal: the command line is wrong, or a measurement could not be run at all.
pub fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    if let Some(part) = options.part {
        let rows = measure(&options, part)?;
        if options.json.is_some() {
            print!("{}", row::table(&rows));
        }
        return row::write(&rows, options.json.as_deref());
    }
    let mut rows = Vec::new();
    for part in options.parts() {
        eprintln!("measuring {part}…");
        rows.extend(in_own_process(&options, part)?);
    }
    rows.extend(growth::factors(&rows));
    print!("{}", row::table(&rows));
    options.json.as_deref().map_or(Ok(()), |path| row::write(&rows, Some(path)))
}

fn measure(options: &Options, part: Part) -> Result<Vec<Row>, String> {
    match part {
        Part::Size(size) => growth::measure(options, size),
        Part::Variants => variants::measure(options),
        Part::Text => text::measure(options),
        Part::Gap => gap::measure(options),
        Part::Homonyms => homonyms::measure(),
        Part::Inbox => inbox::measure(),
        Part::Mixed => mixed::measure(options),
        Part::Claims => claims::measure(options),
        Part::Records(set) => records::measure(options, set),
    }
}

/// Measures one part in a child process, which answers on its standard output.
fn in_own_process(options: &Options, part: Part) -> Result<Vec<Row>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program);
    child.args(["--part", &part.to_string()]);
    if let Some(data) = &options.data {
        child.arg("--data").arg(data);
    }
    let output = child.stderr(std::process::Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("measuring {part} ended with {}", output.status));
    }
    row::read(&output.stdout)
}
