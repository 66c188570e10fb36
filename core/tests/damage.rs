//! Damage in a stored memory: a flipped byte anywhere takes at most the record that it lies in and those that build on it,
//! and is always named. What stands twice heals; a snapshot is made again; records that are gone leave a gap that is named.

mod support;

use futures::executor::block_on;
use namesake_core::journal::{Record, Row};
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::state::State;
use namesake_core::store::{InMemory, Store};
use std::collections::{BTreeMap, BTreeSet};
use support::everything::{asked, everything};
use support::view::shuffled;
use support::{SPACE, Session, titles};

type Blocks = BTreeMap<String, Vec<u8>>;

/// A byte of a stored memory.
#[derive(Debug, Clone)]
enum Place {
    Row(u64, usize),
    Block(String, usize),
    Manifest(usize),
}

/// A memory as it was stored, with what it is.
struct Stored {
    store: InMemory,
    places: Vec<Place>,
    records: Vec<Record>,
    /// The snapshot's head; the rest of the journal is read after it.
    saved: u64,
    sound: Blocks,
}

impl Stored {
    fn new() -> Self {
        let store = InMemory::new();
        let mut saved = 0;
        let mut session = everything(&store, |session| {
            block_on(session.memory.save_snapshot()).expect("saves");
            saved = session.memory.head().sequence;
        });
        assert_eq!(session.verify().faults, []);
        let sound = encode(session.memory.state()).expect("packs");
        let rows = block_on(store.read(1, usize::MAX)).expect("reads");
        let records = rows.iter().flat_map(Row::unpack).map(|(_, record)| record.expect("is sound")).collect();
        let mut places: Vec<Place> =
            rows.iter().flat_map(|row| (0..row.bytes.len()).map(|at| Place::Row(row.first, at))).collect();
        store.tamper_blocks(|blocks| {
            let all = |(name, bytes): (&String, &Vec<u8>)| {
                let name = name.clone();
                (0..bytes.len()).map(move |at| Place::Block(name.clone(), at))
            };
            places.extend(blocks.iter().flat_map(all));
        });
        store.tamper_manifest(|manifest| {
            places.extend((0..manifest.as_ref().expect("was saved").len()).map(Place::Manifest));
        });
        Self { store, places, records, saved, sound }
    }

    /// What the memory is without a record.
    fn without(&self, lost: u64) -> Blocks {
        let mut state = State::new("alice");
        for record in &self.records {
            if record.sequence == lost {
                state.skip(lost, String::new(), record.head());
            } else {
                state.apply(record);
            }
        }
        encode(&state).expect("packs")
    }

    /// A copy with one bit of a byte flipped.
    fn flipped(&self, place: &Place, bit: usize) -> InMemory {
        let store = self.store.copy();
        let mask = 1 << (bit % 8);
        match place {
            Place::Row(first, at) => store.tamper(|rows| rows.get_mut(first).expect("is there").bytes[*at] ^= mask),
            Place::Block(name, at) => {
                store.tamper_blocks(|blocks| blocks.get_mut(name).expect("is there")[*at] ^= mask);
            }
            Place::Manifest(at) => store.tamper_manifest(|bytes| bytes.as_mut().expect("is there")[*at] ^= mask),
        }
        store
    }

    /// Looks at a memory with a flipped bit, and gives what was damaged.
    fn check(&self, place: &Place, bit: usize) -> &'static str {
        let store = self.flipped(place, bit);
        let mut session = Session::open_later(&store, 1);
        let report = session.verify();
        let codes: BTreeSet<&str> = report.faults.iter().map(|fault| fault.code.as_str()).collect();
        let is = |session: &Session| encode(session.memory.state()).expect("packs");
        assert!(!codes.is_empty(), "{place:?}, bit {bit}: nobody says so");
        let damaged = match place {
            Place::Row(first, _) => {
                let lost: Vec<u64> = faults_of(&report, "checksum");
                let row = block_on(store.read(*first, 1)).expect("reads").remove(0);
                let within = *first..=row.head().sequence;
                match lost[..] {
                    [] => {
                        assert_eq!(faults_of(&report, "row"), [*first], "{place:?}, bit {bit}: {report:?}");
                        assert!(is(&session) == self.sound, "{place:?}, bit {bit}: healed");
                        "what frames records"
                    }
                    [lost] => {
                        assert!(within.contains(&lost), "{place:?}, bit {bit}: {report:?}");
                        let without = self.without(lost);
                        // What the snapshot holds is still shown.
                        let due = if lost <= self.saved { &self.sound } else { &without };
                        assert!(is(&session) == *due, "{place:?}, bit {bit}");
                        block_on(store.drop_snapshot()).expect("is dropped");
                        session = Session::open_later(&store, 1);
                        assert!(is(&session) == without, "{place:?}, bit {bit}: all but {lost} is there");
                        named(&session, lost, &report);
                        if lost <= self.saved { "a record that the snapshot holds" } else { "a record" }
                    }
                    _ => panic!("{place:?}, bit {bit}: more than one record is lost: {report:?}"),
                }
            }
            Place::Block(name, _) => {
                assert!(is(&session) == self.sound, "{place:?}, bit {bit}: the journal is the truth");
                assert_eq!(codes, BTreeSet::from(["snapshot"]), "{place:?}: {report:?}");
                assert!(report.faults.iter().any(|fault| fault.text.contains(name)), "{place:?}: {report:?}");
                "a block"
            }
            Place::Manifest(_) => {
                assert!(is(&session) == self.sound, "{place:?}, bit {bit}: the journal is the truth");
                assert_eq!(codes, BTreeSet::from(["snapshot"]), "{place:?}: {report:?}");
                "the manifest"
            }
        };
        assert!(!session.inbox().is_empty(), "{place:?}, bit {bit}: something is left to decide");
        works(&mut session);
        damaged
    }
}

/// The sequences of the faults of a kind.
fn faults_of(report: &VerifyReport, code: &str) -> Vec<u64> {
    let sequence = |fault: &Fault| fault.sequence.map(|sequence| sequence as u64);
    report.faults.iter().filter(|fault| fault.code == code).filter_map(sequence).collect()
}

/// What is set aside is the lost record, and what builds on it with the cause; verify names the same.
fn named(session: &Session, lost: u64, report: &VerifyReport) {
    let aside = &session.memory.state().quarantined;
    assert_eq!(session.memory.opened().damaged as usize, aside.len());
    let (first, rest) = aside.split_first().expect("something is set aside");
    assert_eq!(first.sequence, lost);
    assert!(rest.iter().all(|one| one.sequence > lost && one.cause.starts_with("it builds on the ")), "{rest:?}");
    let rest: Vec<u64> = rest.iter().map(|one| one.sequence).collect();
    assert_eq!(rest, faults_of(report, "builds_on_damage"));
}

/// The inbox lists, every question opens, the history shows what is set aside, and new things are taken.
fn works(session: &mut Session) {
    for row in session.inbox() {
        let got = session.call(Call::InboxGet { space: SPACE.into(), id: row.id });
        assert!(matches!(got, Ok(Reply::Question(_))), "{got:?}");
    }
    let aside: BTreeSet<u64> = session.memory.state().quarantined.iter().map(|one| one.sequence).collect();
    let rows = session.history(false);
    let shown = rows.iter().filter(|row| row.damaged.is_some()).map(|row| row.sequence as u64);
    assert_eq!(shown.collect::<BTreeSet<u64>>(), aside, "the history shows it");
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:new\r\nFN:Dana Holt\r\nEND:VCARD\r\n";
    assert_eq!(session.import_bytes("new.vcf", card.into()).added, 1);
}

fn flip_at(places: usize, seed: u64) {
    let stored = Stored::new();
    assert!(places <= stored.places.len());
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let order = shuffled(stored.places.len(), seed).into_iter();
    // The manifest is short: left to chance it might not be met.
    let (manifest, rest): (Vec<usize>, Vec<usize>) =
        order.partition(|at| matches!(stored.places[*at], Place::Manifest(_)));
    for (n, at) in manifest.into_iter().take(places / 50).chain(rest).take(places).enumerate() {
        seen.insert(stored.check(&stored.places[at], n));
    }
    let due = ["a block", "a record", "a record that the snapshot holds", "the manifest", "what frames records"];
    assert_eq!(seen, BTreeSet::from(due), "every kind of damage was met");
}

#[test]
fn one_flipped_byte_at_each_of_500_places() {
    flip_at(500, 20_261_201);
}

#[test]
#[ignore = "slow: minutes"]
fn one_flipped_byte_at_each_of_20_000_places() {
    flip_at(20_000, 77);
}

/// The row of the cards, of which there is one record each.
fn row_of_cards() -> Row {
    let store = InMemory::new();
    Session::open(&store).import_bytes("cards.vcf", support::everything::CARDS.into());
    block_on(store.read(1, usize::MAX)).expect("reads").remove(0)
}

#[test]
fn a_flipped_bit_anywhere_takes_one_record_at_most_and_never_the_head() {
    let sound = row_of_cards();
    let records = sound.unpack();
    assert!(records.len() >= 10 && records.iter().all(|(_, record)| record.is_ok()) && sound.damage().is_none());
    for at in 0..sound.bytes.len() {
        let mut row = sound.clone();
        row.bytes[at] ^= 1 << (at % 8);
        assert_eq!(row.head(), sound.head(), "byte {at}");
        let after = row.unpack();
        assert_eq!(after.len(), records.len(), "byte {at}");
        let lost = after.iter().zip(&records).filter(|(after, before)| after != before).count();
        let unread = after.iter().filter(|(_, record)| record.is_err()).count();
        assert!(lost == unread && lost <= 1, "byte {at}: {lost} records are other ones, {unread} cannot be read");
        assert!(lost == 1 || row.damage().is_some(), "byte {at}: nobody says so");
    }
}

#[test]
fn a_row_without_head_and_end_is_read_by_its_records() {
    let sound = row_of_cards();
    let mut row = sound.clone();
    let end = row.bytes.len() - 1;
    for at in [0, 3, 20, end] {
        row.bytes[at] ^= 0x55;
    }
    assert_eq!((row.head(), row.unpack()), (sound.head(), sound.unpack()));
    assert!(row.damage().is_some());
    assert_eq!(Row::head_of_front(row.first, &row.bytes[..Row::FRONT]), None, "its front does not tell");
    assert_eq!(Row::head_of_front(sound.first, &sound.bytes[..Row::FRONT]), Some(sound.head()));
}

#[test]
fn a_row_that_is_cut_off_keeps_its_head_and_what_is_left() {
    let sound = row_of_cards();
    for left in [0, 1, 44, 45, 60, sound.bytes.len() / 2, sound.bytes.len() - 1] {
        let row = Row { first: sound.first, bytes: sound.bytes[..left].to_vec() };
        if left >= Row::FRONT {
            assert_eq!(row.head(), sound.head(), "{left} bytes");
        }
        let read = row.unpack();
        assert!(!read.is_empty() && read.iter().zip(sound.unpack()).all(|(a, b)| *a == b || a.1.is_err()));
        assert!(read.iter().any(|(_, record)| record.is_err()) || row.damage().is_some(), "{left} bytes");
    }
}

#[test]
fn after_damage_to_the_last_row_the_journal_goes_on() {
    let stored = Stored::new();
    let last = stored.store.copy();
    let mut first = 0;
    last.tamper(|rows| first = *rows.keys().next_back().expect("there are rows"));
    let size = block_on(last.read(first, 1)).expect("reads")[0].bytes.len();
    for at in (0..size).step_by(3) {
        let store = stored.flipped(&Place::Row(first, at), at);
        let mut session = Session::open_later(&store, 1);
        let before = session.memory.head().sequence;
        works(&mut session);
        assert!(session.memory.head().sequence > before, "byte {at}: it was appended");
        let report = session.verify();
        assert_eq!(faults_of(&report, "chain"), [0; 0], "byte {at}: {report:?}");
        let again = Session::open(&store);
        assert_eq!(again.memory.head(), session.memory.head());
    }
}

#[test]
fn a_row_that_is_gone_leaves_a_gap_that_is_named() {
    let stored = Stored::new();
    let mut firsts = Vec::new();
    stored.store.copy().tamper(|rows| firsts = rows.keys().copied().collect());
    for pair in firsts.windows(2) {
        let store = stored.store.copy();
        block_on(store.drop_snapshot()).expect("is dropped");
        store.tamper(|rows| drop(rows.remove(&pair[0])));
        let mut session = Session::open_later(&store, 1);
        let aside = session.memory.state().quarantined.first().cloned().expect("is named");
        assert_eq!(aside.sequence, pair[0]);
        assert!(aside.cause.ends_with("missing"), "{aside:?}");
        assert_eq!(faults_of(&session.verify(), "missing"), [pair[0]]);
        works(&mut session);
    }
}

#[test]
fn damaged_keys_of_names_are_found_anew() {
    let store = InMemory::new();
    let mut session = asked(&store);
    block_on(session.memory.save_snapshot()).expect("saves");
    let mut sound = Vec::new();
    store.tamper_blocks(|blocks| {
        let (_, block) = blocks.iter_mut().find(|(name, _)| name.starts_with("n:")).expect("there is one");
        sound.clone_from(block);
        block[0] ^= 1;
    });
    let mut reopened = Session::open(&store);
    assert!(reopened.memory.opened().from_snapshot, "the tables are sound");
    assert_eq!(titles(&reopened.inbox()), titles(&session.inbox()));
    let faults = reopened.verify().faults;
    assert!(matches!(&faults[..], [fault] if fault.code == "snapshot" && fault.text.contains("“n:")), "{faults:?}");
    // A save without a new name heals it as well.
    let healed = store.copy();
    let mut other = Session::open_later(&healed, 1);
    other.edit(Edit::SetKind { entity: other.uid("a"), kind: Some("person".into()) }).expect("is stored");
    assert!(block_on(other.memory.save_snapshot()).expect("saves"));
    assert_eq!(other.verify().faults, []);
    let cards = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:z\r\nFN:Zoe Abel\r\nEND:VCARD\r\n";
    reopened.import_bytes("more.vcf", cards.into());
    assert!(block_on(reopened.memory.save_snapshot()).expect("saves"));
    let again = Session::open(&store);
    assert!(again.memory.opened().from_snapshot);
    let encoded = |session: &Session| encode(session.memory.state()).expect("packs");
    assert_eq!(encoded(&again), encoded(&reopened));
    store.tamper_blocks(|blocks| {
        let (_, block) = blocks.iter().find(|(name, _)| name.starts_with("n:")).expect("there is one");
        assert!(block.len() > sound.len(), "it is whole again, and holds the new name");
    });
}

#[test]
fn rows_hold_what_was_packed() {
    for row in block_on(Stored::new().store.read(1, usize::MAX)).expect("reads") {
        let records: Vec<_> = row.unpack().into_iter().map(|(_, record)| record.expect("is sound")).collect();
        assert_eq!(Row::pack(&records), [row]);
    }
}
