//! Records with fields as contact cards: what is asked about them, against who they are of.
//!
//! Nothing is decided here; a question's score stands for how sure Namesake is. A question counts for all pairs that it
//! stands for, as one answer decides them all: of a group each with each, of two sides each of the one with each of the
//! other, right or wrong pair by pair. A pair takes the highest score of a question that holds it, and recall is read off
//! at the lowest score whose pairs are precise enough, as the figures of others were.

mod judge;
mod misses;
mod set;
mod table;

pub(super) use set::{SETS, Set};

use super::options::Options;
use super::process;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, questions};
use judge::{Pair, Point, Truth, best};
use namesake_core::model::{EntityId, Kind, Proposal, Side};
use namesake_core::names::exact_key;
use namesake_core::protocol::{Call, Decision, Verdict};
use namesake_core::state::Space;
use namesake_core::store::InMemory;
use set::Record;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Equal names of different persons that may be asked about as one person without a word against it.
const HOMONYMS: f64 = 100.0;

/// Questions that are decided, for the time that it takes.
const DECIDED: usize = 200;

/// Rows of one set.
struct Rows {
    set: Set,
    rows: Vec<Row>,
}

impl Rows {
    fn put(&mut self, what: &str, value: impl Into<Option<f64>>, unit: &str, bar: Bar) {
        self.rows.push(Row::new(format!("records {}, {what}", self.set), value, unit, bar));
    }

    fn count(&mut self, what: &str, value: usize, bar: Bar) {
        self.put(what, value as f64, "", bar);
    }

    /// Recall where it is precise enough, and where that is. Zero if it is so nowhere.
    fn at_best(&mut self, what: &str, points: &[Point], precision: f64, bar: Bar) -> Option<Point> {
        let found = best(points, precision);
        let recall = found.map_or(0.0, |point| point.recall);
        self.put(&format!("recall{what} at precision {precision}"), recall, "", bar);
        self.put(&format!("score{what} for that"), found.map(|point| f64::from(point.score)), "", Bar::None);
        found
    }
}

pub(super) fn measure(options: &Options, set: Set) -> Result<Vec<Row>, String> {
    let mut out = Rows { set, rows: Vec::new() };
    let promise = set.promise();
    let Some(records) = options.data.as_deref().and_then(|data| set.read(data)) else {
        let what = format!("recall at precision {}", promise.precision);
        out.put(&what, None, "", promise.recall);
        return Ok(out.rows);
    };
    let truth = Truth::new(records.iter().map(|record| record.person).collect());
    if truth.pairs != set.true_pairs() {
        return Err(format!("{set} has {} true pairs, not {}", truth.pairs, set.true_pairs()));
    }
    let file = set::file(&records);

    let measures_memory = process::reset_peak();
    let mut session = Session::open(&InMemory::new())?;
    let (report, took) = session.import("records.vcf", file)?;
    out.put("import", took.whole.as_secs_f64(), "s", Bar::None);
    out.count("cards refused", report.refused.len(), Bar::None);
    let (_, took) = session.organize()?;
    out.put("organize", took.whole.as_secs_f64(), "s", Bar::None);
    let peak = process::peak().filter(|_| measures_memory);
    out.put("peak of resident memory, store included", peak.map(|peak| peak as f64 / 1e6), "MB", Bar::None);

    let space = session.memory.state().space(SPACE).ok_or("nothing was taken")?;
    let places = places(space, &records);
    let asked = questions(space);
    let pairs = pairs(&asked, &places);
    let taken: HashSet<usize> = places.values().copied().collect();
    let within = Truth::new(taken.into_iter().map(|at| truth.person[at]).collect()).pairs;
    out.put("recall that the cards taken allow", within as f64 / truth.pairs as f64, "", Bar::None);
    out.count("questions", asked.len(), Bar::None);
    out.count("pairs asked about", pairs.len(), Bar::None);
    let points = truth.of_pairs(&pairs);
    out.put("recall as asked", points.last().map_or(0.0, |point| point.recall), "", Bar::None);
    out.put("precision as asked", points.last().map_or(0.0, |point| point.precision), "", Bar::None);
    let found = out.at_best("", &points, promise.precision, promise.recall);
    out.at_best(" of clusters", &truth.of_clusters(&pairs), promise.precision, promise.clusters);
    if set.has_homonyms() {
        let keys: Vec<String> = records.iter().map(|record| exact_key(&record.name)).collect();
        let are_homonyms = |a: usize, b: usize| truth.person[a] != truth.person[b] && keys[a] == keys[b];
        let from = found.map_or(u16::MAX, |point| point.score);
        let sure = pairs.iter().filter(|pair| pair.score >= from && are_homonyms(pair.a, pair.b)).count();
        out.count("equal names of different persons from that score on", sure, Bar::None);
        let homonyms = unopposed(&asked, &places, are_homonyms);
        out.count("equal names of different persons proposed without a word against", homonyms, Bar::AtMost(HOMONYMS));
    }
    let linked = space.entities.iter().filter(|entity| !entity.is_active()).count() + space.edges.len();
    out.count("cards linked without being asked", linked, Bar::AtMost(0.0));
    // Evenly from all that are asked.
    let most = DECIDED.min(asked.len());
    let ids = (0..most).map(|n| asked[n * asked.len() / most].id.to_string()).collect();
    misses::print(&records, &truth, &pairs, found.map_or(0, |point| point.score));
    misses::tally(&asked);
    misses::worst(&records, &truth, &asked, |question| members(question, &places));
    let times = decisions(&mut session, ids);
    out.put("a decision, p50", times.get(times.len() / 2).copied(), "ms", Bar::None);
    out.put("a decision, p95", times.get(times.len() * 19 / 20).copied(), "ms", Bar::None);
    Ok(out.rows)
}

/// Decides questions, every other one that they are one, and gives how long each took, in milliseconds, shortest first. What an earlier
/// answer made no question is left out.
fn decisions(session: &mut Session, ids: Vec<String>) -> Vec<f64> {
    let mut times = Vec::new();
    for (at, id) in ids.into_iter().enumerate() {
        let verdict = if at % 2 == 0 { Verdict::Accept } else { Verdict::Reject };
        let decision = Decision { verdict, choice: None, ticks: None, survivor: None, reason: None, until: None };
        let (reply, took) = session.timed(&Call::Decide { space: SPACE.into(), id, decision });
        if reply.is_ok() {
            times.push(took.as_secs_f64() * 1e3);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    times
}

/// The place of the record that each entity came from.
fn places(space: &Space, records: &[Record]) -> HashMap<EntityId, usize> {
    let entity = |record: &Record| space.with_source_key(&format!("card:uid:{}", record.id));
    let place = |(at, record)| Some((space.entities.at(entity(record)?).id, at));
    records.iter().enumerate().filter_map(place).collect()
}

/// Pairs of records that one question asks about, the lower first.
fn members(question: &Proposal, places: &HashMap<EntityId, usize>) -> Vec<(usize, usize)> {
    let place = |id: &EntityId| places.get(id).copied();
    let pairs = question.pairs();
    pairs.iter().filter_map(|(a, b)| Some((place(a)?, place(b)?))).map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// All pairs that were asked about, highest score first.
fn pairs(asked: &[&Proposal], places: &HashMap<EntityId, usize>) -> Vec<Pair> {
    let mut scores: HashMap<(usize, usize), u16> = HashMap::new();
    for question in asked {
        for pair in members(question, places) {
            let score = scores.entry(pair).or_default();
            *score = question.score.max(*score);
        }
    }
    let mut pairs: Vec<Pair> = scores.into_iter().map(|((a, b), score)| Pair { a, b, score }).collect();
    pairs.sort_unstable_by_key(|pair| (Reverse(pair.score), pair.a, pair.b));
    pairs
}

/// Pairs of one sort that a question proposes as one person, with nothing that speaks against it.
fn unopposed(asked: &[&Proposal], places: &HashMap<EntityId, usize>, are_so: impl Fn(usize, usize) -> bool) -> usize {
    let proposes = |question: &&&Proposal| {
        question.kind == Kind::Merge && question.reasons.iter().all(|reason| reason.side != Side::Against)
    };
    let pairs = asked.iter().filter(proposes).flat_map(|question| members(question, places));
    pairs.filter(|(a, b)| are_so(*a, *b)).collect::<HashSet<_>>().len()
}
