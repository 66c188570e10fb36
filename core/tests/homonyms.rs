//! The bar of DESIGN section 10: 100 homonym cards and 300 mentions in 100 random orders. No link without a decision, nothing
//! merged, the same questions.

mod support;

use namesake_core::model::{Mention, Status, Strength};
use namesake_core::store::InMemory;
use support::Session;
use support::view::{questions, shuffled, space};

#[test]
fn a_hundred_homonyms_in_a_hundred_random_orders() {
    let cards = (0..100).map(|n| {
        let text = format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:h{n}\r\nFN:Dana Holt\r\nNOTE:card {n}\r\nEND:VCARD\r\n");
        ("cards.vcf".to_owned(), text.into_bytes())
    });
    let talks = (0..30).map(|n| {
        let line = |at| {
            format!("{{\"speaker\":\"Speaker Number{n}\",\"text\":\"I met Dana Holt.\",\"time\":\"2026-11-01T1{at}:00:00Z\"}}\n")
        };
        (format!("talk-{n}.jsonl"), (0..10).map(line).collect::<String>().into_bytes())
    });
    let files: Vec<(String, Vec<u8>)> = cards.chain(talks).collect();
    let orders = 100;
    let mut first: Option<Vec<String>> = None;
    for seed in 0..orders {
        let mut session = Session::open(&InMemory::new());
        for at in shuffled(files.len(), 7919 * seed + 1) {
            let (name, bytes) = &files[at];
            assert_eq!(session.import_bytes(name, bytes.clone()).refused, []);
        }
        session.organize();
        let space = space(&session);
        let open = space.mentions.iter().filter(|mention| mention.strength == Strength::Named);
        let open: Vec<&Mention> = open.filter(|mention| mention.verdict.entity.is_none()).collect();
        assert_eq!(open.len(), 300, "no mention links by itself");
        let merged = space.entities.iter().filter(|entity| entity.content.status != Status::Active).count();
        assert_eq!(merged, 0, "nothing is merged");
        assert_eq!(space.held_back().len(), 1, "the group is over the bound and says so");
        let asked = questions(&space);
        assert!(
            asked.iter().any(|question| question.starts_with("Ambiguity")),
            "the mentions are asked about: {asked:?}"
        );
        // Which twenty of the hundred are offered first goes by ids, which are random.
        let told = |question: &String| {
            let (what, members) = question.split_once('{').expect("has members");
            format!("{what}of {}", members.matches("dana holt[").count())
        };
        let kinds: Vec<String> = asked.iter().map(told).collect();
        match &first {
            None => first = Some(kinds),
            Some(due) => assert_eq!(&kinds, due, "the same questions in any order"),
        }
    }
}
