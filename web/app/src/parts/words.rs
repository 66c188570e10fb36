//! Words of the page: kinds, verdicts, fields, numbers and times. DESIGN's words, and no synonyms.

use js_sys::{Date, Object, Reflect};
use namesake_protocol::{
    ApiError, Bit, ClaimStanding, Edit, EntityRow, ErrorCode, Member, Piece, Preview, QuestionKind, QuestionRow, Shown,
    Standing, Verdict,
};
use wasm_bindgen::JsValue;

use super::shown::OWNER;

/// The kind as the navigation and the chip say it.
pub const fn kind(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Alias => "Same person?",
        QuestionKind::Merge => "Merge",
        QuestionKind::Ambiguity => "Which one?",
        QuestionKind::Collision => "Collisions",
        QuestionKind::NewName => "New names",
        QuestionKind::Contradiction => "Contradictions",
        QuestionKind::Correction => "Corrections",
    }
}

/// One question of the kind, as its chip says it; `person` unless a member is known to be something else.
pub const fn kind_one(kind: QuestionKind, person: bool) -> &'static str {
    match kind {
        QuestionKind::Alias if person => "Same person?",
        QuestionKind::Alias => "Same?",
        QuestionKind::Merge => "Merge",
        QuestionKind::Ambiguity => "Which one?",
        QuestionKind::Collision => "Collision",
        QuestionKind::NewName => "New name",
        QuestionKind::Contradiction => "Contradiction",
        QuestionKind::Correction => "Correction",
    }
}

/// What was decided.
pub const fn verdict(verdict: Verdict, kind: QuestionKind) -> &'static str {
    match (verdict, kind) {
        (Verdict::Accept, QuestionKind::NewName) => "is somebody",
        (Verdict::Accept, QuestionKind::Contradiction) => "the last holds",
        (Verdict::Choose, QuestionKind::Contradiction) => "one holds",
        (Verdict::Reject, QuestionKind::Contradiction) => "all hold",
        (Verdict::Accept, _) => "the same",
        (Verdict::Reject, QuestionKind::NewName) => "not a name",
        (Verdict::Reject, QuestionKind::Ambiguity) => "none of these",
        (Verdict::Reject, _) => "not the same",
        (Verdict::CantTell, _) => "can’t tell",
        (Verdict::Snooze, _) => "later",
        (Verdict::Choose, _) => "chosen",
        (Verdict::SomeoneNew, _) => "someone new",
    }
}

/// The accept and reject buttons.
pub const fn answers(kind: QuestionKind) -> (&'static str, &'static str) {
    match kind {
        QuestionKind::NewName => ("Somebody", "Not a name"),
        QuestionKind::Collision => ("One", "Not the same"),
        QuestionKind::Ambiguity => ("Choose", "None of these"),
        QuestionKind::Contradiction => ("What was said last holds", "Both hold"),
        _ => ("Same", "Not the same"),
    }
}

/// What a question across two groups asks, and what its answers say; none for all other questions.
pub fn sides(members: &[Member]) -> Option<String> {
    let of = |side: u32| members.iter().filter(|member| member.side == side).count() as u32;
    let told =
        |count: u32, which: &str| if count == 1 { format!("the {which} one") } else { format!("the {which} {count}") };
    let (one, other) = (of(0), of(1));
    (other > 0).then(|| {
        format!(
            "Two sides: {} and {}. “Not the same” tells each of the one side from each of the other, and says nothing of those \
             on one side; accepting makes all that are ticked one.",
            told(one, "first"),
            told(other, "last")
        )
    })
}

/// What a decision on many does, as its button says it.
pub const fn answer(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accept => "Accept",
        Verdict::Reject => "Not the same",
        Verdict::CantTell => "Can’t tell",
        Verdict::Snooze => "Later",
        Verdict::Choose => "Choose",
        Verdict::SomeoneNew => "Someone new",
    }
}

/// The same, in a list of this kind alone.
pub const fn answer_to(verdict: Verdict, kind: Option<QuestionKind>) -> &'static str {
    match (verdict, kind) {
        (Verdict::Accept, Some(QuestionKind::Contradiction)) => "What was said last holds",
        (Verdict::Reject, Some(QuestionKind::Contradiction)) => "All hold",
        (verdict, _) => answer(verdict),
    }
}

/// What was decided on many, in a list of this kind alone or of several.
pub fn decided_many(verdict: Verdict, kind: Option<QuestionKind>, decided: u32) -> String {
    format!("{}: {}.", count(decided, "question decided", "questions decided"), answer_to(verdict, kind))
}

/// What storing an edit does, as its button says it.
pub const fn edit(edit: &Edit) -> &'static str {
    match edit {
        Edit::Rename { .. } => "Rename",
        Edit::AddName { .. } | Edit::AddField { .. } => "Add",
        Edit::RemoveName { .. } | Edit::RemoveField { .. } => "Remove",
        Edit::SetKind { .. } => "Set the kind",
        Edit::Ask { .. } => "Ask",
        Edit::Merge { .. } => "Merge",
        Edit::NotSame { .. } => "Not the same",
        Edit::Split { .. } => "Split",
    }
}

/// A sentence, and how many questions followed from what it says.
pub fn with_questions(said: &str, opened: usize, closed: usize) -> String {
    let followed = |number: usize, what: &str| {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if number > 0 { format!(" {} {what}.", count(number, "question", "questions")) } else { String::new() }
    };
    format!("{said}{}{}", followed(opened, "asked"), followed(closed, "withdrawn"))
}

/// A field's label.
pub fn field(field: &str) -> String {
    let known = match field {
        "names" => "Names",
        "kind" => "Kind",
        "status" => "Status",
        "email" => "E-mail",
        "phone" => "Phone",
        "organization" => "Organisation",
        "title" => "Title",
        "role" => "Role",
        "birthday" => "Birthday",
        "address" => "Address",
        "url" => "Web address",
        "note" => "Note",
        "nickname" => "Nickname",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let mut letters = field.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>().replace('_', " "))
}

/// The tier of the cascade that found a candidate.
pub const fn tier(tier: u8) -> &'static str {
    match tier {
        0 => "exact",
        1 => "spelling",
        2 => "sound",
        3 => "profile",
        _ => "found",
    }
}

/// The line that tells an entity apart, unless it only says the name again.
pub fn hint(row: &EntityRow) -> Option<Shown> {
    row.hint.clone().filter(|hint| hint.text != row.name.text)
}

/// Where an entity came from.
pub const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Established => "established",
        Standing::ByName => "by name",
    }
}

/// `1 question`, `2 questions`.
pub fn count(number: impl Into<f64>, one: &str, many: &str) -> String {
    let number = number.into();
    #[allow(clippy::float_cmp)] // Counts are whole numbers.
    let word = if number == 1.0 { one } else { many };
    format!("{} {word}", grouped(number))
}

/// A whole number with its thousands set apart.
pub fn grouped(number: impl Into<f64>) -> String {
    let digits = format!("{:.0}", number.into());
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 && digit != '-' {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Bytes for people.
pub fn bytes(bytes: f64) -> String {
    match bytes {
        b if b >= 1e9 => format!("{:.1} GB", b / 1e9),
        b if b >= 1e6 => format!("{:.1} MB", b / 1e6),
        b if b >= 1e3 => format!("{:.0} kB", b / 1e3),
        b => format!("{b:.0} B"),
    }
}

fn formatted(time: f64, parts: &[(&str, &str)]) -> String {
    let options = Object::new();
    for (key, value) in parts {
        let _ = Reflect::set(&options, &(*key).into(), &(*value).into());
    }
    Date::new(&JsValue::from_f64(time)).to_locale_string("en-GB", &options).into()
}

/// `26 Nov 2026, 10:42`
pub fn date_time(time: f64) -> String {
    formatted(
        time,
        &[("day", "numeric"), ("month", "short"), ("year", "numeric"), ("hour", "2-digit"), ("minute", "2-digit")],
    )
}

/// `28 Nov`, with the year if it is another one.
pub fn date(time: f64) -> String {
    let this_year = Date::new_0().get_full_year() == Date::new(&JsValue::from_f64(time)).get_full_year();
    let mut parts = vec![("day", "numeric"), ("month", "short")];
    if !this_year {
        parts.push(("year", "numeric"));
    }
    formatted(time, &parts)
}

/// A moment that a source names, in UTC; of midnight only the day.
pub fn utc(time: f64) -> String {
    let mut parts = vec![("day", "numeric"), ("month", "short"), ("year", "numeric"), ("timeZone", "UTC")];
    #[allow(clippy::float_cmp)] // Whole milliseconds.
    let midnight = time % 86_400_000.0 == 0.0;
    if midnight {
        return formatted(time, &parts);
    }
    parts.extend([("hour", "2-digit"), ("minute", "2-digit"), ("timeZoneName", "short")]);
    formatted(time, &parts)
}

/// For `<time datetime>`.
pub fn machine(time: f64) -> String {
    if time.is_finite() && time.abs() <= 8.64e15 {
        Date::new(&JsValue::from_f64(time)).to_iso_string().into()
    } else {
        String::new()
    }
}

/// How long ago, in short: `2 d`.
pub fn age(time: f64) -> String {
    let minutes = ((Date::now() - time) / 60_000.0).max(0.0);
    match minutes {
        m if m < 1.0 => "now".to_owned(),
        m if m < 60.0 => format!("{m:.0} min"),
        m if m < 48.0 * 60.0 => format!("{:.0} h", m / 60.0),
        m if m < 60.0 * 24.0 * 60.0 => format!("{:.0} d", m / 60.0 / 24.0),
        m => format!("{:.0} mo", m / 60.0 / 24.0 / 30.4),
    }
}

/// What went wrong and what to do next. What to do about a wrong argument is advice for whoever wrote the call.
pub fn problem(error: &ApiError) -> String {
    if error.code == ErrorCode::BadArgument || error.next.is_empty() {
        error.message.clone()
    } else {
        format!("{} {}", error.message, error.next)
    }
}

/// That something was not saved, or that this is not known; what it was, if that has to be said.
pub fn unsaved(error: &ApiError, what: Option<&str>) -> String {
    let problem = problem(error);
    match (error.code.is_outcome_unknown(), what) {
        (true, None) => problem,
        (true, Some(what)) => format!("{what}: {problem}"),
        (false, None) => format!("Not saved. {problem}"),
        (false, Some(what)) => format!("Not saved: {what}. {problem}"),
    }
}

/// That ticked questions left the list.
pub fn unlisted(gone: u32) -> String {
    format!("{} ticked {} no longer in the list.", grouped(gone), if gone == 1 { "is" } else { "are" })
}

/// A name inside a plain text (an attribute, a live region), isolated so that it cannot reorder it.
pub fn isolated(name: &str) -> String {
    let reorders = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let short: String = name.chars().take(80).filter(|c| !reorders(*c)).collect();
    format!("\u{2068}{short}\u{2069}")
}

/// A name as plain text, isolated.
pub fn plain_name(name: &Shown) -> String {
    let is_owner = name.pieces.as_ref().is_some_and(|pieces| pieces.contains(&Piece::Owner));
    isolated(if is_owner { OWNER } else { &name.text })
}

/// What a claim is, if it is no plain assertion.
pub fn speech_act(act: &str) -> Option<&'static str> {
    match act {
        "question" => Some("asked"),
        "request" => Some("wished"),
        "quotation" => Some("passed on"),
        "hypothesis" => Some("supposed"),
        _ => None,
    }
}

/// Where a claim stands, if it does not simply hold.
pub const fn claim_standing(standing: ClaimStanding) -> Option<&'static str> {
    match standing {
        ClaimStanding::InForce => None,
        ClaimStanding::Kept => Some("kept beside others"),
        ClaimStanding::Superseded => Some("no longer"),
    }
}

/// What became of a mention.
pub fn outcome(outcome: &str) -> Option<&'static str> {
    match outcome {
        "existing" => Some("known"),
        "new" => Some("new"),
        "ambiguous" => Some("not clear who"),
        "reference" => Some("a reference"),
        "none" => Some("nobody known"),
        _ => None,
    }
}

/// A predicate as people read it: `lives_in` is “lives in”.
pub fn predicate(predicate: &str) -> String {
    predicate.replace('_', " ")
}

/// The core's own words and names as plain text.
pub fn plain(bits: &[Bit]) -> String {
    bits.iter()
        .map(|bit| match bit {
            Bit::Text(text) => text.clone(),
            Bit::Name(name) => plain_name(name),
        })
        .collect()
}

/// What a preview says, as plain text.
pub fn lines(preview: &Preview) -> String {
    preview.lines.iter().map(|bits| plain(bits)).collect::<Vec<_>>().join(" ")
}

/// The names of a question as plain text.
pub fn plain_names(row: &QuestionRow) -> String {
    row.names.iter().take(3).map(plain_name).collect::<Vec<_>>().join(", ")
}

/// The question as plain text, for titles and screen readers.
pub fn title(row: &QuestionRow) -> String {
    let name = |index: usize| row.names.get(index).map_or_else(String::new, plain_name);
    match row.kind {
        QuestionKind::Alias => format!("Is {} the same as {}?", name(0), name(1)),
        QuestionKind::Merge if row.names.len() == 2 => format!("Are {} and {} one?", name(0), name(1)),
        QuestionKind::Merge => format!("Are these {} one?", row.names.len()),
        QuestionKind::Collision => format!("{} are called {}", entries(row.names.len()), name(0)),
        QuestionKind::Ambiguity => format!("Which {} did these mean?", name(0)),
        QuestionKind::NewName => format!("Is {} somebody?", name(0)),
        QuestionKind::Contradiction => {
            let said: Vec<String> = row.names.iter().skip(1).map(plain_name).collect();
            format!("{}: {}?", name(0), said.join(" or "))
        }
        QuestionKind::Correction => format!("Which is right for {}?", name(0)),
    }
}

/// `Two entries`, `Three entries`, `12 entries`.
pub fn entries(number: usize) -> String {
    match number {
        0..=2 => "Two entries".to_owned(),
        3 => "Three entries".to_owned(),
        4 => "Four entries".to_owned(),
        other => format!("{other} entries"),
    }
}
