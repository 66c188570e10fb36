//! What holds of any names, however hostile: for property tests and for fuzzing. It must not take long for long names.

use namesake_core::index::{NameIndex, PairCursor};
use namesake_core::names::{NameKeys, Tables, exact_key, field_key, folded_key, invisible, scripts, sound};
use namesake_core::resolve::{Match, compare, compare_to_ask, why_not};

/// What hostile names are made of.
#[rustfmt::skip]
pub const PIECES: &[&str] = &[
    "a", "ab ", "Zoe", "A.", "ß", "İ", "ﬃ", "ﷺ", "\u{301}", "\u{323}\u{301}", "\u{345}", "\u{3099}", "\u{1100}", "\u{1161}",
    "\u{11A8}", "가", "か\u{3099}", "青", "三号", "第一", "A座", "株式会社", "(株)", "क\u{94D}", "\u{93C}", "ำ", "เ", "\u{202E}",
    "\u{2066}", "\u{2069}", "\u{200F}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{E0067}", "\u{FEFF}", "\u{AD}", "\0", "\u{7F}",
    "\u{85}", "\u{2028}", "\u{3000}", " ", "  ", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{FDD0}", "\u{E000}", "\u{10FFFF}", "👩\u{200D}🚀",
    "🇫", "🏽", "1", "1.", ",000", "٣", "Ⅷ", "½", "①", "-", "‐", "'", "’", "\"", "״", ".", ",", "&", "(", ")", "/", "+", "#", "no ",
    "Inc ", "s. ", "S.A. ", "GmbH & ", "Co. ", "ООО ", "И.П. ", "OÜ ", "Ås ", "sp. z ", "o. ", "Dr. ", "rer. ", "PhD ", "Jr ", "xi ",
    "van ", "de ", "Rev ", "B ", "v2 ", "C++ ", "cj", "rs", "schtsch", "jy", "\u{430}", "ο", "ى", "ة", "\u{640}", "محمد", "שׁ",
    "Ꮳ", "ꭰ", "𝐙", "Ǆ", "ᾳ", "ΐ", "ς", "Σ", "\u{1D173}", "\u{180E}", "\u{115F}", "bob ", "robert ", "js ", "k8s ",
];

/// The keys of a name, held to what holds of any.
fn everything(name: &str) -> NameKeys {
    let keys = NameKeys::new(name);
    let (exact, folded, field) = (exact_key(name), folded_key(name), field_key(name));
    assert_eq!((&*keys.exact, &*keys.folded), (&*exact, &*folded));
    assert_eq!(exact_key(&exact), exact, "{name:?}");
    assert_eq!(folded_key(&folded), folded, "{name:?}");
    assert_eq!(field_key(&field), field, "{name:?}");
    assert!(!keys.identity_differs(&NameKeys::new(&exact)), "{name:?}");
    let pieces: usize = invisible::visible(name)
        .iter()
        .map(|piece| match piece {
            invisible::Piece::Text(text) => text.len(),
            invisible::Piece::Mark { code, .. } => char::from_u32(*code).map_or(0, char::len_utf8),
        })
        .sum();
    assert_eq!(pieces, name.len(), "{name:?}");
    let _ = (scripts::scripts_of(name), scripts::mixed_word(name), scripts::read_as_latin(name));
    for token in keys.token_strs().take(20) {
        assert!(!token.is_empty(), "{name:?}");
        assert!(sound::codes(token).windows(2).all(|pair| pair[0] < pair[1]), "{token}");
    }
    keys
}

/// What the comparison of two names says, asked from both sides.
pub fn both_ways(a: &NameKeys, b: &NameKeys) -> Option<Match> {
    let found = compare(a, b);
    let back = compare(b, a).map(|m| (m.tier, m.score));
    assert_eq!(found.as_ref().map(|m| (m.tier, m.score)), back, "{:?} / {:?}", a.exact, b.exact);
    assert_eq!(why_not(a, b).is_none(), found.is_some(), "{:?} / {:?}", a.exact, b.exact);
    let _ = compare_to_ask(a, b, &Tables::default());
    found
}

/// Builds an index of the names, takes some out and holds what it finds to a scan.
fn index(keys: &[NameKeys], without: usize) {
    let mut index = NameIndex::new();
    for (node, keys) in (0..).zip(keys) {
        index.insert(node, keys);
    }
    let out = without % (keys.len() + 1);
    if let Some(taken) = keys.get(out) {
        index.remove(out as u32, taken);
    }
    let keys_of = |node: u32| &keys[node as usize];
    for q in keys {
        let right: Vec<(u32, Option<u16>)> = (0..)
            .zip(keys)
            .filter(|(node, _)| *node != out as u32)
            .map(|(node, k)| (node, both_ways(q, k).map(|m| m.score)))
            .filter(|(_, score)| score.is_some())
            .collect();
        let near = index.near(q, &keys_of, keys.len());
        let mut found: Vec<(u32, Option<u16>)> = near.hits.iter().map(|hit| (hit.node, Some(hit.m.score))).collect();
        found.sort_unstable();
        assert_eq!(found, right, "{:?}", q.exact);
    }
    let mut cursor = PairCursor::default();
    while !cursor.is_done() {
        index.pairs(&keys_of, &mut cursor, 10, None, &|_| 900, &mut |a, b, _| assert!(a < b));
    }
}

/// Names, and an index of them, held to every law; the index without one of them.
pub fn once(names: &[String], without: usize) {
    let keys: Vec<NameKeys> = names.iter().map(|name| everything(name)).collect();
    index(&keys, without);
}
