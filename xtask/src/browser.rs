//! What the tests need beyond Rust: Node.js with a few npm packages, and Chromium with its driver.
//!
//! On Debian as root what is missing is installed; elsewhere the message says how to get it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::error::{Context, Error, Result};
use crate::paths;
use crate::shell;

/// The oldest Node.js whose test runner and fetch do what the tests use.
const NODE_OLDEST: u32 = 20;

/// Where Chromium is found besides the PATH.
const CHROMIUM_PLACES: [&str; 3] = [
    "/usr/lib/chromium/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Debian's packages: the browser, its driver, and fonts without which screenshots show boxes.
const CHROMIUM_PACKAGES: [&str; 5] =
    ["chromium", "chromium-driver", "fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji"];

/// Node.js, where it is there already.
pub fn found_node() -> Option<PathBuf> {
    shell::which("node").filter(|path| {
        shell::capture(shell::command(path).arg("--version"))
            .and_then(|text| node_major(&text))
            .is_some_and(|major| major >= NODE_OLDEST)
    })
}

/// Node.js.
///
/// # Errors
/// It is not there, or too old, and cannot be installed.
pub fn node() -> Result<PathBuf> {
    if let Some(path) = found_node() {
        return Ok(path);
    }
    // One that is too old stays as it is: it may have been chosen.
    if shell::which("node").is_none() {
        apt_install(&["nodejs", "npm"]);
    }
    found_node().ok_or_else(node_missing)
}

/// What to say where there is no Node.js.
pub fn node_missing() -> Error {
    Error::Missing(
        format!("Node.js {NODE_OLDEST} or newer"),
        "Install it with its npm from your system's packages or its website; the tests and wasm-opt need it."
            .to_owned(),
    )
}

/// The npm packages that package-lock.json names, at exactly those versions.
///
/// # Errors
/// There is no npm, or it cannot get them.
pub fn npm_packages() -> Result<()> {
    if npm_packages_installed() {
        return Ok(());
    }
    node()?;
    let how = "Install Node.js with npm and run `npm ci` while online.";
    let missing = || Error::Missing("The npm packages of package-lock.json".to_owned(), how.to_owned());
    let npm = shell::which("npm").ok_or_else(missing)?;
    println!("Installing the npm packages of package-lock.json…");
    shell::run(shell::command(npm).args(["ci", "--ignore-scripts"]))
        .ok()
        .filter(|()| npm_packages_installed())
        .ok_or_else(missing)
}

/// Whether each package is there at the locked version; asks no one.
fn npm_packages_installed() -> bool {
    let read = |path: PathBuf| -> Option<Value> { serde_json::from_str(&fs::read_to_string(path).ok()?).ok() };
    let Some(lock) = read(paths::root().join("package-lock.json")) else {
        return false;
    };
    let Some(packages) = lock["packages"].as_object() else {
        return false;
    };
    packages.iter().filter(|(path, entry)| !path.is_empty() && entry["optional"] != true).all(|(path, entry)| {
        read(paths::root().join(path).join("package.json"))
            .is_some_and(|installed| installed["version"] == entry["version"])
    })
}

/// Chromium, or a browser built from it.
///
/// # Errors
/// None is there and none can be installed.
pub fn chromium() -> Result<PathBuf> {
    find_or_install(
        "Chromium",
        "NAMESAKE_CHROMIUM",
        &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        &CHROMIUM_PLACES,
    )
}

/// The driver of the same version, for the Rust tests in the browser.
///
/// # Errors
/// None is there and none can be installed.
pub fn chromedriver() -> Result<PathBuf> {
    find_or_install(
        "ChromeDriver",
        "CHROMEDRIVER",
        &["chromedriver"],
        &["/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"],
    )
}

fn find_or_install(what: &str, variable: &str, names: &[&str], places: &[&str]) -> Result<PathBuf> {
    if let Some(given) = env::var_os(variable) {
        return Ok(PathBuf::from(given));
    }
    let find = || {
        let on_path = names.iter().find_map(|name| shell::which(name));
        on_path.or_else(|| places.iter().map(PathBuf::from).find(|path| path.is_file()))
    };
    if let Some(path) = find() {
        return Ok(path);
    }
    apt_install(&CHROMIUM_PACKAGES);
    find().ok_or_else(|| {
        Error::Missing(
            what.to_owned(),
            format!(
                "Install it (on Debian: `apt-get install chromium chromium-driver`), or set {variable} to its path."
            ),
        )
    })
}

/// Installs Debian packages where we may. At most once a run updates the lists; failure shows in the caller's next look.
fn apt_install(packages: &[&str]) {
    static UPDATED: OnceLock<bool> = OnceLock::new();
    let root = shell::capture(shell::command("id").arg("-u")).is_some_and(|id| id == "0");
    if !root || shell::which("apt-get").is_none() {
        return;
    }
    println!("Installing {} with apt-get…", packages.join(", "));
    UPDATED.get_or_init(|| shell::run(shell::command("apt-get").args(["update", "-qq"])).is_ok());
    let install = shell::run(
        shell::command("apt-get")
            .args(["install", "-y", "-qq", "--no-install-recommends"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    );
    if let Err(error) = install {
        println!("{error}");
    }
}

/// Writes the driver's settings with the browser that was found, and returns the file's path.
///
/// # Errors
/// The committed webdriver.json is unreadable, or the copy cannot be written.
pub fn webdriver_settings(chromium: &Path) -> Result<PathBuf> {
    let source = paths::root().join("webdriver.json");
    let text = fs::read_to_string(&source).context(source.display())?;
    let mut settings: Value =
        serde_json::from_str(&text).map_err(|error| Error::Check(format!("webdriver.json: {error}")))?;
    settings["goog:chromeOptions"]["binary"] = json!(chromium);
    let path = paths::cache().join("webdriver.json");
    fs::create_dir_all(paths::cache()).context("the cache folder")?;
    fs::write(&path, settings.to_string()).context(path.display())?;
    Ok(path)
}

/// The 20 of `v20.1.2`.
fn node_major(printed: &str) -> Option<u32> {
    printed.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_of_node() {
        assert_eq!(node_major("v20.20.2"), Some(20));
        assert_eq!(node_major("command not found"), None);
    }
}
