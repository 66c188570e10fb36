//! The words of reasons. The only place where a stored reason becomes a sentence.

use crate::model::{Entity, Reason, ReasonCode as Code, Side};
use crate::names::invisible::{self, visible};
use crate::protocol::{self, Bit, Shown};

/// A stored text as it is shown: with everything visible that would not be seen.
pub fn shown(text: &str) -> Shown {
    let pieces: Vec<protocol::Piece> = visible(text)
        .into_iter()
        .map(|piece| match piece {
            invisible::Piece::Text(text) => protocol::Piece::Text(text),
            invisible::Piece::Mark { name, code } => {
                protocol::Piece::Mark(if name == "CONTROL" { format!("U+{code:04X}") } else { name.to_owned() })
            }
        })
        .collect();
    let marked = pieces.iter().any(|piece| matches!(piece, protocol::Piece::Mark(_)));
    Shown { text: text.to_owned(), pieces: marked.then_some(pieces) }
}

/// What an entity is called, as it is shown. Only the owner of a memory has no name.
pub fn name_of(entity: &Entity) -> Shown {
    match entity.name() {
        "" if entity.is_owner() => Shown::owner(),
        name => shown(name),
    }
}

/// A reason in plain words.
pub fn reason(reason: &Reason) -> protocol::Reason {
    let arg = |n: usize| reason.args.get(n).map_or("", String::as_str);
    let name = |n: usize| Bit::Name(shown(arg(n)));
    let t = |text: &str| Bit::Text(text.to_owned());
    let text = match reason.code {
        Code::SameExactKey => vec![t("the same name to the letter: "), name(0)],
        Code::AccentsDiffer => vec![t("equal after removing accents")],
        Code::ToneMarkDiffers => vec![t("only a tone mark differs, which can be another name")],
        Code::SpacingDiffers => vec![t("differs only in spacing")],
        Code::PunctuationDiffers => vec![t("differs only in hyphens, apostrophes or other marks")],
        Code::LegalFormDiffers => vec![t("differs only in the legal form "), name(0)],
        Code::InvisibleCharacters => vec![t("contains invisible characters")],
        Code::LookAlikeLetters => vec![t("mixes letters of several scripts that look alike")],
        Code::Edits => {
            let letters =
                if arg(0) == "1" { "one letter differs".to_owned() } else { format!("{} letters differ", arg(0)) };
            between(&letters, reason)
        }
        Code::Transposition => between("two letters are swapped", reason),
        Code::Trigrams => vec![t("the spelling is similar")],
        Code::TokenOrder => vec![t("the same words in another order")],
        Code::ExtraTokens => vec![t("one has more words: "), name(0)],
        Code::PartOfName => vec![name(0), t(" is only part of the longer name")],
        Code::InitialFits => vec![t("the initial "), name(0), t(" fits "), name(1)],
        Code::ShortForm => vec![name(0), t(" is a common short form of "), name(1)],
        Code::KnownAbbreviation => vec![name(0), t(" is a known abbreviation of "), name(1)],
        Code::SoundsAlike => between("they sound alike", reason),
        Code::IdentityTokensDiffer => vec![t("differ in what tells such names apart: "), name(0), t(" and "), name(1)],
        Code::GivenNamesDiffer => vec![t("different given names: "), name(0), t(" and "), name(1)],
        Code::FamilyNamesDiffer => vec![t("different family names: "), name(0), t(" and "), name(1)],
        Code::NamesDiffer => vec![t("different names: "), name(0), t(" and "), name(1)],
        Code::WeakEvidence => vec![t("an initial or a lone name is weak evidence")],
        Code::SharedField => vec![t(&format!("the same {}: ", field(arg(0)))), name(1)],
        Code::SharedWeakField => vec![t(&format!("the same {}: ", field(arg(0)))), name(1)],
        Code::SimilarField => {
            vec![t(&format!("nearly the same {}: ", field(arg(0)))), name(1), t(" and "), name(2)]
        }
        Code::FieldDiffers => {
            vec![t(&format!("different {}: ", field(arg(0)))), name(1), t(" and "), name(2)]
        }
        Code::NothingInCommon => vec![t("no address, number or organisation in common")],
        Code::KindsDiffer => vec![t(&format!("one is a {}, the other a {}", arg(0), arg(1)))],
        Code::SameConversation => vec![t("both appear in "), name(0)],
        Code::BothSpeakHere => vec![t("both speak in "), name(0), t(" under names of their own")],
        Code::OnlyHolder => vec![t("nobody else here is called so")],
        Code::SeveralHolders => vec![t(&format!("{} entries fit the name", arg(0)))],
        Code::NoHolder => vec![t("nothing in memory is called so")],
        Code::MentionedTimes => vec![t(&times(arg(0), arg(1)))],
        Code::RejectedBefore => {
            vec![t(&format!("you rejected this before; new is the same {}: ", field(arg(0)))), name(1)]
        }
        Code::AskedByOwner => vec![t("you wanted to be asked")],
        Code::SingleValued => {
            let predicate = Bit::Name(shown(&arg(0).replace('_', " ")));
            vec![predicate, t(&format!(" has one value at a time, and {} are said", arg(1)))]
        }
        Code::NoTime => vec![t("no source says when it was said")],
        Code::CommonWord => vec![t("the name is also a common word")],
    };
    protocol::Reason {
        code: serde_json::to_value(reason.code).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default(),
        side: match reason.side {
            Side::For => protocol::Side::For,
            Side::Against => protocol::Side::Against,
        },
        text,
        weight: f64::from(reason.weight) / 1000.0,
    }
}

/// "what: a and b", with what stands in the last two arguments if there are two tokens.
fn between(what: &str, reason: &Reason) -> Vec<Bit> {
    let tokens = match reason.args.as_slice() {
        [a, b] | [_, a, b] => Some((a, b)),
        _ => None,
    };
    match tokens {
        Some((a, b)) => {
            vec![Bit::Text(format!("{what}: ")), Bit::Name(shown(a)), Bit::Text(" and ".into()), Bit::Name(shown(b))]
        }
        None => vec![Bit::Text(what.to_owned())],
    }
}

fn times(mentions: &str, sources: &str) -> String {
    let plural = |count: &str, one: &str, many: &str| format!("{count} {}", if count == "1" { one } else { many });
    format!("mentioned {} in {}", plural(mentions, "time", "times"), plural(sources, "source", "sources"))
}

/// How a field is called in a sentence.
fn field(name: &str) -> &str {
    match name {
        "email" => "e-mail",
        "organization" => "organisation",
        other => other,
    }
}

/// The strongest reason in short, for a row of the inbox.
pub(super) fn summary(reasons: &[Reason]) -> Vec<Bit> {
    let informs = |code: Code| matches!(code, Code::NothingInCommon | Code::WeakEvidence | Code::NoHolder);
    let strongest = reasons
        .iter()
        .filter(|r| r.side == Side::For && !informs(r.code))
        .max_by_key(|r| r.weight)
        .or_else(|| reasons.iter().find(|r| !informs(r.code)))
        .or_else(|| reasons.first());
    let against = reasons.iter().filter(|r| r.side == Side::Against && !informs(r.code)).max_by_key(|r| r.weight);
    let mut out = strongest.map(|r| reason(r).text).unwrap_or_default();
    if let (Some(first), Some(against)) = (strongest, against)
        && first != against
    {
        out.push(Bit::Text("; ".into()));
        out.extend(reason(against).text);
    }
    out
}
