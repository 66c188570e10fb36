//! UTF-8 bytes inside, UTF-16 units at the JavaScript border.
//!
//! Only counts; never cuts a character. Linear in the text before the offset.

/// The UTF-16 offset of a byte offset. A byte inside a character counts as that character's start, one beyond the
/// text as its end.
///
/// ```
/// use namesake_core::text::utf16_offset;
/// assert_eq!(utf16_offset("a🔥b", 5), 3);
/// ```
pub fn utf16_offset(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    text.get(..byte).unwrap_or_default().chars().map(char::len_utf16).sum()
}

/// The byte offsets of UTF-16 offsets, those inside a character or beyond the text left out. One look at the text, however many.
///
/// ```
/// use namesake_core::text::byte_offsets;
/// let bytes = byte_offsets("a🔥b", [2, 3, 9].into_iter());
/// assert_eq!(bytes.get(&3), Some(&5));
/// assert_eq!(bytes.len(), 1, "2 is between the surrogates of one character, and 9 beyond the text");
/// ```
pub fn byte_offsets(text: &str, utf16: impl Iterator<Item = u32>) -> std::collections::BTreeMap<u32, usize> {
    let mut wanted: Vec<u32> = utf16.collect();
    wanted.sort_unstable();
    wanted.dedup();
    let (mut out, mut units, mut next) = (std::collections::BTreeMap::new(), 0_u32, wanted.into_iter().peekable());
    for (byte, c) in text.char_indices().chain([(text.len(), '\0')]) {
        while next.next_if(|at| *at < units).is_some() {}
        if next.next_if_eq(&units).is_some() {
            out.insert(units, byte);
        }
        units = units.saturating_add(c.len_utf16() as u32);
    }
    out
}
