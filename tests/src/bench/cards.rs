//! Contact cards out of names, with duplicates planted among them.

use super::random::Random;
use std::collections::HashSet;
use std::fmt::Write;

/// Where the random numbers begin by which duplicates are planted: each is another set of edits of the same names.
pub(super) const SEEDS: [u64; 3] = [20, 21, 22];

/// A file of cards, and what is true of it.
pub(super) struct Cards {
    pub file: Vec<u8>,
    /// The names on them, which only peers read.
    #[cfg_attr(not(feature = "peers"), expect(dead_code, reason = "peers are compared only on request"))]
    pub names: Vec<String>,
    /// Pairs of names that one edit made of each other.
    pub planted: Vec<(String, String)>,
}

/// `size` cards: 19 of 20 with a name of their own, and one of 20 with a name that is one edit away from another's.
pub(super) fn with_duplicates(names: &[String], size: usize, seed: u64) -> Cards {
    let mut random = Random::new(seed);
    let own = size - size / 20;
    let mut taken: HashSet<String> = names[..own].iter().map(|name| name.to_lowercase()).collect();
    let mut all: Vec<String> = names[..own].to_vec();
    let mut planted = Vec::new();
    while all.len() < size {
        let original = &names[random.below(own)];
        let Some(edited) = one_edit(original, &mut random) else { continue };
        if taken.insert(edited.to_lowercase()) {
            planted.push((original.clone(), edited.clone()));
            all.push(edited);
        }
    }
    random.shuffle(&mut all);
    Cards { file: file(&all, "c"), names: all, planted }
}

/// A vCard file with a card a name. `series` keeps the cards' ids, e-mail addresses and numbers apart from those of
/// other files.
pub(super) fn file(names: &[String], series: &str) -> Vec<u8> {
    let mut out = String::with_capacity(names.len() * 240);
    for (n, name) in names.iter().enumerate() {
        let name = name.replace([',', ';'], "\\,");
        let (given, family) = name.rsplit_once(' ').unwrap_or(("", &name));
        let _ = write!(
            out,
            "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{series}-{n:06}@example.org\r\nFN:{name}\r\nN:{family};{given};;;\r\n\
             EMAIL;TYPE=INTERNET:{series}{n}.{}@example.org\r\nTEL;TYPE=CELL:+1 555 {n:07}{}\r\n\
             ORG:Example {}\r\nEND:VCARD\r\n",
            n % 7_919,
            series.bytes().map(u32::from).sum::<u32>() % 90 + 10,
            n % 1_000,
        );
    }
    out.into_bytes()
}

/// A name with one letter put in, left out, replaced, or two exchanged. None if that changed nothing.
fn one_edit(name: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = name.chars().collect();
    let at = random.below(letters.len());
    let letter = char::from(b'a' + random.below(26) as u8);
    if letters[at] == ' ' {
        return None;
    }
    match random.below(4) {
        0 => letters.insert(at, letter),
        1 => drop(letters.remove(at)),
        2 => letters[at] = letter,
        _ => {
            let next = at + 1;
            if letters.get(next).is_none_or(|next| *next == ' ') {
                return None;
            }
            letters.swap(at, next);
        }
    }
    let edited: String = letters.into_iter().collect();
    // An edit may leave a lone letter or nothing of a word; that would be another kind of duplicate.
    let whole = edited.split(' ').all(|word| word.chars().count() > 1);
    (whole && edited.to_lowercase() != name.to_lowercase()).then_some(edited)
}
