//! `cargo run --profile bench -p namesake-tests --features peers --bin peers -- --data DIR [--json FILE] [--size 1000]`

fn main() -> std::process::ExitCode {
    match namesake_tests::bench::peers::run(std::env::args().skip(1)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::FAILURE
        }
    }
}
