//! A hundred cards of homonyms, and mentions of them, in a hundred random orders: nothing may be guessed, and the
//! order may not show (invariant 9).

use super::cards;
use super::data::made_up;
use super::random::Random;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, questions};
use namesake_core::model::{Proposal, Status};
use namesake_core::state::Space;
use namesake_core::store::InMemory;
use std::collections::{BTreeSet, HashSet};

const ORDERS: u64 = 100;
const CARDS: usize = 100;
const MENTIONS: usize = 300;

/// One file of one item.
struct Item {
    name: &'static str,
    bytes: Vec<u8>,
}

/// What is true: the card that each mention means, by the number in its sentence.
struct World {
    items: Vec<Item>,
    meant: Vec<String>,
}

pub(super) fn measure() -> Result<Vec<Row>, String> {
    let world = world();
    let (mut wrong, mut merged, mut lists) = (0, 0, BTreeSet::new());
    for order in 0..ORDERS {
        let mut turn: Vec<usize> = (0..world.items.len()).collect();
        Random::new(order).shuffle(&mut turn);
        let mut session = Session::open(&InMemory::new())?;
        for at in turn {
            let item = &world.items[at];
            session.import(item.name, item.bytes.clone())?;
        }
        session.organize()?;
        let space = session.memory.state().space(SPACE).ok_or("nothing was taken")?;
        let asked = questions(space);
        wrong += guesses(space, &asked, &world);
        merged += space.entities.iter().filter(|entity| entity.content.status != Status::Active).count();
        lists.insert(asked.iter().map(|proposal| title(space, proposal)).collect::<BTreeSet<String>>());
    }
    let row = |what: &str, value: usize, most: f64| {
        Row::new(format!("homonyms in {ORDERS} orders, {what}"), value as f64, "", Bar::AtMost(most))
    };
    let questions = lists.first().map_or(0, BTreeSet::len);
    Ok(vec![
        row("wrong links without an open question", wrong, 0.0),
        row("entities merged", merged, 0.0),
        row("different lists of questions", lists.len(), 1.0),
        Row::new("homonyms, questions", questions as f64, "", Bar::None),
    ])
}

fn world() -> World {
    // 25 names with three cards each, and 5 with five.
    let names = made_up(30);
    let holders: Vec<String> =
        (0..CARDS).map(|card| names[if card < 75 { card / 3 } else { card / 5 + 10 }].clone()).collect();
    let file = String::from_utf8(cards::file(&holders, "c")).unwrap_or_default();
    let cards = file.split_inclusive("END:VCARD\r\n").map(|card| Item { name: "cards.vcf", bytes: card.into() });
    let mut items: Vec<Item> = cards.collect();
    let mut random = Random::new(9);
    let mut meant = Vec::new();
    for number in 0..MENTIONS {
        let card = random.below(CARDS);
        let text = format!("Yesterday {} brought parcel {number}.", holders[card]);
        let line = serde_json::json!({ "conversation": format!("talk {}", number % 7), "text": text });
        items.push(Item { name: "talk.jsonl", bytes: format!("{line}\n").into_bytes() });
        meant.push(format!("card:uid:c-{card:06}@example.org"));
    }
    World { items, meant }
}

/// A question without what differs from run to run: ids and times.
fn title(space: &Space, proposal: &Proposal) -> String {
    let key = |id| space.entities.get(&id).and_then(|entity| entity.source_key.clone()).unwrap_or_default();
    let members: BTreeSet<String> = proposal.members().map(key).collect();
    format!("{:?} {:?} {members:?}", proposal.kind, proposal.name)
}

/// Mentions that link to somebody else than who is meant, where nothing asks about it.
fn guesses(space: &Space, asked: &[&Proposal], world: &World) -> usize {
    let doubted: HashSet<_> = asked.iter().flat_map(|proposal| proposal.members()).collect();
    let names: HashSet<&str> = asked.iter().filter_map(|proposal| proposal.name.as_deref()).collect();
    let is_wrong = |mention: &&namesake_core::model::Mention| {
        let Some(entity) = mention.verdict.entity.and_then(|id| space.entities.get(&id)) else { return false };
        let number = mention.quote.trim_end_matches('.').rsplit(' ').next().and_then(|n| n.parse::<usize>().ok());
        let meant = number.and_then(|number| world.meant.get(number));
        entity.source_key.as_ref() != meant && !doubted.contains(&entity.id) && !names.contains(mention.name())
    };
    space.mentions.iter().filter(is_wrong).count()
}
