//! Pairs that were asked about against pairs that are true, at every threshold of the score.

use std::collections::HashMap;

/// A pair that a question was asked about: places of the records, the lower first, and the question's score.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub a: usize,
    pub b: usize,
    pub score: u16,
}

/// How good the pairs from a score on are.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// Pairs of this score and above are taken.
    pub score: u16,
    pub recall: f64,
    pub precision: f64,
}

/// The truth.
pub(super) struct Truth {
    /// By record: its person.
    pub person: Vec<usize>,
    /// Pairs of records of one person.
    pub pairs: u64,
}

impl Truth {
    pub fn new(person: Vec<usize>) -> Self {
        let mut sizes: HashMap<usize, u64> = HashMap::new();
        person.iter().for_each(|person| *sizes.entry(*person).or_default() += 1);
        Self { person, pairs: sizes.values().map(|size| pairs_of(*size)).sum() }
    }

    pub fn holds(&self, pair: &Pair) -> bool {
        self.person[pair.a] == self.person[pair.b]
    }

    fn point(&self, score: u16, right: u64, all: u64) -> Point {
        let part = |of: u64| if of == 0 { 0.0 } else { right as f64 / of as f64 };
        Point { score, recall: part(self.pairs), precision: part(all) }
    }

    /// All pairs as they are, one point a score, highest score first. `pairs` are in that order.
    pub fn of_pairs(&self, pairs: &[Pair]) -> Vec<Point> {
        let (mut right, mut all) = (0, 0);
        let mut points = Vec::new();
        for equal in pairs.chunk_by(|a, b| a.score == b.score) {
            right += equal.iter().filter(|pair| self.holds(pair)).count() as u64;
            all += equal.len() as u64;
            points.push(self.point(equal[0].score, right, all));
        }
        points
    }

    /// The same for all pairs within the clusters that the pairs tie together.
    pub fn of_clusters(&self, pairs: &[Pair]) -> Vec<Point> {
        let mut clusters = Clusters::new(&self.person);
        let mut points = Vec::new();
        for equal in pairs.chunk_by(|a, b| a.score == b.score) {
            equal.iter().for_each(|pair| clusters.join(pair.a, pair.b));
            points.push(self.point(equal[0].score, clusters.right, clusters.all));
        }
        points
    }
}

/// The point of highest recall among those that are precise enough.
pub(super) fn best(points: &[Point], precision: f64) -> Option<Point> {
    let enough = points.iter().filter(|point| point.precision >= precision);
    enough.max_by(|a, b| a.recall.total_cmp(&b.recall)).copied()
}

/// Connected records, with the number of pairs within.
struct Clusters {
    parent: Vec<usize>,
    /// By root: how many records of each person.
    members: Vec<HashMap<usize, u64>>,
    size: Vec<u64>,
    right: u64,
    all: u64,
}

impl Clusters {
    fn new(person: &[usize]) -> Self {
        Self {
            parent: (0..person.len()).collect(),
            members: person.iter().map(|person| HashMap::from([(*person, 1)])).collect(),
            size: vec![1; person.len()],
            right: 0,
            all: 0,
        }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (small, large) = if self.members[a].len() <= self.members[b].len() { (a, b) } else { (b, a) };
        self.all += self.size[a] * self.size[b];
        for (person, count) in std::mem::take(&mut self.members[small]) {
            let held = self.members[large].entry(person).or_default();
            self.right += *held * count;
            *held += count;
        }
        self.size[large] += self.size[small];
        self.parent[small] = large;
    }
}

fn pairs_of(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_clusters() {
        let truth = Truth::new(vec![0, 0, 0, 1]);
        assert_eq!(truth.pairs, 3);
        let pair = |a, b, score| Pair { a, b, score };
        let pairs = [pair(0, 1, 900), pair(1, 2, 800), pair(2, 3, 700)];
        let numbers = |points: Vec<Point>| -> Vec<_> {
            points.iter().map(|point| (point.recall * 3.0, (point.precision * 6.0).round())).collect()
        };
        assert_eq!(numbers(truth.of_pairs(&pairs)), [(1.0, 6.0), (2.0, 6.0), (2.0, 4.0)]);
        assert_eq!(numbers(truth.of_clusters(&pairs)), [(1.0, 6.0), (3.0, 6.0), (3.0, 3.0)]);
        assert_eq!(best(&truth.of_clusters(&pairs), 0.97).map(|point| point.score), Some(800));
        assert!(best(&truth.of_pairs(&pairs[2..]), 0.97).is_none());
    }
}
