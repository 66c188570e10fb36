//! Laws of claims: the order in which events come changes nothing, what is undone is gone, a rebuilt memory is the same, and
//! a plan follows from its event alone.

mod support;

use namesake_core::ingest::prepare;
use namesake_core::model::{
    Entity, PlanInput, PlannedClaim, PlannedName, Polarity, SentClaim, SentObject, SpeechAct, Strength,
};
use namesake_core::names::exact_key;
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::state::Effect;
use namesake_core::store::InMemory;
use namesake_core::text::{pronoun_class, sentences};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::{BTreeMap, BTreeSet};
use support::told::told;
use support::view::{questions, shuffled, space};
use support::{SPACE, Session};
use uuid::Uuid;

const PEOPLE: [&str; 3] = ["Dana Holt", "Omar Reyes", "Dana"];
const PLACES: [&str; 3] = ["Leeds", "York", "Bath"];

/// Cases of each law in every run.
const CASES: u32 = 96;

/// Who says where somebody lives.
#[derive(Debug, Clone)]
struct Told {
    speaker: Option<&'static str>,
    /// Nobody for the speaker's own word.
    about: Option<&'static str>,
    place: &'static str,
    time: Option<u32>,
    update: bool,
    act: &'static str,
    session: Option<&'static str>,
    /// The days from which and till which it holds.
    valid: (Option<&'static str>, Option<&'static str>),
}

impl Told {
    fn event(&self, id: usize) -> HostEvent {
        let who = self.about.unwrap_or("I");
        let verb = if self.about.is_some() { "lives" } else { "live" };
        let text = format!("{who} {verb} in {}.", self.place);
        let mut event = told(&id.to_string(), self.speaker, self.time, &text, &[(who, "lives_in", self.place)]);
        event.claims[0].update = self.update;
        event.claims[0].speech_act = Some(self.act.into());
        event.claims[0].valid_from = self.valid.0.map(str::to_owned);
        event.claims[0].valid_to = self.valid.1.map(str::to_owned);
        event.session = self.session.map(str::to_owned);
        event
    }
}

fn told_one() -> impl Strategy<Value = Told> {
    (
        prop::option::of(select(&PEOPLE[..])),
        prop::option::of(select(&PEOPLE[..])),
        select(&PLACES[..]),
        prop::option::weighted(0.8, 0..4_u32),
        any::<bool>(),
        prop_oneof![4 => Just("assertion"), 1 => Just("quotation")],
        prop::option::weighted(0.3, select(&["talk", "other talk"][..])),
        prop_oneof![
            3 => Just((None, None)),
            1 => select(&[(None, Some("2010-01-01")), (Some("2010-01-01"), None), (Some("2005-01-01"), Some("2015-01-01"))][..]),
        ],
    )
        .prop_map(|(speaker, about, place, time, update, act, session, valid)| Told {
            speaker,
            about,
            place,
            time,
            update,
            act,
            session,
            valid,
        })
}

fn cards(session: &mut Session, names: &[&str]) {
    let card = |(n, name): (usize, &&str)| {
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{n}\r\nFN:{name}\r\nNOTE:{n}\r\nEND:VCARD\r\n")
    };
    session.import_bytes("people.vcf", names.iter().enumerate().map(card).collect::<String>().into_bytes());
}

/// Claims by their event's id and what is asked, told without ids of this memory's own.
fn told_of(session: &mut Session) -> (Vec<String>, Vec<String>) {
    let mut claims = session.all_claims();
    claims.sort();
    (claims, questions(&space(session)))
}

/// Something that changes what is known.
#[derive(Debug, Clone)]
enum Act {
    Tell(Told),
    Decide(Index, Index),
    Declare(bool),
    Merge(Index, Index),
    UndoLast,
    UndoEarlier(Index),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => told_one().prop_map(Act::Tell),
        3 => (any::<Index>(), any::<Index>()).prop_map(|(question, answer)| Act::Decide(question, answer)),
        1 => any::<bool>().prop_map(Act::Declare),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Act::Merge(a, b)),
        2 => Just(Act::UndoLast),
        1 => any::<Index>().prop_map(Act::UndoEarlier),
    ]
}

/// Does something; the id by which it can be taken back.
fn run(session: &mut Session, number: usize, act: &Act) -> Option<String> {
    match act {
        Act::Tell(told) => {
            session.tell(told.event(number));
            None
        }
        Act::Decide(question, answer) => {
            let inbox = session.inbox();
            let row = inbox.get(question.index(inbox.len().max(1)))?.clone();
            let view = match session.call(Call::InboxGet { space: SPACE.into(), id: row.id.clone() }) {
                Ok(Reply::Question(view)) => view,
                other => panic!("{other:?}"),
            };
            let choices: Vec<String> = match row.kind {
                QuestionKind::Contradiction => view.rivals.iter().map(|rival| rival.claim.id.clone()).collect(),
                QuestionKind::Ambiguity => {
                    view.members.iter().filter_map(|member| Some(member.entity.as_ref()?.id.clone())).collect()
                }
                _ => Vec::new(),
            };
            let mut answers = vec![(Verdict::Reject, None)];
            if row.kind != QuestionKind::Ambiguity {
                answers.push((Verdict::Accept, None));
            }
            answers.extend(choices.into_iter().map(|choice| (Verdict::Choose, Some(choice))));
            let (verdict, choice) = answers[answer.index(answers.len())].clone();
            session.decide(&row.id, verdict, choice).ok().map(|decided| decided.review.id)
        }
        Act::Declare(single) => session.declare(&["lives_in"], *single).statement,
        Act::Merge(a, b) => {
            let known = space(session);
            // Places with places, and people with people.
            let is_place = |entity: &&Entity| PLACES.contains(&entity.name());
            let all = || known.entities.iter().filter(|entity| entity.is_active());
            let first = all().nth(a.index(all().count().max(1)));
            let same = all().filter(|entity| first.is_some_and(|first| is_place(&first) == is_place(entity)));
            let active: Vec<String> = same.map(|entity| entity.id.to_string()).collect();
            if active.len() < 2 {
                return None;
            }
            let (a, b) = (active[a.index(active.len())].clone(), active[b.index(active.len())].clone());
            let edited = session.edit(Edit::Merge { entities: vec![a, b], survivor: None }).ok()?;
            edited.edit.map(|edit| edit.id)
        }
        Act::UndoLast | Act::UndoEarlier(_) => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_order_of_events_changes_nothing(all in prop::collection::vec(told_one(), 1..9), seed in any::<u64>(), known in 0..3_usize) {
        let mut seen = Vec::new();
        for order in [(0..all.len()).collect(), shuffled(all.len(), seed)] {
            let order: Vec<usize> = order;
            let mut session = Session::open(&InMemory::new());
            session.declare(&["lives_in"], true);
            cards(&mut session, &["Dana Holt", "Dana Holt"][..known]);
            for at in order {
                session.tell(all[at].event(at));
            }
            seen.push(told_of(&mut session));
        }
        prop_assert_eq!(&seen[0], &seen[1]);
    }

    #[test]
    fn a_memory_with_claims_is_what_its_journal_says_and_can_be_taken_back(acts in prop::collection::vec(act(), 1..24)) {
        let mut session = Session::open(&InMemory::new());
        session.declare(&["lives_in"], true);
        let mut done: Vec<String> = Vec::new();
        for (number, act) in acts.iter().enumerate() {
            let before = (told_of(&mut session), done.len());
            if let Some(id) = run(&mut session, number, act) {
                // What is taken back at once is gone without a trace in what holds and what is asked.
                session.undo(&id).expect("nothing builds on it yet");
                prop_assert_eq!(&told_of(&mut session), &before.0, "{:?} was undone", act);
                if let Some(id) = run(&mut session, number, act) {
                    done.push(id);
                }
            }
            if matches!(act, Act::UndoLast) && let Some(id) = done.pop() {
                session.call(Call::Undo { space: SPACE.into(), id, together: true }).expect("is undone");
            }
            if let Act::UndoEarlier(which) = act && !done.is_empty() {
                let id = done[which.index(done.len())].clone();
                match session.call(Call::Undo { space: SPACE.into(), id, together: true }).expect("is undone") {
                    Reply::Undone(undone) => done.retain(|id| !undone.reviews.contains(id)),
                    other => panic!("{other:?}"),
                }
            }
            // Nothing was taken back beneath a decision that stands: its claims are said of one, or of nobody
            // while a name has become ambiguous.
            let known = space(&session);
            for review in known.reviews.iter().filter(|review| review.undone_by.is_none()) {
                let claims = review.effects.iter().flat_map(|effect| match effect {
                    Effect::SetClaims { claims, .. } => claims.as_slice(),
                    _ => &[],
                });
                let claims: Vec<_> = claims.filter_map(|id| known.claims.get(id)).collect();
                let subjects: BTreeSet<_> = claims
                    .iter()
                    .filter_map(|claim| known.root_of_mention(&claim.subject).map(|root| known.group_key(root)))
                    .collect();
                prop_assert!(subjects.len() <= 1, "claims of {:?} were decided on together", subjects);
            }
            let live = encode(session.memory.state());
            session.call(Call::Rebuild).expect("is rebuilt");
            prop_assert!(encode(session.memory.state()) == live, "a rebuild after {:?} changed the memory", act);
        }
    }

    #[test]
    fn a_plan_follows_from_its_event_and_its_claims_stand_in_what_they_cite(
        words in prop::collection::vec(select(&["I", "me", "We", "He", "It", "Dana", "Dana Holt", "Leeds", "met", "40", "km", ".", "?", "\"", "not", "want to", "🔥", "D\u{e1}na"][..]), 1..30),
        sent in prop::collection::vec((select(&["I", "my", "we", "he", "it", "Dana", "Holt", "Leeds", "40", "D\u{e1}na"][..]), select(&["Dana", "Leeds", "me", "it", "km"][..]), any::<Index>(), any::<Index>()), 1..6),
        flags in any::<[bool; 3]>(),
        speaker in prop::option::of(Just("Dana".to_owned())),
        policy in 1..3_u16,
    ) {
        let text = words.join(" ");
        let cut = sentences(&text);
        prop_assume!(!cut.is_empty());
        let claims: Vec<SentClaim> = sent.iter().map(|(subject, object, a, b)| {
            let (first, last) = (a.index(cut.len()), b.index(cut.len()));
            let cited = if first <= last { (cut[first].start, cut[last].end) } else { (cut[last].start, cut[first].end) };
            SentClaim {
                subject: (*subject).into(), subject_kind: None, predicate: "met".into(),
                object: SentObject::Term { text: (*object).into(), kind: None },
                polarity: Polarity::Positive, act: SpeechAct::Assertion, modality: None,
                valid_from: None, valid_to: None, confidence: None, is_update: false,
                evidence: vec![(cited.0 as u32, cited.1 as u32)], known: Vec::new(),
            }
        }).collect();
        let [speaker_references, speaker_grounding, hint] = flags;
        let name = |(start, end): (usize, usize)| PlannedName { start: start as u32, end: end as u32, is_hinted: hint, kind: None };
        let names = namesake_core::text::occurrences(&text, "Dana Holt").into_iter().map(name).collect();
        let input = PlanInput {
            extraction: 2, policy, first_person_owner: speaker.is_none(), speaker, speaker_references, speaker_grounding, names, known: Vec::new(), claims,
        };
        let event = Uuid::from_u128(7);
        let plan = prepare(event, &text, input.clone()).expect("the policy is known");
        let again = prepare(event, &text, input);
        prop_assert_eq!(Some(&plan), again.as_ref());
        let mentions: BTreeMap<Uuid, _> = plan.mentions.iter().map(|mention| (mention.id, mention)).collect();
        for (claim, planned) in plan.input.claims.iter().zip(&plan.claims) {
            let PlannedClaim::Stored { subject, object, evidence, .. } = planned else { continue };
            let SentObject::Term { text: object_text, .. } = &claim.object else { continue };
            for (id, said) in [(*subject, &claim.subject), (object.expect("is a term"), object_text)] {
                let mention = mentions[&id];
                let inside = evidence.iter().any(|(start, end)| *start <= mention.start && mention.end <= *end);
                prop_assert!(inside, "{:?} is outside what is cited", mention);
                let written = &text[mention.start as usize..mention.end as usize];
                let same_word = exact_key(written) == exact_key(said);
                let same_class = pronoun_class(written).is_some() && pronoun_class(written) == pronoun_class(said);
                let speaks = speaker_grounding && (exact_key(said) == "dana" || exact_key(written) == "dana");
                prop_assert!(same_word || same_class || speaks, "{written:?} is no evidence of {said:?}");
                if let Strength::Anchored { start, end } = mention.strength {
                    prop_assert!(end <= mention.start && start < end, "an anchor comes before its pronoun");
                }
            }
        }
    }
}
