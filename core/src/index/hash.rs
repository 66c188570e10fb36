//! Hashes of text and numbers for the in-memory maps of the index. Not for anything that is stored.

/// A 64-bit hash of letters.
pub(super) fn letters(letters: impl Iterator<Item = u32>) -> u64 {
    finish(letters.fold(0x9E37_79B9_7F4A_7C15, step))
}

/// A 64-bit hash of a text.
pub(super) fn text(text: &str) -> u64 {
    let mut state = 0x9E37_79B9_7F4A_7C15 ^ text.len() as u64;
    let mut chunks = text.as_bytes().chunks_exact(4);
    for chunk in &mut chunks {
        let four = <[u8; 4]>::try_from(chunk).map_or(0, u32::from_le_bytes);
        state = step(state, four);
    }
    for byte in chunks.remainder() {
        state = step(state, u32::from(*byte));
    }
    finish(state)
}

/// One more number.
pub(super) fn step(state: u64, next: u32) -> u64 {
    (state ^ u64::from(next)).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29)
}

fn finish(state: u64) -> u64 {
    let state = (state ^ (state >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    state ^ (state >> 32)
}

/// The half of a hash that [`super::multimap`] takes.
pub(super) fn short(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}
