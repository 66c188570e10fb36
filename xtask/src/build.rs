//! Building the site: cargo, then wasm-bindgen, then wasm-opt, then one folder that any static server can serve.
//!
//! There is no bundler. Each step is skipped when its input did not change: cargo knows for itself, and the
//! output of the other two is kept under the hash of the module, the tool versions and the flags.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Args;
use crate::error::{Context, Result};
use crate::files;
use crate::paths;
use crate::shell;
use crate::tools::{self, WASM_TARGET};

/// How much work goes into the output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Quick and unoptimised.
    Dev,
    /// What ships.
    Release,
}

impl Mode {
    /// `--dev` or what ships.
    pub fn from_args(args: &mut Args) -> Self {
        if args.flag("--dev") { Self::Dev } else { Self::Release }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

/// A crate that becomes a WebAssembly module in the site.
struct Module {
    /// The crate's name, and its cargo package.
    package: &'static str,
    /// The module's name in file names.
    name: &'static str,
    /// Its folder in the site.
    folder: &'static str,
}

const MODULES: [Module; 2] = [
    Module { package: "namesake-engine", name: "namesake_engine", folder: "engine" },
    Module { package: "namesake-app", name: "namesake-app", folder: "app" },
];

/// What Rust's wasm target uses by default; wasm-opt must know to keep it.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds `dist/`, all of it.
///
/// # Errors
/// A tool is missing, or a step fails.
pub fn dist(mode: Mode) -> Result<()> {
    tools::wasm_target()?;
    let bindgen = tools::wasm_bindgen()?;
    let optimiser = match mode {
        Mode::Dev => None,
        Mode::Release => match tools::wasm_opt() {
            Ok(tool) => Some(tool),
            Err(error) => {
                println!("Going on without wasm-opt, so the modules are larger than what ships. {error}");
                None
            }
        },
    };
    cargo_build(mode)?;

    let mut site = Vec::new();
    let fixed = paths::root().join("static");
    for path in files::list(&fixed)? {
        site.push((fixed.join(&path), path));
    }
    for module in &MODULES {
        let built = finish_module(module, mode, &bindgen, optimiser.as_ref())?;
        for path in files::list(&built)? {
            site.push((built.join(&path), Path::new(module.folder).join(&path)));
        }
    }
    site.retain(|(_, path)| !for_developers(path));
    let dist = paths::dist();
    files::sync(&site, &dist)?;
    files::write_manifest(&dist)
}

/// Stamps are ours, and type declarations belong to the package.
fn for_developers(path: &Path) -> bool {
    path.ends_with("stamp") || path.to_string_lossy().ends_with(".d.ts")
}

/// Where the engine's finished files are: `.js`, `_bg.wasm` and the type declarations.
pub fn engine_folder(mode: Mode) -> PathBuf {
    finished(&MODULES[0], mode)
}

fn finished(module: &Module, mode: Mode) -> PathBuf {
    paths::cache().join(mode.folder()).join(module.folder)
}

fn cargo_build(mode: Mode) -> Result<()> {
    let mut cargo = shell::cargo();
    cargo.args(["build", "--quiet", "--target", WASM_TARGET]);
    for module in &MODULES {
        cargo.args(["--package", module.package]);
    }
    if mode == Mode::Release {
        println!("Building the modules (minutes the first time)…");
        cargo.arg("--release").arg("--config").arg(release_flags());
    }
    shell::run(&mut cargo)
}

/// A cargo setting for what ships: Leptos erases component types, which makes the app a sixth smaller, and this
/// machine's folders are kept out of panic messages, so that the modules are the same everywhere. As a `--config` it joins the flags of `.cargo/config.toml`, where a variable would replace them.
fn release_flags() -> String {
    let home = std::env::var("CARGO_HOME").ok().map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let roots = [Some((paths::root(), "namesake")), home.map(|home| (home, "cargo"))];
    let remapped =
        roots.into_iter().flatten().map(|(path, name)| format!("'--remap-path-prefix={}={name}'", path.display()));
    let flags: Vec<String> =
        ["'--cfg'".to_owned(), "'erase_components'".to_owned()].into_iter().chain(remapped).collect();
    format!("target.{WASM_TARGET}.rustflags=[{}]", flags.join(", "))
}

/// Runs wasm-bindgen and wasm-opt over one module, unless their output is there already.
fn finish_module(module: &Module, mode: Mode, bindgen: &Path, optimiser: Option<&tools::WasmOpt>) -> Result<PathBuf> {
    let raw = paths::target().join(WASM_TARGET).join(mode.folder()).join(format!("{}.wasm", module.name));
    let bytes = fs::read(&raw).context(raw.display())?;
    let stamp = format!(
        "{} {} {}",
        files::hash(&bytes),
        shell::capture(shell::command(bindgen).arg("--version")).unwrap_or_default(),
        optimiser.map_or("no wasm-opt".to_owned(), |tool| tool.version.to_string()),
    );
    let out = finished(module, mode);
    let stamp_file = out.join("stamp");
    if fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) {
        return Ok(out);
    }
    if out.is_dir() {
        fs::remove_dir_all(&out).context(out.display())?;
    }
    let mut command = shell::command(bindgen);
    command.args(["--target", "web", "--out-dir"]).arg(&out).arg("--out-name").arg(module.name.replace('-', "_"));
    if mode == Mode::Dev {
        command.arg("--keep-debug");
    }
    shell::run(command.arg(&raw))?;
    if let Some(tool) = optimiser {
        let wasm = out.join(format!("{}_bg.wasm", module.name.replace('-', "_")));
        println!("Optimising {}…", module.package);
        shell::run(shell::command(&tool.path).arg("-Oz").args(WASM_FEATURES).arg(&wasm).arg("-o").arg(&wasm))?;
    }
    fs::write(&stamp_file, stamp).context(stamp_file.display())?;
    Ok(out)
}
