//! The tools that building the site needs, at pinned versions: the wasm target, wasm-bindgen, wasm-opt.
//!
//! Each function finds its tool or installs it, and is quick when the tool is there.

use std::path::PathBuf;

use crate::browser;
use crate::error::{Error, Result};
use crate::paths;
use crate::shell;

/// The compilation target of everything that runs in a page.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Must equal the version of the `wasm-bindgen` crate in Cargo.toml.
const WASM_BINDGEN: &str = "0.2.130";

/// Older ones exit with success and write modules that die at start.
const WASM_OPT_OLDEST: u32 = 120;

/// Makes sure that the toolchain can compile to WebAssembly.
///
/// # Errors
/// The target is not installed and rustup cannot get it.
pub fn wasm_target() -> Result<()> {
    let installed = || {
        shell::capture(shell::command("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]))
            .is_some_and(|folder| PathBuf::from(folder).is_dir())
    };
    if installed() {
        return Ok(());
    }
    println!("Adding the {WASM_TARGET} target…");
    shell::run(shell::command("rustup").args(["target", "add", WASM_TARGET])).ok().filter(|()| installed()).ok_or_else(
        || {
            Error::Missing(
                format!("The Rust target {WASM_TARGET}"),
                format!("Run `rustup target add {WASM_TARGET}`, or install a Rust toolchain that has it."),
            )
        },
    )
}

/// The wasm-bindgen command of our version; its test runner lies beside it.
///
/// # Errors
/// It is not there and cannot be installed.
pub fn wasm_bindgen() -> Result<PathBuf> {
    let own = paths::tools().join("bin").join("wasm-bindgen");
    let right = |path: &PathBuf| {
        path.with_file_name("wasm-bindgen-test-runner").is_file()
            && shell::capture(shell::command(path).arg("--version"))
                .is_some_and(|text| text.split_whitespace().nth(1) == Some(WASM_BINDGEN))
    };
    if right(&own) {
        return Ok(own);
    }
    if let Some(path) = shell::which("wasm-bindgen").filter(right) {
        return Ok(path);
    }
    println!("Installing wasm-bindgen-cli {WASM_BINDGEN} into .tools (about four minutes, once)…");
    // Without --locked: its lock file names a crate version that was withdrawn.
    let install = shell::run(
        shell::cargo()
            .args(["install", "--quiet", "--root", ".tools", "--version", WASM_BINDGEN])
            .arg("wasm-bindgen-cli")
            .env_remove("CARGO_TARGET_DIR"),
    );
    install.ok().filter(|()| right(&own)).map(|()| own).ok_or_else(|| {
        Error::Missing(
            format!("wasm-bindgen {WASM_BINDGEN}"),
            format!("Run `cargo install --root .tools wasm-bindgen-cli --version {WASM_BINDGEN}` while online."),
        )
    })
}

/// A wasm-opt that can be trusted.
pub struct WasmOpt {
    /// The command.
    pub path: PathBuf,
    /// Its version.
    pub version: u32,
}

impl WasmOpt {
    /// Path and version, for a person.
    pub fn describe(&self) -> String {
        format!("{} (version {})", self.path.display(), self.version)
    }
}

/// The pinned wasm-opt of the npm packages, else one on the PATH that is new enough.
///
/// # Errors
/// There is none. A caller that can do without says so and goes on.
pub fn wasm_opt() -> Result<WasmOpt> {
    // Looking at the app must not put Node.js on a machine that has none.
    let packages = if browser::found_node().is_some() { browser::npm_packages() } else { Err(browser::node_missing()) };
    let own = paths::root().join("node_modules").join(".bin").join("wasm-opt");
    let candidates = [packages.is_ok().then_some(own), shell::which("wasm-opt")];
    for path in candidates.into_iter().flatten() {
        let printed = shell::capture(shell::command(&path).arg("--version")).unwrap_or_default();
        if let Some(version) = wasm_opt_version(&printed).filter(|version| *version >= WASM_OPT_OLDEST) {
            return Ok(WasmOpt { path, version });
        }
    }
    Err(Error::Missing(
        format!("wasm-opt {WASM_OPT_OLDEST} or newer"),
        match packages {
            Ok(()) => "Remove node_modules and run `cargo xtask setup`.".to_owned(),
            Err(error) => error.to_string(),
        },
    ))
}

/// The number in `wasm-opt version 132 (version_132)`.
fn wasm_opt_version(printed: &str) -> Option<u32> {
    let after = printed.split("version ").nth(1)?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_of_wasm_opt() {
        assert_eq!(wasm_opt_version("wasm-opt version 132 (version_132)"), Some(132));
        assert_eq!(wasm_opt_version("wasm-opt version 108"), Some(108));
        assert_eq!(wasm_opt_version("no such thing"), None);
    }

    #[test]
    fn the_crate_is_pinned_to_the_command() {
        let manifest = include_str!("../../Cargo.toml");
        assert!(manifest.contains(&format!("wasm-bindgen = \"={WASM_BINDGEN}\"")));
    }
}
