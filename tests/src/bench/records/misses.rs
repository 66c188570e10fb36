//! Which true pairs were missed and which wrong ones were found, for tuning: on the standard error, where
//! `NAMESAKE_BENCH_MISSES` says how many.

use super::judge::{Pair, Truth};
use super::set::Record;
use namesake_core::model::{Proposal, ProposalStatus};
use std::collections::{BTreeMap, HashMap};

/// Prints what a threshold gets wrong. `pairs` are all that were asked about, highest score first.
pub(super) fn print(records: &[Record], truth: &Truth, pairs: &[Pair], threshold: u16) {
    let Some(most) = std::env::var("NAMESAKE_BENCH_MISSES").ok().and_then(|text| text.parse::<usize>().ok()) else {
        return;
    };
    let scores: HashMap<(usize, usize), u16> = pairs.iter().map(|pair| ((pair.a, pair.b), pair.score)).collect();
    let mut by_person: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, person) in truth.person.iter().enumerate() {
        by_person.entry(*person).or_default().push(at);
    }
    let mut missed = Vec::new();
    for members in by_person.values() {
        for (at, a) in members.iter().enumerate() {
            let others = members[at + 1..].iter().map(|b| (*a, *b, scores.get(&(*a, *b)).copied()));
            missed.extend(others.filter(|(.., score)| score.is_none_or(|score| score < threshold)));
        }
    }
    missed.sort_unstable();
    let unasked = missed.iter().filter(|(.., score)| score.is_none()).count();
    eprintln!("\nmissed at {threshold}: {} true pairs, {unasked} of them never asked about", missed.len());
    for (a, b, score) in spread(&missed, most) {
        let score = score.map_or("not asked".to_owned(), |score| score.to_string());
        show(records, *a, *b, &score);
    }
    let above = pairs.iter().filter(|pair| pair.score >= threshold && !truth.holds(pair));
    let wrong: Vec<&Pair> = above.collect();
    eprintln!("\nwrong at {threshold}: {} pairs", wrong.len());
    for pair in spread(&wrong, most) {
        show(records, pair.a, pair.b, &pair.score.to_string());
    }
}

/// Prints how many questions of each sort and size there are.
pub(super) fn tally(asked: &[&Proposal]) {
    if std::env::var("NAMESAKE_BENCH_MISSES").is_err() {
        return;
    }
    let mut counts: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for question in asked {
        let unit = format!("{:?}", question.unit);
        let sort = unit.split(['(', ' ']).next().unwrap_or_default().to_owned();
        let sort = if question.status == ProposalStatus::Held { format!("{sort}, held") } else { sort };
        *counts.entry((sort, question.pins.len())).or_default() += 1;
    }
    eprintln!("\nquestions by what they are about, members, how many:");
    for ((sort, members), count) in counts {
        eprintln!("    {sort} {members}: {count}");
    }
}

/// Prints the questions with most wrong pairs, times their score.
pub(super) fn worst(
    records: &[Record],
    truth: &Truth,
    asked: &[&Proposal],
    pairs: impl Fn(&Proposal) -> Vec<(usize, usize)>,
) {
    let Some(most) = std::env::var("NAMESAKE_BENCH_MISSES").ok().and_then(|text| text.parse::<usize>().ok()) else {
        return;
    };
    let count =
        |question: &Proposal| pairs(question).iter().filter(|(a, b)| truth.person[*a] != truth.person[*b]).count();
    let mut wrong: Vec<(usize, &&Proposal)> = asked.iter().map(|question| (count(question), question)).collect();
    wrong.retain(|(count, _)| *count > 0);
    wrong.sort_by_key(|(count, question)| std::cmp::Reverse(usize::from(question.score) * count));
    eprintln!("\nquestions by the wrong pairs in them, times their score:");
    for (count, question) in wrong.into_iter().take(most) {
        let all = pairs(question);
        let mut members: Vec<usize> = all.iter().flat_map(|(a, b)| [*a, *b]).collect();
        members.sort_unstable_by_key(|at| (truth.person[*at], *at));
        members.dedup();
        let sort = format!("{:?}", question.unit);
        let sort = sort.split('(').next().unwrap_or_default();
        eprintln!("{} {sort} {count} wrong of {}", question.score, all.len());
        members.iter().for_each(|at| eprintln!("    {} {}", truth.person[*at], records[*at].shown));
    }
}

/// So many of a list, evenly from all of it: neighbours are of one person and much alike.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = most.min(all.len());
    (0..count).map(move |n| &all[n * all.len() / count])
}

fn show(records: &[Record], a: usize, b: usize, score: &str) {
    eprintln!("{score}\n    {}\n    {}", records[a].shown, records[b].shown);
}
