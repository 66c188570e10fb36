//! Trigram similarity as PostgreSQL's pg_trgm defines it.
//!
//! Source: PostgreSQL 15, contrib/pg_trgm: words are runs of letters and digits, lower case; each is padded with two
//! blanks before and one after; similarity is shared distinct trigrams over all distinct trigrams. No normalisation:
//! the caller folds first, or not. Used to explain a match, never to find one.

/// The distinct trigrams of a text, sorted.
///
/// ```
/// use namesake_core::resolve::trigrams::trigrams;
/// let shown: Vec<String> = trigrams("cat").iter().map(|t| t.iter().collect()).collect();
/// assert_eq!(shown, ["  c", " ca", "at ", "cat"]);
/// ```
pub fn trigrams(text: &str) -> Vec<[char; 3]> {
    let mut out = Vec::with_capacity(text.len() + 2);
    let mut word: Vec<char> = Vec::new();
    let mut flush = |word: &mut Vec<char>| {
        if word.is_empty() {
            return;
        }
        word.push(' ');
        let mut last = [' ', ' '];
        for &c in word.iter() {
            out.push([last[0], last[1], c]);
            last = [last[1], c];
        }
        word.clear();
    };
    // One letter to one letter, as there: İ is the only one that Rust makes two of.
    for c in text.chars().filter_map(|c| c.to_lowercase().next()) {
        if c.is_alphanumeric() {
            word.push(c);
        } else {
            flush(&mut word);
        }
    }
    flush(&mut word);
    out.sort_unstable();
    out.dedup();
    out
}

/// Similarity of two texts, 0 to 1. 0 when either has no trigram.
///
/// ```
/// use namesake_core::resolve::trigrams::similarity;
/// assert!((similarity("Beta Systems", "Beta Sistems") - 0.625).abs() < 1e-6);
/// ```
pub fn similarity(a: &str, b: &str) -> f32 {
    similarity_of(&trigrams(a), &trigrams(b))
}

/// Similarity of two sorted lists of distinct trigrams.
pub fn similarity_of(a: &[[char; 3]], b: &[[char; 3]]) -> f32 {
    let (mut i, mut j, mut shared) = (0, 0, 0_u32);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
    }
    let union = (a.len() + b.len()) as u32 - shared;
    if union == 0 { 0.0 } else { shared as f32 / union as f32 }
}
