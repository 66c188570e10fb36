//! Putting what was found into named reasons.
//!
//! Runs only for pairs that are shown or asked about, so it may read the names again. Weights are what the part
//! contributes or costs, in thousandths of the score's range.

use std::borrow::Cow;

use smallvec::SmallVec;
use unicode_normalization::UnicodeNormalization;

use super::compare::{Found, How, Identity};
use super::token::{Kind, Token, tokens_of};
use super::{align::Aligned, edits, score, trigrams};
use crate::model::{Reason, ReasonCode};
use crate::names::{NameKeys, chars};

/// What tells two names with one folded key apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FoldedDifferences {
    accents: bool,
    tone_mark: bool,
    spacing: bool,
    punctuation: bool,
    legal_form: bool,
    invisible: bool,
}

impl FoldedDifferences {
    pub fn between(a: &NameKeys, b: &NameKeys) -> Self {
        let hidden = |k: &NameKeys| k.flags.has_invisible || k.flags.has_bidi;
        let legal_form = a.flags.has_legal_form != b.flags.has_legal_form;
        let marks = |k: &NameKeys| k.exact.nfd().filter(|c| chars::is_accent(*c)).collect::<SmallVec<[char; 8]>>();
        let (marks_a, marks_b) = (marks(a), marks(b));
        let accents = marks_a != marks_b || plain_letters(a) != plain_letters(b);
        let count = |k: &NameKeys, what: fn(char) -> bool| k.exact.chars().filter(|c| what(*c)).count();
        let signs = |k: &NameKeys| {
            let signs =
                k.exact.chars().filter(|c| chars::is_hyphen(*c) || chars::is_apostrophe(*c) || chars::is_quote(*c));
            signs.collect::<SmallVec<[char; 4]>>()
        };
        Self {
            accents,
            // Both carry marks and the same number of them, on the same letters: another tone, not a dropped accent.
            tone_mark: accents && differ_in_tone(a, b),
            spacing: count(a, char::is_whitespace) != count(b, char::is_whitespace) && !legal_form,
            punctuation: signs(a) != signs(b),
            legal_form,
            invisible: hidden(a) != hidden(b),
        }
    }

    /// The score of the weightiest difference.
    pub fn score(self) -> u16 {
        let mut score = score::PUNCTUATION;
        for (differs, worth) in [
            (self.invisible, score::INVISIBLE),
            (self.spacing, score::SPACING),
            (self.accents, score::ACCENTS),
            (self.legal_form, score::LEGAL_FORM),
            (self.tone_mark, score::TONE_MARK),
        ] {
            if differs {
                score = score.min(worth);
            }
        }
        score
    }

    fn push(self, a: &NameKeys, b: &NameKeys, out: &mut SmallVec<[Reason; 4]>) {
        let weight = self.score();
        let names = || [a.exact.to_string(), b.exact.to_string()];
        if self.invisible {
            out.push(Reason::for_(ReasonCode::InvisibleCharacters, weight, names()));
        }
        if self.legal_form {
            out.push(Reason::for_(ReasonCode::LegalFormDiffers, weight, names()));
        }
        if self.tone_mark {
            out.push(Reason::for_(ReasonCode::ToneMarkDiffers, weight, names()));
            out.push(Reason::against(ReasonCode::WeakEvidence, 0, []));
        } else if self.accents {
            out.push(Reason::for_(ReasonCode::AccentsDiffer, weight, names()));
        }
        if self.spacing {
            out.push(Reason::for_(ReasonCode::SpacingDiffers, weight, names()));
        }
        if self.punctuation || out.is_empty() {
            out.push(Reason::for_(ReasonCode::PunctuationDiffers, weight, names()));
        }
    }
}

/// The letters that folding rewrites (ø, ł, ß has gone before).
fn plain_letters(keys: &NameKeys) -> SmallVec<[char; 4]> {
    if keys.exact.is_ascii() {
        return SmallVec::new();
    }
    keys.exact.chars().filter(|c| chars::plain_letter(*c).is_some()).collect()
}

/// Both names carry marks, and some letter carries one in both, but another tone mark. Tone marks: grave, acute, tilde,
/// hook above, dot below (Vietnamese), macron and caron (pinyin). A mark that is merely missing was dropped.
fn differ_in_tone(a: &NameKeys, b: &NameKeys) -> bool {
    const TONES: &[char] = &['\u{300}', '\u{301}', '\u{303}', '\u{309}', '\u{323}', '\u{304}', '\u{30C}'];
    let tones = |k: &NameKeys| {
        let mut at = 0_usize;
        let mut out: SmallVec<[(usize, char); 4]> = SmallVec::new();
        for c in k.exact.nfd() {
            if TONES.contains(&c) {
                out.push((at, c));
            } else if !chars::is_accent(c) && chars::is_word(c) {
                at += 1;
            }
        }
        out
    };
    let (x, y) = (tones(a), tones(b));
    x.iter().any(|(at, tone)| y.iter().any(|(other, mark)| at == other && tone != mark))
}

/// The reasons for and against.
pub(super) fn reasons(a: &NameKeys, b: &NameKeys, found: &Found) -> SmallVec<[Reason; 4]> {
    let mut out = SmallVec::new();
    let names = || [a.exact.to_string(), b.exact.to_string()];
    match &found.how {
        How::Exact => out.push(Reason::for_(ReasonCode::SameExactKey, score::EXACT, [a.exact.to_string()])),
        How::Abbreviation => out.push(Reason::for_(ReasonCode::KnownAbbreviation, score::ABBREVIATION, names())),
        How::Folded(differences) => differences.push(a, b, &mut out),
        How::LookAlike => out.push(Reason::for_(ReasonCode::LookAlikeLetters, score::LOOK_ALIKE, names())),
        How::Tokens(aligned) => by_tokens(a, b, aligned, &mut out),
        How::WholeEdit => {
            let [x, y] = names();
            out.push(Reason::for_(ReasonCode::Edits, score::WHOLE_EDIT, ["1".to_owned(), x.clone(), y.clone()]));
            out.push(Reason::for_(ReasonCode::SpacingDiffers, 0, [x, y]));
        }
    }
    if found.identity == Identity::OneSided {
        let joined = |k: &NameKeys| k.identity.join(" ");
        out.push(Reason::against(ReasonCode::IdentityTokensDiffer, 300, [joined(a), joined(b)]));
    }
    out
}

fn by_tokens(a: &NameKeys, b: &NameKeys, aligned: &Aligned, out: &mut SmallVec<[Reason; 4]>) {
    let (texts_a, texts_b) = (tokens_of(a), tokens_of(b));
    let text =
        |texts: &[Cow<'_, str>], at: u8| texts.get(usize::from(at)).map_or_else(String::new, ToString::to_string);
    let mut weak = aligned.part;
    let mut extra = aligned.links.len() < texts_a.len() || aligned.links.len() < texts_b.len();
    if aligned.part {
        let heavy = |texts: &[Cow<'_, str>]| texts.iter().filter(|t| !Token::of(t).light).count();
        let a_is_part = heavy(&texts_a) < heavy(&texts_b);
        let of = |l: &super::Link| if a_is_part { text(&texts_a, l.i) } else { text(&texts_b, l.j) };
        let part = aligned.links.iter().map(of).find(|text| !Token::of(text).light);
        out.push(Reason::for_(ReasonCode::PartOfName, aligned.raw, part));
        extra = false;
    }
    for link in &aligned.links {
        let (x, y) = (text(&texts_a, link.i), text(&texts_b, link.j));
        let weight = link.relation.strength;
        let code = match link.relation.kind {
            Kind::Equal => continue,
            // Said below, as what it is: given names that differ.
            Kind::Begins => continue,
            Kind::Edit | Kind::ShortEdit if edits::is_swap(&x, &y) => {
                out.push(Reason::for_(ReasonCode::Transposition, weight, [x, y]));
                continue;
            }
            Kind::Edit | Kind::ShortEdit => {
                let distance = edits::edits_within(&x, &y, 2).unwrap_or(2);
                if !(aligned.given_differ && link.i == 0 && link.j == 0) {
                    out.push(Reason::for_(ReasonCode::Edits, weight, [distance.to_string(), x, y]));
                }
                continue;
            }
            Kind::ShortForm => ReasonCode::ShortForm,
            Kind::Initial => ReasonCode::InitialFits,
            Kind::Sound => ReasonCode::SoundsAlike,
            Kind::Prefix => ReasonCode::Trigrams,
        };
        weak |= link.relation.kind == Kind::Initial;
        let args = match code {
            ReasonCode::Trigrams => {
                let similarity = trigrams::similarity(&a.exact, &b.exact) * 1000.0;
                vec![(similarity as u16).to_string()]
            }
            ReasonCode::ShortForm if x.len() > y.len() => vec![y, x],
            ReasonCode::InitialFits if x.chars().count() > 1 => vec![y, x],
            _ => vec![x, y],
        };
        if code != ReasonCode::Trigrams || out.iter().all(|r| r.code != ReasonCode::Trigrams) {
            out.push(Reason::for_(code, weight, args));
        }
    }
    if aligned.reordered {
        out.push(Reason::for_(ReasonCode::TokenOrder, 0, []));
    }
    let left = |texts: &[Cow<'_, str>], used: fn(&super::Link) -> u8| {
        let free = |at: &usize| aligned.links.iter().all(|l| usize::from(used(l)) != *at);
        (0..texts.len()).filter(free).map(|at| text(texts, at as u8)).collect::<Vec<_>>()
    };
    let (left_a, left_b) = (left(&texts_a, |l| l.i), left(&texts_b, |l| l.j));
    if aligned.conflict {
        // What stands last is read as the family name.
        let ends = |texts: &[Cow<'_, str>], used: fn(&super::Link) -> u8| {
            aligned.links.iter().any(|l| usize::from(used(l)) + 1 == texts.len())
        };
        let family = !(ends(&texts_a, |l| l.i) && ends(&texts_b, |l| l.j));
        let code = if family { ReasonCode::FamilyNamesDiffer } else { ReasonCode::GivenNamesDiffer };
        out.push(Reason::against(code, score::CONFLICT_COST as u16, [left_a.join(" "), left_b.join(" ")]));
    } else if extra {
        out.push(Reason::for_(ReasonCode::ExtraTokens, 0, left_a.into_iter().chain(left_b)));
    }
    let begins = |l: &&super::Link| l.relation.kind == Kind::Begins;
    for link in aligned.links.iter().filter(|l| begins(l) || (aligned.given_differ && l.i == 0 && l.j == 0)) {
        let names = [text(&texts_a, link.i), text(&texts_b, link.j)];
        out.push(Reason::against(ReasonCode::GivenNamesDiffer, 1000 - score::GIVEN_DIFFER as u16, names));
    }
    if weak {
        out.push(Reason::against(ReasonCode::WeakEvidence, 0, []));
    }
    if out.is_empty() {
        // The same tokens in the same order: only what stands between them, or a title, differs.
        out.push(Reason::for_(ReasonCode::PunctuationDiffers, aligned.raw, [a.exact.to_string(), b.exact.to_string()]));
    }
}
