//! An owner's first day: 5,000 contact cards from two address books, and 20,000 messages of conversations with those people.
//!
//! One card of twenty is a person whom the other book has, too, as people really have them twice: the same name, a name
//! with a slip, a short form or a middle name more, and an address or number in common or not. How many questions that
//! makes, and how many of those about two cards are about one person.

use super::data;
use super::options::Options;
use super::random::Random;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, questions};
use namesake_core::store::InMemory;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Cards in both address books.
const CARDS: usize = 5_000;
/// Messages, a twentieth of them in each conversation of a set.
const MESSAGES: usize = 20_000;
/// Conversations.
const TALKS: usize = 80;

/// Given names with a form that people use in place of them.
const SHORT: [(&str, &str); 6] = [
    ("robert", "bob"),
    ("william", "bill"),
    ("elizabeth", "liz"),
    ("michael", "mike"),
    ("jennifer", "jen"),
    ("james", "jim"),
];

struct Person {
    name: String,
    email: String,
    phone: String,
}

pub(super) fn measure(options: &Options) -> Result<Vec<Row>, String> {
    let mut random = Random::new(5);
    let own = CARDS - CARDS / 20;
    let people: Vec<Person> =
        data::names(options.data.as_deref(), CARDS).names[..own].iter().enumerate().map(person).collect();
    let (first, second, twice) = books(&people, &mut random);
    let mut session = Session::open(&InMemory::new())?;
    let mut took = 0.0;
    for (file, bytes) in [("phone.vcf", first), ("mail.vcf", second), ("talks.jsonl", talks(&people, &mut random))] {
        let (report, time) = session.import(file, bytes)?;
        took += time.whole.as_secs_f64();
        if report.refused_total > 0 {
            return Err(format!("{file}: {:?}", report.refused.first()));
        }
    }
    let (_, organized) = session.organize()?;
    let space = session.memory.state().space(SPACE).ok_or("nothing was taken")?;
    let key = |id| space.entities.get(&id).and_then(|entity| entity.source_key.clone()).unwrap_or_default();
    let (mut of_cards, mut right, mut found) = (0, 0, HashSet::new());
    let asked = questions(space);
    let mut kinds: HashMap<String, usize> = HashMap::new();
    for proposal in &asked {
        *kinds.entry(format!("{:?}", proposal.kind).to_lowercase()).or_default() += 1;
        let cards: Vec<String> = proposal.members().map(key).filter(|key| key.starts_with("card:")).collect();
        if proposal.name.is_some() || cards.len() < 2 {
            continue;
        }
        of_cards += 1;
        let pairs = cards.iter().enumerate().flat_map(|(at, a)| cards[at + 1..].iter().map(move |b| sorted(a, b)));
        let pairs: Vec<_> = pairs.filter(|pair| twice.contains(pair)).collect();
        right += usize::from(!pairs.is_empty());
        found.extend(pairs);
    }
    let items = (CARDS + MESSAGES) as f64;
    let row = |what: &str, value: f64, unit: &str, bar| Row::new(format!("a mixed memory, {what}"), value, unit, bar);
    let mut out = vec![
        row("import", took, "s", Bar::None),
        row("organize", organized.whole.as_secs_f64(), "s", Bar::None),
        row("questions per 100 items", asked.len() as f64 * 100.0 / items, "", Bar::None),
        row("questions about two cards", f64::from(of_cards), "", Bar::None),
        row("of those true", right as f64 / f64::from(of_cards), "", Bar::AtLeast(0.9)),
        row("duplicates asked about", found.len() as f64 / twice.len() as f64, "", Bar::None),
    ];
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort();
    out.extend(kinds.into_iter().map(|(kind, count)| row(&format!("questions, {kind}"), count as f64, "", Bar::None)));
    Ok(out)
}

fn sorted(a: &str, b: &str) -> (String, String) {
    if a <= b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) }
}

fn person((number, name): (usize, &String)) -> Person {
    Person {
        name: name.clone(),
        email: format!("{}{number}@mail{}.example", name.to_lowercase().replace([' ', '\''], "."), number % 12),
        phone: format!("+44 7700 {:06}", 900_000 + number),
    }
}

fn card(out: &mut String, uid: &str, name: &str, email: Option<&str>, phone: Option<&str>) {
    let _ = write!(out, "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{uid}\r\nFN:{name}\r\n");
    if let Some(email) = email {
        let _ = write!(out, "EMAIL;TYPE=INTERNET:{email}\r\n");
    }
    if let Some(phone) = phone {
        let _ = write!(out, "TEL;TYPE=CELL:{phone}\r\n");
    }
    out.push_str("END:VCARD\r\n");
}

/// Two address books, and the pairs of cards that are one person.
fn books(people: &[Person], random: &mut Random) -> (Vec<u8>, Vec<u8>, HashSet<(String, String)>) {
    let (mut phone, mut mail) = (String::new(), String::new());
    let mut twice = HashSet::new();
    for (n, person) in people.iter().enumerate() {
        let (out, series) = if n.is_multiple_of(2) { (&mut phone, "p") } else { (&mut mail, "m") };
        card(out, &format!("{series}{n}"), &person.name, Some(&person.email), Some(&person.phone));
    }
    for n in 0..CARDS / 20 {
        let at = n * people.len() / (CARDS / 20);
        let person = &people[at];
        let (out, series, other) = if at.is_multiple_of(2) { (&mut mail, "m", "p") } else { (&mut phone, "p", "m") };
        let uid = format!("{series}x{n}");
        let name = written_again(&person.name, n, random);
        // Of what is known of them, the books share an address, a number, both, or nothing.
        let (email, number) = match n % 4 {
            0 => (Some(person.email.as_str()), None),
            1 => (None, Some(person.phone.replace(' ', ""))),
            2 => (Some(person.email.as_str()), Some(person.phone.clone())),
            _ => (None, None),
        };
        card(out, &uid, &name, email, number.as_deref());
        twice.insert(sorted(&format!("card:uid:{other}{at}"), &format!("card:uid:{uid}")));
    }
    (phone.into_bytes(), mail.into_bytes(), twice)
}

/// A person's name as another program has it.
fn written_again(name: &str, n: usize, random: &mut Random) -> String {
    let (given, family) = name.split_once(' ').unwrap_or((name, ""));
    match n % 5 {
        0 => match SHORT.iter().find(|(long, _)| given.eq_ignore_ascii_case(long)) {
            Some((_, short)) => format!("{short} {family}"),
            None => name.to_owned(),
        },
        1 => format!("{given} {}. {family}", char::from(b'A' + random.below(26) as u8)),
        2 => {
            let mut letters: Vec<char> = name.chars().collect();
            let at = 1 + random.below(letters.len() - 2);
            if letters[at] != ' ' && letters[at + 1] != ' ' {
                letters.swap(at, at + 1);
            }
            letters.into_iter().collect()
        }
        3 => format!("{family}, {given}"),
        _ => name.to_owned(),
    }
}

/// Conversations with these people: who speaks is in an address book, and so are most of those who are spoken of.
fn talks(people: &[Person], random: &mut Random) -> Vec<u8> {
    let mut out = String::new();
    for n in 0..MESSAGES {
        let talk = n % TALKS;
        let here = |k: usize| &people[(talk * 37 + k * 11) % people.len()];
        let speaker = here(random.below(6));
        let spoken_of = here(random.below(12));
        let given = spoken_of.name.split(' ').next().unwrap_or_default();
        let text = match random.below(20) {
            0..5 => format!("I met {} at the station.", spoken_of.name),
            5..8 => format!("Did you ask {given} about it?"),
            8 => format!("Somebody called Zarvik{} wrote to me.", n % 40),
            9..12 => "See you at ten, then.".to_owned(),
            12..16 => format!("The invoice {n} is paid, thank you."),
            _ => "Fine with me; let's talk tomorrow.".to_owned(),
        };
        let line = serde_json::json!({
            "conversation": format!("talk {talk}"), "speaker": speaker.name, "text": text,
            "time": 1_760_000_000_000_u64 + n as u64 * 60_000,
        });
        let _ = writeln!(out, "{line}");
    }
    out.into_bytes()
}
