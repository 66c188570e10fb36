//! Keys of names, by case id. `field.jsonl` and `prme.md` are the project's cases; the rest are more of each kind.

use namesake_core::names::abbreviations::{known_abbreviation, long_form};
use namesake_core::names::invisible::{Piece, visible};
use namesake_core::names::tables::{FormKeys, FormKind, Tables};
use namesake_core::names::{NameKeys, exact_key, field_key, folded_key};

fn keys(name: &str) -> NameKeys {
    NameKeys::new(name)
}

/// How two names relate: `exact`, `folded`, or `other`; with ` ≠` when identity tokens forbid a proposal.
fn relation(a: &str, b: &str) -> String {
    let (a, b) = (keys(a), keys(b));
    let tier = if a.same_exact(&b) {
        "exact"
    } else if a.same_folded(&b) {
        "folded"
    } else {
        "other"
    };
    let mark = if a.identity_differs(&b) { " ≠" } else { "" };
    format!("{tier}{mark}")
}

fn check(expected: &str, pairs: &[(&str, &str)]) {
    for (a, b) in pairs {
        assert_eq!(relation(a, b), expected, "{a:?} {b:?}\n{:#?}\n{:#?}", keys(a), keys(b));
        assert_eq!(relation(b, a), expected, "{b:?} {a:?}");
    }
}

fn tokens(name: &str) -> String {
    keys(name).token_strs().collect::<Vec<_>>().join(" ")
}

fn identity(name: &str) -> String {
    keys(name).identity.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ")
}

#[test]
fn fc_03_numbers_and_letters_that_tell_apart() {
    check(
        "other ≠",
        &[
            ("Finding R-2031-014", "Finding R-2031-015"),
            ("Bulletin B-88 Rev A", "Bulletin B-88 Rev B"),
            ("Depot 1", "Depot 2"),
            ("Plan A", "Plan B"),
            ("Plan A", "Plan"),
            ("Type C", "Type D"),
            ("Python 2", "Python 3"),
            ("Version 1.2", "Version 2.1"),
            ("Version 1.10", "Version 1.1"),
            ("Henry VIII", "Henry VII"),
            ("World War I", "World War II"),
            ("John Smith Jr.", "John Smith Sr."),
            ("John Smith", "John Smith Jr"),
            ("John Smith III", "John Smith II"),
            ("A4 paper", "B4 paper"),
            ("Gate B12", "Gate C12"),
            ("C++", "C#"),
            ("C", "C++"),
            ("C++17", "C++20"),
            ("Vitamin D", "Vitamin K"),
            ("Hepatitis A", "Hepatitis B"),
            ("Non-Profit Alliance", "Profit Alliance"),
            ("Smoking", "No Smoking"),
            ("Model ٣", "Model ٤"),
            ("東京第一工場支部", "東京第二工場支部"),
            ("План А", "План Б"),
            ("Apollo 11", "Apollo 13"),
            ("iPhone 14", "iPhone 15"),
            ("Boeing 737", "Boeing 747"),
            ("2024 Report", "2025 Report"),
        ],
    );
    // A spelling of the same number is not a difference.
    check("other", &[("Phase II", "Phase 2"), ("Depot 01", "Depot 1"), ("Version 2", "v2"), ("Model ٣", "Model 3")]);
    check("other", &[("World War I", "World War 1"), ("Type I", "Type 1"), ("John Smith Junior", "John Smith Jr")]);
    check("other", &[("No. 5 Works", "Number 5 Works"), ("Phase 2 Building 3", "Building 3 Phase 2")]);
    check("exact", &[("Plan a", "PLAN A"), ("henry viii", "Henry VIII")]);
    // An initial is no identity.
    check("other", &[("Ravi S.", "Ravi Shankar"), ("R. Klein", "Robert Klein"), ("John F. Kennedy", "John Kennedy")]);
    check("other", &[("Ravi V", "Ravi Varma"), ("J. R. R. Tolkien", "John Tolkien"), ("Mark B.", "Mark Brown")]);
    check("other", &[("Kubernetes", "k8s"), ("Internationalization", "i18n")]);
}

#[test]
fn identity_tokens_in_order() {
    let check = |name, expected| assert_eq!(identity(name), expected, "{name}");
    check("Finding R-2031-014", "r 2031 14");
    check("Bulletin B-88 Rev A", "b 88 a");
    check("v1.2.3", "1.2.3");
    check("Henry VIII of England", "8");
    check("Zhang Wei", "");
    check("Vi Nguyen", "");
    check("Dr. No", "no");
    check("No", "");
    check("21st Century Fox", "21");
    check("MI6", "6");
    check("3M", "3 m");
    check("Malcolm X", "");
    check("Objective-C", "");
}

#[test]
fn fc_05_no_script_has_an_empty_key() {
    let names = [
        "田中電機",
        "Северный порт",
        "شركة الندى",
        "ירוק בע\"מ",
        "ירוק",
        "ไทยพาณิชย์",
        "한빛연구소",
        "नमस्ते",
        "சென்னை",
        "Αθήνα",
        "Երևան",
        "თბილისი",
        "አዲስ",
        "ᏣᎳᎩ",
        "བོད",
        "မြန်မာ",
        "ខ្មែរ",
        "ລາວ",
        "C++",
        "!!!",
        "†",
    ];
    for (i, a) in names.iter().enumerate() {
        let keys_a = keys(a);
        assert!(!keys_a.exact.is_empty() && !keys_a.folded.is_empty(), "{a}");
        for b in names.iter().skip(i + 1) {
            let forms = *a == "ירוק בע\"מ" && *b == "ירוק";
            assert_eq!(keys_a.same_folded(&keys(b)), forms, "{a} {b}");
            assert!(!keys_a.same_exact(&keys(b)));
        }
    }
    // Vowel signs are letters, not accents.
    check("other", &[("की", "कि"), ("ไทย", "ไท"), ("ハート", "バート"), ("한빛", "한빈")]);
}

#[test]
fn what_has_no_key() {
    for name in
        ["", " ", "\t\n\u{A0}\u{3000}", "\u{200B}", "\u{202E}\u{200D} \u{FEFF}", "\u{3164}", "\u{2800}", "\0\u{7}"]
    {
        let k = keys(name);
        assert!(k.is_empty() && k.folded.is_empty() && k.tokens.is_empty() && k.identity.is_empty(), "{name:?}");
        assert!(!k.same_exact(&k) && !k.same_folded(&k), "an empty key equals nothing");
    }
    for name in ["🔥", "👩\u{200D}🔬", "🇫🇷", "—", "'", "❤\u{FE0F}"] {
        let k = keys(name);
        assert!(!k.is_empty() && k.folded.is_empty(), "{name:?} {k:?}");
        assert!(k.same_exact(&k) && !k.same_folded(&k));
    }
}

#[test]
fn fc_06_hangul() {
    check("folded", &[("한빛연구소", "한빛 연구소"), ("한빛 연구소", "한빛-연구소"), ("田中電機", "田中 電機")]);
    check(
        "folded",
        &[("한빛연구소", "주식회사 한빛연구소"), ("田中電機", "株式会社田中電機"), ("田中電機", "田中電機㈱")],
    );
    check("other", &[("김서준", "김서진"), ("한빛연구소", "한빛연구실")]);
    for (name, allowed) in [
        ("김서준", false),
        ("田中", false),
        ("田中太郎", false),
        ("한빛연구소", true),
        ("Anna", true),
        ("김서준 Kim", true),
    ] {
        assert_eq!(keys(name).edits_allowed(), allowed, "{name}");
    }
    check("exact", &[("한빛", "\u{1112}\u{1161}\u{11AB}\u{1107}\u{1175}\u{11BE}")]);
}

#[test]
fn fc_20_canonical_equivalence() {
    check(
        "exact",
        &[
            ("Café Nord", "Cafe\u{301} Nord"),
            ("Ångström", "\u{212B}ngstro\u{308}m"),
            ("Tiếng", "Tie\u{302}\u{301}ng"),
            ("ガ", "カ\u{3099}"),
            ("Ａｃｍｅ", "Acme"),
            ("ﬁne", "fine"),
            ("①", "1"),
            ("Straße", "STRASSE"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"),
            ("Ⅷ", "VIII"),
            ("Ana\u{A0}Silva", "ana  silva\n"),
            ("ﬃ", "FFI"),
        ],
    );
}

#[test]
fn fc_21_accents_and_what_else_folds() {
    check(
        "folded",
        &[
            ("Jose Nunez", "José Núñez"),
            ("Hoà Trần", "Hoá Trần"),
            ("Søren", "Soren"),
            ("Łukasz", "Lukasz"),
            ("İstanbul", "Istanbul"),
            ("ısı", "isi"),
            ("Đorđe", "Dorde"),
            ("O'Brien", "O’Brien"),
            ("O'Brien", "OBrien"),
            ("Jean-Luc Picard", "Jean Luc Picard"),
            ("Jean‐Luc", "Jean—Luc"),
            ("ジョン・スミス", "ジョンスミス"),
            ("Андрей", "Андреи"),
            ("Семён", "Семен"),
            ("مُحَمَّد", "محمد"),
            ("שָׁלוֹם", "שלום"),
            ("ג'ורג'", "ג׳ורג׳"),
            ("Ana 🔥", "Ana"),
            ("🌲Cedar🌲", "Cedar"),
            ("ООО «Ромашка»", "Ромашка"),
            ("Robert \"Bob\" Klein", "Robert Bob Klein"),
        ],
    );
    check("other", &[("Ana", "Anna"), ("Müller", "Mueller"), ("A.B.", "AB")]);
}

#[test]
fn legal_forms_fold_away() {
    check(
        "folded",
        &[
            ("Acme", "Acme Inc"),
            ("Acme", "ACME, Inc."),
            ("Acme", "Acme LLC"),
            ("Acme", "Acme Ltd."),
            ("Acme", "Acme (Pty) Ltd"),
            ("Acme", "Acme Pvt. Ltd."),
            ("Acme", "Acme Private Limited"),
            ("Acme", "Acme Co., Ltd."),
            ("Acme", "Acme GmbH & Co. KG"),
            ("Acme", "Acme S.A."),
            ("Acme", "Acme S. A."),
            ("Acme", "Acme SARL"),
            ("Acme", "Acme B.V."),
            ("Acme", "Acme Oy"),
            ("Acme", "Acme A/S"),
            ("Acme", "Acme S.p.A."),
            ("Acme", "Acme S.r.l."),
            ("Acme", "Acme Sp. z o.o."),
            ("Acme", "Acme s.r.o."),
            ("Acme", "Acme S.A. de C.V."),
            ("Acme", "Acme A.Ş."),
            ("Acme", "PT Acme Tbk"),
            ("Acme", "Acme Sdn. Bhd."),
            ("Acme", "Acme UG (haftungsbeschränkt)"),
            ("Acme", "Acme Kabushiki Kaisha"),
            ("Smith", "Smith & Co"),
            ("ירוק", "ירוק בע\"מ"),
            ("ירוק", "ירוק בע״מ"),
            ("Ромашка", "ОАО Ромашка"),
            ("Volvo", "Volvo AB (publ)"),
        ],
    );
    check(
        "other",
        &[
            ("Blue Day", "Blue Day Spa"),
            ("Northwind", "Northwind Group"),
            ("José", "José Sá"),
            ("Fiona", "Fiona Pao"),
            ("Jack", "Jack Ma"),
            ("الندى", "شركة الندى"),
        ],
    );
    for name in ["AG", "Inc", "Inc.", "GmbH & Co. KG", "株式会社", "S.A.", "PT", "ООО", "& Co", "Inc Inc"] {
        assert!(!keys(name).folded.is_empty() && !keys(name).tokens.is_empty(), "{name} {:?}", keys(name));
    }
}

#[test]
fn fc_28_hidden_characters() {
    for (hidden, plain) in [
        ("Mar\u{200B}co Bell", "Marco Bell"),
        ("\u{202E}Marco Bell", "Marco Bell"),
        ("Marco\u{AD} Bell", "Marco Bell"),
        ("Marco Bell\u{FEFF}", "Marco Bell"),
        ("Marco\u{2060}Bell", "MarcoBell"),
        ("M\u{34F}arco", "Marco"),
        ("Ma\u{E0041}rco", "Marco"),
        ("Marco\u{0}", "Marco"),
        ("Marco\u{FE0F}", "Marco"),
        ("Mar\u{2066}co\u{2069}", "Marco"),
        ("می\u{200C}خواهم", "میخواهم"),
    ] {
        check("folded", &[(hidden, plain)]);
        assert!(keys(hidden).flags.has_invisible, "{hidden:?}");
        assert!(!keys(plain).flags.has_invisible);
        assert!(visible(hidden).iter().any(|p| matches!(p, Piece::Mark { .. })), "{hidden:?}");
    }
    assert!(keys("\u{202E}Marco").flags.has_bidi);
    for spoof in ["P\u{430}ul", "M\u{430}rco Bell", "Αnna", "Gооgle", "Ехample"] {
        assert!(keys(spoof).flags.mixed_script || scripts_differ(spoof), "{spoof}");
    }
    for honest in ["Paul", "Павел", "田中Tanaka", "µTorrent", "Søren", "Αθήνα", "Ω Labs", "Иван Klein"]
    {
        assert!(!keys(honest).flags.mixed_script, "{honest}");
    }
}

fn scripts_differ(name: &str) -> bool {
    namesake_core::names::scripts::read_as_latin(name).is_some()
}

#[test]
fn visible_pieces_are_the_whole_name() {
    let mark = |name, code| Piece::Mark { name, code };
    let text = |t: &str| Piece::Text(t.into());
    assert_eq!(visible("Marco Bell"), [text("Marco Bell")]);
    assert_eq!(visible("\u{202E}Marco"), [mark("RLO", 0x202E), text("Marco")]);
    assert_eq!(visible("a\u{A0}b\u{AD}"), [text("a"), mark("NBSP", 0xA0), text("b"), mark("SHY", 0xAD)]);
    assert_eq!(visible(" a  b "), [mark("SPACE", 32), text("a "), mark("SPACE", 32), text("b"), mark("SPACE", 32)]);
    assert_eq!(visible("👩\u{200D}🔬❤\u{FE0F}"), [text("👩\u{200D}🔬❤\u{FE0F}")]);
    assert_eq!(visible("a\u{200D}"), [text("a"), mark("ZWJ", 0x200D)]);
    assert_eq!(visible(""), []);
}

#[test]
fn prme_1_to_3_abbreviations() {
    let known = |a: &str, b: &str| known_abbreviation(&keys(a), &keys(b));
    for (long, short) in [
        ("JavaScript", "JS"),
        ("Kubernetes", "k8s"),
        ("Amazon Web Services", "AWS"),
        ("Python", "py"),
        ("PostgreSQL", "postgres"),
        ("PostgreSQL", "pg"),
        ("TypeScript", "TS"),
        ("Machine Learning", "ML"),
        ("WebAssembly", "wasm"),
        ("United Nations", "UN"),
    ] {
        assert!(known(long, short) && known(short, long), "{long} {short}");
        let (l, s) = (keys(long), keys(short));
        assert_eq!(long_form(&s, &l).map(|k| &*k.exact), Some(&*l.exact), "the long form survives");
        assert!(!l.identity_differs(&s));
    }
    for (a, b) in [
        ("JS", "ECMAScript"),
        ("postgres", "pg"),
        ("CI/CD", "cicd"),
        ("JavaScript", "JavaScript"),
        ("", ""),
        ("JS", "TS"),
    ] {
        assert!(!known(a, b) && !known(b, a), "{a} {b}");
    }
    let (long, short) = (keys("Northwind Payments"), keys("NWP"));
    let mut tables = Tables::default();
    assert!(!tables.abbreviates(&short, &long));
    tables.set(&FormKeys::new(FormKind::Abbreviation, "NWP", "Northwind Payments").expect("good"), true);
    assert!(tables.abbreviates(&short, &long) && tables.abbreviates(&long, &short));
}

#[test]
fn prme_5_to_7_case() {
    check(
        "exact",
        &[("PostgreSQL", "postgresql"), ("Python ", " python"), ("Python", "Python"), ("Straße", "STRASSE")],
    );
    assert_ne!("Straße".to_lowercase(), "STRASSE".to_lowercase());
}

#[test]
fn synapse_58_identity_fields() {
    for (a, b) in [
        ("José", "jose"),
        ("José", "JOSÉ"),
        ("jose", "JOSÉ"),
        ("Jose\u{301}", "José"),
        ("  A  b ", "a\u{A0}B"),
        ("STRASSE", "straße"),
        ("Łódź", "lodz"),
        ("İ", "i"),
        ("Ａ-1", "a-1"),
        ("Ñandú", "nandu"),
    ] {
        assert_eq!(field_key(a), field_key(b), "{a} {b}");
    }
    for (a, b) in [
        ("C++", "C#"),
        ("a-b", "ab"),
        ("a.b", "ab"),
        ("Acme Inc", "Acme"),
        ("O'Brien", "OBrien"),
        ("a b", "ab"),
        ("+49 1", "49 1"),
        ("a\u{200B}b", "ab"),
        ("a@b.c", "a@bc"),
        ("🔥", ""),
    ] {
        assert_ne!(field_key(a), field_key(b), "{a} {b}");
    }
}

#[test]
fn word_tokens() {
    for (name, expected) in [
        ("O'Brien", "obrien"),
        ("O’Brien-Smith", "obrien smith"),
        ("Jean-Luc Picard", "jean luc picard"),
        ("Dr. Ana Núñez, PhD", "ana nunez"),
        ("Prof. Dr. Ana Núñez Ph.D.", "ana nunez"),
        ("Mr Bean", "bean"),
        ("Mr", "mr"),
        ("Dr. Rev. Green", "green"),
        ("Rev B", "rev b"),
        ("Ludwig van Beethoven", "ludwig van beethoven"),
        ("J.R.R. Tolkien", "j r r tolkien"),
        ("Acme Corp.", "acme"),
        ("Acme/Zenith", "acme zenith"),
        ("Node.js", "node js"),
        ("ana_silva", "ana silva"),
        ("田中 電機", "田中 電機"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("John Smith MD", "john smith"),
        ("MD", "md"),
        ("Ma Long", "ma long"),
    ] {
        assert_eq!(tokens(name), expected, "{name}");
    }
}

#[test]
fn lone_given_names() {
    for name in ["Alex", "ana", "José", "O'Brien", "Dr. Smith", "Иван", "محمد", "Bob!"] {
        assert!(keys(name).is_lone_given_name(), "{name}");
    }
    for name in
        ["Alex Moreau", "Acme Inc", "R2D2", "C++", "김서준", "田中電機", "", "🔥", "Jean-Luc", "ana@x.org", "42"]
    {
        assert!(!keys(name).is_lone_given_name(), "{name}");
    }
}

#[test]
fn sounds() {
    use namesake_core::names::sound::{alike, codes};
    for (name, expected) in [
        ("augsburg", &[54795][..]),
        ("breuer", &[791900]),
        ("halberstadt", &[587433, 587943]),
        ("auerbach", &[97400, 97500]),
        ("jackson", &[145460, 154600, 445460, 454600]),
    ] {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(codes(name).as_slice(), expected, "{name}");
    }
    for (a, b) in [("schmidt", "schmitt"), ("moskowitz", "moskovitz"), ("meyer", "maier"), ("peters", "petters")] {
        assert!(alike(a, b), "{a} {b}");
    }
    for none in ["", "a", "петров", "田中", "r2d2", "josé", "محمد"] {
        assert!(codes(none).is_empty(), "{none}: folded tokens of a–z only");
    }
    assert!(!alike("петров", "田中"), "no code is not the same code");
}

#[test]
fn large_input_is_linear() {
    let start = std::time::Instant::now();
    for text in [
        "\u{301}".repeat(300_000),
        format!("a{}", "\u{301}\u{323}".repeat(200_000)),
        "a".repeat(100_000),
        "é".repeat(100_000),
        "1.".repeat(50_000),
        "1 ".repeat(50_000),
        "株式会社".repeat(20_000),
        "Inc ".repeat(30_000),
        "s. ".repeat(30_000),
        "C+".repeat(50_000),
        "xi ".repeat(30_000),
        "第一".repeat(30_000),
        "\u{200D}🔥".repeat(30_000),
        "- ".repeat(50_000),
        "\u{1100}\u{1161}".repeat(50_000),
    ] {
        let k = keys(&text);
        assert!(!k.identity_differs(&keys(&text)));
        let _ = (visible(&text).len(), field_key(&text).len());
    }
    // Not a timed test: quadratic work on these would take minutes.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn keys_as_strings() {
    assert_eq!(exact_key("  Dr.  José\tNúñez "), "dr. josé núñez");
    assert_eq!(folded_key("  Dr.  José\tNúñez "), "dr.josenunez");
}
