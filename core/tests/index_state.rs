//! The index inside a memory answers what a scan over the entities' names answers, after cards that come, change and
//! change their names, conversations, hints, merges, rejections, undos, snapshots and rebuilds, in any order.

mod support;

use futures::executor::block_on;
use namesake_core::memory::Memory;
use namesake_core::model::{Standing, Status};
use namesake_core::names::NameKeys;
use namesake_core::protocol::*;
use namesake_core::resolve::{ASK, Match, compare_with};
use namesake_core::state::Space;
use namesake_core::store::InMemory;
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use support::{SPACE, Session, event};

/// Names of many scripts that are near each other, equal once folded, or neither. The last are also asked for.
const NAMES: [&str; 32] = [
    "Zoe Hale",
    "zoe hale",
    "Zoë Hale",
    "Zo\u{200B}e Hale",
    "Zoe",
    "Z. Hale",
    "Zoe Hael",
    "Zoe Hale Jr.",
    "Bob Brandt",
    "Robert Brandt",
    "Зоя Петрина",
    "Зоя Птерина",
    "Алена",
    "Алёна",
    "فاطمة علي",
    "فاطمه علی",
    "שרה לוי",
    "שָׂרָה לוי",
    "새봄출판사",
    "새봄 출판사",
    "青葉電機",
    "株式会社青葉電機",
    "万达广场A座",
    "万达广场B座",
    "राधा मेहता",
    "อรุณ สุขใจ",
    "Αυγή Νικολή",
    "Nguyễn Hoà",
    "Nguyễn Hoá",
    "Kiln 4",
    "Kiln 5",
    "🌊",
];
/// Short forms that the owner adds and removes: what, short for what. The last are abbreviations.
const FORMS: [(&str, &str); 6] = [
    ("Zoe", "Robert"),
    ("Hale", "Brandt"),
    ("Алена", "Zoe"),
    ("Zoja", "Zoe"),
    ("青葉電機", "Zoe Hale"),
    ("Kiln 4", "새봄 출판사"),
];
const MAILS: [&str; 3] = ["", "one@example.org", "two@example.org"];

#[derive(Debug, Clone)]
enum Step {
    /// A card with one of a few ids: the first time it makes an entity, later it renames it.
    Card {
        id: u8,
        name: usize,
        mail: usize,
    },
    /// A host's hint.
    Hint {
        name: usize,
    },
    /// A message of a conversation.
    Message {
        speaker: usize,
        name: usize,
    },
    /// A short form is added or removed.
    Say {
        form: usize,
        remove: bool,
    },
    /// A decision on an open question.
    Decide {
        which: u8,
        verdict: u8,
    },
    /// A review taken back.
    Undo {
        which: u8,
    },
    Organize,
    Snapshot,
    Reopen,
    Rebuild,
}

fn step() -> impl Strategy<Value = Step> {
    let name = 0..NAMES.len();
    prop_oneof![
        6 => (0..6_u8, name.clone(), 0..MAILS.len()).prop_map(|(id, name, mail)| Step::Card { id, name, mail }),
        3 => name.clone().prop_map(|name| Step::Hint { name }),
        2 => (name.clone(), name).prop_map(|(speaker, name)| Step::Message { speaker, name }),
        3 => (0..FORMS.len(), prop::bool::weighted(0.3)).prop_map(|(form, remove)| Step::Say { form, remove }),
        6 => (any::<u8>(), any::<u8>()).prop_map(|(which, verdict)| Step::Decide { which, verdict }),
        3 => any::<u8>().prop_map(|which| Step::Undo { which }),
        3 => Just(Step::Organize),
        1 => Just(Step::Snapshot),
        1 => Just(Step::Reopen),
        1 => Just(Step::Rebuild),
    ]
}

struct World {
    store: InMemory,
    session: Session,
    reviews: Vec<String>,
    events: usize,
}

impl World {
    fn new() -> Self {
        let store = InMemory::new();
        Self { session: Session::open(&store), store, reviews: Vec::new(), events: 0 }
    }

    fn run(&mut self, step: &Step) {
        self.events += 1;
        match step {
            Step::Card { id, name, mail } => {
                let mail = if MAILS[*mail].is_empty() { String::new() } else { format!("EMAIL:{}\r\n", MAILS[*mail]) };
                let card =
                    format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c{id}\r\nFN:{}\r\n{mail}END:VCARD\r\n", NAMES[*name]);
                self.session.import_bytes("cards.vcf", card.into_bytes());
            }
            Step::Hint { name } => self.ingest(None, NAMES[*name]),
            Step::Message { speaker, name } => self.ingest(Some(NAMES[*speaker]), NAMES[*name]),
            Step::Say { form, remove } => self.say(*form, *remove),
            Step::Decide { which, verdict } => self.decide(*which, *verdict),
            Step::Undo { which } => {
                if !self.reviews.is_empty() {
                    let id = self.reviews.remove(usize::from(*which) % self.reviews.len());
                    // Undone already together with another: nothing to take back.
                    let _ = self.session.call(Call::Undo { space: SPACE.into(), id, together: true });
                }
            }
            Step::Organize => drop(self.session.organize()),
            Step::Snapshot => drop(block_on(self.session.memory.save_snapshot()).expect("saves")),
            Step::Reopen => {
                self.session.memory = block_on(Memory::open(self.store.clone(), "alice", "test")).expect("opens");
            }
            Step::Rebuild => block_on(self.session.memory.rebuild()).expect("rebuilds"),
        }
    }

    fn ingest(&mut self, speaker: Option<&str>, name: &str) {
        let hint = Hint { name: name.into(), kind: None, known_entity_id: None, identity: None };
        let hints = if speaker.is_none() { vec![hint] } else { Vec::new() };
        let speaker = speaker.map(str::to_owned);
        let event =
            HostEvent { speaker, hints, ..event(&format!("event-{}", self.events), &format!("I met {name} today.")) };
        let taken = self.session.call(Call::Ingest { space: SPACE.into(), event });
        assert!(matches!(taken, Ok(Reply::Ingested(_))), "{taken:?}");
    }

    fn say(&mut self, form: usize, remove: bool) {
        let kind = if form < FORMS.len() - 2 { FormKind::GivenName } else { FormKind::Abbreviation };
        let (short, long) = FORMS[form];
        let forms = vec![ShortForm { kind, short: short.into(), long: long.into() }];
        let space = SPACE.into();
        let call = if remove { Call::RemoveShortForms { space, forms } } else { Call::AddShortForms { space, forms } };
        let Ok(Reply::ShortFormsSaid(said)) = self.session.call(call) else { panic!("is said") };
        self.reviews.extend(said.statements);
    }

    fn decide(&mut self, which: u8, verdict: u8) {
        let open = self.session.inbox();
        if open.is_empty() {
            return;
        }
        let row = &open[usize::from(which) % open.len()];
        let view = match self.session.call(Call::InboxGet { space: SPACE.into(), id: row.id.clone() }) {
            Ok(Reply::Question(view)) => view,
            other => panic!("a listed question is there: {other:?}"),
        };
        let (verdict, choice) = match (verdict % 4, row.kind) {
            (0..=2, QuestionKind::Ambiguity) => {
                let candidate = view.members.iter().filter_map(|member| member.entity.as_ref()).next_back();
                (Verdict::Choose, candidate.map(|row| row.id.clone()))
            }
            (0..=2, _) => (Verdict::Accept, None),
            _ => (Verdict::Reject, None),
        };
        match self.session.decide(&row.id, verdict, choice) {
            Ok(decided) if decided.applied => self.reviews.push(decided.review.id),
            Ok(_) => {}
            Err(error) => assert!(
                matches!(error.code, ErrorCode::Stale | ErrorCode::CannotLink | ErrorCode::ReviewConflict),
                "{error:?}"
            ),
        }
    }

    /// Compares the index with a scan over the names of the entities.
    fn check(&mut self) {
        let Some(space) = self.session.memory.state().space(SPACE) else { return };
        let held = held(space);
        let index = space.nodes.held();
        assert_eq!(index.len(), held.len());
        let keys = |node: u32| space.nodes.keys(node);
        for name in NAMES {
            let q = NameKeys::new(name);
            let mut right: Vec<(u32, Match)> = held
                .iter()
                .filter_map(|node| Some((*node, compare_with(&q, space.nodes.keys(*node), space.nodes.tables())?)))
                .collect();
            right.sort_by_key(|(node, m)| (Reverse(m.score), *node));
            let found = |near: namesake_core::index::Near| {
                near.hits.into_iter().map(|hit| (hit.node, hit.m)).collect::<Vec<_>>()
            };
            assert_eq!(found(index.near(&q, &keys, 1000)), right, "{name}");
            right.retain(|(_, m)| m.score >= ASK);
            assert_eq!(found(index.near_to_ask(&q, &keys, 1000)), right, "{name}");
        }
        // A hit counts only if the state says that the entity is active; an equal name is always among them.
        let active: BTreeSet<String> = space
            .entities
            .iter()
            .filter(|entity| entity.content.status == Status::Active)
            .map(|entity| entity.id.to_string())
            .collect();
        let roots: Vec<(String, BTreeSet<String>)> = NAMES
            .iter()
            .map(|name| {
                let node = space.nodes.exact(&NameKeys::new(name).exact);
                let roots = node.into_iter().flat_map(|node| space.holders(node));
                let groups = roots.map(|root| space.entities.at(space.group_key(root)).id.to_string());
                ((*name).to_owned(), groups.collect())
            })
            .collect();
        for (name, roots) in roots {
            let asked = Call::ResolveEntity { space: SPACE.into(), name: name.clone(), cursor: None };
            let Ok(Reply::Resolved(answer)) = self.session.call(asked) else { panic!("{name} is looked up") };
            let ids: BTreeSet<String> = answer.candidates.items.iter().map(|c| c.entity.id.clone()).collect();
            assert!(ids.is_subset(&active), "{name}: {ids:?}");
            assert!(roots.is_empty() || !ids.is_empty(), "{name} is held");
            let Page { items, total, next } = answer.candidates;
            assert!(next.is_some() || total as usize == items.len(), "{name}: {total} are said, {} shown", items.len());
        }
    }
}

/// The nodes that should be in the index: names of all entities but those that were taken back for good.
fn held(space: &Space) -> BTreeSet<u32> {
    let gone = |entity: &&namesake_core::model::Entity| {
        entity.content.status == Status::Retired && entity.standing == Standing::Established
    };
    let names = space.entities.iter().filter(|entity| !gone(entity)).flat_map(|entity| &entity.content.names);
    let keys: BTreeSet<Box<str>> = names.map(|name| NameKeys::new(&name.text).exact).collect();
    keys.iter().filter(|key| !key.is_empty()).map(|key| space.nodes.exact(key).expect("is a node")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(48),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_index_of_a_memory_is_exhaustive(steps in prop::collection::vec(step(), 1..24)) {
        let mut world = World::new();
        for (at, step) in steps.iter().enumerate() {
            world.run(step);
            if at % 4 == 3 {
                world.check();
            }
        }
        world.check();
    }
}
