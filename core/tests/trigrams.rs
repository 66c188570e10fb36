//! Trigrams as PostgreSQL's pg_trgm makes them; worked out by hand. `oracles.rs` holds them to PostgreSQL's own.

use namesake_core::resolve::trigrams::{similarity, trigrams};

#[test]
fn words_are_padded_and_cut() {
    for (text, expected) in [
        ("", &[][..]),
        ("!?", &[]),
        ("a", &["  a", " a "]),
        ("AB", &["  a", " ab", "ab "]),
        // What is no letter or digit parts words, and is in none.
        ("a-b", &["  a", "  b", " a ", " b "]),
        ("C++", &["  c", " c "]),
        ("O'Neil", &["  n", "  o", " ne", " o ", "eil", "il ", "nei"]),
        // Repeats count once.
        ("aaaa", &["  a", " aa", "aa ", "aaa"]),
        ("abab", &["  a", " ab", "ab ", "aba", "bab"]),
        ("ab ab", &["  a", " ab", "ab "]),
        ("Я 7", &["  7", "  я", " 7 ", " я "]),
        // One letter for one letter, without a table of its own: a marked İ is an i.
        ("İz", &["  i", " iz", "iz "]),
        // Nothing is composed: a mark that is a character of its own parts the word.
        ("e\u{301}a", &["  a", "  e", " a ", " e "]),
    ] {
        let shown: Vec<String> = trigrams(text).iter().map(|t| t.iter().collect()).collect();
        assert_eq!(shown, expected, "{text}");
    }
}

#[test]
fn similarity_is_shared_over_all() {
    for (a, b, shared, all) in [
        ("word", "two words", 4, 11),
        ("abc", "abc", 4, 4),
        ("abc", "ABC!", 4, 4),
        ("abc", "xyz", 0, 8),
        ("a b c", "c b a", 6, 6),
        ("abc", "abd", 2, 6),
        ("Straße", "Strasse", 4, 11),
    ] {
        let right = shared as f32 / all as f32;
        assert!((similarity(a, b) - right).abs() < 1e-6, "{a} {b}: {}", similarity(a, b));
        assert_eq!(similarity(a, b).to_bits(), similarity(b, a).to_bits(), "{a} {b}");
    }
    assert_eq!(similarity("", "").to_bits(), 0_f32.to_bits());
}
