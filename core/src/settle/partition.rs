//! Parting entities that are tied together into groups, by how likely all the pairs of a group are one on average.
//!
//! Groups grow by joining, never by chaining: two are joined only if every member of the one may stand beside every member
//! of the other. Knows nothing but numbers of members and what ties two of them.

/// Groups of at most `bound` of the members `0..count`, each member in one of them: those of one member too. `tie` says how
/// likely two members are one, in hundredths of bits, or nothing if they may not stand in one group; it is symmetric.
///
/// Begins with groups of one and joins, again and again, the two that are tied best on average, while that is at least
/// `least`: average linkage (Sokal and Michener 1958). Among equals the groups of the lowest members are joined first, so
/// the caller's order of members decides, and nothing else.
pub(super) fn partition(
    count: usize,
    bound: usize,
    least: i32,
    tie: impl Fn(usize, usize) -> Option<i32>,
) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = (0..count).map(|member| vec![member]).collect();
    // Sums over all pairs between two groups, kept at the places of their lowest members.
    let mut sums: Vec<Vec<Option<i64>>> = (0..count)
        .map(|a| (0..count).map(|b| if a == b { None } else { tie(a, b).map(i64::from) }).collect())
        .collect();
    while let Some((a, b)) = best(&groups, &sums, bound, least) {
        let joined = std::mem::take(&mut groups[b]);
        groups[a].extend(joined);
        for other in (0..count).filter(|other| *other != a) {
            let sum = sums[a][other].zip(sums[b][other]).map(|(one, other)| one + other);
            sums[a][other] = sum;
            sums[other][a] = sum;
        }
    }
    groups.retain(|group| !group.is_empty());
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// The two groups to join next, the one of the lower member first.
fn best(groups: &[Vec<usize>], sums: &[Vec<Option<i64>>], bound: usize, least: i32) -> Option<(usize, usize)> {
    let mut best: Option<(i64, i64, (usize, usize))> = None;
    for a in (0..groups.len()).filter(|a| !groups[*a].is_empty()) {
        for b in (a + 1..groups.len()).filter(|b| !groups[*b].is_empty()) {
            let Some(sum) = sums[a][b] else { continue };
            let pairs = (groups[a].len() * groups[b].len()) as i64;
            if groups[a].len() + groups[b].len() > bound || sum < i64::from(least) * pairs {
                continue;
            }
            // Averages are compared without dividing.
            if best.is_none_or(|(most, of, _)| sum * of > most * pairs) {
                best = Some((sum, pairs, (a, b)));
            }
        }
    }
    best.map(|(.., pair)| pair)
}

#[cfg(test)]
mod tests {
    use super::partition;

    /// Pairs that are not listed may not stand in one group.
    fn check(count: usize, bound: usize, ties: &[(usize, usize, i32)], due: &[&[usize]]) {
        let tie = |a, b| ties.iter().find(|(x, y, _)| (*x, *y) == (a, b) || (*x, *y) == (b, a)).map(|(.., bits)| *bits);
        let due: Vec<Vec<usize>> = due.iter().map(|group| group.to_vec()).collect();
        assert_eq!(partition(count, bound, 0, tie), due, "{count} members, at most {bound} in one, tied by {ties:?}");
    }

    #[test]
    fn members_are_compared_all_with_all() {
        check(3, 9, &[(0, 1, 500), (0, 2, 400), (1, 2, 300)], &[&[0, 1, 2]]);
        // A chain is no group: its ends were never held to be one.
        check(3, 9, &[(0, 1, 400), (1, 2, 500)], &[&[0], &[1, 2]]);
        check(4, 9, &[(0, 1, 400), (1, 2, 500), (2, 3, 400)], &[&[0], &[1, 2], &[3]]);
    }

    #[test]
    fn a_weak_pair_inside_a_strong_group_stays_and_an_outlier_is_left_out() {
        check(3, 9, &[(0, 1, 500), (1, 2, 600), (0, 2, -200)], &[&[0, 1, 2]]);
        check(3, 9, &[(0, 1, 500), (1, 2, 100), (0, 2, -200)], &[&[0, 1], &[2]]);
    }

    #[test]
    fn the_best_are_joined_first_and_none_is_over_the_bound() {
        let all: Vec<(usize, usize, i32)> = vec![(0, 1, 9), (0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 1), (2, 3, 8)];
        check(4, 3, &all, &[&[0, 1], &[2, 3]]);
        check(4, 4, &all, &[&[0, 1, 2, 3]]);
        check(0, 4, &[], &[]);
    }

    #[test]
    fn among_equals_the_lowest_come_first() {
        check(4, 2, &[(0, 1, 5), (0, 2, 5), (0, 3, 5), (1, 2, 5), (1, 3, 5), (2, 3, 5)], &[&[0, 1], &[2, 3]]);
    }
}
