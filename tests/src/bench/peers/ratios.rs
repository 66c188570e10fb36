//! `rapidfuzz`: no index, every name is scored.

use super::task::{Task, Who, described};
use rapidfuzz::distance::{jaro_winkler, osa};
use rapidfuzz::fuzz::RatioBatchComparator;
use serde_json::Value;

const TEN: usize = 10;

/// A name as it is compared, and as it is answered.
type Name = (Vec<char>, String);

pub(super) fn measure(task: &Task) -> Result<Vec<Value>, String> {
    let who = |setting| Who { name: described("rapidfuzz"), setting, sample: None };
    let build = |names: &[String]| -> Result<Vec<Name>, String> {
        Ok(names.iter().map(|name| (letters(name), name.clone())).collect())
    };
    Ok(vec![
        task.measure(who("indel ratio"), build, |names, text| {
            let query = RatioBatchComparator::new(letters(text));
            Ok(best(names, |name| query.similarity(name.iter().copied())))
        })?,
        task.measure(who("optimal string alignment"), build, |names, text| {
            let query = osa::BatchComparator::new(letters(text));
            Ok(best(names, |name| query.normalized_similarity(name.iter().copied())))
        })?,
        task.measure(who("Jaro–Winkler"), build, |names, text| {
            let query = jaro_winkler::BatchComparator::new(letters(text));
            Ok(best(names, |name| query.similarity(name.iter().copied())))
        })?,
    ])
}

fn letters(name: &str) -> Vec<char> {
    name.to_lowercase().chars().collect()
}

/// The ten with the highest scores.
fn best(names: &[Name], score: impl Fn(&[char]) -> f64) -> Vec<String> {
    let mut scored: Vec<(f64, usize)> = names.iter().enumerate().map(|(at, (key, _))| (score(key), at)).collect();
    let order = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if scored.len() > TEN {
        scored.select_nth_unstable_by(TEN, order);
        scored.truncate(TEN);
    }
    scored.sort_unstable_by(order);
    scored.into_iter().map(|(_, at)| names[at].1.clone()).collect()
}
