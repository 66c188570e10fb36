//! Zip archives of all shapes that programs write come out as they went in; those of people who mean harm cost nothing.

#[path = "support/zip.rs"]
mod zip;

use namesake_core::archive::{Broken, Directory, Entry, Fault, Unpacker, is_archive};
use proptest::prelude::*;
use zip::{Packed, entry, stored, zip, zip_with};

fn entries(file: &[u8]) -> Result<Vec<Entry>, Broken> {
    let mut directory = Directory::new(file.len() as u64);
    while let Some(range) = directory.wanted() {
        assert!(range.end - range.start <= 1 << 20, "no more than 1 MB at a time");
        directory.feed(&file[range.start as usize..range.end as usize])?;
    }
    Ok(directory.into_entries())
}

/// The bytes of an entry, and the most that came at once.
fn unpacked(file: &[u8], entry: &Entry) -> Result<(Vec<u8>, usize), Fault> {
    let mut unpacker = Unpacker::new(entry)?;
    let (mut out, mut most) = (Vec::new(), 0);
    while !unpacker.is_done() {
        match unpacker.wanted() {
            Some(range) => {
                let bytes = file.get(range.start as usize..range.end as usize).ok_or(Fault::Damaged)?;
                unpacker.feed(bytes)?;
            }
            None => {
                let part = unpacker.take()?;
                most = most.max(part.len());
                out.extend(part);
            }
        }
    }
    Ok((out, most))
}

fn check(file: &[u8], wanted: &[(&str, &[u8])]) {
    assert!(is_archive(file) || !file.starts_with(b"PK"));
    let found = entries(file).expect("is an archive");
    let names: Vec<&str> = found.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, wanted.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for (entry, (name, bytes)) in found.iter().zip(wanted) {
        assert_eq!(entry.size, bytes.len() as u64, "{name}");
        assert!(unpacked(file, entry).expect("unpacks").0 == *bytes, "{name}");
    }
}

/// Text that is neither all alike nor random.
fn text(length: usize) -> Vec<u8> {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"abcdefghijklmnop \nqrst"[(state >> 24) as usize % 22]
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn every_shape_that_programs_write() {
    let long = text(3 << 20);
    let both = [("a.txt", &b"Hello"[..]), ("folder/b.txt", &long[..]), ("empty", b"")];
    let shapes: [fn(&str, &[u8]) -> Packed; 6] = [
        |name, bytes| entry(name, bytes),
        |name, bytes| stored(name, bytes),
        |name, bytes| Packed { described: true, ..entry(name, bytes) },
        |name, bytes| Packed { described: true, ..stored(name, bytes) },
        |name, bytes| Packed { wide: true, ..entry(name, bytes) },
        |name, bytes| Packed { flags: 0, ..entry(name, bytes) },
    ];
    for shape in shapes {
        let packed: Vec<Packed> = both.iter().map(|(name, bytes)| shape(name, bytes)).collect();
        check(&zip(&packed), &both);
        check(&zip_with(&packed, true, b""), &both);
        // A comment, also one that looks like an end, and something before the archive.
        check(&zip_with(&packed, false, &b"PK\x05\x06".repeat(100)), &both);
        check(&[b"#!/bin/sh\n", &zip(&packed)[..]].concat(), &both);
        check(&[b"#!/bin/sh\n", &zip_with(&packed, true, b"")[..]].concat(), &both);
    }
    check(&zip(&[]), &[]);
    let folder = entries(&zip(&[stored("folder/", b"")])).expect("is an archive");
    assert!(folder[0].is_folder());
}

#[test]
fn names_are_utf_8_or_code_page_437() {
    let plain = Packed { name: b"Zo\x89.vcf".to_vec(), flags: 0, ..stored("", b"x") };
    let unsaid = Packed { flags: 0, ..stored("山田.vcf", b"x") };
    let mut unicode = vec![0x75, 0x70, 0, 0, 1];
    unicode.extend(crc32fast::hash(b"?.vcf").to_le_bytes());
    unicode.extend("Łukasz.vcf".as_bytes());
    unicode[2] = unicode.len() as u8 - 4;
    let better = Packed { flags: 0, extra: unicode.clone(), ..stored("?.vcf", b"x") };
    // Of another name it says nothing.
    let other = Packed { flags: 0, extra: unicode, ..stored("!.vcf", b"x") };
    let file = zip(&[plain, unsaid, better, other, stored("../../x", b"x"), stored("/etc/x", b"x")]);
    let names: Vec<String> = entries(&file).expect("is an archive").into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["Zoë.vcf", "山田.vcf", "Łukasz.vcf", "!.vcf", "../../x", "/etc/x"]);
}

#[test]
fn what_cannot_be_read_is_said_of_each_entry() {
    let bytes = text(1000);
    let file = zip(&[
        Packed { flags: 1, ..stored("encrypted", &bytes) },
        Packed { method: 14, ..stored("lzma", &bytes) },
        Packed { crc: Some(7), ..entry("crc", &bytes) },
        Packed { size: Some(999), ..entry("shorter", &bytes) },
        Packed { size: Some(1001), ..entry("longer", &bytes) },
        Packed { size: Some(1001), ..stored("stored", &bytes) },
        Packed { at: Some(2), ..entry("twice", &bytes) },
        entry("sound", &bytes),
    ]);
    let found = entries(&file).expect("is an archive");
    let outcomes: Vec<_> = found.iter().map(|entry| unpacked(&file, entry).map(|(bytes, _)| bytes.len())).collect();
    let damaged = Err(Fault::Damaged);
    let wanted = [
        Err(Fault::Encrypted),
        Err(Fault::Method(14)),
        damaged,
        damaged,
        damaged,
        damaged,
        Err(Fault::Overlaps),
        Ok(1000),
    ];
    assert_eq!(outcomes, wanted);
    for outcome in outcomes.into_iter().filter_map(Result::err) {
        assert!(!outcome.code().is_empty() && outcome.reason().ends_with('.'));
    }
}

#[test]
fn a_bomb_is_refused_or_comes_in_parts() {
    let nothing = vec![0_u8; 64 << 20];
    let bomb = zip(&[entry("bomb", &nothing), Packed { size: Some(1000), ..entry("liar", &nothing) }]);
    assert!(bomb.len() < 1 << 20);
    let found = entries(&bomb).expect("is an archive");
    assert_eq!(found[0].check(), Err(Fault::TooDense));
    assert_eq!(unpacked(&bomb, &found[1]), Err(Fault::Damaged), "it ends at once");
    // What people may well have comes in parts.
    let dense = zip(&[entry("dense", &nothing[..10 << 20])]);
    let found = entries(&dense).expect("is an archive");
    let (bytes, most) = unpacked(&dense, &found[0]).expect("unpacks");
    assert_eq!((bytes.len(), most), (10 << 20, 1 << 20));
}

/// Entries none of which is large enough to be refused by itself do not come to more together than one may.
#[test]
fn a_bomb_in_many_parts_is_refused() {
    let (nothing, text) = (vec![0_u8; 8 << 20], text(100_000));
    let mut packed: Vec<Packed> = (0..30).map(|at| entry(&format!("{at}"), &nothing)).collect();
    packed.push(entry("text", &text));
    let found = entries(&zip(&packed)).expect("is an archive");
    let taken = found.iter().filter(|entry| entry.check().is_ok());
    assert!(taken.map(|entry| entry.size).sum::<u64>() <= (100 << 20) + 100_000);
    assert_eq!(found[0].check(), Ok(()), "a few are what people may have");
    assert_eq!((found[29].check(), found[30].check()), (Err(Fault::TooDense), Ok(())));
}

#[test]
fn names_and_sizes_that_cannot_be_are_faults() {
    let long = "é".repeat(30_000);
    let file =
        zip(&[stored(&long, b"x"), stored("a", b"x"), Packed { size: Some(u64::MAX), wide: true, ..entry("b", b"x") }]);
    let found = entries(&file).expect("is an archive");
    assert_eq!((found[0].check(), found[0].name.chars().count()), (Err(Fault::LongName), 1001));
    assert_eq!((found[1].check(), found[2].check()), (Ok(()), Err(Fault::TooDense)));
    // An entry that is stored behind the end of its file.
    let mut file = zip(&[Packed { wide: true, ..stored("far", b"x") }]);
    let at = file.len() - 22 - 3 - 24;
    for field in [at, at + 8] {
        file[field..field + 8].copy_from_slice(&(u64::MAX / 2).to_le_bytes());
    }
    let found = entries(&file).expect("is an archive");
    assert_eq!((found[0].size, found[0].check()), (u64::MAX / 2, Err(Fault::Damaged)));
}

#[test]
fn what_is_no_whole_archive_is_refused() {
    let file = zip(&[entry("a", text(5000)), entry("b", text(5000))]);
    for length in 0..file.len() {
        assert!(entries(&file[..length]).is_err(), "cut off at {length}");
    }
    let split = {
        let mut split = file.clone();
        let end = split.len() - 22;
        split[end + 4] = 1;
        split
    };
    assert!(entries(&split).expect_err("is one of several").code == "several_parts");
    let wide = zip_with(&[entry("a", b"x")], true, b"");
    let mut far = wide.clone();
    let at = far.len() - 22 - 12;
    far[at + 7] = 0xFF;
    assert!(entries(&far).is_err(), "what is said to be beyond the file");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is changed in an archive, it is refused, or what comes out is what went in; and nothing panics.
    #[test]
    fn no_bytes_break_it(at in 0_usize..10_000, bits in 1_u8..=255, wide in any::<bool>(), described in any::<bool>()) {
        let bytes = text(3000);
        let packed = [Packed { wide, described, ..entry("a", &bytes) }, stored("b", &bytes)];
        let mut file = zip_with(&packed, wide, b"comment");
        let at = at % file.len();
        file[at] ^= bits;
        for entry in entries(&file).unwrap_or_default() {
            if let Ok((out, _)) = unpacked(&file, &entry) {
                prop_assert!(out == bytes || out.is_empty());
            }
        }
    }
}
