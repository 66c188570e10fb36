//! How much the fields of two entities say for or against their being one: the likelihood ratio beside the names'.
//!
//! As with names ([`crate::resolve::likelihood`]) weights are hundredths of bits, and equal values say the more the fewer
//! entities here hold them. Fields that may have several values never speak against. Looks at two entities; decides
//! nothing.
//!
//! Weights of birthdays, places, occupations and of names beside fields are a logistic regression's on the records of half
//! of 999 historical persons, rounded, and drawn in where that set is not like address books: two whole birthdays that
//! differ were never one person's there. Limits, and what is added for agreeing, were then chosen on all of these persons; e-mail
//! addresses, numbers and addresses are set by hand. See docs/BENCH.md for what comes of it on other records.

use super::evidence::together;
use crate::model::{Reason, ReasonCode};
use crate::read::{evident, is_strong};
use crate::resolve::{edits_within, equal_weight, names_bits};
use crate::state::{Handle, Space};
use std::collections::{BTreeMap, BTreeSet};

/// What equal values say at most: a birthday is shared by few, an office by its staff, a household shares an address.
const MOST: [(&str, i32); 9] = [
    ("address", 1_100),
    ("birthday", 1_000),
    ("birthplace", 1_100),
    ("email", 1_400),
    ("id_number", 1_600),
    ("organization", 300),
    ("phone", 1_100),
    ("role", 800),
    ("title", 300),
];
/// What different values of a field with one value say against.
const DIFFERS: [(&str, i32); 4] = [("birthday", -600), ("birthplace", -200), ("id_number", -400), ("role", -150)];
/// Birthdays one digit apart, of which one may be a slip: one of 20 pairs of records has such, and one of 1,500 pairs of days
/// is one digit apart by chance. The same on 1 January, which many sources write for a year alone.
const DAY_SLIP: i32 = 600;
const YEAR_SLIP: i32 = 300;
/// The same of 1 January, at most.
const YEAR_SHARED: i32 = 600;
/// Birthdays two digits apart in one year, and in two; where one stands for a year; in one year and else different.
const DAY_SLIPS: i32 = 300;
const DATE_SLIPS: i32 = 150;
const YEAR_SLIPS: i32 = -100;
const SAME_YEAR: i32 = -200;
/// An identity number with one slip, and with two.
const NUMBER_SLIP: i32 = 900;
const NUMBER_SLIPS: i32 = 300;
/// An e-mail address with one slip and with two, in eight letters and more.
const MAIL_SLIP: i32 = 1_000;
const MAIL_SLIPS: i32 = 600;
/// A place that has a word in common with the other; what somebody does says as much for as against then. A slip in either.
const SHARES_WORD: i32 = 300;
const PLACE_SLIP: i32 = 300;
/// An address that has words in common: what a word, a number and a short word say, less what unequal addresses cost.
const WORD: i32 = 220;
const NUMBER: i32 = 180;
const SHORT_WORD: i32 = 60;
const WORDS_MOST: i32 = 1_200;
const ADDRESS_DIFFERS: i32 = -250;
/// Two towns.
const TOWN_DIFFERS: i32 = -150;

/// That they agree in anything, and that their names are near besides: what makes records of one person differ is seldom
/// all that they have.
const AGREE: i32 = 350;
const NEAR_TOO: i32 = 225;
/// What names say at most beside fields: an unusual name that is equal is written the same by whoever copies it.
const NAMES_MOST: i32 = 1_000;
/// What is added to the most that fields could say when pairs are looked for by their names, as what names say against is held
/// against them by half.
const LOOK_FURTHER: i32 = 800;
/// Where one has no name: any two, before anything is known of them.
const UNNAMED: i32 = -1_500;
/// From here on what is against two of one name makes them two questions.
const CONTRARY: i32 = -400;

/// What the fields say.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// In hundredths of bits.
    pub bits: i32,
    /// Named.
    pub reasons: Vec<Reason>,
    /// Something is equal or alike that tells who it is.
    pub agrees: bool,
    /// Nothing is for it, and what is against it weighs: two people of one name, hardly one. The same whatever else is
    /// in the memory.
    pub contrary: bool,
}

/// A value as it is compared and as it was written.
struct Value<'s> {
    field: &'s str,
    form: String,
    text: &'s str,
}

fn values<'s>(space: &'s Space, root: Handle) -> Vec<Value<'s>> {
    let raw = together(space, root).into_iter();
    let fields = raw.flat_map(|raw| space.entities.at(raw).content.fields.iter());
    let value = |(field, text): (&'s str, &'s str)| evident(field, text).map(|form| Value { field, form, text });
    let mut out: Vec<Value<'s>> = fields.filter_map(value).collect();
    out.sort_by(|a, b| (a.field, &a.form, a.text).cmp(&(b.field, &b.form, b.text)));
    out.dedup_by(|a, b| a.field == b.field && a.form == b.form);
    out
}

fn limit(table: &[(&str, i32)], field: &str) -> i32 {
    table.iter().find(|(name, _)| *name == field).map_or(0, |(_, bits)| *bits)
}

/// How much fields could make up for in an entity's names, beyond those by whose values pairs are found.
pub(crate) fn most(space: &Space, root: Handle) -> i32 {
    let mut of_fields: BTreeMap<&str, i32> = BTreeMap::new();
    for Value { field, form, .. } in values(space, root) {
        let most = match field {
            // A day that stands for a whole year is shared by too many to be found by it.
            "birthday" if stands_for_year(&form) => YEAR_SHARED,
            "birthday" => DAY_SLIP,
            "birthplace" | "role" => limit(&MOST, field),
            "id_number" => NUMBER_SLIP,
            _ => 0,
        };
        let known = of_fields.entry(field).or_default();
        *known = most.max(*known);
    }
    let sum: i32 = of_fields.into_values().sum();
    if sum > 0 { sum + LOOK_FURTHER } else { 0 }
}

/// Compares the fields of two roots.
pub(super) fn compare(space: &Space, a: Handle, b: Handle) -> Evidence {
    let (one, other) = (values(space, a), values(space, b));
    let mut out = Evidence::default();
    let (mut against, mut agree) = (0, false);
    // Who has no name is not compared afresh when names become so many more: it counts as in a small memory.
    let has_name = |root| together(space, root).into_iter().any(|raw| !space.entities.at(raw).content.names.is_empty());
    let names = names_bits(if has_name(a) && has_name(b) { space.nodes.held().len() as u32 } else { 0 });
    let mut fields: Vec<&str> = one.iter().map(|value| value.field).collect();
    fields.dedup();
    for field in fields {
        let mine: Vec<&Value<'_>> = one.iter().filter(|value| value.field == field).collect();
        let theirs: Vec<&Value<'_>> = other.iter().filter(|value| value.field == field).collect();
        if theirs.is_empty() {
            continue;
        }
        let mut equal = mine.iter().filter(|value| theirs.iter().any(|other| other.form == value.form)).peekable();
        if equal.peek().is_some() {
            agree |= field != "organization";
            for (at, value) in equal.enumerate() {
                let bits = worth(space, names, field, &value.form);
                // A second equal value of a field hardly ever comes without the first.
                out.bits += if at == 0 { bits } else { bits / 4 };
                let code =
                    if is_strong(field) || bits >= 600 { ReasonCode::SharedField } else { ReasonCode::SharedWeakField };
                let text = if is_strong(field) { value.form.clone() } else { value.text.to_owned() };
                out.reasons.push(Reason::for_(code, weight(bits), [field.to_owned(), text]));
            }
            continue;
        }
        let pairs = mine.iter().flat_map(|x| theirs.iter().map(move |y| (*x, *y)));
        let Some((bits, x, y)) = pairs.map(|(x, y)| (unequal(field, x, y), x, y)).max_by_key(|(bits, ..)| *bits) else {
            continue;
        };
        out.bits += bits;
        against += bits.min(0);
        agree |= bits > 0;
        let args = [field.to_owned(), x.text.to_owned(), y.text.to_owned()];
        if bits < 0 {
            out.reasons.push(Reason::against(ReasonCode::FieldDiffers, weight(-bits), args));
        } else if bits > 0 {
            out.reasons.push(Reason::for_(ReasonCode::SimilarField, weight(bits), args));
        }
    }
    out.bits += if agree { AGREE } else { 0 };
    out.agrees = agree;
    out.contrary = !agree && against <= CONTRARY;
    out
}

impl Evidence {
    /// What names and fields say together: they are not independent. What is left over between names is held half against
    /// them, as who is written in two ways is so in more than one. `names` is none where one has no name.
    pub fn with_names(&self, names: Option<i32>, near: bool) -> i32 {
        let names = match names {
            None => UNNAMED,
            Some(names) if names < 0 => names / 2,
            Some(names) => names.min(NAMES_MOST),
        };
        names + self.bits + if near && self.agrees { NEAR_TOO } else { 0 }
    }
}

/// What an equal value says in a memory of so many names, as [`names_bits`] has it.
fn worth(space: &Space, names: i32, field: &str, form: &str) -> i32 {
    let most = if field == "birthday" && stands_for_year(form) { YEAR_SHARED } else { limit(&MOST, field) };
    if is_strong(field) {
        return most;
    }
    // Numbers are given out so that each is one's, however many there are here; all else is drawn from what there is.
    let names = if field == "id_number" { most } else { names };
    equal_weight(names, space.count_with_field(field, form)).clamp(0, most)
}

/// What two unequal values say.
fn unequal(field: &str, x: &Value<'_>, y: &Value<'_>) -> i32 {
    let differs = limit(&DIFFERS, field);
    let edits = edits_within(&x.form, &y.form, 2);
    let long = x.form.len().min(y.form.len()) >= 8;
    match field {
        "birthday" => birthday(&x.form, &y.form, edits).unwrap_or(differs),
        "id_number" => match edits {
            Some(1) => NUMBER_SLIP,
            Some(2) => NUMBER_SLIPS,
            _ => differs,
        },
        "email" => match edits {
            Some(1) if long => MAIL_SLIP,
            Some(2) if long => MAIL_SLIPS,
            _ => 0,
        },
        "birthplace" | "role" => {
            if words(&x.form).any(|word| word.chars().count() > 3 && words(&y.form).any(|other| other == word)) {
                if field == "birthplace" { SHARES_WORD } else { 0 }
            } else if edits.is_some() && x.form.len().min(y.form.len()) > 5 {
                PLACE_SLIP
            } else {
                differs
            }
        }
        "address" => address(&x.form, &y.form),
        _ => 0,
    }
}

/// Many sources write 1 January for a year alone.
fn stands_for_year(digits: &str) -> bool {
    digits.len() == 8 && digits.ends_with("0101")
}

fn birthday(x: &str, y: &str, edits: Option<usize>) -> Option<i32> {
    let year = |digits: &str| digits.get(..4).map(str::to_owned);
    let same_year = year(x).is_some() && year(x) == year(y);
    let january = stands_for_year(x) || stands_for_year(y);
    match edits {
        Some(1) => Some(if january { YEAR_SLIP } else { DAY_SLIP }),
        Some(2) if january => Some(YEAR_SLIPS),
        Some(2) => Some(if same_year { DAY_SLIPS } else { DATE_SLIPS }),
        _ if same_year => Some(SAME_YEAR),
        _ => None,
    }
}

/// Words in common. Of two short addresses (a town) only slips count.
fn address(x: &str, y: &str) -> i32 {
    let distinct = |text| -> BTreeSet<&str> { words(text).collect() };
    let (one, other) = (distinct(x), distinct(y));
    if one.len() <= 2 && other.len() <= 2 {
        return if edits_within(x, y, 2).is_some() { PLACE_SLIP } else { TOWN_DIFFERS };
    }
    let word = |word: &&str| match word.chars().count() {
        _ if word.chars().all(|c| c.is_numeric()) => NUMBER,
        0..4 => SHORT_WORD,
        _ => WORD,
    };
    one.intersection(&other).map(word).sum::<i32>().min(WORDS_MOST) + ADDRESS_DIFFERS
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Hundredths of bits as a part of the score's range.
fn weight(bits: i32) -> u16 {
    (bits / 5).clamp(0, 400) as u16
}
