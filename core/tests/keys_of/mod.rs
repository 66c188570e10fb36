//! How the keys of two names relate, for tables of names.

use namesake_core::names::NameKeys;

/// How the keys of two names should relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// The same text: equal exact keys.
    Exact,
    /// Equal folded keys only.
    Folded,
    /// Different keys, the same identity tokens.
    Other,
    /// Different keys and different identity tokens: no spelling or sound may propose the pair.
    Apart,
}
use Keys::{Apart, Exact, Folded, Other};

/// All rows of a kind relate as expected, from either side.
#[track_caller]
pub fn check(kind: &str, expected: Keys, rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (a, b) in rows {
        let (x, y) = (NameKeys::new(a), NameKeys::new(b));
        assert!(!x.exact.is_empty() && !y.exact.is_empty(), "{kind}: {a} / {b} has an empty key");
        let found = |x: &NameKeys, y: &NameKeys| match (x.same_exact(y), x.same_folded(y), x.identity_differs(y)) {
            (true, _, false) => Exact,
            (false, true, false) => Folded,
            (false, false, false) => Other,
            (_, false, true) => Apart,
            (_, true, true) => panic!("{kind}: {a} / {b}: equal keys, other identity: {x:?} {y:?}"),
        };
        assert_eq!(found(&x, &y), found(&y, &x), "{kind}: {a} / {b}");
        if found(&x, &y) != expected {
            wrong.push(format!(
                "{a} / {b}: {:?}; {} {} {:?} / {} {} {:?}",
                found(&x, &y),
                x.exact,
                x.folded,
                x.identity,
                y.exact,
                y.folded,
                y.identity
            ));
        }
    }
    assert!(wrong.is_empty(), "{kind}, not {expected:?}:\n{}", wrong.join("\n"));
}
