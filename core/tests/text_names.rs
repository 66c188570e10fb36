//! The recogniser, as text with [brackets] around what is Named and {braces} around what is Latent.

use namesake_core::text::{Strength, names};
use proptest::prelude::*;

fn marked(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for found in names(text) {
        let (open, close) = match found.strength {
            Strength::Named => ('[', ']'),
            Strength::Latent => ('{', '}'),
        };
        out.push_str(&text[at..found.start]);
        out.push(open);
        out.push_str(&text[found.start..found.end]);
        out.push(close);
        at = found.end;
    }
    out + &text[at..]
}

#[track_caller]
fn check(expected: &[&str]) {
    let wrong: Vec<String> = expected
        .iter()
        .filter_map(|expected| {
            let text: String = expected.chars().filter(|c| !"[]{}".contains(*c)).collect();
            let got = marked(&text);
            (got != **expected).then(|| format!("\nexpected {expected}\ngot      {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn names_of_people() {
    check(&[
        "I met [Ravi Shankar] at lunch.",
        "I met [Ravi S.] at lunch.",
        "[Ravi S.] will take over.",
        "I met [Ravi S.]",
        "Then [R. Klein] wrote back.",
        "[J. R. R. Tolkien] wrote it.",
        "I like [J.K. Rowling] a lot.",
        "She knows [José Núñez] and [O'Brien].",
        "She knows [Jean-Luc Picard] well.",
        "We listened to [Ludwig van Beethoven] all day.",
        "We met [Ana de la Cruz] and [Osama bin Laden].",
        "It was [d'Artagnan] who met [Harun al-Rashid].",
        "I saw [Ronald McDonald] there.",
        "My boss is [Zoë O’Hara].",
        "[Ana]'s dog bit [Ravi]'s cat.",
        "[Ana]'ll come, and so will [Ravi].",
        "I asked [Dana Holt], who knows.",
        "He is called [Marco Bell].",
        "Ask [Николай Петров] about it.",
        "They saw [Αθηνά Παπαδοπούλου] in town.",
        "It is about [John Smith Jr] again.",
    ]);
}

#[test]
fn names_of_other_things() {
    check(&[
        "I work at [Acme Corp] now.",
        "I work at [Northwind Payments].",
        "[Acme Inc]. shipped it.",
        "He banks at [Bank of America] now.",
        "She went to the [University of the Arts] in [London].",
        "We use [JavaScript] and [PostgreSQL] and [Node.js] here.",
        "The [Atlas] project starts.",
        "We fly [Apollo 11] next.",
        "The [Depot 1] gate is shut.",
        "Moved from [New York] to [San Francisco].",
        "[Red Hat] released it.",
        "They called [Smith & Sons] today.",
        "I bought an {iPhone} for her.",
        "He left {NASA} and {IBM} for [Acme].",
        "We saw [IBM Research] there.",
        "Bring the [Finding R-2031-014] and [Bulletin B-88 Rev A] to [Ana].",
        "I read [Bulletin B-88 Rev A].",
        "Bring [Bulletin B-88 Rev B] to [Ana] and I think I can.",
        "[Depot 1], [Depot 2] and [Depot 3] are shut.",
        "Invoice from [Acme GmbH & Co. KG] now.",
        "It was before [World War I], under [Elizabeth I].",
        "I met [Ana] I think.",
        "We use {VS Code} in the [United States of America].",
        "[Bob] sent the invoice.",
        "Merry Christmas [Ravi]!",
        "Hola [Juan], te presento a [María de los Ángeles].",
    ]);
}

#[test]
fn joined_names_are_two() {
    check(&[
        "[Ana] and [Ravi] came.",
        "[Ana] & [Ravi] came.",
        "I saw [Ana], [Ravi] and [Juniper].",
        "I saw [Ana Silva]/[Ravi Shankar] there.",
        "Between [Acme] & [Zenith] nothing happened.",
        "I met [Ana] And [Ravi].",
    ]);
}

#[test]
fn sentence_starts() {
    check(&[
        "Yesterday [Ravi] met [Juniper].",
        "Hi [Ana], how are you?",
        "Thanks [Ana]!",
        "Good morning [Ana].",
        "Good Morning [Ana].",
        "Happy Birthday [Ana]!",
        "Please call [Zorblatt] now.",
        "Call [Ana] tomorrow.",
        "Dear [Mr. Klein]",
        "[Mrs. Klein] and [Dr Zorblatt] saw Dr. [Ana Silva].",
        "Meeting with [Ana] on Monday.",
        "The [Northwind] invoice arrived.",
        "[Juniper] brought her dog to the picnic.",
        "[Juniper]'s dog is here.",
        "{Juniper} tomorrow?",
        "[Parol] toured with acts. {Dumped} by [Simon]. Engineers decided it.",
        "[De la Sota] ran. We saw [De la Sota].",
        "{Critics} said ``[Ana]'' and called [Ravi] ``great''. [Siemens] says so. {Siemens} said so.",
        "Don`t tell [Ana], it`s late.",
        "She is an {American DJ} from [Oslo].",
        "{Zorblatt}, can you come?",
        "[Ana], can you come?",
        "[Zorblatt] said yes.",
        "Deployment failed again.",
        "{Amplification} failed again.",
        "Dinner was great. Lunch too.",
        "Sales dropped.",
        "Onboarding",
        "Yes, [Zorblatt] said so.",
        "[Alex] said the launch slipped.",
        "[Alex Moreau] said the launch slipped.",
        "[Tobias], he repairs bikes.",
        "He has a cousin called [Ilse].",
        "- {Juniper} tomorrow",
        "1. Call [Ana]",
        "She said: \"{Juniper} tomorrow\".",
    ]);
}

#[test]
fn fc_25_words_that_are_names() {
    check(&[
        "Will you grace us with a song?",
        "{Will} called [Grace].",
        "{Will} said so.",
        "{Grace}, thanks!",
        "{Mark} asked for it.",
        "Mark the date.",
        "Hope you are well.",
        "May I come?",
        "I called [Will] and [Grace].",
        "I met [Mark] in May.",
        "I met [May] there.",
        "It was on May 5, or 6 May.",
        "[Will Smith] came.",
        "Will [Ana] come?",
        "Mark [Ravi] as absent.",
        "Bill them for it.",
        "{Rose} and [Ana] came.",
        "Rose petals fell.",
        "Frank discussions helped.",
        "[Mark Weber] called.",
        "{Art} is long.",
        "Joy to the world.",
        "She knows [Joy] and [Hope].",
        "[Bill Gates] bought it.",
    ]);
}

#[test]
fn never_names() {
    check(&[
        "I think I'm late, and We'll see.",
        "Monday and Tuesday in March.",
        "See you on Friday, 3 January.",
        "We meet [Ravi] Monday.",
        "My flatmate moved out on Friday.",
        "My flatmate is called [Maren].",
        "Ask Mum and Dad.",
        "Ask Aunt [Rosa].",
        "the Team and the System, the Project, the Company",
        "The Team likes it. {Team Meeting} at noon.",
        "speaker-3 said no. Speaker 3 said yes. Speaker-3: hm",
        "Assistant: hello. User: hello",
        "Mail ana@example.com or @Ana, see #Acme and https://Acme.com/Ravi",
        "Run `Ravi::new()` and My_Class and Foo::Bar and C:\\Ravi",
        "```\nAna = Ravi\n```",
        "Dr. came. Mr said.",
        "Don't go. Can't go. Won't go. It's late. That's it. Let's go. What's up? There's more.",
        "Today, Tomorrow, Yesterday, Please, Thanks, Yes, No, OK.",
        "Why? Because. How? When? Where?",
        "President [Lincoln] spoke to Professor [Zorblatt].",
        "A Follow-up is due. A {T-shirt} is here.",
        "You, He, She, They, Everyone, Nobody",
    ]);
}

#[test]
fn doubt_is_latent() {
    check(&[
        "{ANA} CALLED {RAVI} NOW",
        "The {U.S.} is big.",
        "We choose {Plan B}.",
        "He speaks {English} and {French}.",
        "{Phase 2} begins.",
        "{Weekly Sales Report} For [Ana Silva]",
        "Wir haben das {Angebot} nicht für den {Termin} mit [Frau Klein].",
        "I like {CI}/{CD}.",
    ]);
}

#[test]
fn uncased_scripts_give_nothing() {
    check(&["田中電機 と 김서준", "شركة الندى", "ירוק בע\"מ", "ไทยพาณิชย์", "नमस्ते दुनिया", "田中さんと[Tanaka]さん"]);
}

#[test]
fn limits() {
    let long = format!("I met {}.", "Zorblatt ".repeat(7));
    assert!(names(&long).is_empty());
    let wide = format!("I met Z{}.", "o".repeat(130));
    assert!(names(&wide).is_empty());
    for text in [
        "Ana ".repeat(20_000),
        "A. ".repeat(20_000),
        "`".repeat(20_000),
        "van ".repeat(20_000),
        "President ".repeat(20_000),
        "Call ".repeat(20_000),
        "Bank of ".repeat(20_000),
        "d'A-".repeat(20_000),
        "` ".repeat(20_000),
    ] {
        let _ = names(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spans_are_cut_at_characters_and_in_order(text in "(\\PC|[A-Za-z .,'&@#`\n:-]|Ana |Will |van |Dr\\. |S\\. |5 ){0,60}") {
        let mut at = 0;
        for found in names(&text) {
            prop_assert!(found.start >= at && found.start < found.end);
            prop_assert!(text.get(found.start..found.end).is_some());
            at = found.end;
        }
    }
}
