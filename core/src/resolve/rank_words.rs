//! Words that tell a rank or an office beside a name: "Sir Robert Balfour, 1st Baronet", "the Earl of Derby".
//!
//! People leave them out and put them in, so a lookup thinks little of a missing one. Nothing else does: Earl, Baron and
//! Major are names too, and as such are found like any other. Titles that are never part of a name are left out of
//! its tokens already ([`crate::names`]).

/// Folded. Sorted.
static RANKS: &[&str] = &[
    "and",
    "baron",
    "baroness",
    "baronet",
    "bt",
    "canon",
    "countess",
    "dame",
    "duchess",
    "duke",
    "earl",
    "general",
    "lady",
    "lord",
    "major",
    "marchioness",
    "marquess",
    "marquis",
    "of",
    "reverend",
    "the",
    "viscount",
    "viscountess",
];

/// Whether a folded token tells a rank rather than a name.
pub(crate) fn is_rank(token: &str) -> bool {
    RANKS.binary_search(&token).is_ok() || is_ordinal(token)
}

/// Whether a folded token is a number with an English ordinal's ending: 1st, 22nd.
pub(crate) fn is_ordinal(token: &str) -> bool {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| token.strip_suffix(end));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_sorted_and_found() {
        assert!(RANKS.is_sorted());
        assert!(is_rank("baronet") && is_rank("22nd") && !is_rank("nd") && !is_rank("king") && !is_rank("10"));
    }
}
