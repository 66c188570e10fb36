//! Lines of a file of any line ending, with their numbers.
//!
//! It must not decode text: a character may be cut by a fold, and a card may be of another encoding than its file.

/// Which family of encodings the first bytes show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8 or another byte encoding that agrees with ASCII; the first `skip` bytes are a byte order mark.
    Utf8 {
        /// Length of the byte order mark.
        skip: usize,
    },
    /// UTF-16 or UTF-32, which none of our formats allows.
    Wide,
}

/// Tells UTF-16 and UTF-32 by a byte order mark, or by a zero byte within the first two (no format of ours starts
/// with a NUL, and all start with an ASCII character).
pub(super) fn encoding(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8 { skip: 3 },
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => Encoding::Wide,
        [0, b, ..] | [b, 0, ..] if b.is_ascii_graphic() => Encoding::Wide,
        [0, 0, 0, b, ..] if b.is_ascii_graphic() => Encoding::Wide,
        _ => Encoding::Utf8 { skip: 0 },
    }
}

/// Where a reader stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes before it.
    pub(super) offset: usize,
    /// Number of the line that starts here, from 1.
    pub(super) line: u32,
}

impl Place {
    /// The line that starts here, without its ending (CRLF, LF or CR), and the place after it. `None` at the end.
    pub(super) fn line_of(self, bytes: &[u8]) -> Option<(&[u8], Self)> {
        let rest = bytes.get(self.offset..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, ending) = rest.split_at(end);
        let ending = match ending {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        Some((line, Self { offset: self.offset + end + ending, line: self.line.saturating_add(1) }))
    }
}
