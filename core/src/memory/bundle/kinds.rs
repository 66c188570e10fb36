//! Files of a bundle that are not read, told by their names alone, so that nobody waits for their bytes.

use super::Why;

/// Endings of names, with the code of what they stand for, and what they are counted under.
const ENDINGS: [(&str, &str, &str); 5] = [
    ("picture", "pictures", " jpg jpeg jpe png gif webp heic heif bmp tif tiff svg ico avif psd "),
    ("sound", "sounds", " opus ogg oga mp3 m4a wav aac amr flac wma caf "),
    ("film", "films", " mp4 mov avi mkv webm 3gp m4v mpg mpeg wmv "),
    ("document", "documents", " pdf doc docx xls xlsx ppt pptx odt ods odp rtf pages numbers key epub ps "),
    ("archive", "archives within it", " zip 7z rar gz tgz tar bz2 xz zst jar apk iso dmg "),
];

/// Files and folders that programs leave beside those of people.
const OF_PROGRAMS: [&str; 6] =
    [".ds_store", "thumbs.db", "desktop.ini", "archive_browser.html", "integration_logs.json", "ehthumbs.db"];

/// Why a file of this path is not read, if its name tells.
pub(super) fn by_name(path: &str) -> Option<Why> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_of_program = OF_PROGRAMS.contains(&name.as_str())
        || name.starts_with("._")
        || path.split('/').any(|folder| matches!(folder, "__MACOSX" | ".git" | ".Trash"));
    if is_of_program {
        return Some(why("program_file"));
    }
    let (_, ending) = name.rsplit_once('.')?;
    let spaced = format!(" {ending} ");
    let (code, ..) = ENDINGS.iter().find(|(_, _, endings)| endings.contains(&spaced))?;
    Some(why(code))
}

/// Why a file that begins so, and is none that is read, is not.
pub(super) fn by_start(start: &[u8]) -> Why {
    let begins: [(&[u8], &str); 10] = [
        (b"PK\x03\x04", "archive"),
        (b"\x1F\x8B", "archive"),
        (b"Rar!", "archive"),
        (b"7z\xBC\xAF\x27\x1C", "archive"),
        (b"\x89PNG", "picture"),
        (b"\xFF\xD8\xFF", "picture"),
        (b"GIF8", "picture"),
        (b"%PDF-", "document"),
        (b"OggS", "sound"),
        (b"ID3", "sound"),
    ];
    let known = begins.iter().find(|(mark, _)| start.starts_with(mark));
    why(known.map_or("unknown_file", |(_, code)| code))
}

/// Why a page is not read beside the conversations that it shows.
pub(super) fn same_again() -> Why {
    why("same_again")
}

fn why(code: &'static str) -> Why {
    let (counted, reason) = match code {
        "picture" => ("pictures", "It is a picture."),
        "sound" => ("sounds", "It is a sound."),
        "film" => ("films", "It is a film."),
        "document" => ("documents", "It is a document of a program that Namesake does not read. Save it as text."),
        "archive" => {
            ("archives within it", "It is an archive within the archive. Unpack it, and bring it in by itself.")
        }
        "program_file" => ("files of programs", "A program left it there; nobody wrote it."),
        "same_again" => ("pages of what is there as data", "It shows what is read from the file of data beside it."),
        _ => ("files of unknown kinds", "It is no file that Namesake reads."),
    };
    Why { code, reason: reason.to_owned(), counted: Some(counted) }
}

#[cfg(test)]
mod tests {
    use super::{by_name, by_start};

    #[test]
    fn names_tell() {
        for (path, wanted) in [
            ("WhatsApp/IMG-1.JPG", Some("picture")),
            ("chat/voice.opus", Some("sound")),
            ("a/clip.mp4", Some("film")),
            ("cv.pdf", Some("document")),
            ("all/inner.zip", Some("archive")),
            ("__MACOSX/a/._b.vcf", Some("program_file")),
            ("x/.DS_Store", Some("program_file")),
            ("Takeout/archive_browser.html", Some("program_file")),
            ("a/_chat.txt", None),
            ("jpg", None),
            ("a.b/people.vcf", None),
            ("", None),
        ] {
            assert_eq!(by_name(path).map(|why| why.code), wanted, "{path}");
        }
        assert_eq!(by_start(b"PK\x03\x04...").code, "archive");
        assert_eq!(by_start(b"whatever").code, "unknown_file");
    }
}
