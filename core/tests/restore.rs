//! Exports come back whole, hash by hash; of a damaged one the sound part comes back where the owner chose that, and what is
//! missing is named.

mod support;

use futures::executor::block_on;
use namesake_core::journal::{Record, Row};
use namesake_core::memory::{Restorer, Step};
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::store::{InMemory, Store};
use std::collections::BTreeMap;
use support::everything::everything;
use support::view::shuffled;
use support::{Session, context, titles};

fn written() -> (InMemory, Session) {
    let store = InMemory::new();
    let session = everything(&store, |_| {});
    (store, session)
}

fn empty() -> Session {
    Session::open_later(&InMemory::new(), 1)
}

/// The sound records of a memory, by sequence.
fn records(session: &Session) -> BTreeMap<u64, Record> {
    let rows = block_on(session.memory.store().read(1, usize::MAX)).expect("reads");
    rows.iter().flat_map(Row::unpack).filter_map(|(sequence, record)| Some((sequence, record.ok()?))).collect()
}

fn refused(file: &[u8], partial: bool) -> ApiError {
    let mut session = empty();
    let error = session.restore(file.to_vec(), partial).expect_err("is refused");
    assert_eq!(session.memory.head().sequence, 0, "nothing is half-stored");
    error
}

/// Restores a file that is fed in parts of this size, and no byte of which is fed unless it is wanted.
fn restore_fed(file: &[u8], part: usize, partial: bool) -> Result<(Session, RestoreReport), ApiError> {
    let mut session = empty();
    let mut restorer = Restorer::fed(file.len() as u64, partial);
    loop {
        if let Some(at) = restorer.wanted() {
            let rest = &file[at as usize..];
            restorer.feed(&rest[..rest.len().min(part)]);
            let progress = restorer.progress();
            assert!(progress.done <= file.len() as f64 && progress.total == Some(file.len() as f64));
        } else if block_on(restorer.step(&mut session.memory, context(&session.tick)))? == Step::Done {
            return Ok((session, restorer.report()));
        }
    }
}

#[test]
fn parts_of_any_size_give_the_same() {
    let (_, session) = written();
    let (file, _) = session.export();
    let broken = with_broken(&file, 3);
    let whole = |file: &[u8], partial: bool| {
        let mut other = empty();
        let report = other.restore(file.to_vec(), partial);
        (report, records(&other))
    };
    for file in [&file, &broken, &file[..file.len() / 2], &file[..file.len() - 1], &[&file[..], b"\n\n{}"].concat()] {
        for partial in [false, true] {
            let (expected, there) = whole(file, partial);
            for part in [1, 7, 100, 4096, file.len()] {
                match (restore_fed(file, part, partial), &expected) {
                    (Ok((session, report)), Ok(expected)) => {
                        assert_eq!(&report, expected, "in parts of {part}");
                        assert_eq!(records(&session), there);
                    }
                    (Err(error), Err(expected)) => assert_eq!(&error, expected, "in parts of {part}"),
                    (found, expected) => panic!("in parts of {part}: {:?}, not {expected:?}", found.map(|_| ())),
                }
            }
        }
    }
}

/// A record is longer in an export than what it is made of: what may be brought in may be brought back.
#[test]
fn a_long_record_comes_back() {
    let mut session = Session::open(&InMemory::new());
    let note = "\"".repeat(11 << 20);
    let card = format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u1\r\nFN:Ana Ruiz\r\nNOTE:{note}\r\nEND:VCARD\r\n");
    let report = session.import_bytes("one.vcf", card.into_bytes());
    assert_eq!((report.added, report.refused_total), (1, 0));
    let file = session.export().0;
    let longest = file.split(|byte| *byte == b'\n').map(<[u8]>::len).max();
    assert!(longest > Some(40 << 20), "{longest:?}");
    let (other, report) = restore_fed(&file, 1 << 20, false).expect("restores");
    assert!(report.identical && records(&other) == records(&session), "{report:?}");
}

/// A long line that is nothing costs nothing but itself.
#[test]
fn a_long_line_is_passed_over() {
    let (_, session) = written();
    let (file, genuine) = (session.export().0, records(&session));
    let first = file.iter().position(|byte| *byte == b'\n').expect("has lines") + 1;
    let long = vec![b'x'; 40 << 20];
    for (before, after) in [(&file[..first], &file[first..]), (&file[..], &[][..])] {
        let file = [before, &long, b"\n", after].concat();
        assert_eq!(
            restore_fed(&file, 1 << 20, false).map(|_| ()).expect_err("is damaged").code,
            ErrorCode::DamagedExport
        );
        let (session, report) = restore_fed(&file, 1 << 20, true).expect("the rest is sound");
        assert_eq!(records(&session), genuine);
        assert!(report.fault.is_some(), "{report:?}");
    }
}

#[test]
fn an_export_comes_back_as_the_same_journal() {
    let (_, session) = written();
    let (file, report) = session.export();
    assert_eq!((report.size as usize, report.missing_total), (file.len(), 0.0));
    for partial in [false, true] {
        let mut other = empty();
        let report = other.restore(file.clone(), partial).expect("restores");
        assert!(report.identical && report.missing.is_empty() && report.set_aside == 0);
        assert_eq!(other.memory.head(), session.memory.head());
        assert_eq!(encode(other.memory.state()), encode(session.memory.state()));
        assert_eq!(other.verify().faults, []);
        assert_eq!(other.export().0, file, "it is written as it was read");
        let again = other.restore(file.clone(), partial).expect_err("it is not empty any more");
        assert_eq!(again.code, ErrorCode::NotEmpty);
    }
}

#[test]
fn the_sound_part_of_a_damaged_memory_comes_back_by_choice() {
    let (store, session) = written();
    for lost in records(&session).into_keys() {
        let store = store.copy();
        store.tamper(|rows| {
            let (first, row) = rows.range_mut(..=lost).next_back().expect("is there");
            let record = Row::pack(&[row.unpack().swap_remove((lost - first) as usize).1.expect("is sound")]).remove(0);
            // Its salt stands once in a row.
            let salt = record.bytes.windows(8).position(|bytes| bytes == b"\"salt\":\"").expect("has a salt");
            let salt = &record.bytes[salt..salt + 30];
            let at = row.bytes.windows(30).position(|bytes| bytes == salt).expect("is in its row");
            row.bytes[at + 10] ^= 1;
        });
        let mut damaged = Session::open(&store);
        let aside = &damaged.memory.state().quarantined;
        assert_eq!(aside[0].sequence, lost);
        let (built_on, cause) = (aside.len() - 1, aside[0].cause.clone());
        let (file, report) = damaged.export();
        let missing = [Missing { from: lost as f64, to: lost as f64, why: cause }];
        assert_eq!((&report.missing[..], report.missing_total), (&missing[..], 1.0));

        let error = refused(&file, false);
        assert_eq!(error.code, ErrorCode::DamagedExport);
        assert!(error.message.contains(&format!("record {lost} is missing")), "{}", error.message);
        assert!(error.next.contains("partial"), "it says how to go on: {}", error.next);

        let mut other = empty();
        let report = other.restore(file, true).expect("its sound part is taken");
        assert!(!report.identical);
        assert_eq!((&report.missing[..], report.missing_total), (&missing[..], 1.0));
        assert_eq!(report.set_aside as usize, built_on);
        assert_eq!(records(&other), records(&damaged), "what is sound is the same, hash by hash");
        assert_eq!(encode(other.memory.state()), encode(damaged.memory.state()));
        // What is missing at the end leaves no gap.
        let is_last = lost == session.memory.head().sequence;
        let aside = other.memory.state().quarantined.first().map(|aside| aside.cause.clone());
        assert_eq!(aside, (!is_last).then(|| format!("record {lost} is missing")));
        assert_eq!(titles(&other.inbox()), titles(&damaged.inbox()));
        let (again, report) = other.export();
        assert_eq!(report.missing_total, if is_last { 0.0 } else { 1.0 });
        assert_eq!(empty().restore(again, true).expect("comes back again").appended as usize, records(&other).len());
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:new\r\nFN:Dana Holt\r\nEND:VCARD\r\n";
        assert_eq!(other.import_bytes("new.vcf", card.into()).added, 1, "the memory goes on");
    }
}

#[test]
fn of_a_tampered_export_only_genuine_records_come_back_and_the_rest_is_named() {
    let (_, session) = written();
    let (file, genuine) = (session.export().0, records(&session));
    let first_line = file.iter().position(|byte| *byte == b'\n').expect("has lines");
    for (n, at) in shuffled(file.len(), 4_242).into_iter().take(200).enumerate() {
        let mut tampered = file.clone();
        tampered[at] ^= 1 << (n % 7);
        let error = refused(&tampered, false);
        assert_eq!(error.code, ErrorCode::DamagedExport, "byte {at}: {error:?}");
        let mut other = empty();
        let report = other.restore(tampered, true).unwrap_or_else(|error| panic!("byte {at}: {error:?}"));
        let back = records(&other);
        assert!(back.iter().all(|(sequence, record)| genuine.get(sequence) == Some(record)), "byte {at}");
        assert_eq!(back.len(), report.appended as usize);
        // Where the first line is gone, nothing tells how many there were: then all are there.
        let due = if at < first_line { back.len() } else { genuine.len() };
        assert_eq!(back.len() + report.missing_total as usize, due, "byte {at}: {report:?}");
        assert!(back.len() + 2 >= genuine.len(), "byte {at}: a line takes its record, or two where it was their end");
    }
}

/// An export in which the line of that record cannot be read.
fn with_broken(file: &[u8], sequence: u64) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = file.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    lines[sequence as usize][0] ^= 1;
    lines.concat()
}

/// One flipped bit anywhere in the first or the last line takes no sound record (but one with which a line is joined), and is
/// told. So it is where the line of a record, inside or at the end, is broken as well.
#[test]
fn damage_of_the_first_or_the_last_line_takes_no_record_and_is_told() {
    let (_, session) = written();
    let (file, genuine) = (session.export().0, records(&session));
    let last = genuine.len() as u64;
    let first_end = file.iter().position(|byte| *byte == b'\n').expect("has lines");
    let last_start = file[..file.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("has lines") + 1;
    for broken in [None, Some(last / 2), Some(last)] {
        let file = broken.map_or_else(|| file.clone(), |sequence| with_broken(&file, sequence));
        for (at, bit) in (0..=first_end).chain(last_start..file.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut tampered = file.clone();
            tampered[at] ^= 1 << bit;
            let case = format!("byte {at}, bit {bit}, broken {broken:?}");
            let mut other = empty();
            let report = match other.restore(tampered, true) {
                Ok(report) => report,
                // Of a form that is not known nothing is read, and that is said.
                Err(error) => {
                    assert!(error.code == ErrorCode::NewerDatabase && at < first_end, "{case}: {error:?}");
                    continue;
                }
            };
            let joined = (at == first_end).then_some(1);
            let mut due = genuine.clone();
            due.retain(|sequence, _| ![broken, joined].contains(&Some(*sequence)));
            assert!(records(&other) == due, "{case}: {report:?}");
            // A checksum is the same one in capital letters.
            let is_same = at >= last_start && file[at].is_ascii_lowercase() && bit == 5 && broken.is_none();
            assert!(report.fault.is_some() || report.missing_total > 0.0 || is_same, "{case}: {report:?}");
            for lost in [broken, joined].into_iter().flatten() {
                let is_named = report.missing.iter().any(|lack| (lack.from..=lack.to).contains(&(lost as f64)));
                // Where the first line tells no number, the last records are not known to be missing: what is broken there is.
                let behind = format!("what stands behind record {} is not sound", lost - 1);
                let is_told = report.fault.as_ref().is_some_and(|fault| fault.contains(&behind));
                assert!(is_named || (lost == last && is_told), "{case}, record {lost}: {report:?}");
            }
        }
    }
}

#[test]
fn of_an_export_that_is_cut_off_the_beginning_comes_back() {
    let (_, session) = written();
    let (file, genuine) = (session.export().0, records(&session));
    for part in 1..20 {
        let cut = &file[..file.len() * part / 20];
        let whole = cut.iter().filter(|byte| **byte == b'\n').count() - 1;
        assert_eq!(refused(cut, false).code, ErrorCode::DamagedExport);
        let mut other = empty();
        let report = other.restore(cut.to_vec(), true).expect("the beginning is sound");
        assert_eq!(report.appended as usize, whole);
        assert_eq!(report.missing_total as usize, genuine.len() - whole);
        assert_eq!(report.missing.last().map(|last| last.to as usize), Some(genuine.len()));
        assert_eq!(other.verify().faults, [], "what is there is a journal like any other");
    }
}

#[test]
fn what_holds_nothing_sound_is_refused_also_in_part() {
    let (_, session) = written();
    let (file, _) = session.export();
    let text = String::from_utf8(file).expect("is text");
    let manifest = text.lines().next().expect("has lines");
    for file in ["", "\n", "BEGIN:VCARD\r\n", manifest, "{}", "\u{feff}"] {
        for partial in [false, true] {
            let error = refused(file.as_bytes(), partial);
            assert_eq!(error.code, ErrorCode::DamagedExport, "{file:?}");
            assert!(!error.next.contains("partial"), "{file:?}: {}", error.next);
        }
    }
    let newer = text.replacen("\"format\":1", "\"format\":2", 1);
    let other = text.replace("\"owner\":\"alice\"", "\"owner\":\"bob\"");
    for partial in [false, true] {
        assert_eq!(refused(newer.as_bytes(), partial).code, ErrorCode::NewerDatabase);
        assert_eq!(
            refused(other.as_bytes(), partial).code,
            ErrorCode::DamagedExport,
            "its records do not fit their hashes"
        );
    }
}

/// Sequences beyond what JavaScript can count, and hostile gaps, neither overflow nor fill the memory.
#[test]
fn hostile_sequences_are_left_out() {
    let (_, session) = written();
    let (file, _) = session.export();
    let last = records(&session).into_values().next_back().expect("there are records");
    for sequence in [u64::MAX, 1 << 53, (1 << 53) - 1, 0] {
        let mut hostile = last.clone();
        hostile.sequence = sequence;
        hostile.hash = hostile.compute_hash();
        let mut text = String::from_utf8(file.clone()).expect("is text");
        text.push_str(&serde_json::to_string(&hostile).expect("is JSON"));
        text.push('\n');
        assert_eq!(refused(text.as_bytes(), false).code, ErrorCode::DamagedExport);
        let mut other = empty();
        let report = other.restore(text.into_bytes(), true).expect("the rest is sound");
        assert_eq!((report.missing_total, other.memory.head()), (0.0, session.memory.head()), "{sequence}");
    }
}
