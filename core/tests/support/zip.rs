//! A small writer of zip archives, for tests: well-formed ones, and all that others write.
#![allow(dead_code)] // Each test binary uses a part.

use miniz_oxide::deflate::compress_to_vec;

/// An entry as it is to be written.
#[derive(Clone)]
pub struct Packed {
    pub name: Vec<u8>,
    pub bytes: Vec<u8>,
    /// 0 stores, 8 deflates, others are only said.
    pub method: u16,
    pub flags: u16,
    /// Sizes stand behind the bytes and not before.
    pub described: bool,
    /// Numbers stand in the field of ZIP64.
    pub wide: bool,
    /// What the directory says, where that is not true.
    pub crc: Option<u32>,
    pub size: Option<u64>,
    /// The directory points to the entry of this number instead.
    pub at: Option<usize>,
    /// Extra fields of the directory.
    pub extra: Vec<u8>,
}

/// A deflated entry.
pub fn entry(name: &str, bytes: impl AsRef<[u8]>) -> Packed {
    let (name, bytes) = (name.as_bytes().to_vec(), bytes.as_ref().to_vec());
    Packed {
        name,
        bytes,
        method: 8,
        flags: 1 << 11,
        described: false,
        wide: false,
        crc: None,
        size: None,
        at: None,
        extra: Vec::new(),
    }
}

/// The same, stored.
pub fn stored(name: &str, bytes: impl AsRef<[u8]>) -> Packed {
    Packed { method: 0, ..entry(name, bytes) }
}

/// An archive of these entries.
pub fn zip(entries: &[Packed]) -> Vec<u8> {
    zip_with(entries, false, b"")
}

/// The same, with an end of ZIP64 and a comment.
pub fn zip_with(entries: &[Packed], wide_end: bool, comment: &[u8]) -> Vec<u8> {
    let (mut out, mut directory, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries {
        places.push(out.len() as u64);
        let data = if entry.method == 8 { compress_to_vec(&entry.bytes, 6) } else { entry.bytes.clone() };
        let crc = entry.crc.unwrap_or_else(|| crc32fast::hash(&entry.bytes));
        let size = entry.size.unwrap_or(entry.bytes.len() as u64);
        let flags = entry.flags | if entry.described { 1 << 3 } else { 0 };
        let place = places[entry.at.unwrap_or(places.len() - 1)];
        let narrow = |number: u64| if entry.wide { u32::MAX } else { number as u32 };
        let (local_crc, local_packed, local_size) =
            if entry.described { (0, 0, 0) } else { (crc, data.len() as u32, size as u32) };
        out.extend(b"PK\x03\x04");
        for number in [20, flags, entry.method, 0, 0] {
            out.extend(number.to_le_bytes());
        }
        for number in [local_crc, local_packed, local_size] {
            out.extend(number.to_le_bytes());
        }
        out.extend((entry.name.len() as u16).to_le_bytes());
        out.extend(5_u16.to_le_bytes());
        out.extend(&entry.name);
        // An extra field that the directory does not have.
        out.extend([0xFE, 0xCA, 1, 0, 0]);
        out.extend(&data);
        if entry.described {
            out.extend(b"PK\x07\x08");
            for number in [crc, data.len() as u32, size as u32] {
                out.extend(number.to_le_bytes());
            }
        }
        let mut extra = entry.extra.clone();
        if entry.wide {
            extra.extend([1, 0, 24, 0]);
            for number in [size, data.len() as u64, place] {
                extra.extend(number.to_le_bytes());
            }
        }
        directory.extend(b"PK\x01\x02");
        for number in [45, 20, flags, entry.method, 0, 0] {
            directory.extend(number.to_le_bytes());
        }
        for number in [crc, narrow(data.len() as u64), narrow(size)] {
            directory.extend(number.to_le_bytes());
        }
        for number in [entry.name.len() as u16, extra.len() as u16, 3, 0, 0] {
            directory.extend(number.to_le_bytes());
        }
        directory.extend(0_u32.to_le_bytes());
        directory.extend(narrow(place).to_le_bytes());
        directory.extend(&entry.name);
        directory.extend(extra);
        directory.extend(b"why");
    }
    let (start, length, count) = (out.len() as u64, directory.len() as u64, entries.len() as u64);
    out.extend(directory);
    if wide_end {
        let end = out.len() as u64;
        out.extend(b"PK\x06\x06");
        out.extend(44_u64.to_le_bytes());
        out.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, length, start] {
            out.extend(number.to_le_bytes());
        }
        out.extend(b"PK\x06\x07\0\0\0\0");
        out.extend(end.to_le_bytes());
        out.extend(1_u32.to_le_bytes());
    }
    let narrow = |number: u64, most: u64| if wide_end { most } else { number };
    out.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        out.extend((narrow(count, 0xFFFF) as u16).to_le_bytes());
    }
    for number in [length, start] {
        out.extend((narrow(number, 0xFFFF_FFFF) as u32).to_le_bytes());
    }
    out.extend((comment.len() as u16).to_le_bytes());
    out.extend(comment);
    out
}
