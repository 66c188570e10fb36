//! The project's own rules, which no compiler checks.

use std::fs;
use std::path::PathBuf;

use crate::csp;
use crate::error::{Context, Error, Result};
use crate::paths;
use crate::shell;

/// A file that holds one concept is shorter than this.
const LONGEST: usize = 700;

/// What must not be committed: this machine's folders and package registries' hosts.
/// Written in halves, so that this file keeps the rule.
const FORBIDDEN: [&str; 9] = [
    concat!("/ro", "ot/"),
    concat!("/work/", "main"),
    concat!("/work/", "shared"),
    concat!("/work/", ".library"),
    concat!("registry.", "npmjs.org"),
    concat!("static.", "crates.io"),
    concat!("index.", "crates.io"),
    concat!("deb.", "debian.org"),
    concat!("python", "hosted.org"),
];

/// What the core must not name: it does no I/O, reads no clock and draws no random number. All of it is passed in.
const IMPURE: [&str; 11] = [
    "SystemTime",
    "Instant::now",
    "std::fs",
    "std::net",
    "std::env",
    "std::thread",
    "getrandom",
    "RandomState",
    "web_sys",
    "js_sys",
    "wasm_bindgen",
];

/// One broken rule.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    file: String,
    line: usize,
    text: String,
}

/// `cargo xtask lint`: prints what breaks a rule; true if nothing does.
///
/// # Errors
/// Git or a file cannot be read.
pub fn task() -> Result<bool> {
    let findings = check()?;
    for finding in &findings {
        println!("{}", show(finding));
    }
    Ok(findings.is_empty())
}

/// As [`task`], for the test command: the findings are the error.
///
/// # Errors
/// A rule is broken.
pub fn all() -> Result<()> {
    let findings = check()?;
    if findings.is_empty() {
        return Ok(());
    }
    Err(Error::Check(findings.iter().map(show).collect::<Vec<_>>().join("\n")))
}

fn show(finding: &Finding) -> String {
    format!("{}:{}: {}", finding.file, finding.line, finding.text)
}

fn check() -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in tracked()? {
        let bytes = fs::read(paths::root().join(&file)).context(&file)?;
        if let Ok(text) = String::from_utf8(bytes) {
            findings.extend(check_file(&file, &text));
        }
    }
    Ok(findings)
}

/// Every file that is committed, or would be.
fn tracked() -> Result<Vec<String>> {
    let list = shell::capture(shell::command("git").args([
        "-c",
        "core.quotepath=off",
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))
    .ok_or_else(|| Error::Check("git ls-files failed; the rules need a git checkout".to_owned()))?;
    let exists = |file: &&str| paths::root().join(PathBuf::from(file)).is_file();
    Ok(list.lines().filter(exists).map(str::to_owned).collect())
}

fn check_file(file: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut find = |line: usize, text: String| {
        findings.push(Finding { file: file.to_owned(), line, text });
    };
    let ending = file.rsplit('.').next().unwrap_or_default();
    let lines = text.lines().count();
    if ["rs", "js", "mjs", "css"].contains(&ending) && lines > LONGEST {
        find(LONGEST + 1, format!("{lines} lines; a file of at most {LONGEST} holds one concept"));
    }
    for (index, line) in text.lines().enumerate() {
        if file.starts_with("web/") && line.contains("inner_html") {
            find(index + 1, "inner_html is forbidden: text from outside is never markup".to_owned());
        }
        let code = line.split("//").next().unwrap_or_default();
        if file.starts_with("core/src/")
            && ending == "rs"
            && let Some(found) = IMPURE.iter().find(|needle| code.contains(**needle))
        {
            find(index + 1, format!("the core is pure; `{found}` is passed in instead"));
        }
        if let Some(found) = FORBIDDEN.iter().find(|needle| line.contains(**needle)) {
            find(index + 1, format!("`{found}` belongs to one machine and is not committed"));
        }
    }
    if file == "static/index.html" && !text.contains(&format!("content=\"{}\"", csp::meta())) {
        find(1, format!("the content security policy differs from the server's. It is:\n{}", csp::meta()));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &str, text: &str) -> Vec<usize> {
        check_file(file, text).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn markup_from_text_is_found_only_in_the_web_crates() {
        assert_eq!(lines("web/app/src/main.rs", "a\nview! { <p inner_html=x/> }"), [2]);
        assert_eq!(lines("core/src/lib.rs", "inner_html"), Vec::<usize>::new());
    }

    #[test]
    fn long_files_and_machine_paths_are_found() {
        assert_eq!(lines("core/src/lib.rs", &"x\n".repeat(LONGEST)), Vec::<usize>::new());
        assert_eq!(lines("core/src/lib.rs", &"x\n".repeat(LONGEST + 1)), [LONGEST + 1]);
        assert_eq!(lines("README.md", &format!("see {}x", FORBIDDEN[0])), [1]);
    }

    #[test]
    fn the_core_reads_no_clock() {
        let text = "// SystemTime is passed in\nlet now = SystemTime::now();";
        assert_eq!(lines("core/src/memory/mod.rs", text), [2]);
        assert_eq!(lines("xtask/src/bench.rs", text), Vec::<usize>::new());
    }

    #[test]
    fn the_page_carries_the_servers_policy() {
        let page = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", csp::meta());
        assert_eq!(lines("static/index.html", &page), Vec::<usize>::new());
        assert_eq!(lines("static/index.html", "<p>"), [1]);
    }
}
