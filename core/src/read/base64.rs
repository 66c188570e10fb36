//! Base64 (RFC 4648 §4). It must not guess: what is no base64 gives nothing.

/// Decodes base64. White space is passed over; padding may be missing. `None` if anything else is in it.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u32);
    let mut rest = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    for byte in rest.by_ref() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xFF) as u8);
        }
    }
    (count < 6 && rest.all(|byte| *byte == b'=')).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_examples_of_the_rfc() {
        let cases = [
            ("", Some("")),
            ("Zg==", Some("f")),
            ("Zm8=", Some("fo")),
            ("Zm9v", Some("foo")),
            ("Zm9v YmE\n=", Some("fooba")),
            ("Zm9vYmFy", Some("foobar")),
            ("Z", None),
            ("Zg=a", None),
            ("Z*==", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(decode(text.as_bytes()).as_deref(), wanted.map(str::as_bytes), "{text}");
        }
    }
}
