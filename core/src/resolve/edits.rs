//! Damerau–Levenshtein distance with a bound, in its optimal string alignment form: insertions, deletions,
//! substitutions and swaps of neighbouring letters, no part edited twice.
//!
//! Sources: Damerau 1964; Ukkonen 1985 for the band. Distances beyond the bound are not computed.

use smallvec::SmallVec;

/// Tokens longer than this are compared for equality only, which keeps a hostile one linear.
pub const MAX_EDIT_LETTERS: usize = 64;

/// The number of edits between two texts if it is at most `bound`, in letters (Unicode scalar values).
///
/// ```
/// use namesake_core::resolve::edits_within;
/// assert_eq!(edits_within("malit", "malih", 1), Some(1));
/// assert_eq!(edits_within("menifee", "meinfee", 1), Some(1));
/// assert_eq!(edits_within("smith", "jones", 2), None);
/// ```
pub fn edits_within(a: &str, b: &str, bound: usize) -> Option<usize> {
    if a.is_ascii() && b.is_ascii() {
        return within(a.as_bytes(), b.as_bytes(), bound);
    }
    // What both begin and end with goes before letters are counted, so that a long text is read once and none is cut.
    let same = |x: &(char, char)| x.0 == x.1;
    let head: usize = a.chars().zip(b.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (a, b) = (a.get(head..).unwrap_or_default(), b.get(head..).unwrap_or_default());
    let tail: usize = a.chars().rev().zip(b.chars().rev()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let rest = |text: &str| -> SmallVec<[char; 32]> {
        let end = text.len().saturating_sub(tail);
        text.get(..end).unwrap_or_default().chars().take(MAX_EDIT_LETTERS + 1).collect()
    };
    let (a, b) = (rest(a), rest(b));
    if a.len().max(b.len()) > MAX_EDIT_LETTERS {
        return None;
    }
    within(&a, &b, bound)
}

/// Whether two texts at distance one differ by a swap.
pub(crate) fn is_swap(a: &str, b: &str) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut differing = a.chars().zip(b.chars()).filter(|(x, y)| x != y);
    matches!((differing.next(), differing.next(), differing.next()), (Some((a, b)), Some((c, d)), None) if a == d && b == c)
}

fn within<T: Copy + PartialEq>(mut a: &[T], mut b: &[T], bound: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > bound {
        return None;
    }
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if x != y {
            break;
        }
        (a, b) = (rest_a, rest_b);
    }
    while let ([rest_a @ .., x], [rest_b @ .., y]) = (a, b) {
        if x != y {
            break;
        }
        (a, b) = (rest_a, rest_b);
    }
    if a.is_empty() || b.is_empty() {
        let distance = a.len().max(b.len());
        return (distance <= bound).then_some(distance);
    }
    if a.len().max(b.len()) > MAX_EDIT_LETTERS {
        return None;
    }
    if bound == 0 {
        return None;
    }
    if bound == 1 {
        let one = match (a, b) {
            ([_], [_]) => true,
            ([p, q], [r, s]) => p == s && q == r,
            _ => false,
        };
        return one.then_some(1);
    }
    banded(a, b, bound)
}

/// The textbook table, three rows at a time. The texts share neither first nor last letter.
fn banded<T: Copy + PartialEq>(a: &[T], b: &[T], bound: usize) -> Option<usize> {
    const WIDTH: usize = MAX_EDIT_LETTERS + 1;
    let (mut before, mut above, mut here) = ([0_u8; WIDTH], [0_u8; WIDTH], [0_u8; WIDTH]);
    for (j, cell) in above.iter_mut().enumerate().take(b.len() + 1) {
        *cell = j as u8;
    }
    for i in 1..=a.len() {
        here[0] = i as u8;
        let mut least = here[0];
        for j in 1..=b.len() {
            let substituted = above[j - 1] + u8::from(a[i - 1] != b[j - 1]);
            let mut cell = substituted.min(above[j] + 1).min(here[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                cell = cell.min(before[j - 2] + 1);
            }
            here[j] = cell;
            least = least.min(cell);
        }
        // A later swap can step over one row, never gain on it by more than the row before has.
        if usize::from(least) > bound && above.iter().take(b.len() + 1).all(|c| usize::from(*c) > bound) {
            return None;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut here);
    }
    let distance = usize::from(above[b.len()]);
    (distance <= bound).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_strsim() {
        let words = [
            "", "a", "ab", "ba", "abc", "acb", "smith", "smiht", "smtih", "simth", "jones", "josen", "müller", "mlüler",
        ];
        for a in words {
            for b in words {
                let distance = strsim::osa_distance(a, b);
                for bound in 0..4 {
                    assert_eq!(edits_within(a, b, bound), (distance <= bound).then_some(distance), "{a} {b} {bound}");
                }
            }
        }
    }

    #[test]
    fn long_texts_are_compared_to_their_ends() {
        let (head, tail) = ("а".repeat(100), "я".repeat(100));
        assert_eq!(edits_within(&format!("{head}б{tail}"), &format!("{head}в{tail}"), 1), Some(1));
        assert_eq!(edits_within(&format!("б{head}"), &format!("в{head}"), 1), Some(1));
        assert_eq!(edits_within(&format!("б{head}в"), &format!("в{head}б"), 1), None);
        assert_eq!(edits_within(&format!("б{head}"), &format!("в{tail}"), 2), None);
        assert_eq!(edits_within(&head, &format!("{head}яя"), 2), Some(2));
    }

    #[test]
    fn swaps() {
        assert!(is_swap("menifee", "meinfee"));
        assert!(!is_swap("menifee", "menofee"));
    }
}
