//! Sentences, occurrences, pronouns and offsets.

use namesake_core::names::exact_key;
use namesake_core::text::{
    FoldedText, PronounClass, byte_offsets, occurrences, pronoun_class, pronouns_of, sentence_at, sentences,
    utf16_offset,
};
use proptest::prelude::*;

/// The text's sentences are its parts between `|`.
#[track_caller]
fn check_sentences(expected: &[&str]) {
    for parts in expected {
        let text = parts.replace('|', "");
        let got: Vec<&str> = sentences(&text).iter().map(|s| &text[s.start..s.end]).collect();
        let want: Vec<&str> = parts.split('|').map(str::trim).filter(|p| !p.is_empty()).collect();
        assert_eq!(got, want);
    }
}

#[test]
fn where_sentences_end() {
    check_sentences(&[
        "Ravi S. will take over.",
        "I met Ravi S. yesterday.| He agreed.",
        "I met Ravi S.| Then he left.",
        "Dr. Klein came.| Mr. Bean left.",
        "See e.g. the report, i.e. this one.| Done.",
        "We use tools, etc. and more.| Fine.",
        "It costs 3.14 euros.| Really?| Yes!",
        "What?!| No way...| Ok.",
        "Well… maybe.| Well...| Maybe.",
        "\"Really?\" asked Ana.| \"Yes.\"| She left.",
        "\"Go!\"| He went.",
        "hey ana.| she said hi.| how are you?| good",
        "first line\n|second line\n|\n|third",
        "Call Ana\n|- buy milk\n|- call Ravi",
        "1. Call Ana.| Then go.",
        "a line of more than sixty characters that was wrapped by a mail\nprogram ends here.| Next.",
        "one\r\n|two\r\n|three",
        "田中さんが来た。|次は？|はい！|終わり",
        "नमस्ते।|फिर मिलेंगे।",
        "I use Node.js and v1.2.3 at https://a.b/c?d=e now.| Ok.",
        "J. R. R. Tolkien wrote it.| Good.",
        "The U.S. economy grew.| We left the U.S.| The end.",
        "Acme Inc. shipped.| It works at Acme Inc.| The rest waits.",
        "(It works.)| Good.",
        "  A a.\n|   b.| \r\r\r  c",
        "So do I.| Ana too.",
        "He was born on Jan. 5 in St. Louis.",
        "   ",
        "",
        "...",
    ]);
}

#[test]
fn sentence_at_an_offset() {
    let text = "One. Two.";
    let all = sentences(text);
    assert_eq!(sentence_at(&all, 0).map(|s| s.start), Some(0));
    assert_eq!(sentence_at(&all, 4), None, "the space between");
    assert_eq!(sentence_at(&all, 5).map(|s| s.start), Some(5));
    assert_eq!(sentence_at(&all, 9), None);
}

#[track_caller]
fn check(name: &str, texts: &[&str]) {
    for marked in texts {
        let text = marked.replace(['[', ']'], "");
        let mut got = String::new();
        let mut at = 0;
        for (start, end) in occurrences(&text, name) {
            got += &text[at..start];
            got += &format!("[{}]", &text[start..end]);
            at = end;
        }
        assert_eq!(got + &text[at..], **marked, "{name}");
    }
}

#[test]
fn where_a_name_stands() {
    check(
        "Dense Memory",
        &["[DENSE\tMemory] protects", "a [dense   memory]", "dense memoryless", "[Dense\u{A0}\n Memory]."],
    );
    check(
        "Alpha",
        &["Alphabet uses Redis.", "[Alpha], [ALPHA] and [alpha]!", "alphaAlpha", "[Alpha]'s", "pre-[Alpha]"],
    );
    check("Alpha", &["[Alpha] [Alpha]", "Alpha_1", "Alpha1", "([Alpha])", "[Alpha].", "alpha.beta", "“[Alpha]”"]);
    check("C++", &["C++20", "[C++] is not C#", "I like [c++].", "[C++]: a language"]);
    check("C", &["C++ and C# and [C]", "[C]."]);
    check("Node", &["Node.js", "[Node]. Js"]);
    check("Brien", &["O'Brien", "O’Brien"]);
    check("O'Brien", &["[O'Brien]'s", "O’Brien"]);
    check("Oréal", &["l'[Oréal]", "L’[ORÉAL]"]);
    check("José", &["[José], [JOSE\u{301}], Jose", "Joséphine"]);
    check("Jose\u{301}", &["[José]"]);
    check("Straße", &["[STRASSE] [straße]"]);
    check("Ravi S.", &["[Ravi S.] left", "Ravi Shankar", "[ravi s.]"]);
    check("Acme", &["ana@acme.com", "acme@x.org", "[Acme]@ home", "@[Acme]", "acme.com", "[Acme]/Zenith"]);
    check("Marco Bell", &["Mar\u{200B}co Bell", "\u{202E}[Marco Bell]"]);
    check("田中", &["[田中]さんが来た", "「[田中]」", "昨日[田中]は"]);
    check("김서준", &["[김서준]이 왔다", "[김서준] 씨", "김서준석", "[김서준]은"]);
    check("ハート", &["ハートビート", "[ハート]の", "「[ハート]」"]);
    check("🔥", &["a [🔥] b"]);
    check("", &["anything"]);
    check("\u{200B}", &["any\u{200B}thing"]);
    check("It", &["[It] uses Redis.", "Item"]);
}

#[test]
fn pronouns() {
    for word in ["I", "me", "My", "MINE", "myself"] {
        assert_eq!(pronoun_class(word), Some(PronounClass::FirstSingular), "{word}");
    }
    for word in ["I'm", "one", "who", "themself", "U.S.", "", "Ana", "i.", "ı", "everyone"] {
        assert_eq!(pronoun_class(word), None, "{word}");
    }
    assert_eq!(pronoun_class("US"), Some(PronounClass::FirstPlural), "unless its kind says otherwise");
    assert_eq!(pronoun_class("it"), Some(PronounClass::It));
    for class in [PronounClass::FirstSingular, PronounClass::They, PronounClass::She] {
        assert!(pronouns_of(class).all(|word| pronoun_class(word) == Some(class)));
        assert_eq!(pronoun_class(class.as_str()), Some(class));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn offsets_go_there_and_back(text in "\\PC{0,20}") {
        let all: Vec<usize> = text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect();
        let units: Vec<u32> = all.iter().map(|byte| utf16_offset(&text, *byte) as u32).collect();
        let bytes = byte_offsets(&text, 0..units[units.len() - 1] + 9);
        prop_assert_eq!(bytes.keys().copied().collect::<Vec<_>>(), units);
        prop_assert_eq!(bytes.into_values().collect::<Vec<_>>(), all);
        prop_assert_eq!(utf16_offset(&text, usize::MAX), text.encode_utf16().count());
    }

    #[test]
    fn sentences_cover_all_but_white_space(text in "([a-zA-Z .!?\n\"'…。]|\\PC|Dr\\. |\r\n|S\\. ){0,60}") {
        let mut at = 0;
        for s in sentences(&text) {
            prop_assert!(text[at..s.start].trim().is_empty());
            prop_assert!(s.start < s.end && text[s.start..s.end].trim() == &text[s.start..s.end]);
            at = s.end;
        }
        prop_assert!(text[at..].trim().is_empty());
    }

    #[test]
    fn what_is_found_has_the_exact_key(text in "([aAbB \t.'-]|\\PC){0,40}", name in "([aAbB .]|\\PC){1,3}") {
        for (start, end) in FoldedText::new(&text).find(&name) {
            prop_assert_eq!(exact_key(&text[start..end]), exact_key(&name));
        }
        let alone = format!("( {name} )");
        if !exact_key(&name).is_empty() && !name.contains(['@', '#', '+', '.']) {
            let found = occurrences(&alone, &name);
            prop_assert!(found.len() <= 2);
        }
    }
}
