//! Sounds and trigrams beside PostgreSQL's, row by row, over the data of `shared/data`. Every difference is explained by
//! a class, and what has none fails.
//!
//! Needs the folder in the environment variable `NAMESAKE_DATA`; says so and passes without it. `names_sound.rs` and
//! `trigrams.rs` hold the same laws with rows of their own. With `SHOW_MISSES` the rows of each class are printed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use namesake_core::names::NameKeys;
use namesake_core::names::sound::codes;
use namesake_core::resolve::trigrams::{similarity, trigrams};

fn rows(file: &str) -> Option<Vec<Vec<String>>> {
    let Some(folder) = std::env::var_os("NAMESAKE_DATA").map(PathBuf::from) else {
        println!("skipped {file}: NAMESAKE_DATA is not set");
        return None;
    };
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file} in NAMESAKE_DATA: {e}"));
    Some(text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn numbers(codes: &str) -> Vec<u32> {
    let mut out: Vec<u32> =
        codes.split('|').filter(|code| !code.is_empty()).map(|code| code.parse().expect("digits")).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Counts rows by class.
#[derive(Default)]
struct Classes(BTreeMap<String, usize>);

impl Classes {
    fn count(&mut self, class: &str, row: &dyn std::fmt::Debug) {
        *self.0.entry(class.to_owned()).or_default() += 1;
        if class != "same" && std::env::var_os("SHOW_MISSES").is_some() {
            println!("{class}: {row:?}");
        }
    }
    fn of(&self, class: &str) -> usize {
        self.0.get(class).copied().unwrap_or_default()
    }
    fn print(&self, what: &str) {
        println!("{what}:");
        for (class, count) in &self.0 {
            println!("  {count:6} {class}");
        }
    }
}

/// Letters as the product folds them, all of a name together.
fn folded(name: &str) -> String {
    NameKeys::new(&name.to_lowercase()).folded.chars().filter(|c| c.is_alphabetic()).collect()
}

/// Letters as PostgreSQL's `daitch_mokotoff` folds them: ISO 8859-1 to ASCII, four letters of the chart, and nothing of
/// what is beyond.
fn as_postgresql_folds(name: &str) -> String {
    let one = |c: char| match c {
        'À'..='Å' | 'à'..='å' => Some('a'),
        'Æ' | 'æ' | 'È'..='Ë' | 'è'..='ë' => Some('e'),
        'Ç' | 'ç' => Some('c'),
        'Ì'..='Ï' | 'ì'..='ï' => Some('i'),
        'Ð' | 'ð' | 'Þ' | 'þ' => Some('d'),
        'Ñ' | 'ñ' => Some('n'),
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' => Some('o'),
        'Ù'..='Ü' | 'ù'..='ü' => Some('u'),
        'Ý' | 'ý' | 'ÿ' => Some('y'),
        'ß' => Some('s'),
        'Ą' | 'ą' | 'Ę' | 'ę' => Some('ą'),
        'Ţ' | 'ţ' | 'Ț' | 'ț' => Some('ț'),
        c if c.is_ascii_alphabetic() => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    name.chars().filter_map(one).collect()
}

#[test]
fn sounds_as_postgresql() {
    let Some(rows) = rows("dm/dm_oracles_9k.tsv") else { return };
    let mut classes = Classes::default();
    let mut rphonetic = Classes::default();
    for row in &rows {
        let [name, postgresql, other, ..] = &row[..] else { panic!("{row:?}") };
        let right = numbers(postgresql);
        // The rules are the same to the last code where the letters are.
        let letters = as_postgresql_folds(name);
        if letters.chars().nth(1).is_some() {
            assert_eq!(codes(&letters).to_vec(), right, "{row:?}");
        }
        let ours = folded(name);
        let class = if codes(&ours).to_vec() == right {
            "same"
        } else if letters.chars().count() < 2 {
            "one letter: no code, PostgreSQL gives one"
        } else if ours.chars().any(|c| !c.is_ascii_lowercase()) {
            "a letter that does not fold to a–z: no code, PostgreSQL drops it"
        } else if letters.contains(['ą', 'ț']) {
            "ą, ę, ţ, ț: folded to a, e and t, PostgreSQL has rules for them"
        } else if name.chars().any(|c| matches!(c, 'þ' | 'Þ' | 'æ' | 'Æ')) {
            "þ, æ: folded to th and ae, by PostgreSQL to d and e"
        } else {
            assert!(name.chars().any(|c| c.is_alphabetic() && c > 'ÿ'), "unexplained: {row:?} {:?}", codes(&ours));
            "a letter beyond ISO 8859-1: folded, PostgreSQL drops it"
        };
        classes.count(class, row);
        // The one that was used before, on the names that all read alike.
        if name.bytes().all(|b| b.is_ascii_alphabetic()) && name.len() > 1 {
            let found = codes(&ours).to_vec();
            let class = match numbers(other) {
                theirs if theirs == found => "same",
                _ if ours.contains(['j', 'y']) => "j or y not taken for a vowel",
                _ if ["rrs", "rrz", "ckx"].iter().any(|part| ours.contains(part)) => {
                    "equal digits not collapsed inside 94 or 54"
                }
                _ => panic!("unexplained: {row:?} {found:?}"),
            };
            rphonetic.count(class, row);
        }
    }
    classes.print("Daitch–Mokotoff, ours beside PostgreSQL 18, 9,000 names");
    rphonetic.print("Daitch–Mokotoff, ours beside rphonetic 4, names of a–z");
    assert_eq!(classes.0.values().sum::<usize>(), rows.len());
    assert!(classes.of("same") >= 8_600);
}

#[test]
fn sounds_as_postgresql_documents() {
    let Some(rows) = rows("dm/dm_postgresql.tsv") else { return };
    for row in &rows {
        let [name, right] = &row[..] else { panic!("{row:?}") };
        assert_eq!(codes(&as_postgresql_folds(name)).to_vec(), numbers(right), "{row:?}");
    }
    assert_eq!(rows.len(), 35);
}

#[test]
fn trigrams_as_postgresql() {
    let Some(rows) = rows("trgm/pg15_similarity.tsv") else { return };
    for row in &rows {
        let [a, b, right, _] = &row[..] else { panic!("{row:?}") };
        let right: f32 = right.parse().expect("a number");
        let ours = similarity(a, b);
        assert!((ours - right).abs() < 1e-6, "{row:?}: {ours}");
    }
    assert_eq!(rows.len(), 5_016);
}

#[test]
fn trigrams_as_postgresql_shows() {
    let Some(rows) = rows("trgm/pg15_show_trgm_ascii.tsv") else { return };
    for row in &rows {
        let [text, right] = &row[..] else { panic!("{row:?}") };
        let right: Vec<String> = serde_json::from_str(right).expect("a list of texts");
        let ours: Vec<String> = trigrams(text).iter().map(|t| t.iter().collect()).collect();
        assert_eq!(ours, right, "{text}");
    }
    assert_eq!(rows.len(), 800);
}
