//! `dist/package/`: the engine as an ES module with types, for other web apps and for extensions.
//!
//! It is the same proxy, worker and module that our own app loads, in the same layout.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::build::{self, Mode};
use crate::error::{Context, Error, Result};
use crate::files;
use crate::paths;
use crate::report;

/// The bar for the engine's module, compressed, in bytes (phone metadata and model apart).
pub const ENGINE_BAR: usize = 350_000;

/// The module that the bar is about.
pub const ENGINE: &str = "engine/namesake_engine_bg.wasm";

/// The hand-written files, from `static/`.
const PROXY: [&str; 3] = ["namesake.js", "namesake.d.ts", "worker.js"];

/// One shipped module's size in bytes.
pub struct Size {
    /// File name.
    pub name: String,
    /// As served.
    pub plain: usize,
    /// Compressed by brotli at its best.
    pub brotli: usize,
}

/// `cargo xtask package`: builds the site and the package in it, and prints the sizes.
///
/// # Errors
/// The build fails, or a file is missing.
pub fn task() -> Result<()> {
    build::dist(Mode::Release)?;
    assemble()?;
    weigh()
}

/// Prints what a page has to load, beside the engine's bar.
///
/// # Errors
/// There is no built site.
fn weigh() -> Result<()> {
    let sizes = sizes()?;
    let mut rows = vec![["file", "bytes", "brotli"].map(str::to_owned).to_vec()];
    rows.extend(sizes.iter().map(|size| vec![size.name.clone(), size.plain.to_string(), size.brotli.to_string()]));
    print!("{}", report::table(&rows, &[1, 2]));
    if let Some(size) = sizes.iter().find(|size| size.name == ENGINE && size.brotli > ENGINE_BAR) {
        println!("The engine is {} bytes compressed; the bar is {ENGINE_BAR}.", size.brotli);
    }
    Ok(())
}

fn folder() -> std::path::PathBuf {
    paths::dist().join("package")
}

/// Copies the parts together, from a built site.
///
/// # Errors
/// A part is missing.
pub fn assemble() -> Result<()> {
    let out = folder();
    let fixed = paths::root().join("static");
    for name in PROXY {
        let source = fixed.join(name);
        if !source.is_file() {
            return Err(Error::Check(format!("static/{name} is missing, so there is no package")));
        }
        files::copy(&source, &out.join(name))?;
    }
    let engine = build::engine_folder(Mode::Release);
    for path in files::list(&engine)? {
        if path != Path::new("stamp") {
            files::copy(&engine.join(&path), &out.join("engine").join(&path))?;
        }
    }
    let description = paths::root().join("xtask").join("package");
    for path in files::list(&description)? {
        files::copy(&description.join(&path), &out.join(&path))?;
    }
    println!("The JavaScript module is in {}", out.display());
    Ok(())
}

/// The sizes of what the built site loads: both modules and their glue.
///
/// # Errors
/// There is no built site.
pub fn sizes() -> Result<Vec<Size>> {
    let names = [ENGINE, "engine/namesake_engine.js", "app/namesake_app_bg.wasm", "app/namesake_app.js"];
    names.iter().map(|name| measure(name)).collect()
}

/// Measures one file; the compressed size is kept under the file's hash, since it takes seconds.
fn measure(name: &str) -> Result<Size> {
    let path = paths::dist().join(name);
    let bytes = fs::read(&path).context(path.display())?;
    let memo = paths::cache().join("sizes").join(files::hash(&bytes));
    let brotli = match fs::read_to_string(&memo).ok().and_then(|text| text.parse().ok()) {
        Some(size) => size,
        None => {
            let size = compressed(&bytes)?;
            if let Some(parent) = memo.parent() {
                fs::create_dir_all(parent).context(parent.display())?;
            }
            fs::write(&memo, size.to_string()).context(memo.display())?;
            size
        }
    };
    Ok(Size { name: name.to_owned(), plain: bytes.len(), brotli })
}

fn compressed(bytes: &[u8]) -> Result<usize> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 1 << 16, 11, 22);
    writer.write_all(bytes).context("compressing")?;
    drop(writer);
    Ok(out.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_is_measured() -> Result<()> {
        let repetitive = vec![b'a'; 100_000];
        let size = compressed(&repetitive)?;
        assert!(size > 0 && size < 200, "{size}");
        Ok(())
    }
}
