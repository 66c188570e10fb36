//! What a sentence says: quantities, intentions, one clause of the first person, questions and requests, denials.
#![expect(clippy::single_range_in_vec_init, reason = "spans, as a host sends them")]

use namesake_core::text::{Evidence, Place, SpeechAct, Voice};
use proptest::prelude::*;

/// `number unit` stands, or does not, in each of the texts.
#[track_caller]
fn quantity(stands: bool, cases: &[(&str, &str)]) {
    for (text, quantity) in cases {
        let (number, unit) = quantity.split_once('|').map_or((*quantity, None), |(number, unit)| (number, Some(unit)));
        let evidence = Evidence::new(text);
        assert_eq!(evidence.quantity_stands(&[0..text.len()], number, unit), stands, "{quantity} in {text:?}");
    }
}

#[test]
fn a_quantity_stands_with_its_digits_and_its_unit() {
    quantity(
        true,
        &[
            ("I ran 5 km.", "5|km"),
            ("I ran 5km today", "5|kilometres"),
            ("I ran 5 kilometers", "5|KM"),
            ("a 5-km run", "5|km"),
            ("It costs 1,000.", "1000"),
            ("It costs 1 000 euros", "1,000|EUR"),
            ("It costs 1000", "1 000"),
            ("It costs $1,234.50!", "1234.5|USD"),
            ("It costs 1.234,5 €", "1234.5|euro"),
            ("It costs EUR 12 now", "12|€"),
            ("It costs 3,5 euros", "3.5|euros"),
            ("It is -5 °C", "-5|celsius"),
            ("It is minus 5 degrees", "-5|degrees"),
            ("We have two cats", "2|cats"),
            ("We have 3 black cats.", "3|cat"),
            ("We have 1 cat.", "1|cats"),
            ("He is 40 years old", "40|years"),
            ("5 million users", "5000000|users"),
            ("5 million euros", "5|million euros"),
            ("20k users", "20000|users"),
            ("12%", "12|percent"),
            ("(12)", "12"),
            ("On 12, and 13.", "13"),
            ("100", "100.0"),
            ("wait 30s", "30|seconds"),
            ("wait 45s", "45|s"),
            ("2L of milk", "2|litres"),
            ("5 g of salt", "5|G"),
            ("3 d printing", "3|days"),
        ],
    );
}

#[test]
fn a_quantity_is_taken_out_of_nothing_else() {
    quantity(
        false,
        &[
            ("120 apples", "12"),
            ("1.12", "12"),
            ("version 1.12.3", "1.12"),
            ("v12", "12"),
            ("the 12th", "12"),
            ("12:30", "12"),
            ("2026-01-12", "12"),
            ("5-10 km", "5|km"),
            ("5-10 km", "10|km"),
            ("COVID-19", "19"),
            ("-12", "12"),
            ("12", "-12"),
            ("minus 12", "12"),
            ("5 million", "5"),
            ("5 million euros", "5|euros"),
            ("5 km", "5|miles"),
            ("5 square kilometres", "5|km"),
            ("3 dogs and 5 cats", "3|cats"),
            ("one of them", "1"),
            ("two of them", "2|cats"),
            ("1,000", "1"),
            ("1 000", "1"),
            ("½", "2"),
            ("5½", "5"),
            ("5 kmh", "5|km"),
            ("the 1990s", "1990"),
            ("the 1990s", "1990|s"),
            ("in her 30s", "30|s"),
            ("a 3D printer", "3|D"),
            ("a 3D printer", "3|days"),
            ("3 D printers", "3|days"),
            ("on 5G here", "5|G"),
            ("on 5G here", "5|grams"),
            ("on 5 G here", "5|grams"),
            ("the 1st", "1|st"),
            ("2x as fast", "2|x"),
            ("2x as fast", "2"),
            ("", "5"),
            ("five", "five"),
            ("inf", "inf"),
            ("1e5", "1e5"),
        ],
    );
    let evidence = Evidence::new("I ran 5 km. She ran 6.");
    assert!(!evidence.quantity_stands(&[12..22], "5", Some("km")), "only what is cited");
    assert!(!Evidence::new("é5").quantity_stands(&[1..99, 1..3], "5", None), "no panic");
}

const DANA: Voice<'_> = Voice { speaker: Some("Dana"), speaker_grounding: true };

#[track_caller]
fn keeps(text: &str, subject: &str, object: &str, predicate: &str) -> bool {
    let evidence = Evidence::new(text);
    let cited = evidence.cited(&[0..text.len()]).expect("a text");
    let subject = evidence.ground(&cited, subject, None, Place::Subject, &DANA).expect("the subject");
    let object = text.find(object).expect("the object");
    evidence.keeps_intention(&cited, &subject, Some(object), predicate)
}

#[test]
fn an_attempt_keeps_its_predicate() {
    for (text, object) in [
        ("I'm trying to set up ESLint", "ESLint"),
        ("I’m still trying to set up ESLint", "ESLint"),
        ("I want to learn Go", "Go"),
        ("I really don't want to learn Go", "Go"),
        ("I'd like to learn Go.", "Go"),
        ("I plan to move to Rome", "Rome"),
        ("I am planning on moving to Rome", "Rome"),
        ("I'm going to move to Rome", "Rome"),
        ("My plan is to move to Rome", "Rome"),
        ("I live in Oslo, but I hope to move to Rome", "Rome"),
        ("I have been thinking about Rome", "Rome"),
        ("I want to use Deno and Go", "Go"),
    ] {
        for subject in ["I", "Dana"] {
            for predicate in ["uses", "lives_in", "has", "learns", "", "likes"] {
                assert!(!keeps(text, subject, object, predicate), "{predicate} of {text}");
            }
            for predicate in
                ["is_trying_to", "wants_to", "plans_to_move_to", "tried", "wantsTo", "WOULD LIKE TO", "hopes-to"]
            {
                assert!(keeps(text, subject, object, predicate), "{predicate} of {text}");
            }
        }
    }
    for (text, subject, object) in [
        ("I use Deno and I want to learn Go", "I", "Deno"),
        ("I live in Oslo, but I hope to move to Rome", "I", "Oslo"),
        ("I want to learn Go, and I use Deno", "I", "Deno"),
        ("I want to learn Go. I use Deno.", "I", "Deno"),
        ("I use Deno", "I", "Deno"),
        ("I'm going home", "I", "home"),
        ("I know that Ana wants to learn Go", "Ana", "Go"),
        ("We want to use Deno, said Ana", "Ana", "Deno"),
    ] {
        assert!(keeps(text, subject, object, "uses"), "{object} of {text}");
    }
}

#[test]
fn the_speaker_is_one_in_a_clause() {
    let check = |text: &str, a: (&str, usize), b: (&str, usize), expected: bool| {
        let evidence = Evidence::new(text);
        let at = |(term, sentence): (&str, usize)| {
            let sentence = evidence.sentences()[sentence];
            let cited = [sentence.start..sentence.end];
            evidence.ground(&cited, term, None, Place::Subject, &DANA).expect("a subject")
        };
        assert_eq!(evidence.same_first_person_clause(&DANA, &at(a), &at(b)), expected, "{a:?} {b:?} in {text}");
    };
    check("I live in Denver.", ("I", 0), ("Dana", 0), true);
    check("My name is Dana.", ("I", 0), ("Dana", 0), true);
    check("My name is Dana, and I live in Denver.", ("I", 0), ("Dana", 0), true);
    check("I left. I live in Denver.", ("I", 0), ("Dana", 1), false);
    check("I left because Dana slept.", ("I", 0), ("Dana", 0), false);
    check("I met Ana.", ("I", 0), ("Ana", 0), false);
    check("We met Ana.", ("we", 0), ("we", 0), false);
}

#[test]
fn questions_and_requests_never_pass_as_assertions() {
    let check = |act: SpeechAct, sentences: &[&str]| {
        for sentence in sentences {
            assert_eq!(Evidence::new(sentence).speech_act(0), act, "{sentence}");
        }
    };
    check(
        SpeechAct::Question,
        &[
            "Do you live in Lisbon?",
            "do you live in lisbon",
            "I moved, right?",
            "hey Ana, are you coming",
            "what's his name",
            "Who is Ana",
            "where do I live",
            "So is Ana here",
            "any idea where Ana lives",
            "Will Ana come",
            "anyone know a dentist",
        ],
    );
    check(
        SpeechAct::Request,
        &[
            "Please use Deno.",
            "use metric units",
            "keep answers short",
            "Call me Sam",
            "Ana, call me Sam",
            "Always answer in French.",
            "don't mention Ana",
            "From now on, speak French",
            "I want you to use Deno",
            "Swap the tyres",
            "Remember that I moved.",
            "and also send it to Ana",
            "You should use Deno",
        ],
    );
    check(
        SpeechAct::Hypothesis,
        &["If I move, Ana comes.", "I might move.", "Maybe Ana moved.", "I think Ana moved.", "Ana would like it."],
    );
    check(
        SpeechAct::Quotation,
        &["Ana said she moved.", "\"I moved.\"", "According to Ana it rained.", "> I moved", "I was told Ana moved."],
    );
    check(
        SpeechAct::Assertion,
        &[
            "I moved to Lisbon.",
            "When I moved, I sold the car.",
            "Tobias, my neighbour, is nice.",
            "Bought a car",
            "Ana works at Acme, and she likes it.",
            "I moved, and work at Acme.",
            "What a day.",
            "Redis is a database.",
            "My flatmate is called Maren.",
            "Will called Grace.",
            "The meeting is on Friday.",
            "",
        ],
    );
}

#[test]
fn a_sentence_in_a_longer_quotation_is_quoted() {
    let text = "Omar said: \"I left. Dana lives in Leeds. Come!\" Dana lives in York.";
    let evidence = Evidence::new(text);
    let act = |part: &str| evidence.speech_act(text.find(part).expect("is there"));
    assert_eq!(act("Dana lives in Leeds"), SpeechAct::Quotation);
    assert_eq!(act("Dana lives in York"), SpeechAct::Assertion);
}

/// Whether a positive claim about the subject in brackets and the object in braces is denied.
#[track_caller]
fn denial(denied: bool, cases: &[&str]) {
    for marked in cases {
        let mut text = String::new();
        let (mut subject, mut object) = (0..0, None);
        for c in marked.chars() {
            match c {
                '[' => subject.start = text.len(),
                ']' => subject.end = text.len(),
                '{' => object = Some(text.len()..0),
                '}' => object.as_mut().expect("is open").end = text.len(),
                _ => text.push(c),
            }
        }
        let evidence = Evidence::new(&text);
        assert_eq!(evidence.denies(&subject, object.as_ref(), "lives_in"), denied, "{marked}");
        for predicate in
            ["does_not_live_in", "neverLivedIn", "no longer lives in", "dislikes", "stopped-living-in", "left"]
        {
            let alone = evidence.denies(&subject, object.as_ref(), predicate);
            assert!(!alone || marked.contains("not ["), "{predicate} of {marked}");
        }
    }
}

#[test]
fn a_positive_claim_is_not_denied_by_its_sentence() {
    denial(
        true,
        &[
            "[Dana] does not live in {Leeds}.",
            "[Dana] doesn’t live in {Leeds}.",
            "[i] dont live in {leeds} anymore",
            "[Dana] no longer lives in {Leeds}.",
            "[Dana] never lived in {Leeds}.",
            "[Dana] has no {car}.",
            "[Dana] lives in Leeds, not in {York}.",
            "[Dana] lives neither in {Leeds} nor in York.",
            "[Dana] lives neither in Leeds nor in {York}.",
            "{Leeds} isn't where [Dana] lives.",
            "Dana lives in Leeds, not [Omar].",
            "[Dana] isn't 40.",
            "[Dana] cannot stand {Leeds}.",
            "[Dana] left without {Omar}.",
        ],
    );
    denial(
        false,
        &[
            "[Dana] lives in {Leeds}.",
            "[Dana] lives in {Leeds}, not in York.",
            "[Dana], not Omar, lives in {Leeds}.",
            "[Dana] not only works but lives in {Leeds}.",
            "[Dana] doesn't live in York but in {Leeds}.",
            "No, [Dana] lives in {Leeds}.",
            "No doubt [Dana] lives in {Leeds}.",
            "I don't know York, and [Dana] lives in {Leeds}.",
            "[I] can't wait to see {Leeds}.",
            "[I] can't believe I live in {Leeds}.",
            "[I] haven't slept since I moved to {Leeds}.",
            "Omar doesn't live in {Leeds} but [Dana] does.",
            "[Dana] says no to {Leeds}.",
            "[Dana] is 40, not 41.",
            "[Dana] noted the knot in {Leeds}.",
        ],
    );
}

/// Text that is full of what the rules look at.
const TEXT: &str = "([0-9]{1,4}|[-−.,:/'’\"$€%½ \n]| km| million|I|'m trying to |want to |my plan is |do you |if |please |, and |\\PC|é){0,30}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in TEXT, number in "[-0-9., ]{0,6}", unit in "\\PC{0,3}", predicate in "\\PC{0,8}") {
        let evidence = Evidence::new(&text);
        if let Ok(cited) = evidence.cited(&[0..text.len()]) {
            let _ = evidence.quantity_stands(&cited, &number, Some(&unit));
            if evidence.quantity_stands(&cited, &number, None) {
                let digits = number.trim_matches(|c: char| !c.is_ascii_digit()).chars().filter(char::is_ascii_digit);
                let significant: String = digits.skip_while(|c| *c == '0').collect();
                let all: String = text.chars().filter(char::is_ascii_digit).collect();
                prop_assert!(all.contains(significant.trim_end_matches('0')));
            }
            if let Ok(subject) = evidence.ground(&cited, "I", None, Place::Subject, &DANA) {
                let _ = evidence.keeps_intention(&cited, &subject, None, &predicate);
                prop_assert!(evidence.keeps_intention(&cited, &subject, None, "wants"));
                prop_assert!(evidence.same_first_person_clause(&DANA, &subject, &subject));
                prop_assert!(!evidence.denies(&(subject.start..subject.end), None, "does_not"));
            }
        }
        for sentence in evidence.sentences() {
            if text[sentence.start..sentence.end].ends_with('?') {
                prop_assert_eq!(evidence.speech_act(sentence.start), SpeechAct::Question);
            }
        }
    }
}

/// Texts that make careless code go over them again and again are read to their end, one sentence as long as they are.
#[test]
fn hostile_texts_are_read_to_the_end() {
    for part in [
        "1 ",
        "1,",
        "1",
        "111 111 ",
        "-",
        "I ",
        "I, ",
        "I want ",
        "and I ",
        "I do ",
        "don't",
        "'",
        "my plan ",
        "minus ",
        "5 a b ",
        ", and use ",
        "x, who is ",
        "I'd already ",
        "not ",
        ", not",
        "Will ",
        "said, ",
        "7 aaaaaaaa",
    ] {
        let text = part.repeat(200_000 / part.len());
        let evidence = Evidence::new(&text);
        let all = [0..text.len()];
        let _ = evidence.quantity_stands(&all, "7", Some("cats"));
        let _ = evidence.speech_act(0);
        let _ = evidence.denies(&(0..1), Some(&(text.len() - 1..text.len())), "uses");
        if let Ok(subject) = evidence.ground(&all, "I", None, Place::Subject, &DANA) {
            let _ = evidence.keeps_intention(&all, &subject, None, "uses");
            let _ = evidence.same_first_person_clause(&DANA, &subject, &subject);
        }
    }
}
