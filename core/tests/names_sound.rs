//! Daitch–Mokotoff codes: held to commons-codec's own tests (`fixtures/NOTICE.md`) and to the chart.

use namesake_core::names::NameKeys;
use namesake_core::names::sound::{alike, codes, first_code};

/// Lower case, without what is no letter; accents folded as keys fold them, but for the letters of the chart.
fn letters(name: &str) -> String {
    let fold = |c: char| match c {
        'ą' | 'ę' | 'ţ' | 'ț' => c.to_string(),
        _ => NameKeys::new(&c.to_string()).folded.into(),
    };
    name.to_lowercase().chars().map(fold).collect::<String>().chars().filter(|c| c.is_alphabetic()).collect()
}

fn numbers(codes: &str) -> Vec<u32> {
    let mut out: Vec<u32> = codes.split('|').map(|code| code.parse().expect("digits")).collect();
    out.sort_unstable();
    out
}

#[test]
fn commons_codec() {
    let table = include_str!("fixtures/dm_commons_codec.tsv");
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let [name, expected, mode, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let name = letters(&name.replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r"));
        let found = match mode {
            "soundex" => codes(&name).to_vec(),
            "encode" => Vec::from_iter(first_code(&name)),
            _ => panic!("{line}"),
        };
        assert_eq!(found, numbers(expected), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 73);
}

/// Worked out by hand from the chart, one thing a row.
#[test]
fn the_chart() {
    for (name, expected) in [
        // Three or more readings, and digits that both readings share.
        ("halberstadt", "587433|587943"),
        ("auerbach", "097400|097500"),
        ("jackson", "145460|154600|445460|454600"),
        // Zeros fill up; more than six digits are cut.
        ("lee", "800000"),
        ("bartkowiakowski", "793575"),
        // A vowel counts at the start alone, H before a vowel too.
        ("oehler", "089000"),
        ("ahab", "057000"),
        // "J" is a vowel or a consonant, to the letter before it as well as in itself.
        ("kaija", "510000|540000"),
        ("veijo", "710000|740000"),
        // "Y" is a vowel to the letter before it.
        ("whyte", "753000"),
        ("maya", "610000"),
        ("maiya", "610000"),
        // Equal neighbours collapse, inside a code of two digits too; but "MN" and "NM" are two sounds.
        ("hess", "540000"),
        ("styrrs", "294000"),
        ("amnon", "066600"),
        ("rosomnak", "946650"),
        // A vowel between keeps equal digits apart, coded or not.
        ("mama", "660000"),
        // The chart's letters with marks.
        ("dąb", "370000|367000"),
        ("ţara", "390000|490000"),
    ] {
        assert_eq!(codes(name).to_vec(), numbers(expected), "{name}");
    }
}

#[test]
fn what_sounds_alike() {
    for (a, b) in [
        ("schmidt", "schmitt"),
        ("moskowitz", "moskovitz"),
        ("meyer", "maier"),
        ("peters", "petters"),
        ("schwartz", "shvarts"),
        ("ceniow", "tsenyuv"),
        ("holubica", "golubitsa"),
        ("lewinsky", "levinski"),
        ("szlamawicz", "shlamovitz"),
        ("rosochowaciec", "rosokhovatsets"),
        ("przemysl", "pshemeshil"),
        ("auerbach", "ohrbach"),
        ("kaplan", "caplan"),
    ] {
        assert!(alike(a, b) && alike(b, a), "{a} {b}: {:?} {:?}", codes(a), codes(b));
    }
    for (a, b) in [("smith", "jones"), ("klein", "stein"), ("peters", "meters")] {
        assert!(!alike(a, b), "{a} {b}");
    }
}

#[test]
fn what_has_no_code() {
    for none in
        ["", "a", "петров", "田中", "r2d2", "josé", "محمد", "김", "o'brien", "ab c", "ABC", "a\u{301}b", "{|", "ţepeş"]
    {
        assert!(codes(none).is_empty() && first_code(none).is_none(), "{none}: folded tokens of a–z only");
        assert!(!alike(none, none), "no code is not the same code");
    }
}

/// Branches meet again, so their number is bounded by the digits, whatever the letters.
#[test]
fn hostile_tokens_do_not_branch_for_ever() {
    for token in ["cj", "jc", "c", "j", "rsck", "rzjch", "ckrs", "jy", "cąj", "a", "h", "mn"] {
        let long = token.repeat(40_000);
        let found = codes(&long);
        assert!(!found.is_empty() && found.len() <= 1_000, "{token}: {}", found.len());
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]) && found.iter().all(|code| *code < 1_000_000));
        assert!(found.contains(&first_code(&long).expect("a code")));
    }
}
