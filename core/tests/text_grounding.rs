//! Which words are references, which sentences are cited, and where a claim's subject and object stand in them.
#![expect(clippy::single_range_in_vec_init, reason = "spans, as a host sends them")]

use namesake_core::names::exact_key;
use namesake_core::text::{
    BadSpan, Evidence, GroundedBy, Place, PronounClass, Ungrounded, Voice, pronoun_class, quotations, reference_class,
};
use proptest::prelude::*;
use std::ops::Range;

#[test]
fn a_pronoun_is_a_reference_unless_its_kind_says_otherwise() {
    let names = "US/country, IT/technology, I/chemical, us/Country, IT/field, Me/state, Mine/location, He/chemical \
                 element, Her/film, Them/band-album, I'm/, one/, who/, themself/, U.S./, Ana/person, US/jurisdiction";
    let references = "I/person, we/organization, they/group, I/, it/, US/, IT/, it/product, It/technology, they/product, \
                      me/user, he/colleague, i/sprocket, us/team, us/other, US/unknown, you/person, IT/company";
    let cases = |list: &'static str| list.split(", ").map(|case| case.split_once('/').expect("a word and a kind"));
    let class = |word: &str, kind: &str| reference_class(word, Some(kind).filter(|kind| !kind.is_empty()));
    for (word, kind) in cases(names).filter(|(word, _)| *word != "Them") {
        assert_eq!(class(word, kind), None, "{word}/{kind} is a name");
    }
    for (word, kind) in cases(references) {
        assert_eq!(class(word, kind), pronoun_class(word), "{word}/{kind}");
        assert!(class(word, kind).is_some(), "{word}/{kind} is a reference");
    }
    assert_eq!(reference_class("Them", Some("song")), None);
}

#[test]
fn spans_are_widened_to_sentences() {
    let text = "Ana left. Ravi stayed! Zoë won.";
    let check = |spans: &[Range<usize>], expected: &[&str]| {
        let got = Evidence::new(text).cited(spans).expect("spans of the text");
        assert_eq!(got.iter().map(|s| &text[s.clone()]).collect::<Vec<_>>(), expected, "{spans:?}");
    };
    check(&[0..1], &["Ana left."]);
    check(&[8..10], &["Ana left."]);
    check(&[8..11], &["Ana left.", "Ravi stayed!"]);
    check(&[23..27, 1..5, 0..9, 2..12], &["Ana left.", "Ravi stayed!", "Zoë won."]);
    check(&[0..32, 4..6], &["Ana left.", "Ravi stayed!", "Zoë won."]);
}

#[test]
fn bad_spans_are_refused() {
    let text = "Zoë won. Ana left.";
    let check = |spans: &[Range<usize>], code: &str| {
        let error = Evidence::new(text).cited(spans).expect_err("a bad span");
        assert_eq!(error.code(), code, "{spans:?}");
    };
    check(&[], "span_none");
    check(&[0..4, 0..99], "span_outside");
    #[expect(clippy::reversed_empty_ranges, reason = "what a host may send")]
    check(&[5..4], "span_outside");
    check(&[0..3], "span_inside_character");
    check(&[3..5], "span_inside_character");
    check(&[9..10, 9..9], "span_blank");
    check(&[9..9], "span_blank");
    check(&[19..19], "span_blank");
    assert_eq!(Evidence::new("x \u{3000} y").cited(&[2..5]), Err(BadSpan::Blank { index: 0 }));
}

/// Somebody's text in which a term stands between `[` and `]`, or does not stand.
#[track_caller]
fn check(voice: &Voice<'_>, place: Place, kind: Option<&str>, cases: &[(&str, &str, &str)]) {
    for (marked, term, by) in cases {
        let text = marked.replace(['[', ']'], "");
        let evidence = Evidence::new(&text);
        let cited = evidence.cited(&[0..text.len()]).expect("a text");
        let found = evidence.ground(&cited, term, kind, place, voice);
        let (got, why) = match found {
            Ok(found) => {
                let by = match found.by {
                    GroundedBy::Name => "name",
                    GroundedBy::Reference(class) => class.as_str(),
                    GroundedBy::Speaker => "speaker",
                };
                let (start, end) = (found.start, found.end);
                (format!("{}[{}]{}", &text[..start], &text[start..end], &text[end..]), by)
            }
            Err(why) => (text.clone(), why.code().trim_start_matches("ungrounded_")),
        };
        assert_eq!((got.as_str(), why), (*marked, *by), "{term} in {text:?}");
    }
}

const NOBODY: Voice<'_> = Voice { speaker: None, speaker_grounding: false };

#[test]
fn names_are_grounded_by_token() {
    check(
        &NOBODY,
        Place::Subject,
        None,
        &[
            ("[DENSE\tMemory] protects", "Dense Memory", "name"),
            ("Alphabet uses Redis.", "Alpha", "absent"),
            ("I like C++20.", "C++", "absent"),
            ("I like C++.", "C", "absent"),
            ("I like [C++] and C.", "c++", "name"),
            ("[Ravi]'s bike. Ravi.", "Ravi", "name"),
            ("anything", " \u{200B}", "empty"),
            ("anything", " ", "empty"),
            ("Ana left.", "Ravi", "absent"),
        ],
    );
    let long = "x".repeat(4_097);
    let refused = |text: &str, cited: &[Range<usize>]| {
        Evidence::new(text).ground(cited, text, None, Place::Object, &NOBODY).expect_err("is refused")
    };
    assert_eq!(refused(&long, &[0..4_097]), Ungrounded::TooLong);
    assert_eq!(refused("Ana", &[]), Ungrounded::NothingCited);
}

#[test]
fn only_the_cited_sentences_count() {
    let text = "Ana left. Ravi stayed. Ana came back. Alpha";
    let evidence = Evidence::new(text);
    let at = |cited: &[Range<usize>], term| {
        evidence.ground(cited, term, None, Place::Subject, &NOBODY).map(|found| (found.start, found.end))
    };
    assert_eq!(at(&[10..22, 23..37], "Ana"), Ok((23, 26)));
    assert_eq!(at(&[10..22], "Ana"), Err(Ungrounded::Absent));
    assert_eq!(at(&[38..40], "Al"), Err(Ungrounded::Absent), "a part that is no sentence cuts no name out of a word");
    assert_eq!(at(&[5..3_000, 90..99], "Ravi"), Ok((10, 14)), "no panic");
}

#[test]
fn a_pronoun_never_grounds_by_name() {
    check(
        &NOBODY,
        Place::Subject,
        None,
        &[
            ("[It] uses Redis.", "It", "it"),
            ("[They] left and we stayed.", "they", "they"),
            ("He left. Tell him.", "his", "absent"),
            ("[US] exports rose.", "US", "we"),
            ("US exports rose, tell [us].", "us", "we"),
            ("The IT of a firm. [It] rains.", "it", "it"),
            ("[IT] RAINS", "it", "it"),
        ],
    );
    check(
        &NOBODY,
        Place::Subject,
        Some("country"),
        &[("Join us in the [US].", "US", "name"), ("Join us.", "US", "absent")],
    );
}

#[test]
fn the_first_person_is_one_word_as_a_subject() {
    let cases = [
        ("[My] name is Sam.", "I", "i"),
        ("Call [me] Sam.", "I", "i"),
        ("[I]'m Sam.", "myself", "i"),
        ("That is [mine].", "I", "i"),
        ("keep answers short", "I", "absent"),
        ("We went camping.", "I", "absent"),
        ("The old mine in our town, a gold mine.", "I", "absent"),
        ("World War I. I/O errors on I-95, (i) first, Napoleon I.", "I", "absent"),
        ("I. Introduction\nII. Methods", "I", "absent"),
        ("i.e. nothing ⓘ ⅰ", "I", "absent"),
        ("So do [I].", "I", "i"),
        ("Ana and [I], or Dana and I.", "I", "i"),
        ("yesterday [i] left", "me", "i"),
    ];
    check(&NOBODY, Place::Subject, None, &cases);
    let dana = Voice { speaker: Some("Dana"), ..NOBODY };
    check(&dana, Place::Subject, None, &cases);
}

#[test]
fn an_object_is_the_literal_word() {
    let cases = [("Sam called [me].", "me", "i"), ("my sister Rachel", "I", "absent"), ("I saw Ana.", "me", "absent")];
    check(&NOBODY, Place::Object, None, &cases);
    check(&Voice { speaker: Some("Dana"), ..NOBODY }, Place::Object, None, &cases);
}

#[test]
fn the_speaker_counts_as_named_where_that_is_asked_for() {
    let dana = Voice { speaker: Some("Dana"), speaker_grounding: true };
    let cases = [
        ("[I] live in Denver.", "Dana", "speaker"),
        ("[I] live in Denver.", "I", "i"),
        ("[my] sister Rachel", "I", "i"),
        ("[Dana] lives in Denver.", "I", "speaker"),
        ("I am [Dana].", "dana", "name"),
        ("We live in Denver.", "Dana", "absent"),
        ("[I] live in Denver.", "Dan", "absent"),
        ("keep answers short", "Dana", "absent"),
        ("\"I hate it,\" said Bob.", "Dana", "quoted"),
    ];
    let cases = cases
        .map(|(marked, term, by)| if term == "Dan" { ("I live in Denver.", term, by) } else { (marked, term, by) });
    check(&dana, Place::Object, None, &cases);
    check(&dana, Place::Subject, Some("person"), &cases);
    check(&dana, Place::Subject, Some("city"), &[("I live in Denver.", "Dana", "absent")]);
    let off = Voice { speaker_grounding: false, ..dana };
    check(&off, Place::Subject, None, &[("I live in Denver.", "Dana", "absent"), ("Dana left.", "I", "absent")]);
    let unnamed = Voice { speaker: None, ..dana };
    check(&unnamed, Place::Object, None, &[("my sister Rachel", "I", "absent"), ("I left.", "Dana", "absent")]);
    let me = Voice { speaker: Some("Me"), ..dana };
    check(&me, Place::Subject, None, &[("[I] left.", "Me", "i"), ("We left.", "Me", "absent")]);
}

#[test]
fn the_first_person_of_a_quotation_is_not_the_speakers() {
    let cases = [
        ("\"I hate it,\" said Bob.", "I", "quoted"),
        ("“I hate it,” said Bob, but [I] don't.", "I", "i"),
        ("'I hate it,' said Bob.", "I", "quoted"),
        ("«I hate it» is what „my dog“ says, 「me」 too", "I", "quoted"),
        ("'cause [I] like the dogs' bowl", "I", "i"),
        ("a 27\" screen and [I] like it", "I", "i"),
        ("> I hate it\n> so much for me\n[I] don't.", "I", "i"),
        ("He wrote \"I quit\nand I mean it\n\n[I] am sad.", "I", "i"),
        ("\"[We] hate it,\" said Bob.", "we", "we"),
        ("\"[Redis] is mine,\" said Bob.", "Redis", "name"),
    ];
    let cases = cases.map(|(marked, term, by)| (marked, if marked.contains("We]") { "we" } else { term }, by));
    check(&NOBODY, Place::Subject, None, &cases);
    check(&Voice { speaker: Some("Dana"), speaker_grounding: true }, Place::Subject, None, &cases);
}

#[test]
fn what_is_quoted() {
    let check = |marked: &str| {
        let text = marked.replace(['{', '}'], "");
        let mut got = String::new();
        let mut at = 0;
        for span in quotations(&text) {
            got += &text[at..span.start];
            got += &format!("{{{}}}", &text[span.clone()]);
            at = span.end;
        }
        assert_eq!(got + &text[at..], marked);
    };
    check("{\"Yes,\"} she said, {\"I do.\"} It's 5'10\" tall.");
    check("{“Yes,” }no".replace("” }", "”} ").as_str());
    check("a {‘b, c.’} d and the dogs' e, f'. don't");
    check("{„Ja“} {»so«} {«non»} {『x』}");
    check("one\n{> two}\n{  > three}\nfour > five");
    check("x {\"open\nstill\n}\nnot");
    check("x {\"open to the end}");
    check("x {\"open\n}{> line}\nno");
    check("a 27“ screen, and 3” more");
    check("Robert {“Bob”} Smith, the {\"expert\"}");
    check("O'Brien's, the '90s, rock 'n' roll and the dogs' bowl");
    check("");
}

/// Text that is full of what the rules look at.
const TEXT: &str =
    "(I |me |my |US |it |Ana |ana|Alpha|C\\+\\+|[\"'“”‘’>.,!?/\\-()\n \t]|김|田中|é|e\u{301}|\\PC|Part I|mine ){0,40}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_grounded_stands_in_a_cited_sentence(
        text in TEXT,
        spans in prop::collection::vec((0_usize..60, 0_usize..20), 0..4),
        term in prop::sample::select(vec!["I", "me", "Ana", "US", "it", "we", "C", "C++", "Alpha", "김", "田", "é", "Dana"]),
        kind in prop::sample::select(vec![None, Some("person"), Some("country")]),
        is_subject in any::<bool>(),
        speaker_grounding in any::<bool>(),
        speaker in prop::sample::select(vec![None, Some("Ana"), Some("Dana"), Some("me")]),
    ) {
        let spans: Vec<Range<usize>> = spans.into_iter().map(|(at, length)| at..at + length).collect();
        let evidence = Evidence::new(&text);
        let Ok(cited) = evidence.cited(&spans) else { return Ok(()) };
        for span in &spans {
            prop_assert!(cited.iter().any(|sentence| sentence.start < span.end && span.start < sentence.end));
        }
        prop_assert!(cited.windows(2).all(|pair| pair[0].end <= pair[1].start));
        let place = if is_subject { Place::Subject } else { Place::Object };
        let voice = Voice { speaker, speaker_grounding };
        let Ok(found) = evidence.ground(&cited, term, kind, place, &voice) else { return Ok(()) };
        prop_assert!(cited.iter().any(|sentence| sentence.start <= found.start && found.end <= sentence.end));
        let surface = text.get(found.start..found.end).expect("whole characters");
        let is_first = |word: &str| pronoun_class(word) == Some(PronounClass::FirstSingular);
        match found.by {
            GroundedBy::Name => {
                prop_assert_eq!(exact_key(surface), exact_key(term));
                prop_assert_eq!(reference_class(term, kind), None);
            }
            GroundedBy::Reference(class) => {
                prop_assert_eq!(pronoun_class(surface), Some(class));
                prop_assert_eq!(pronoun_class(term), Some(class));
                prop_assert!(class.is_first_singular() || exact_key(surface) == exact_key(term));
            }
            GroundedBy::Speaker => {
                let name = exact_key(speaker.expect("a speaker"));
                let one = is_first(surface) && exact_key(term) == name;
                prop_assert!(speaker_grounding && (one || (is_first(term) && exact_key(surface) == name)));
            }
        }
        let bound = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let ascii = surface.is_ascii();
        let starts = ascii && surface.starts_with(|c: char| c.is_ascii_alphanumeric());
        prop_assert!(!(starts && bound(text[..found.start].chars().next_back())), "{} in {}", surface, text);
        prop_assert!(!(ascii && bound(text[found.end..].chars().next())), "{} in {}", surface, text);
    }
}

/// Texts that make careless code go over them again and again are read to their end.
#[test]
fn hostile_texts_are_read_to_the_end() {
    let parts = [
        "a", "김", "I/O ", "Part I ", "US us ", "US a ", "'I ", "\"", "> I\n", "I) ", " ", "ab ", "“'", "'a,' ", "\n",
        "e\u{301}",
    ];
    for part in parts {
        let text = part.repeat(100_000 / part.len());
        let evidence = Evidence::new(&text);
        let cited = evidence.cited(&[0..text.len()]).unwrap_or_default();
        let voice = Voice { speaker: Some("Dana"), speaker_grounding: true };
        for term in ["I", "us", "Dana", "a", "김", &"a".repeat(2_000), &"ab ".repeat(1_000), &"김".repeat(900)] {
            let _ = evidence.ground(&cited, term, None, Place::Subject, &voice);
        }
    }
}
