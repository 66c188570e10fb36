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
    each_trigram(text, |trigram| out.push(trigram));
    out.sort_unstable();
    out.dedup();
    out
}

/// Visits the trigrams of a text in order, each as often as it stands there.
pub(crate) fn each_trigram(text: &str, mut visit: impl FnMut([char; 3])) {
    let mut last = [' ', ' '];
    // One letter to one letter, as there: İ is the only one that Rust makes two of. A blank ends the last word.
    for c in text.chars().filter_map(|c| c.to_lowercase().next()).chain([' ']) {
        if c.is_alphanumeric() {
            visit([last[0], last[1], c]);
            last = [last[1], c];
        } else if last != [' ', ' '] {
            visit([last[0], last[1], ' ']);
            last = [' ', ' '];
        }
    }
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
