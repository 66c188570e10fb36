//! `cargo run --profile bench -p namesake-tests --bin bench -- [--json FILE] [--data DIR] [--sizes 1000,10000]`

fn main() -> std::process::ExitCode {
    match namesake_tests::bench::run(std::env::args().skip(1)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::FAILURE
        }
    }
}
