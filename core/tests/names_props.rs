//! Properties of keys over arbitrary Unicode.

use namesake_core::names::{NameKeys, exact_key, field_key, folded_key, invisible, oracle, scripts};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

/// Text that is rich in what the keys treat specially.
fn tricky() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => any::<char>().prop_map(String::from),
        3 => "[ -~]{0,6}",
        2 => "\\PC{0,4}",
        3 => prop::sample::select(&[
            " ", "  ", "\t", "\u{A0}", "-", "'", "’", ".", ",", "&", "\u{301}", "\u{323}", "\u{345}", "\u{B4}", "\u{3099}",
            "Inc", "Inc.", "GmbH", "S.A.", "S. A.", "株式会社", "(株)", "㈱", "ООО", "Ltd", "Co", "sp. z o.o.", "Dr", "PhD",
            "II", "v", "1.2", "٣", "Rev", "A", "第一", "C++", "🔥", "\u{200D}", "\u{FE0F}", "\u{200B}", "\u{202E}", "İ", "ı",
            "ß", "ﬁ", "Σ", "ς", "ǰ", "ΐ", "ᾳ", "Å", "가", "\u{1100}", "\u{1161}", "か", "क", "\u{93C}", "ि", "ไ", "\u{3164}",
            "ﾊ", "ﾞ", "ø", "æ", "Ⅷ", "①", "\"", "״", "・", "Ꮳ", "ꭰ", "\0", "\u{85}", "(", ")", "de", "no",
            "\u{640}", "ة", "ی", "ک", "ذ.م.م", "OÜ", "Ås", "A.Ş.", "I/S", "& Cie", "y Cía", "S.C.", "И.П.", "Общество",
            "จำกัด", "บริษัท", "一般社団法人", "第三", "三号", "甲班", "A座", "A동", "1,000", "Filho", "ґ", "қ", "rer.", "ml.",
        ][..]).prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_are_idempotent(name in tricky()) {
        let exact = exact_key(&name);
        prop_assert_eq!(&exact_key(&exact), &exact);
        let folded = folded_key(&name);
        prop_assert_eq!(&folded_key(&folded), &folded);
        prop_assert_eq!(&exact_key(&folded), &folded, "a folded key is an exact key");
        let field = field_key(&name);
        prop_assert_eq!(&field_key(&field), &field);
    }

    #[test]
    fn equivalent_text_has_equal_keys(name in tricky()) {
        let keys = NameKeys::new(&name);
        for form in [name.nfc().collect::<String>(), name.nfd().collect()] {
            let other = NameKeys::new(&form);
            prop_assert_eq!(&keys.exact, &other.exact);
            prop_assert_eq!(&keys.folded, &other.folded);
            prop_assert_eq!(&keys.tokens, &other.tokens);
            prop_assert_eq!(&keys.identity, &other.identity);
        }
    }

    #[test]
    fn all_but_flags_follow_from_the_exact_key(name in tricky()) {
        let keys = NameKeys::new(&name);
        let again = NameKeys::new(&keys.exact);
        prop_assert_eq!(&keys.folded, &again.folded);
        prop_assert_eq!(&keys.tokens, &again.tokens);
        prop_assert_eq!(&keys.identity, &again.identity);
        prop_assert!(!keys.identity_differs(&again));
        prop_assert_eq!(&*keys.folded, &*folded_key(&name));
        prop_assert_eq!(keys.same_exact(&again), !keys.is_empty());
    }

    #[test]
    fn a_letter_or_digit_leaves_a_folded_key(name in tricky()) {
        let keys = NameKeys::new(&name);
        if keys.exact.chars().any(|c| c.is_ascii_alphanumeric()) {
            prop_assert!(!keys.folded.is_empty() && !keys.tokens.is_empty());
        }
    }

    #[test]
    fn shortcuts_agree_with_the_definition(name in "[\\x00-\\x7f]{0,40}") {
        let exact = exact_key(&name);
        prop_assert_eq!(&exact, &oracle::exact_key(&name));
        let (fast, slow) = oracle::loose(&exact);
        prop_assert_eq!(fast, slow);
    }

    #[test]
    fn pieces_are_the_whole_name(name in tricky()) {
        let mut whole = String::new();
        for piece in invisible::visible(&name) {
            match piece {
                invisible::Piece::Text(text) => whole.push_str(&text),
                invisible::Piece::Mark { code, .. } => whole.extend(char::from_u32(code)),
            }
        }
        prop_assert_eq!(&whole, &name);
        let _ = (scripts::scripts_of(&name), scripts::mixed_word(&name), scripts::read_as_latin(&name));
    }
}

/// Every code point alone and between letters: idempotent and stable under normalisation.
#[test]
fn every_character() {
    for c in '\0'..=char::MAX {
        for name in [String::from(c), format!("a{c}b c")] {
            let exact = exact_key(&name);
            assert_eq!(exact_key(&exact), exact, "{name:?}");
            assert_eq!(exact_key(&name.nfd().collect::<String>()), exact, "{name:?}");
            let folded = folded_key(&exact);
            assert_eq!(folded_key(&folded), folded, "{name:?}");
        }
    }
}

/// What the laws found.
#[test]
fn found_before() {
    // A legal form of several words was dropped though only signs were left.
    let keys = NameKeys::new("\u{E000}🀀y Cía");
    assert!(!keys.folded.is_empty() && !keys.tokens.is_empty(), "{keys:?}");
}
