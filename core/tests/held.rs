//! What random commands once found broken, each as the few commands that show it.

#[path = "support/model/mod.rs"]
mod model;
mod support;

use model::command::{
    Answer, BIRTHDAYS, Card, Change, Choice, Command, Host, Identity, MAILS, Message, NAMES, Step, Touch,
};
use model::world::World;

fn name(text: &str) -> usize {
    NAMES.iter().position(|name| *name == text).expect("is one of the names")
}

fn card(uid: usize, text: &str, mail: &str) -> Command {
    let mail = MAILS.iter().position(|known| *known == mail).expect("is one of the addresses");
    Command::Card(Card { uid, name: name(text), mail, birthday: 0, org: false })
}

fn born(uid: usize, text: &str, day: &str) -> Command {
    let birthday = BIRTHDAYS.iter().position(|known| *known == day).expect("is one of the birthdays");
    Command::Card(Card { uid, name: name(text), mail: 0, birthday, org: false })
}

fn says(talk: usize, speaker: &str, text: &str) -> Command {
    Command::Message(Message { talk, speaker: name(speaker), text: 1, name: name(text) })
}

fn hint(text: &str, org: bool, speaker: Option<&str>) -> Command {
    let speaker = speaker.map(name);
    Command::Host(Host { name: name(text), text: 1, speaker, org, identity: Identity::Hint })
}

fn decide(question: usize, answer: Answer) -> Command {
    Command::Decide(Choice { question, any: false, answer, ticks: None, survivor: None })
}

fn check(commands: impl IntoIterator<Item = Command>) {
    let mut world = World::new();
    for command in commands {
        world.step(&Step { space: 0, command }).unwrap_or_else(|why| panic!("{why}"));
    }
    world.finish(7).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn an_undone_new_name_leaves_the_questions_that_were_there() {
    check([
        says(1, "Dana", "Alex Moreau"),
        decide(0, Answer::Accept),
        hint("Alex Moreau", false, Some("Alex Tanaka")),
        hint("Alex Moreau", true, None),
    ]);
}

#[test]
fn a_pair_that_shares_two_names_is_one_question() {
    check([
        hint("Ravi Shankar", false, None),
        says(2, "Ravi S.", "dana holt"),
        decide(62, Answer::Accept),
        hint("Ravi Shankar", true, Some("Ravi S.")),
    ]);
}

#[test]
fn a_pair_that_shares_two_addresses_is_one_question() {
    check([
        card(2, "José Núñez", "one@example.org"),
        card(1, "Alex Moreau", "Two@Example.org"),
        card(0, "Alex Moreau", "one@example.org"),
        card(4, "Jose Nunez", "Two@Example.org"),
        decide(40, Answer::Accept),
    ]);
}

#[test]
fn what_was_asked_again_can_be_accepted_whoever_of_a_group_was_rejected() {
    check([
        card(1, "Alex Tanaka", "one@example.org"),
        card(5, "Alex", "two@example.org"),
        card(2, "Dana Holt", "one@example.org"),
        decide(0, Answer::Reject),
        card(2, "Ravi S.", "two@example.org"),
    ]);
}

#[test]
fn an_undone_choice_is_no_precedent() {
    check([
        says(1, "Dana Holt", "Ravi S."),
        says(1, "한빛연구소", "Ravi Shankar"),
        says(0, "dana holt", "Dana"),
        decide(39, Answer::Accept),
        says(0, "Alex Moreau", "Dana"),
    ]);
}

#[test]
fn what_asks_in_the_place_of_a_withdrawn_question_is_fresh() {
    check([
        card(0, "Jose Nunez", "two@example.org"),
        card(3, "Dana Hold", "two@example.org"),
        card(4, "한빛연구소", "two@example.org"),
        card(1, "José Núñez", "two@example.org"),
        decide(57, Answer::Accept),
        card(0, "Dana", "one@example.org"),
        Command::Refresh { question: 19 },
    ]);
}

#[test]
fn a_question_says_so_when_a_rejection_has_come_to_reach_it() {
    check([
        card(4, "Dana Holt", "two@example.org"),
        card(0, "Ravi Shankar", "one@example.org"),
        card(3, "Alex", "two@example.org"),
        decide(13, Answer::Reject),
        card(4, "Ravi S.", ""),
        card(3, "Alex Tanaka", "one@example.org"),
    ]);
}

#[test]
fn what_was_said_of_a_name_is_taken_back_for_its_spellings_too() {
    check([
        says(0, "Ravi S.", "Jose Nunez"),
        card(4, "José Núñez", "one@example.org"),
        decide(7, Answer::Reject),
        says(2, "Dana Hold", "José Núñez"),
        card(4, "Jose Nunez", "one@example.org"),
    ]);
}

#[test]
fn a_change_of_what_was_absorbed_is_a_change_of_who_absorbed_it() {
    check([
        card(1, "한빛연구소", "two@example.org"),
        says(0, "Alex", "Alex Moreau"),
        says(1, "Dana Holt", "Ravi Shankar"),
        says(1, "Ravi Shankar", "Alex Moreau"),
        hint("Dana", false, None),
        card(2, "Alex", "two@example.org"),
        says(0, "Alex", "José Núñez"),
        decide(7, Answer::Accept),
        card(4, "Alex Tanaka", "one@example.org"),
        card(2, "José Núñez", "one@example.org"),
    ]);
}

#[test]
fn what_an_undo_brings_back_is_compared_again_for_who_absorbed_it() {
    check([
        says(2, "Dana Holt", "Ravi Shankar"),
        says(1, "Ravi S.", "Dana Hold"),
        decide(0, Answer::Choose(1)),
        hint("한빛연구소", false, Some("Ravi Shankar")),
        card(5, "Ravi S.", "one@example.org"),
    ]);
}

#[test]
fn a_name_in_text_is_asked_about_when_the_group_that_answered_it_is_cut() {
    check([
        card(2, "José Núñez", ""),
        born(4, "José Núñez", "1980-05-17"),
        says(1, "José Núñez", "Dana Holt"),
        says(0, "Dana Holt", "José Núñez"),
        born(0, "Jose Nunez", "1954-11-30"),
    ]);
}

#[test]
fn what_is_known_by_its_name_alone_again_steps_back() {
    let host =
        |org, identity| Command::Host(Host { name: name("José Núñez"), text: 0, speaker: None, org, identity });
    check([
        Command::Message(Message { talk: 0, speaker: name("José Núñez"), text: 2, name: name("Dana Hold") }),
        Command::Message(Message { talk: 2, speaker: name("한빛연구소"), text: 0, name: name("Jose Nunez") }),
        host(false, Identity::Hint),
        Command::Decide(Choice { question: 20, any: false, answer: Answer::Choose(3), ticks: None, survivor: None }),
        host(true, Identity::New),
        born(1, "José Núñez", "1954-11-30"),
    ]);
}

#[test]
fn what_was_linked_by_a_precedent_during_a_merge_follows_it_afterwards() {
    let many = |question, answer| Choice { question, any: false, answer, ticks: None, survivor: None };
    check([
        says(2, "Alex Moreau", "Dana Hold"),
        Command::Host(Host {
            name: name("Ravi Shankar"),
            text: 2,
            speaker: Some(name("Alex Tanaka")),
            org: false,
            identity: Identity::New,
        }),
        card(3, "Alex Tanaka", "Two@Example.org"),
        card(2, "Ravi Shankar", "two@example.org"),
        says(2, "José Núñez", "Ravi S."),
        Command::Decide(Choice { any: true, ..many(63, Answer::Choose(0)) }),
        Command::DecideMany(vec![
            Choice { ticks: Some(30), survivor: Some(2), ..many(27, Answer::Choose(3)) },
            many(25, Answer::Accept),
            Choice { any: true, ..many(60, Answer::Snooze) },
            many(6, Answer::CantTell),
        ]),
        Command::Message(Message { talk: 2, speaker: name("José Núñez"), text: 0, name: name("Ravi S.") }),
    ]);
}

#[test]
fn a_group_of_which_some_are_rejected_leaves_the_others_to_be_asked_about() {
    // Two of four, in all ways, and three.
    for ticks in [3, 5, 6, 9, 10, 12, 7, 14] {
        let ticks = Some(ticks);
        check([
            card(2, "한빛연구소", "Two@Example.org"),
            card(0, "dana holt", "Two@Example.org"),
            card(1, "Dana Hold", "Two@Example.org"),
            card(5, "Dana Holt", "Two@Example.org"),
            says(2, "Alex", "Dana Holt"),
            Command::Decide(Choice { question: 0, any: false, answer: Answer::Reject, ticks, survivor: None }),
            Command::Undo { review: 0, together: false },
        ]);
    }
}

#[test]
fn what_a_source_says_is_heard_though_the_owner_said_it_before() {
    let mail = MAILS.iter().position(|mail| *mail == "one@example.org").expect("is one of the addresses");
    check([
        card(0, "Jose Nunez", ""),
        Command::Edit(Touch { entity: 1, other: 30, change: Change::AddMail(mail) }),
        card(0, "Jose Nunez", "one@example.org"),
    ]);
}
