//! The names of entries.

/// What the bytes from 0x80 on stand for in code page 437.
#[rustfmt::skip]
const CP437: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧\
    ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// Characters of a name at most: no system has files whose path is longer by much.
const LONGEST: usize = 1_000;

/// A name as text: UTF-8, which some programs write without saying so, else code page 437. Folders are parted by slashes. And
/// whether it was cut off, as it is too long.
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) => bytes.iter().map(|byte| of_cp437(*byte)).collect(),
    };
    // Old programs of Windows part folders as Windows does.
    let name = if name.contains('/') { name } else { name.replace('\\', "/") };
    match name.char_indices().nth(LONGEST) {
        None => (name, false),
        Some((end, _)) => (format!("{}…", name.get(..end).unwrap_or_default()), true),
    }
}

fn of_cp437(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(at) => CP437.chars().nth(at.into()).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::{CP437, decode};

    #[test]
    fn names() {
        assert_eq!(CP437.chars().count(), 128);
        for (bytes, wanted) in [
            (&b"Zo\x89/M\x81ller.vcf"[..], "Zoë/Müller.vcf"),
            ("Zoë.vcf".as_bytes(), "Zoë.vcf"),
            (b"a\\b.txt", "a/b.txt"),
            (b"a/b\\c.txt", "a/b\\c.txt"),
            (b"../../etc/passwd", "../../etc/passwd"),
            (b"\xE1\xFF", "ß\u{A0}"),
        ] {
            assert_eq!(decode(bytes), (wanted.to_owned(), false));
        }
        for (bytes, letter) in [(&b"a"[..], 'a'), ("é".as_bytes(), 'é'), (b"\x81", 'ü')] {
            let letters = letter.to_string().repeat(1000);
            assert_eq!(decode(&bytes.repeat(1000)), (letters.clone(), false));
            assert_eq!(decode(&bytes.repeat(1001)), (letters + "…", true));
        }
    }
}
