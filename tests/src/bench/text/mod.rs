//! What the recogniser asks about a text, against what its annotators found.
//!
//! The openings of two novels are taken as messages without speaker into an empty memory, and an owner who knows the truth
//! answers every question, until none is left. Nothing is decided here about what is true: see [`gold`].

mod gold;

use super::options::Options;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, questions, said};
use gold::Gold;
use namesake_core::model::{EntityId, Kind, ProposalId, Unit};
use namesake_core::names::exact_key;
use namesake_core::protocol::{Call, Decision, ErrorCode, Verdict};
use namesake_core::store::InMemory;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The texts, as their files are called.
const TEXTS: [&str; 2] = ["1342_pride_and_prejudice_brat", "514_little_women_brat"];
/// Questions that one text may lead to; more would be a loop.
const MOST: usize = 2_000;

/// What came of one text, or of all.
#[derive(Default)]
struct Found {
    asked: usize,
    right: usize,
    names: usize,
    names_found: usize,
    aliases: usize,
    aliases_found: usize,
    /// What was missed or asked for nothing, by kind.
    worst: BTreeMap<&'static str, Vec<String>>,
}

pub(super) fn measure(options: &Options) -> Result<Vec<Row>, String> {
    let texts: Option<Vec<Gold>> =
        options.data.as_deref().and_then(|data| TEXTS.iter().map(|text| Gold::read(data, text)).collect());
    let mut found = Found::default();
    for gold in texts.iter().flatten() {
        found.add(gold)?;
    }
    let part = |of: usize, all: usize| texts.as_ref().map(|_| of as f64 / all.max(1) as f64);
    let count = |count: usize| texts.as_ref().map(|_| count as f64);
    let rows = vec![
        Row::new(
            "text, names of persons linked or asked about",
            part(found.names_found, found.names),
            "",
            Bar::AtLeast(0.6),
        ),
        Row::new(
            "text, further names of a person linked to it or asked about",
            part(found.aliases_found, found.aliases),
            "",
            Bar::None,
        ),
        Row::new("text, questions", count(found.asked), "", Bar::None),
        Row::new("text, questions that are true", part(found.right, found.asked), "", Bar::AtLeast(0.8)),
    ];
    for (kind, texts) in &found.worst {
        eprintln!("{kind}: {}", texts.join(", "));
    }
    Ok(rows)
}

/// A question, as far as its truth goes.
struct Question {
    id: ProposalId,
    kind: Kind,
    name: Option<String>,
    members: Vec<EntityId>,
}

impl Found {
    fn add(&mut self, gold: &Gold) -> Result<(), String> {
        let lines = gold.sentences.iter().map(|text| serde_json::json!({ "text": text }).to_string() + "\n");
        let mut session = Session::open(&InMemory::new())?;
        session.import("text.jsonl", lines.collect::<String>().into_bytes())?;
        session.organize()?;
        let mut answered: HashSet<ProposalId> = HashSet::new();
        let mut asked_about: BTreeSet<String> = BTreeSet::new();
        let mut together: BTreeSet<String> = BTreeSet::new();
        while let Some(question) = next(&session, &answered) {
            if answered.len() == MOST {
                return Err("the questions do not end".into());
            }
            answered.insert(question.id);
            self.answer(gold, &mut session, &question, &mut asked_about, &mut together)?;
            session.organize()?;
        }
        for names in &gold.persons {
            let (found, missed): (Vec<&String>, Vec<&String>) =
                names.iter().partition(|name| asked_about.contains(*name));
            self.names += names.len();
            self.names_found += found.len();
            // One name of a person stands for it; the others are its aliases.
            self.aliases += names.len() - 1;
            self.aliases_found += names.iter().filter(|name| together.contains(*name)).count().saturating_sub(1);
            self.worst.entry("names that nothing asked about").or_default().extend(missed.into_iter().cloned());
        }
        Ok(())
    }

    /// Answers as the truth is, and counts.
    fn answer(
        &mut self,
        gold: &Gold,
        session: &mut Session,
        question: &Question,
        asked_about: &mut BTreeSet<String>,
        together: &mut BTreeSet<String>,
    ) -> Result<(), String> {
        let key = question.name.as_deref().map(exact_key);
        let members: Vec<BTreeSet<String>> = question.members.iter().map(|id| named_by(gold, session, *id)).collect();
        let named = key.as_deref().map(|key| gold.of(key));
        asked_about.extend(key.clone());
        let mut decision =
            Decision { verdict: Verdict::Reject, choice: None, ticks: None, survivor: None, reason: None, until: None };
        let is_right = match question.kind {
            Kind::NewName => key.as_ref().is_some_and(|key| gold.named.contains_key(key)),
            Kind::Ambiguity => {
                let right = members.iter().position(|own| named.as_ref().is_some_and(|named| !own.is_disjoint(named)));
                decision.choice = right.and_then(|at| question.members.get(at)).map(ToString::to_string);
                right.is_some()
            }
            _ => {
                let sides = members.into_iter().chain(named);
                let all = sides.reduce(|all, side| all.intersection(&side).cloned().collect());
                all.is_some_and(|all| !all.is_empty())
            }
        };
        if is_right {
            decision.verdict = if question.kind == Kind::Ambiguity { Verdict::Choose } else { Verdict::Accept };
        }
        let names: Vec<String> = question.members.iter().flat_map(|id| names_of(session, *id)).chain(key).collect();
        let id = question.id.to_string();
        match session.call(&Call::Decide { space: SPACE.into(), id: id.clone(), decision }) {
            Ok(_) => {}
            // An answer before has changed what it is about: it is asked again as it is now.
            Err(error) if error.code == ErrorCode::Stale => {
                return session.call(&Call::Refresh { space: SPACE.into(), id }).map(|_| ()).map_err(said);
            }
            Err(error) => return Err(said(error)),
        }
        self.asked += 1;
        self.right += usize::from(is_right);
        if is_right {
            together.extend(names);
        } else {
            let kind = if question.kind == Kind::NewName { "asked about as names" } else { "asked about as one" };
            self.worst.entry(kind).or_default().push(names.join(" / "));
        }
        Ok(())
    }
}

/// An open question that was not answered.
fn next(session: &Session, answered: &HashSet<ProposalId>) -> Option<Question> {
    let space = session.memory.state().space(SPACE)?;
    let open =
        questions(space).into_iter().find(|question| !answered.contains(&question.id) && question.status.is_open())?;
    let name = open.name.clone().or_else(|| match &open.unit {
        Unit::Text(key) => Some(key.clone()),
        _ => None,
    });
    Some(Question { id: open.id, kind: open.kind, name, members: open.members().collect() })
}

/// The exact keys of an entity's names.
fn names_of(session: &Session, id: EntityId) -> Vec<String> {
    let row =
        session.memory.state().space(SPACE).and_then(|space| Some(space.entities.at(space.entities.handle(&id)?)));
    row.into_iter().flat_map(|row| &row.content.names).map(|name| exact_key(&name.text)).collect()
}

/// Whom or what an entity's names name.
fn named_by(gold: &Gold, session: &Session, id: EntityId) -> BTreeSet<String> {
    names_of(session, id).iter().flat_map(|name| gold.of(name)).collect()
}
