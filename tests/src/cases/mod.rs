//! The acceptance cases: every row of every file in `cases/`, with a check that drives the core.
//!
//! A check embeds its row's input, so that it runs without the files. Where the files are, [`report`] compares: a row
//! without a check fails, so does a check whose row has gone or says something else now.

mod dense_mem;
mod field_decisions;
mod field_links;
mod field_names;
mod field_storage;
mod files;
mod ids;
mod meaning;
mod prme_decisions;
mod prme_pairs;
mod prme_scopes;
mod rememberstack;
mod report;
mod synapse;
mod world;

pub use report::run;

/// A row and what is known of it.
#[derive(Debug, Clone)]
pub struct Case {
    id: &'static str,
    input: &'static str,
    due: Due,
    check: Option<fn()>,
    browser: &'static [(&'static str, &'static str)],
}

/// What is expected of a row.
#[derive(Debug, Clone, Copy)]
enum Due {
    /// The check asserts the row's outcome.
    Pass,
    /// DESIGN decides otherwise, in the section named, and the check asserts that.
    Decided(&'static str),
    /// Not yet, and why. A check asserts what is reached already.
    Later(&'static str),
}

/// A row whose outcome the check asserts. The check panics if something differs.
fn case(id: &'static str, input: &'static str, check: fn()) -> Case {
    Case { id, input, due: Due::Pass, check: Some(check), browser: &[] }
}

/// A row where DESIGN decides otherwise; the check asserts DESIGN's outcome.
fn decided(id: &'static str, input: &'static str, section: &'static str, check: fn()) -> Case {
    Case { due: Due::Decided(section), ..case(id, input, check) }
}

/// A row that waits for a later issue.
fn later(id: &'static str, input: &'static str, why: &'static str) -> Case {
    Case { id, input, due: Due::Later(why), check: None, browser: &[] }
}

impl Case {
    /// The part of a later row that is reached already.
    fn reached(self, check: fn()) -> Self {
        Self { check: Some(check), ..self }
    }

    /// Tests in a browser that hold the row's other half: file from the repository's root, and the test's name.
    fn browser(self, tests: &'static [(&'static str, &'static str)]) -> Self {
        Self { browser: tests, ..self }
    }
}

/// Every row that has an entry, by file.
fn registry() -> Vec<(&'static str, Vec<Case>)> {
    let field = [field_links::cases(), field_names::cases(), field_decisions::cases(), field_storage::cases()];
    let prme = [prme_pairs::cases(), prme_decisions::cases(), prme_scopes::cases()];
    vec![
        ("dense-mem.md", dense_mem::cases()),
        ("field.jsonl", field.concat()),
        ("prme-ids.md", ids::cases()),
        ("prme.md", prme.concat()),
        ("rememberstack.md", rememberstack::cases()),
        ("synapse.md", synapse::cases()),
    ]
}

/// Words of reasons that many rows share.
mod why {
    pub const NAMES: &str = "issue 2 (names and finding)";
    pub const ASSESSOR: &str = "the assessor's protocol (DESIGN §4), which no open issue names yet";
    pub const CORRECTION: &str = "corrections (DESIGN §6), which no open issue names yet";
    pub const TYPES: &str = "declared types and captureFact (DESIGN §6), which no open issue names yet";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_case_passes() {
        let args = ["--cases".to_owned(), super::files::default_folder().display().to_string()];
        let outcome = super::run(args.into_iter());
        assert!(outcome.is_ok_and(|failed| failed == 0), "see the rows above");
    }
}
