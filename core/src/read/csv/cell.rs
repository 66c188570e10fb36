//! What a cell of a table holds beside a value: several of them, and the apostrophe that keeps a spreadsheet from reading it as
//! a formula. Writing and reading are each other's inverse, whatever the values are.

/// What Google puts between the values of one cell.
const BETWEEN: &str = " ::: ";

/// The values of one cell. Blank ones are none.
pub(super) fn values(cell: &str) -> impl Iterator<Item = String> + '_ {
    cell.split(BETWEEN).filter(|value| !value.trim().is_empty()).map(|value| colons(value, 4, |run| run - 1))
}

/// A cell without the apostrophe that guards a formula.
pub(super) fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
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

    #[test]
    fn formulas_lose_their_guard() {
        assert_eq!(unguarded("'+1 202-555-0142"), "+1 202-555-0142");
        assert_eq!(unguarded("''=x"), "'=x");
        assert_eq!(unguarded("'t Hooft"), "'t Hooft");
    }
}
