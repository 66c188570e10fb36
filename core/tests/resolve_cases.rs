//! Names that must be near, must not be, and why: the name cases of `shared/cases`, by id, and their kin.

use namesake_core::index::NameIndex;
use namesake_core::model::{ReasonCode, Side, Tier};
use namesake_core::names::NameKeys;
use namesake_core::resolve::{ASK, Match, NEAR, NotNear, compare, why_not};

/// Where a pair should land.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Want {
    /// Not near.
    None,
    /// Listed as a candidate, not worth a question.
    Listed,
    /// Worth a question.
    Asked,
}
use ReasonCode as R;
use Want::{Asked, Listed, None as Not};

/// Checks a pair in both orders.
#[track_caller]
fn check(id: &str, a: &str, b: &str, want: Want, reasons: &[ReasonCode]) -> Option<Match> {
    let (x, y) = (NameKeys::new(a), NameKeys::new(b));
    let found = compare(&x, &y);
    let got = match &found {
        None => Not,
        Some(m) if m.score < ASK => Listed,
        Some(_) => Asked,
    };
    assert_eq!(got, want, "{id}: {a} / {b}: {found:?}");
    for code in reasons {
        let has = found.as_ref().is_some_and(|m| m.reasons.iter().any(|r| r.code == *code));
        assert!(has, "{id}: {a} / {b} lacks {code:?}: {found:?}");
    }
    let back = compare(&y, &x);
    assert_eq!(found.as_ref().map(|m| (m.tier, m.score)), back.map(|m| (m.tier, m.score)), "{id}: {b} / {a}");
    assert_eq!(why_not(&x, &y).is_none(), found.is_some(), "{id}: {a} / {b}");
    found
}

fn near(known: &[&str], query: &str) -> Vec<String> {
    let keys: Vec<NameKeys> = known.iter().map(|n| NameKeys::new(n)).collect();
    let mut index = NameIndex::new();
    for (node, keys) in (0..).zip(&keys) {
        index.insert(node, keys);
    }
    let near = index.near(&NameKeys::new(query), &|n| &keys[n as usize], 20);
    near.hits.iter().map(|h| known[h.node as usize].to_owned()).collect()
}

#[test]
fn fc_02_a_bare_first_name_finds_all() {
    assert_eq!(near(&["Alex Moreau", "Alex Tanaka"], "Alex"), ["Alex Moreau", "Alex Tanaka"]);
    check("FC-02", "Alex", "Alex Tanaka", Asked, &[R::PartOfName, R::WeakEvidence]);
    check("FC-02", "Alex Moreau", "Alex Tanaka", Not, &[]);
    check("FC-02 family name", "Tanaka", "Alex Tanaka", Asked, &[R::PartOfName, R::WeakEvidence]);
}

#[test]
fn fc_03_identity_tokens_block() {
    for (a, b) in [
        ("Finding R-2031-014", "Finding R-2031-015"),
        ("Bulletin B-88 Rev A", "Bulletin B-88 Rev B"),
        ("Acme v1.2", "Acme v2.1"),
        ("World War I", "World War II"),
        ("John Smith Jr.", "John Smith Sr."),
    ] {
        check("FC-03", a, b, Not, &[]);
        assert_eq!(why_not(&NameKeys::new(a), &NameKeys::new(b)), Some(NotNear::IdentityTokensDiffer));
    }
    check(
        "FC-03 one has none",
        "James Sinclair",
        "James Sinclair, 14th Earl of Caithness",
        Listed,
        &[R::IdentityTokensDiffer],
    );
    check("FC-03 one has none", "John Smith", "John Smith Jr.", Listed, &[R::IdentityTokensDiffer]);
    check("FC-03 same", "Phase II Building 3", "Phase 2, Building 3", Asked, &[]);
}

#[test]
fn fc_06_hangul() {
    let m = check("FC-06", "한빛연구소", "한빛 연구소", Asked, &[R::SpacingDiffers]).expect("near");
    assert_eq!(m.tier, Tier::Spelling);
    check("FC-06", "김서준", "김서진", Not, &[]);
    check("FC-06 swapped", "김서준", "김준서", Not, &[]);
    check("FC-06 Han", "王小明", "王小月", Not, &[]);
    check("FC-06 with a space", "김 서준", "김 서진", Not, &[]);
    assert_eq!(why_not(&NameKeys::new("김서준"), &NameKeys::new("김서진")), Some(NotNear::ShortUncased));
    check("FC-06 long enough", "한빛미래연구소", "한빛미레연구소", Asked, &[R::Edits]);
}

#[test]
fn fc_10_short_forms() {
    let known = ["Robert Lindqvist", "Roberta Silva"];
    assert_eq!(near(&known, "Bob"), ["Robert Lindqvist"]);
    check("FC-10", "Bob", "Robert Lindqvist", Asked, &[R::ShortForm, R::PartOfName, R::WeakEvidence]);
    check("FC-10", "Bob Lindqvist", "Robert Lindqvist", Asked, &[R::ShortForm]);
    check("FC-10 two short forms", "Bob Lindqvist", "Rob Lindqvist", Asked, &[]);
    check("FC-10 full names that share one", "Albert Ray", "Alan Ray", Not, &[]);
}

#[test]
fn fc_21_accents_and_tones() {
    check("FC-21", "Jose Nunez", "José Núñez", Asked, &[R::AccentsDiffer]);
    let tone = check("FC-21", "Hoà Trần", "Hoá Trần", Asked, &[R::ToneMarkDiffers, R::WeakEvidence]).expect("near");
    let accents = check("FC-21", "Hoa Tran", "Hoà Trần", Asked, &[R::AccentsDiffer]).expect("near");
    assert!(tone.score < accents.score, "a tone mark is weaker than a missing one");
    check("FC-21 umlaut", "Jörg Müller", "Jorg Muller", Asked, &[R::AccentsDiffer]);
    check("FC-21 stroke", "Søren Ørsted", "Soren Orsted", Asked, &[R::AccentsDiffer]);
}

#[test]
fn fc_28_hidden_characters() {
    check("FC-28", "Mar\u{200B}co Bell", "Marco Bell", Asked, &[R::InvisibleCharacters]);
    check("FC-28", "\u{202E}Marco Bell", "Marco Bell", Asked, &[R::InvisibleCharacters]);
    check("FC-28 look-alike", "M\u{430}rco Bell", "Marco Bell", Asked, &[R::LookAlikeLetters]);
}

#[test]
fn rememberstack() {
    let m = check("51", "Jan Novák", "Jana Nováková", Listed, &[R::GivenNamesDiffer]).expect("near");
    assert!(m.reasons.iter().any(|r| r.side == Side::Against));
    check("53", "Petr Svoboda", "Petra Svobodu", Listed, &[R::GivenNamesDiffer]);
    check("53", "Acme Corporation", "Zenith Industries", Not, &[]);
    check("55", "Beta Systems", "Beta Sistems", Asked, &[R::Edits]);
}

#[test]
fn prme() {
    for (a, b) in [("JavaScript", "JS"), ("Kubernetes", "k8s"), ("Amazon Web Services", "AWS"), ("Python", "py")] {
        let m = check("1-2", a, b, Asked, &[R::KnownAbbreviation]).expect("near");
        assert_eq!(m.score, 950);
        assert_eq!(near(&[a, "Something Else"], b), [a]);
        assert_eq!(near(&[b, "Something Else"], a), [b]);
    }
    for (a, b) in [("JS", "ECMAScript"), ("postgres", "pg")] {
        check("3", a, b, Not, &[]);
    }
    check("9", "Ann Smith", "Anne Smith", Asked, &[]);
    check("10", "Alice", "Alicia", Listed, &[R::SoundsAlike]);
    check("18", "Acme Product Pro", "ACME Product Professional", Asked, &[R::Trigrams]);
    check("5", "PostgreSQL", "postgresql", Asked, &[R::SameExactKey]);
}

#[test]
fn initials_middle_names_order() {
    check("initial", "R. Klein", "Robert Klein", Asked, &[R::InitialFits, R::WeakEvidence]);
    check("initial", "Ravi S.", "Ravi Shankar", Asked, &[R::InitialFits]);
    check("initial", "R. Klein", "Stefan Klein", Not, &[]);
    check("initials only", "R. K.", "Robert Klein", Not, &[]);
    check("middle name", "John Fitzgerald Kennedy", "John Kennedy", Asked, &[R::ExtraTokens]);
    check("middle initial", "John F. Kennedy", "John Fitzgerald Kennedy", Asked, &[R::InitialFits]);
    check("title", "Dr. Robert Klein", "Robert Klein", Asked, &[]);
    check("particle", "Ludwig van Beethoven", "Ludwig Beethoven", Asked, &[]);
    check("order", "Klein, Robert", "Robert Klein", Asked, &[R::TokenOrder]);
    check("part", "Ravi", "Ravi Shankar", Asked, &[R::PartOfName]);
    check("two families", "María García", "María García López", Asked, &[R::ExtraTokens]);
    check("legal form", "Acme, Inc.", "ACME GmbH", Asked, &[]);
    check("legal form", "Acme Inc", "Acme", Asked, &[R::LegalFormDiffers]);
    check("hyphen", "Anna-Lena Weber", "Anna Lena Weber", Asked, &[]);
    check("apostrophe", "Sean O’Brien", "Sean OBrien", Asked, &[R::PunctuationDiffers]);
    check("spacing and a slip", "JonahcGamel", "Jonah Gamel", Asked, &[R::Edits, R::SpacingDiffers]);
}

#[test]
fn different_given_names_count_against() {
    for (a, b) in [
        ("Sana Nejad", "Lana Nejad"),
        ("Jan Roth", "Jana Roth"),
        ("Mario Rossi", "Maria Rossi"),
        ("Mark Weber", "Mary Weber"),
        ("Robert Silva", "Roberta Silva"),
    ] {
        check("given", a, b, Listed, &[R::GivenNamesDiffer]);
    }
    for (a, b) in [("Jon Smith", "John Smith"), ("Stephen King", "Steven King"), ("Sara Lee Park", "Sarah Lee Park")] {
        check("one name, two spellings", a, b, Asked, &[]);
    }
    check("family names", "Anna Schmidt", "Anna Weber", Not, &[]);
}

#[test]
fn sound() {
    let m = check("sound", "Anna Moskowitz", "Anna Moskovic", Asked, &[]).expect("near");
    assert!(m.score < 900);
    let m = check("sound", "Karl Schwartzenegger", "Karl Shvartseneger", Asked, &[R::SoundsAlike]).expect("near");
    assert_eq!(m.tier, Tier::Sound);
    check("sound of short tokens", "Anna Lee", "Anna Low", Not, &[]);
}

#[test]
fn other_scripts() {
    check("Cyrillic", "Северный порт", "Северный парт", Asked, &[R::Edits]);
    check("Arabic", "شركة الندى", "شركة الندا", Asked, &[]);
    check("other names", "田中電機", "山本電機", Not, &[]);
    check("emoji only", "🎉", "🎊", Not, &[]);
    check("nothing", "", "", Not, &[]);
    const { assert!(NEAR < ASK) };
}

#[test]
fn hostile_names_are_cheap() {
    let long = "a".repeat(100_000);
    let marks = format!("a{}", "\u{301}".repeat(100_000));
    let words = "ab ".repeat(50_000);
    let letters: String = (0..50_000).map(|i| if i % 2 == 0 { "b " } else { "a " }).collect();
    let names = [long.as_str(), &marks, &words, &letters, "ab ab", "a"];
    let keys: Vec<NameKeys> = names.iter().map(|n| NameKeys::new(n)).collect();
    let mut index = NameIndex::new();
    for (node, keys) in (0..).zip(&keys) {
        index.insert(node, keys);
    }
    for q in &keys {
        let near = index.near(q, &|n| &keys[n as usize], 20);
        let brute = keys.iter().filter(|k| compare(q, k).is_some()).count();
        assert_eq!(near.total, brute);
    }
}
