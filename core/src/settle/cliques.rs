//! Cutting a set of entities into the groups that may be asked about.

use crate::state::Handle;

/// Groups in which every pair may be asked about, largest first; no pair stands in two. Members are compared all with all,
/// never chained. `rank` orders equals by what they are, not by when they came, so that arrival changes nothing.
///
/// With `n` members each round looks at up to 3^(n/3) groups (Moon and Moser 1965); the caller bounds `n`.
pub(super) fn groups<K: Ord>(
    members: &[Handle],
    rank: impl Fn(Handle) -> K,
    may_ask: impl Fn(Handle, Handle) -> bool,
) -> Vec<Vec<Handle>> {
    let mut members = members.to_vec();
    members.sort_by_cached_key(|member| rank(*member));
    members.dedup();
    let n = members.len();
    let mut allowed = vec![vec![false; n]; n];
    for a in 0..n {
        for b in a + 1..n {
            let may = may_ask(members[a], members[b]);
            allowed[a][b] = may;
            allowed[b][a] = may;
        }
    }
    let mut out = Vec::new();
    loop {
        let mut found: Vec<Vec<usize>> = Vec::new();
        cliques(&allowed, &mut Vec::new(), (0..n).collect(), Vec::new(), &mut found);
        let largest = found
            .into_iter()
            .filter(|group| group.len() > 1)
            .min_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        let Some(group) = largest else { return out };
        // A pair is asked about once: what this group asks, no later one does.
        for a in &group {
            for b in &group {
                allowed[*a][*b] = false;
            }
        }
        out.push(group.into_iter().map(|at| members[at]).collect());
    }
}

/// Bron and Kerbosch (1973), Algorithm 457, with a pivot.
fn cliques(
    allowed: &[Vec<bool>],
    clique: &mut Vec<usize>,
    candidates: Vec<usize>,
    excluded: Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    let Some(pivot) = candidates
        .iter()
        .chain(&excluded)
        .copied()
        .max_by_key(|at| candidates.iter().filter(|other| allowed[*at][**other]).count())
    else {
        let mut clique = clique.clone();
        clique.sort_unstable();
        found.push(clique);
        return;
    };
    let (mut candidates, mut excluded) = (candidates, excluded);
    for at in candidates.clone() {
        if allowed[pivot][at] {
            continue;
        }
        clique.push(at);
        let near = |list: &[usize]| list.iter().copied().filter(|other| allowed[at][*other]).collect();
        cliques(allowed, clique, near(&candidates), near(&excluded), found);
        clique.pop();
        candidates.retain(|other| *other != at);
        excluded.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::groups;

    fn check(members: &[u32], forbidden: &[(u32, u32)], due: &[&[u32]]) {
        let may = |a, b| !forbidden.contains(&(a, b)) && !forbidden.contains(&(b, a));
        let due: Vec<Vec<u32>> = due.iter().map(|group| group.to_vec()).collect();
        assert_eq!(groups(members, |member| member, may), due, "{members:?} without {forbidden:?}");
        let turned: Vec<u32> = members.iter().rev().copied().collect();
        assert_eq!(groups(&turned, |member| member, may), due, "the order must not matter");
    }

    #[test]
    fn a_cannot_link_splits_a_group() {
        check(&[1, 2, 3], &[], &[&[1, 2, 3]]);
        check(&[1, 2, 3], &[(1, 2)], &[&[1, 3], &[2, 3]]);
        check(&[1, 2], &[(1, 2)], &[]);
        check(&[1, 2, 3, 4], &[(1, 2), (1, 3), (1, 4)], &[&[2, 3, 4]]);
        check(&[1, 2, 3, 4], &[(1, 2), (3, 4)], &[&[1, 3], &[1, 4], &[2, 3], &[2, 4]]);
        check(&[1, 2, 3, 4], &[(1, 2)], &[&[1, 3, 4], &[2, 3], &[2, 4]]);
        check(&[5], &[], &[]);
    }
}
