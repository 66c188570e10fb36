//! Numbers in an archive: little endian, and read only where they are there.

/// The bytes from an offset on, as many as are asked for.
fn at<const N: usize>(bytes: &[u8], offset: usize) -> Option<[u8; N]> {
    bytes.get(offset..)?.first_chunk::<N>().copied()
}

pub(super) fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    at(bytes, offset).map(u16::from_le_bytes)
}

pub(super) fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    at(bytes, offset).map(u32::from_le_bytes)
}

pub(super) fn u64_at(bytes: &[u8], offset: usize) -> Option<u64> {
    at(bytes, offset).map(u64::from_le_bytes)
}

/// A length or offset of two bytes.
pub(super) fn length_at(bytes: &[u8], offset: usize) -> Option<usize> {
    u16_at(bytes, offset).map(usize::from)
}

/// The extra fields of a header: id and content. What is cut off is left out.
pub(super) fn extras(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (id, length) = (u16_at(bytes, 0)?, length_at(bytes, 2)?);
        let content = bytes.get(4..4 + length)?;
        bytes = bytes.get(4 + length..)?;
        Some((id, content))
    })
}
