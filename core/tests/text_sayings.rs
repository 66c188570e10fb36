//! What people write, and what may be stored of it: letters, notes and chats, from the text to the stored claim.
//!
//! A row is a text, a claim of it, and what is due by DESIGN section 4: the speech act under which it is stored, or why it is
//! not. A predicate behind `-` is denied. What should come out was written down before it was tried.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::Session;
use support::told::told;

#[track_caller]
fn check(rows: &[(&str, &str, &str, &str, &str)]) {
    let mut session = Session::open(&InMemory::new());
    let mut wrong = Vec::new();
    for (n, (text, subject, predicate, object, due)) in rows.iter().enumerate() {
        let positive = predicate.trim_start_matches('-');
        let mut event = told(&n.to_string(), None, None, text, &[(*subject, positive, *object)]);
        event.claims[0].polarity = (positive.len() < predicate.len()).then(|| "negative".to_owned());
        let report = session.take(event).expect("is taken");
        let got = match &report.claims[0] {
            ClaimVerdict { stored: false, reason, .. } => reason.clone().expect("says why"),
            ClaimVerdict { id, .. } => {
                let all = session.claims(ClaimFilter::default());
                let row = all.iter().find(|row| Some(&row.id) == id.as_ref()).expect("is stored");
                row.speech_act.clone()
            }
        };
        if got != *due {
            wrong.push(format!("{text:?}: {subject} {predicate} {object} is {got} and should be {due}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_stands_beside_is_no_question() {
    check(&[
        ("Dana, who is away, lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("Dana (who is away) lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("Leeds, which is up north, is where Dana works.", "Dana", "works_in", "Leeds", "assertion"),
        ("My boss, whose car is new, hired Dana.", "My boss", "hired", "Dana", "assertion"),
        ("I met Omar, who is a nurse.", "I", "met", "Omar", "assertion"),
        ("I work with Omar, who is great", "I", "works_with", "Omar", "assertion"),
        ("dana, who is away, lives in leeds", "dana", "lives_in", "leeds", "assertion"),
        ("Which is why Dana left Leeds.", "Dana", "left", "Leeds", "assertion"),
        ("Why Dana left Leeds is a mystery.", "Dana", "left", "Leeds", "assertion"),
        ("Dana lives in Leeds, and so do I.", "Dana", "lives_in", "Leeds", "assertion"),
        ("Dana lives in Leeds (https://maps.example/?q=1).", "Dana", "lives_in", "Leeds", "assertion"),
        ("who cares, dana lives in leeds", "dana", "lives_in", "leeds", "assertion"),
        ("what a day, dana moved to leeds", "dana", "moved_to", "leeds", "assertion"),
        ("thats where dana lives: leeds", "dana", "lives_in", "leeds", "assertion"),
        ("hey omar, who is dana", "omar", "knows", "dana", "not_an_assertion"),
        ("do u know if dana is in leeds", "dana", "is_in", "leeds", "not_an_assertion"),
        ("where does dana live in leeds", "dana", "lives_in", "leeds", "not_an_assertion"),
        ("Anyone seen Omar in Leeds", "Omar", "is_in", "Leeds", "not_an_assertion"),
        ("I live in Leeds, right?", "I", "lives_in", "Leeds", "not_an_assertion"),
        ("Isn't Dana in Leeds?", "Dana", "is_in", "Leeds", "not_an_assertion"),
        ("Will Omar visit Leeds", "Omar", "visits", "Leeds", "not_an_assertion"),
        ("Dana lives in Leeds, doesn't she.", "Dana", "lives_in", "Leeds", "not_an_assertion"),
    ]);
}

#[test]
fn a_name_that_is_a_word_is_a_name() {
    check(&[
        ("May lives in Leeds.", "May", "lives_in", "Leeds", "assertion"),
        ("May Parker lives in Leeds.", "May Parker", "lives_in", "Leeds", "assertion"),
        ("May, my sister, lives in Leeds.", "May", "lives_in", "Leeds", "assertion"),
        ("I met May in Leeds.", "I", "met", "May", "assertion"),
        ("may is living with omar", "may", "lives_with", "omar", "assertion"),
        ("In May I moved to Leeds.", "I", "moved_to", "Leeds", "assertion"),
        ("Will Smith lives in Leeds.", "Will Smith", "lives_in", "Leeds", "assertion"),
        ("Will has moved to Leeds.", "Will", "moved_to", "Leeds", "assertion"),
        ("Will said he moved to Leeds.", "he", "moved_to", "Leeds", "quotation"),
        ("Mark and Grace run the Bakery.", "Mark", "runs", "Bakery", "assertion"),
        ("Rose is a nurse at Acme.", "Rose", "works_at", "Acme", "assertion"),
        ("Drew works with Hope.", "Drew", "works_with", "Hope", "assertion"),
        ("May I visit Omar", "I", "visits", "Omar", "not_an_assertion"),
        ("Omar may move to Leeds.", "Omar", "moves_to", "Leeds", "not_an_assertion"),
        ("Dana may have moved to Leeds.", "Dana", "moved_to", "Leeds", "not_an_assertion"),
    ]);
}

#[test]
fn a_comma_is_no_beginning() {
    check(&[
        ("Dana cooks, bakes, and walks dogs for Acme.", "Dana", "walks_dogs_for", "Acme", "assertion"),
        ("They read, write and walk with Omar.", "They", "walk_with", "Omar", "assertion"),
        ("My parents cook, walk and read with Omar.", "My parents", "read_with", "Omar", "assertion"),
        ("On Fridays, we meet Omar.", "we", "meet", "Omar", "assertion"),
        ("Friday my sister meets Omar.", "my sister", "meets", "Omar", "assertion"),
        ("Rachel my cousin lives in Leeds.", "Rachel", "lives_in", "Leeds", "assertion"),
        ("Dana, Omar and Priya work at Acme.", "Priya", "works_at", "Acme", "assertion"),
        ("I live in Leeds, always have.", "I", "lives_in", "Leeds", "assertion"),
        ("Look, I live in Leeds.", "I", "lives_in", "Leeds", "assertion"),
        ("Work is fine and I like Acme.", "I", "likes", "Acme", "assertion"),
        ("Had a call with Omar about Leeds", "Omar", "discussed", "Leeds", "assertion"),
        ("Never liked Leeds, but Dana does.", "Dana", "likes", "Leeds", "assertion"),
        ("Guess what, Dana moved to Leeds!", "Dana", "moved_to", "Leeds", "assertion"),
        ("Omar, call Dana.", "Omar", "calls", "Dana", "not_an_assertion"),
        ("pls tell omar dana moved to leeds", "dana", "moved_to", "leeds", "not_an_assertion"),
        ("can u call dana in leeds", "dana", "is_in", "leeds", "not_an_assertion"),
        ("let me know if omar is in leeds", "omar", "is_in", "leeds", "not_an_assertion"),
        ("dont call dana in leeds", "dana", "is_in", "leeds", "not_an_assertion"),
    ]);
}

#[test]
fn an_intention_is_kept_and_a_supposition_is_not_stored() {
    check(&[
        ("Dana hopes to visit Leeds.", "Dana", "hopes_to_visit", "Leeds", "assertion"),
        ("Dana plans to move to Leeds next year.", "Dana", "plans_to_move_to", "Leeds", "assertion"),
        ("Dana would like to visit Leeds.", "Dana", "would_like_to_visit", "Leeds", "assertion"),
        ("I hope to visit Leeds.", "I", "hopes_to_visit", "Leeds", "assertion"),
        ("I hope to visit Leeds.", "I", "visited", "Leeds", "intention_lost"),
        ("I'd love to visit Leeds.", "I", "would_love_to_visit", "Leeds", "assertion"),
        ("i wanna move to leeds", "i", "wants_to_move_to", "leeds", "assertion"),
        ("i wanna move to leeds", "i", "lives_in", "leeds", "intention_lost"),
        ("i dont want to move to leeds", "i", "moves_to", "leeds", "intention_lost"),
        ("im trying to set up Redis", "I", "uses", "Redis", "subject_not_grounded"),
        ("I'd already moved to Leeds by then.", "I", "moved_to", "Leeds", "assertion"),
        ("I think of Leeds a lot.", "I", "thinks_of", "Leeds", "assertion"),
        ("I believe in Dana.", "I", "believes_in", "Dana", "assertion"),
        ("Dana looks like Omar.", "Dana", "looks_like", "Omar", "assertion"),
        ("I think Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "not_an_assertion"),
        ("I don't really think Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "not_an_assertion"),
        ("i dont think dana lives in leeds", "dana", "lives_in", "leeds", "not_an_assertion"),
        ("maybe dana lives in leeds", "dana", "lives_in", "leeds", "not_an_assertion"),
        ("I hope Dana moves to Leeds.", "Dana", "moves_to", "Leeds", "not_an_assertion"),
        ("Dana hopes Omar moves to Leeds.", "Omar", "moves_to", "Leeds", "not_an_assertion"),
        ("Looks like Dana moved to Leeds.", "Dana", "moved_to", "Leeds", "not_an_assertion"),
        ("Hopefully Dana likes Leeds.", "Dana", "likes", "Leeds", "not_an_assertion"),
        ("I'd say Dana likes Leeds.", "Dana", "likes", "Leeds", "not_an_assertion"),
        ("idk, dana lives in leeds i guess", "dana", "lives_in", "leeds", "not_an_assertion"),
        ("Dana lives in Leeds, I'm pretty sure.", "Dana", "lives_in", "Leeds", "not_an_assertion"),
        ("Dana must be in Leeds.", "Dana", "is_in", "Leeds", "not_an_assertion"),
        ("Dana lives in Leeds if I remember right.", "Dana", "lives_in", "Leeds", "not_an_assertion"),
    ]);
}

#[test]
fn only_what_others_say_is_quoted() {
    check(&[
        ("As I said, Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("I told Omar that I live in Leeds.", "I", "lives_in", "Leeds", "assertion"),
        ("Needless to say, Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("Dana writes code for Acme.", "Dana", "writes_code_for", "Acme", "assertion"),
        ("Dana reports to Omar.", "Dana", "reports_to", "Omar", "assertion"),
        ("Dana thinks about Leeds.", "Dana", "thinks_about", "Leeds", "assertion"),
        ("The so-called 'expert' Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("The so-called “expert” Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("Robert \"Bob\" Smith lives in Leeds.", "Robert", "lives_in", "Leeds", "assertion"),
        ("I read \"The Lord of the Rings\" in Leeds.", "I", "was_in", "Leeds", "assertion"),
        ("Dana O'Brien's dogs' home is in Leeds.", "Dana O'Brien", "has_dogs_in", "Leeds", "assertion"),
        ("My 27\" screen from Acme is in Leeds.", "Acme", "is_in", "Leeds", "assertion"),
        ("My 27“ screen from Acme is in Leeds.", "Acme", "is_in", "Leeds", "assertion"),
        ("I heard Dana moved to Leeds.", "Dana", "moved_to", "Leeds", "quotation"),
        ("I was told Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "quotation"),
        ("Omar says Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "quotation"),
        ("Omar wrote that Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "quotation"),
        ("Omar mentioned Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "quotation"),
        ("Dana moved to Leeds, wrote Omar.", "Dana", "moved_to", "Leeds", "quotation"),
        ("Dana moved to Leeds, according to Omar.", "Dana", "moved_to", "Leeds", "quotation"),
        ("“I live in Leeds,” said Omar.", "Omar", "lives_in", "Leeds", "quotation"),
        ("Omar said: \"I moved. Dana lives in Leeds. Come!\"", "Dana", "lives_in", "Leeds", "quotation"),
        ("apparently dana moved to leeds", "dana", "moved_to", "leeds", "quotation"),
    ]);
}

#[test]
fn what_is_denied_is_not_said() {
    check(&[
        ("Dana doesn't live in Leeds.", "Dana", "lives_in", "Leeds", "denied"),
        ("Dana doesn't live in Leeds.", "Dana", "-lives_in", "Leeds", "assertion"),
        ("Dana doesn't live in Leeds.", "Dana", "does_not_live_in", "Leeds", "assertion"),
        ("i dont live in leeds", "i", "lives_in", "leeds", "denied"),
        ("i dont live in leeds", "i", "-lives_in", "leeds", "assertion"),
        ("dana no longer lives in leeds", "dana", "lives_in", "leeds", "denied"),
        ("dana no longer lives in leeds", "dana", "left", "leeds", "assertion"),
        ("Omar says Dana never lived in Leeds.", "Dana", "lived_in", "Leeds", "denied"),
        ("Dana lives in York, not in Leeds.", "Dana", "lives_in", "Leeds", "denied"),
        ("Dana lives in York, not in Leeds.", "Dana", "lives_in", "York", "assertion"),
        ("I can't wait to see Leeds.", "I", "looks_forward_to", "Leeds", "assertion"),
        ("No, Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
    ]);
}

#[test]
fn chats_are_read_as_they_are_written() {
    check(&[
        ("moved to leeds 🎉 dana helped me", "dana", "helped", "me", "assertion"),
        ("omg dana moved to leeds 😭😭", "dana", "moved_to", "leeds", "assertion"),
        ("nah dana lives in leeds lol", "dana", "lives_in", "leeds", "assertion"),
        ("yeah i live in leeds w omar", "i", "lives_in", "leeds", "assertion"),
        ("I ❤️ Leeds", "I", "loves", "Leeds", "assertion"),
        ("dana & omar live in leeds", "omar", "lives_in", "leeds", "assertion"),
        ("1. Dana lives in Leeds", "Dana", "lives_in", "Leeds", "assertion"),
        ("- Dana: lives in Leeds", "Dana", "lives_in", "Leeds", "assertion"),
        ("FYI Dana lives in Leeds.", "Dana", "lives_in", "Leeds", "assertion"),
        ("Alphabet is in Leeds", "Alpha", "is_in", "Leeds", "subject_not_grounded"),
        ("I like C++20 in Leeds", "C++", "is_in", "Leeds", "subject_not_grounded"),
    ]);
}
