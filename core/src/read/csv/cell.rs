//! What a cell of a table holds beside a value: several of them, and the apostrophe that keeps a spreadsheet from reading it as
//! a formula. Writing and reading are each other's inverse, whatever the values are.

/// What Google puts between the values of one cell.
const BETWEEN: &str = " ::: ";

/// The headers with which a table begins that was written here. Elsewhere a “UID” may be a number that other tables have, too.
pub(crate) const OWN: [&str; 4] = ["UID", "Kind", "Name", "Nickname"];
/// What the header of a column begins with that is named after its field, whatever that is called.
pub(crate) const FURTHER: &str = "Namesake: ";

/// The values of one cell. Blank ones are none.
pub(super) fn values(cell: &str) -> impl Iterator<Item = String> + '_ {
    cell.split(BETWEEN).filter(|value| !value.trim().is_empty()).map(|value| colons(value, 4, |run| run - 1))
}

/// One cell of several values.
pub(crate) fn join<'v>(values: impl Iterator<Item = &'v str>) -> String {
    values.map(|value| colons(value, 3, |run| run + 1)).collect::<Vec<_>>().join(BETWEEN)
}

/// A cell without the apostrophe that [`guarded`] puts before it.
pub(super) fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
}

/// A cell that no spreadsheet reads as a formula. Numbers of phones stay as they are: they are no formulas, and whoever reads
/// the table has to find them.
pub(crate) fn guarded(cell: String) -> String {
    let number = cell.starts_with('+') && cell.chars().all(|c| c.is_ascii_digit() || " +-().:/".contains(c));
    if !number && is_formula(cell.trim_start_matches('\'')) { format!("'{cell}") } else { cell }
}

fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t'])
}

/// A value with other lengths for its runs of at least `least` colons that stand between spaces, or at an end.
fn colons(value: &str, least: usize, length: impl Fn(usize) -> usize) -> String {
    if !value.contains(":::") {
        return value.to_owned();
    }
    let words = value.split(' ').map(|word| match word.len() {
        run if run >= least && word.bytes().all(|byte| byte == b':') => ":".repeat(length(run)),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(list in prop::collection::vec("[: a'=+@0-9-]{0,12}", 0..5)) {
            let written = guarded(join(list.iter().map(String::as_str)));
            prop_assert!(!written.starts_with(['=', '@', '-']));
            let read: Vec<String> = values(unguarded(&written)).collect();
            prop_assert_eq!(read, list.into_iter().filter(|one| !one.trim().is_empty()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn numbers_stay_numbers() {
        assert_eq!(guarded("+1 202-555-0142 ::: +49 30 901820".into()), "+1 202-555-0142 ::: +49 30 901820");
        assert_eq!(guarded("=HYPERLINK(1)".into()), "'=HYPERLINK(1)");
        assert_eq!(unguarded("'+1 202-555-0142"), "+1 202-555-0142");
        assert_eq!(unguarded("'t Hooft"), "'t Hooft");
    }
}
