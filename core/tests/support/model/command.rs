//! The commands of the random tests, and how they are drawn. A command names what it acts on by position, so that
//! every shorter list of commands is one as well and a failing list can be shrunk.

use crate::support::given;
use namesake_core::protocol::Call;
use proptest::prelude::*;
use std::fmt;

/// Names that are each other's homonyms, short forms, accents, typos, parts.
pub const NAMES: [&str; 13] = [
    "Dana Holt",
    "dana holt",
    "Dana",
    "Dana Hold",
    "José Núñez",
    "Jose Nunez",
    "Ravi Shankar",
    "Ravi S.",
    "Alex Moreau",
    "Alex Tanaka",
    "Alex",
    "한빛연구소",
    "한빛 연구소",
];
pub const MAILS: [&str; 4] = ["", "one@example.org", "two@example.org", "Two@Example.org"];
pub const BIRTHDAYS: [&str; 4] = ["", "", "1980-05-17", "1954-11-30"];
/// Forms of names that may be said to be short for others, none of which the tables know.
pub const FORMS: [(&str, &str); 3] = [("dana", "ravi"), ("alex", "dana"), ("moreau", "tanaka")];
pub const TEXTS: [&str; 4] = ["I met {} today.", "{} said yes.", "We asked {} and it was fine.", "Thanks to {}!"];
pub const SPACES: [&str; 2] = [crate::support::SPACE, "work"];

/// A command in one of the spaces.
#[derive(Clone)]
pub struct Step {
    /// Of [`SPACES`].
    pub space: usize,
    pub command: Command,
}

/// What is done. Positions count modulo what is there.
#[derive(Debug, Clone)]
pub enum Command {
    /// Import a file with one card; a known uid changes its entity.
    Card(Card),
    /// Import a conversation again that has grown by one message.
    Message(Message),
    /// An event of a host.
    Host(Host),
    Organize,
    Decide(Choice),
    DecideMany(Vec<Choice>),
    Undo {
        review: usize,
        together: bool,
    },
    Refresh {
        question: usize,
    },
    Edit(Touch),
    /// Say of one of [`FORMS`] that it holds, or that it does not.
    Form {
        form: usize,
        remove: bool,
    },
    Snapshot,
    Rebuild,
    /// Close and open again: from the snapshot and what came after, or from the journal alone.
    Reopen {
        journal_only: bool,
    },
}

#[derive(Debug, Clone)]
pub struct Card {
    pub uid: usize,
    pub name: usize,
    pub mail: usize,
    pub birthday: usize,
    pub org: bool,
}

#[derive(Debug, Clone)]
pub struct Message {
    pub talk: usize,
    pub speaker: usize,
    pub text: usize,
    pub name: usize,
}

#[derive(Debug, Clone)]
pub struct Host {
    pub name: usize,
    pub text: usize,
    pub speaker: Option<usize>,
    pub org: bool,
    pub identity: Identity,
}

/// What a host says of the name in its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// Nothing but the name.
    Hint,
    New,
    /// The entity of this card.
    Known(usize),
}

/// An edit by hand of an entity, by its position among those in use.
#[derive(Debug, Clone)]
pub struct Touch {
    pub entity: usize,
    /// For what is about two: the position of the other one among the others.
    pub other: usize,
    pub change: Change,
}

/// What is changed. Names and addresses that are added are of [`NAMES`] and [`MAILS`], those that are taken away by position
/// among what is there; what goes to a new half is one bit each.
#[derive(Debug, Clone)]
pub enum Change {
    Rename(usize),
    AddName(usize),
    RemoveName(usize),
    AddMail(usize),
    RemoveMail(usize),
    SetKind(bool),
    Ask,
    Merge,
    NotSame,
    Split { names: u8, mails: u8, mentions: u8, kept: u8 },
}

/// A decision.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Position among the open questions.
    pub question: usize,
    /// Also those that are closed or held back.
    pub any: bool,
    pub answer: Answer,
    /// Which members are ticked, one bit each; all if absent.
    pub ticks: Option<u8>,
    /// Position of the survivor among the members.
    pub survivor: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Accept,
    Reject,
    CantTell,
    Snooze,
    /// The candidate at this position.
    Choose(usize),
    SomeoneNew,
}

impl Command {
    /// What can be drawn, with how often.
    pub fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            6 => card().prop_map(Self::Card),
            4 => message().prop_map(Self::Message),
            3 => host().prop_map(Self::Host),
            2 => Just(Self::Organize),
            10 => choice().prop_map(Self::Decide),
            1 => prop::collection::vec(choice(), 1..5).prop_map(Self::DecideMany),
            5 => (0..64usize, any::<bool>()).prop_map(|(review, together)| Self::Undo { review, together }),
            1 => (0..64usize).prop_map(|question| Self::Refresh { question }),
            5 => touch().prop_map(Self::Edit),
            1 => (0..FORMS.len(), any::<bool>()).prop_map(|(form, remove)| Self::Form { form, remove }),
            1 => Just(Self::Snapshot),
            1 => Just(Self::Rebuild),
            1 => any::<bool>().prop_map(|journal_only| Self::Reopen { journal_only }),
        ]
    }
}

/// A list of commands of this length.
pub fn steps(length: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (prop::bool::weighted(0.1), Command::any())
        .prop_map(|(work, command)| Step { space: usize::from(work), command });
    prop::collection::vec(step, length)
}

fn card() -> impl Strategy<Value = Card> {
    (0..6usize, 0..NAMES.len(), 0..MAILS.len(), 0..BIRTHDAYS.len(), prop::bool::weighted(0.1))
        .prop_map(|(uid, name, mail, birthday, org)| Card { uid, name, mail, birthday, org })
}

fn message() -> impl Strategy<Value = Message> {
    (0..3usize, 0..NAMES.len(), 0..TEXTS.len(), 0..NAMES.len()).prop_map(|(talk, speaker, text, name)| Message {
        talk,
        speaker,
        text,
        name,
    })
}

fn host() -> impl Strategy<Value = Host> {
    let identity = prop_oneof![
        4 => Just(Identity::Hint),
        1 => Just(Identity::New),
        2 => (0..6usize).prop_map(Identity::Known),
    ];
    let speaker = prop::option::weighted(0.2, 0..NAMES.len());
    (0..NAMES.len(), 0..TEXTS.len(), speaker, prop::bool::weighted(0.2), identity)
        .prop_map(|(name, text, speaker, org, identity)| Host { name, text, speaker, org, identity })
}

fn touch() -> impl Strategy<Value = Touch> {
    let bits = || any::<u8>();
    let change = prop_oneof![
        2 => (0..NAMES.len()).prop_map(Change::Rename),
        2 => (0..NAMES.len()).prop_map(Change::AddName),
        1 => (0..8usize).prop_map(Change::RemoveName),
        2 => (0..MAILS.len()).prop_map(Change::AddMail),
        1 => (0..8usize).prop_map(Change::RemoveMail),
        1 => any::<bool>().prop_map(Change::SetKind),
        2 => Just(Change::Ask),
        2 => Just(Change::Merge),
        2 => Just(Change::NotSame),
        3 => (bits(), bits(), bits(), bits())
            .prop_map(|(names, mails, mentions, kept)| Change::Split { names, mails, mentions, kept }),
    ];
    (0..64usize, 0..64usize, change).prop_map(|(entity, other, change)| Touch { entity, other, change })
}

fn choice() -> impl Strategy<Value = Choice> {
    let answer = prop_oneof![
        8 => Just(Answer::Accept),
        4 => Just(Answer::Reject),
        1 => Just(Answer::CantTell),
        1 => Just(Answer::Snooze),
        5 => (0..4usize).prop_map(Answer::Choose),
        3 => Just(Answer::SomeoneNew),
    ];
    let ticks = prop::option::weighted(0.2, any::<u8>());
    let survivor = prop::option::weighted(0.2, 0..4usize);
    (0..64usize, prop::bool::weighted(0.1), answer, ticks, survivor)
        .prop_map(|(question, any, answer, ticks, survivor)| Choice { question, any, answer, ticks, survivor })
}

/// Says of a form that it holds, or that it does not.
pub fn say_form(space: &str, form: usize, remove: bool) -> Call {
    let (short, long) = FORMS[form];
    let (space, forms) = (space.to_owned(), vec![given(short, long)]);
    if remove { Call::RemoveShortForms { space, forms } } else { Call::AddShortForms { space, forms } }
}

impl Card {
    pub fn text(&self) -> String {
        let line = |property: &str, value: &str| match value {
            "" => String::new(),
            value => format!("{property}:{value}\r\n"),
        };
        let mut out = format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:card-{}\r\nFN:{}\r\n", self.uid, NAMES[self.name]);
        if self.org {
            out += "KIND:org\r\n";
        }
        out += &line("EMAIL", MAILS[self.mail]);
        out += &line("BDAY", BIRTHDAYS[self.birthday]);
        out + &format!("NOTE:card {}\r\nEND:VCARD\r\n", self.uid)
    }
}

impl Message {
    /// A line of a conversation, of which it is the one with this number.
    pub fn line(&self, number: usize) -> String {
        let text = TEXTS[self.text].replace("{}", NAMES[self.name]);
        let (talk, speaker) = (self.talk, NAMES[self.speaker]);
        serde_json::json!({ "conversation": format!("talk {talk}"), "speaker": speaker, "text": text,
            "time": format!("2026-11-01T{:02}:{:02}:00Z", number / 60, number % 60) })
        .to_string()
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = SPACES[self.space];
        match &self.command {
            Command::Card(card) => write!(
                f,
                "{space}: card {} {:?} {} {} {}",
                card.uid,
                NAMES[card.name],
                MAILS[card.mail],
                BIRTHDAYS[card.birthday],
                if card.org { "organization" } else { "" }
            ),
            Command::Message(message) => write!(
                f,
                "{space}: talk {} {:?} says {:?}",
                message.talk,
                NAMES[message.speaker],
                TEXTS[message.text].replace("{}", NAMES[message.name])
            ),
            Command::Host(host) => write!(
                f,
                "{space}: host event {:?} {:?} {} speaker {:?}",
                TEXTS[host.text].replace("{}", NAMES[host.name]),
                host.identity,
                if host.org { "organization" } else { "" },
                host.speaker.map(|name| NAMES[name])
            ),
            other => write!(f, "{space}: {other:?}"),
        }
    }
}
