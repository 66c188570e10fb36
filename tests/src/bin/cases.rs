//! `cargo xtask cases`: every row of the acceptance cases, with what became of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    match namesake_tests::cases::run(std::env::args().skip(1)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
