//! To which earlier name he, she, it or they may be tied (DESIGN §4, Anchors; cases/dense-mem.md 23–29).
//!
//! One anchor or none: an earlier exact name with exactly one candidate and one surface. Everything else here leaves
//! names out that cannot be meant (a place for "she", Mr. Klein for "she") or gives up where somebody or something else
//! might be meant. Nothing prefers one name over another: "Alice met Bob. She thanked him." ties neither, and no name is
//! taken for a man's or a woman's. Nothing here links: a tie is offered to whoever does.

use std::ops::Range;

use super::english::persons::{EMPTY_AFTER_BE, EMPTY_VERBS, HEDGES, STARTS_CLAUSE};
use super::english::{self, persons};
use super::kinds::{KindSort, kind_sort};
use super::language::listed;
use super::lexer::{Ending, Kind, Lexeme, lex};
use super::{Found, PronounClass, Sentence, Strength, pronoun_class, quotations, sentences};
use crate::names::exact_key;

/// A name in an event's text, and who may be meant by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameSpan<'a> {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Who has this exact name, by numbers of the caller. Empty for a name that nobody is known to have.
    pub candidates: &'a [u32],
    /// Their kind, if they have one.
    pub kind: Option<&'a str>,
}

/// What a pronoun may be tied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// An earlier name: its first place, and its one candidate.
    Tied {
        /// First byte.
        start: usize,
        /// One past the last byte.
        end: usize,
        /// Who has the name.
        candidate: u32,
    },
    /// Nothing.
    None(NoAnchor),
}

/// Why a pronoun is tied to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoAnchor {
    /// It is none of he, she, it, they.
    Class,
    /// No name before it could be meant.
    NoName,
    /// Several names could be, or one name by several surfaces, or somebody who is named later in the sentence.
    Several,
    /// The one name has no candidate, or several.
    Candidates,
    /// Somebody or something without a name could be meant.
    Unnamed,
    /// "It" stands for nothing: it rains.
    Empty,
    /// The name stands beside it where both cannot be the same: Bob called him.
    Beside,
    /// One is quoted and the other is not.
    Quoted,
    /// The name is too far before it.
    Far,
}

/// No anchor is more sentences before its pronoun.
const FARTHEST: usize = 3;

/// An event's text and its names, prepared once for all its pronouns.
///
/// ```
/// use namesake_core::text::{Anchor, Anchors, NameSpan, PronounClass};
/// let text = "Dense-Mem ships the service. It stores data.";
/// let names = [NameSpan { start: 0, end: 9, candidates: &[7], kind: Some("project") }];
/// let tied = Anchors::new(text, &names).of(29..31, PronounClass::It);
/// assert_eq!(tied, Anchor::Tied { start: 0, end: 9, candidate: 7 });
/// ```
pub struct Anchors<'a> {
    text: &'a str,
    lexemes: Vec<Lexeme<'a>>,
    sentences: Vec<Sentence>,
    quotations: Vec<Range<usize>>,
    names: Vec<Name<'a>>,
    /// For each class: which names fit up to each name.
    seen: [Vec<Seen>; 4],
    /// For each class: which names that are no places fit from each name on, in its sentence.
    coming: [Vec<Seen>; 4],
    /// Pronouns of the four classes, in order: where they start, and which class.
    pronouns: Vec<(usize, PronounClass)>,
    /// For each class: where its first pronoun starts.
    first_pronouns: [Option<usize>; 4],
    /// For each class: where the first word starts for what has no name and could be meant.
    first_unnamed: [Option<usize>; 4],
    /// Where things without a name stand that something is said of, in order: the printer jammed.
    subjects: Vec<usize>,
}

/// Which of he, she, it, they could mean something.
type Fits = [bool; 4];

/// A name that is inside no longer one.
struct Name<'a> {
    span: Range<usize>,
    key: String,
    candidates: &'a [u32],
    fits: Fits,
    /// Whether it is a place, by its kind or the word before it.
    is_place: bool,
    /// Whether he or she can be more than possible: by the kind, by a given name, or by what is said of it.
    is_somebody: bool,
}

/// The names that fit a class, up to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    None,
    /// One, by one surface: its first and its last place among the names.
    One(usize, usize),
    Several,
}

impl<'a> Anchors<'a> {
    /// Prepares a text. The names may come in any order; one inside a longer one does not count, and the same span
    /// twice counts once. What else the recogniser finds counts as a name without candidate.
    pub fn new(text: &'a str, names: &[NameSpan<'a>]) -> Self {
        let lexemes = lex(text);
        let mut spans: Vec<NameSpan<'a>> =
            names.iter().filter(|n| text.get(n.start..n.end).is_some()).copied().collect();
        spans.sort_by_key(|n| (n.start, std::cmp::Reverse(n.end)));
        let mut end = 0;
        spans.retain(|n| {
            let outer = n.start >= end && n.start < n.end;
            end = end.max(n.end);
            outer
        });
        // Whatever else reads as a name might be meant, and has no candidate.
        let is_free =
            |f: &Found| spans.get(spans.partition_point(|n| n.end <= f.start)).is_none_or(|n| f.end <= n.start);
        let found: Vec<Found> =
            super::names(text).into_iter().filter(|f| f.strength == Strength::Named && is_free(f)).collect();
        spans.extend(found.iter().map(|f| NameSpan { start: f.start, end: f.end, candidates: &[], kind: None }));
        spans.sort_by_key(|n| n.start);
        let mut anchors = Self {
            text,
            sentences: sentences(text),
            quotations: quotations(text),
            names: Vec::with_capacity(spans.len()),
            seen: [const { Vec::new() }; 4],
            coming: [const { Vec::new() }; 4],
            pronouns: lexemes.iter().filter_map(|l| Some((l.start, pronoun_class(l.text)?))).collect(),
            first_pronouns: [None; 4],
            first_unnamed: [None; 4],
            subjects: Vec::new(),
            lexemes,
        };
        anchors.pronouns.retain(|(_, class)| class.takes_anchor());
        for (start, class) in &anchors.pronouns {
            if let Some(first) = index(*class).and_then(|at| anchors.first_pronouns.get_mut(at)) {
                first.get_or_insert(*start);
            }
        }
        for span in spans {
            let (fits, is_place, is_somebody) = anchors.fits(&span);
            let key = exact_key(text.get(span.start..span.end).unwrap_or_default());
            anchors.names.push(Name {
                span: span.start..span.end,
                key,
                candidates: span.candidates,
                fits,
                is_place,
                is_somebody,
            });
        }
        anchors.read_nouns();
        for class in 0..4 {
            let seen = anchors.seen_up_to(class);
            let coming = anchors.coming_from(class);
            if let (Some(all), Some(rest)) = (anchors.seen.get_mut(class), anchors.coming.get_mut(class)) {
                (*all, *rest) = (seen, coming);
            }
        }
        anchors
    }

    /// For each name, which names up to it fit a class.
    fn seen_up_to(&self, class: usize) -> Vec<Seen> {
        let mut so_far = Seen::None;
        let seen = self.names.iter().enumerate().map(|(at, name)| {
            if name.fits.get(class) == Some(&true) {
                so_far = match so_far {
                    Seen::None => Seen::One(at, at),
                    Seen::One(first, _) if self.is_same(first, name) => Seen::One(first, at),
                    _ => Seen::Several,
                };
            }
            so_far
        });
        seen.collect()
    }

    /// For each name, which names fit a class and are no places, from it on to the end of its sentence.
    fn coming_from(&self, class: usize) -> Vec<Seen> {
        let (mut so_far, mut sentence) = (Seen::None, usize::MAX);
        let coming = self.names.iter().enumerate().rev().map(|(at, name)| {
            let here = self.sentence(name.span.start);
            if std::mem::replace(&mut sentence, here) != here {
                so_far = Seen::None;
            }
            if name.fits.get(class) == Some(&true) && !name.is_place {
                so_far = match so_far {
                    Seen::None => Seen::One(at, at),
                    Seen::One(_, last) if self.is_same(last, name) => Seen::One(at, last),
                    _ => Seen::Several,
                };
            }
            so_far
        });
        let mut coming: Vec<Seen> = coming.collect();
        coming.reverse();
        coming
    }

    fn is_same(&self, at: usize, name: &Name<'_>) -> bool {
        self.names.get(at).is_some_and(|one| one.is_same(name))
    }

    /// What a pronoun may be tied to.
    pub fn of(&self, pronoun: Range<usize>, class: PronounClass) -> Anchor {
        match self.tie(pronoun, class) {
            Ok((name, candidate)) => Anchor::Tied { start: name.span.start, end: name.span.end, candidate },
            Err(why) => Anchor::None(why),
        }
    }

    /// What a pronoun that opens the next turn may mean. Only ever a suggestion with this text as its evidence: across
    /// events no pronoun is linked (case FC-08).
    ///
    /// ```
    /// use namesake_core::text::{Anchor, Anchors, NameSpan, PronounClass};
    /// let last = "This is my neighbour Tobias, he repairs bikes.";
    /// let names = [NameSpan { start: 21, end: 27, candidates: &[1], kind: Some("person") }];
    /// let suggested = Anchors::new(last, &names).suggest(PronounClass::He);
    /// assert_eq!(suggested, Anchor::Tied { start: 21, end: 27, candidate: 1 });
    /// ```
    pub fn suggest(&self, class: PronounClass) -> Anchor {
        self.of(self.text.len()..self.text.len(), class)
    }

    fn tie(&self, pronoun: Range<usize>, class: PronounClass) -> Result<(&Name<'a>, u32), NoAnchor> {
        let of_class = index(class).ok_or(NoAnchor::Class)?;
        let at = self.lexemes.partition_point(|l| l.start < pronoun.start);
        if class == PronounClass::It && self.is_empty_it(at) {
            return Err(NoAnchor::Empty);
        }
        let before = self.names.partition_point(|name| name.span.end <= pronoun.start);
        let seen = before.checked_sub(1).and_then(|last| self.seen.get(of_class)?.get(last)).copied();
        let (first, last) = match seen {
            None | Some(Seen::None) => return Err(NoAnchor::NoName),
            Some(Seen::Several) => return Err(NoAnchor::Several),
            Some(Seen::One(first, last)) => (first, last),
        };
        let (Some(name), Some(latest)) = (self.names.get(first), self.names.get(last)) else {
            return Err(NoAnchor::NoName);
        };
        let [candidate] = name.candidates else { return Err(NoAnchor::Candidates) };
        if matches!(class, PronounClass::He | PronounClass::She) && !name.is_somebody {
            return Err(NoAnchor::Unnamed);
        }
        let here = self.sentence(pronoun.start);
        let sentence_end = self.sentences.get(here).map_or(self.text.len(), |s| s.end);
        let follows = self.names.get(before).is_some_and(|other| other.span.start < sentence_end);
        let coming = self.coming.get(of_class).and_then(|coming| coming.get(before)).filter(|_| follows);
        match coming {
            Some(Seen::Several) => return Err(NoAnchor::Several),
            Some(Seen::One(other, _)) if !self.is_same(*other, name) => return Err(NoAnchor::Several),
            _ => {}
        }
        if self.quotation(pronoun.start) != self.quotation(latest.span.start) {
            return Err(NoAnchor::Quoted);
        }
        // Who was meant by a pronoun before the name, or by one of the other gender, may be meant again.
        let other = match class {
            PronounClass::He => Some(PronounClass::She),
            PronounClass::She => Some(PronounClass::He),
            _ => None,
        };
        let marked = other.and_then(index).is_some_and(|other| name.fits.get(other) == Some(&false));
        let earlier = self.pronouns.partition_point(|(start, _)| *start < pronoun.start);
        let earlier = self.pronouns.get(..earlier).unwrap_or_default();
        let before_it = |firsts: &[Option<usize>; 4], class: usize, byte: usize| {
            firsts.get(class).copied().flatten().is_some_and(|start| start < byte)
        };
        let used_before = before_it(&self.first_pronouns, of_class, name.span.start);
        let other_used =
            !marked && other.and_then(index).is_some_and(|other| before_it(&self.first_pronouns, other, pronoun.start));
        if used_before || other_used || before_it(&self.first_unnamed, of_class, pronoun.start) {
            return Err(NoAnchor::Unnamed);
        }
        // What was said of the printer after the name: it may be the printer that jammed.
        let next_subject = self.subjects.partition_point(|start| *start < latest.span.end);
        if class == PronounClass::It && self.subjects.get(next_subject).is_some_and(|start| *start < pronoun.start) {
            return Err(NoAnchor::Unnamed);
        }
        let near = earlier.iter().rev().find(|(_, used)| *used == class).map_or(0, |(start, _)| *start);
        if here - self.sentence(near.max(latest.span.start)) > FARTHEST {
            return Err(NoAnchor::Far);
        }
        let together = self.sentence(latest.span.start) == here;
        if together && self.is_beside(at) {
            return Err(NoAnchor::Beside);
        }
        Ok((name, *candidate))
    }

    /// The sentence that holds a byte, or the one before it.
    fn sentence(&self, byte: usize) -> usize {
        self.sentences.partition_point(|s| s.start <= byte).saturating_sub(1)
    }

    fn quotation(&self, byte: usize) -> Option<usize> {
        let after = self.quotations.partition_point(|span| span.end <= byte);
        self.quotations.get(after).filter(|span| span.start <= byte).map(|span| span.start)
    }

    fn word(&self, at: usize) -> &'a str {
        self.lexemes.get(at).map_or("", |l| l.text)
    }

    /// Whether a pronoun stands where it cannot be a name before it in its sentence: beside it, or as its object.
    fn is_beside(&self, at: usize) -> bool {
        let Some(pronoun) = self.lexemes.get(at) else { return false };
        let joined = at > 1
            && matches!(self.word(at - 1), "and" | "or" | "with")
            && self.lexemes.get(at - 2).is_some_and(|l| self.name_at(l.start).is_some());
        let next = self.lexemes.get(at + 1);
        let goes_on = next.is_some_and(|l| l.gap.trim().is_empty() && !english::is_function(&l.text.to_lowercase()));
        let object = match pronoun.text.to_lowercase().as_str() {
            "him" | "them" => true,
            "her" => !goes_on,
            "it" => {
                let before = at.checked_sub(1).map_or("", |at| self.word(at)).to_lowercase();
                !pronoun.gap.contains([',', ';', ':', '(']) && !listed(STARTS_CLAUSE, &before)
            }
            _ => false,
        };
        joined || object
    }

    /// Whether "it" at a lexeme stands for nothing: it rains, it is late, it seems that.
    fn is_empty_it(&self, at: usize) -> bool {
        if !self.word(at).eq_ignore_ascii_case("it") {
            return false;
        }
        let ending = self.lexemes.get(at).map_or(Ending::None, |l| l.ending);
        let mut ahead = (at + 1..at + 6).map(|at| self.word(at).to_lowercase()).filter(|w| !listed(HEDGES, w));
        let verb = match ending {
            Ending::None => ahead.next().unwrap_or_default(),
            _ => "is".to_owned(),
        };
        let verb = if matches!(verb.as_str(), "will" | "would" | "might" | "may" | "can" | "could" | "must" | "should")
        {
            ahead.next().unwrap_or_default()
        } else {
            verb
        };
        if listed(EMPTY_VERBS, &verb) {
            return true;
        }
        let is_be =
            matches!(verb.as_str(), "is" | "was" | "be" | "isn't" | "wasn't" | "gets" | "got" | "been" | "being");
        is_be && ahead.next().is_some_and(|word| listed(EMPTY_AFTER_BE, &word))
    }

    /// Which classes could mean a name, by its kind and by what stands in and beside it.
    fn fits(&self, name: &NameSpan<'_>) -> (Fits, bool, bool) {
        let from = self.lexemes.partition_point(|l| l.end <= name.start);
        let to = self.lexemes.partition_point(|l| l.start < name.end);
        let own = self.lexemes.get(from..to).unwrap_or_default();
        let words: Vec<String> = own.iter().map(|l| l.text.to_lowercase()).collect();
        let before = from.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let adjacent = own.first().is_some_and(|l| l.gap.chars().all(|c| c.is_whitespace() || c == '.'));
        let before = before.filter(|_| adjacent).map(|l| l.text.to_lowercase()).unwrap_or_default();
        let within = |list: &[&str]| listed(list, &before) || words.iter().any(|word| listed(list, word));
        let (he, she) = (within(persons::HE), within(persons::SHE));
        let group = within(persons::GROUPS) || (before == "the" && words.last().is_some_and(|w| w.ends_with('s')));
        let ends_as = |list: &[&str]| words.last().is_some_and(|word| listed(list, word));
        let of = words.iter().any(|word| word == "of") && !he && !she;
        let acronym = own.len() == 1 && own.iter().any(|l| l.kind == Kind::AllCaps);
        let place = listed(persons::BEFORE_PLACES, &before)
            || (before == "to" && from > 1 && listed(persons::MOVED, &self.word(from - 2).to_lowercase()));
        let no_person = group
            || of
            || acronym
            || (ends_as(persons::NO_PERSON) && words.len() > 1)
            || matches!(before.as_str(), "the" | "a" | "an")
            || place
            || (words.len() == 1 && words.iter().any(|w| english::is_nation(w)));
        let given = words.first().is_some_and(|w| english::is_given_name(w)) && !no_person;
        let numbered = words.iter().any(|word| word.contains(char::is_numeric));
        let sort = kind_sort(name.kind);
        let fits = match sort {
            KindSort::Person => [!she || he, !he || she, false, false],
            KindSort::Group => [false, false, true, true],
            KindSort::Place | KindSort::Work | KindSort::Thing => [false, false, true, false],
            KindSort::Unsaid => {
                let no_person = no_person || numbered;
                [(!she || he) && !no_person, (!he || she) && !no_person, !he && !she && !given, group]
            }
        };
        (
            fits,
            sort == KindSort::Place || (sort == KindSort::Unsaid && place),
            sort == KindSort::Person || he || she || given,
        )
    }

    /// Collects the words for persons and things without a name; one that is said of a name tells of the name instead.
    fn read_nouns(&mut self) {
        for at in 0..self.lexemes.len() {
            let Some(lexeme) = self.lexemes.get(at) else { break };
            if self.name_at(lexeme.start).is_some() {
                continue;
            }
            let word = lexeme.text.to_lowercase();
            let (he, she) = (listed(persons::HE, &word), listed(persons::SHE, &word));
            let somebody = he || she || listed(persons::SOMEBODY, &word);
            let several = lexeme.kind == Kind::Lower && is_plural(&word) && at > 0 && !self.follows_name(at);
            let things = !somebody && self.is_new_thing(at);
            let start = lexeme.start;
            if self.is_subject_thing(at) {
                self.subjects.push(start);
            }
            if !(somebody || several || things) {
                continue;
            }
            let Some(name) = self.said_of(at) else {
                let fits = [somebody && !she, somebody && !he, things, several];
                for (first, fits) in self.first_unnamed.iter_mut().zip(fits) {
                    if fits {
                        first.get_or_insert(start);
                    }
                }
                continue;
            };
            if let Some(name) = self.names.get_mut(name) {
                name.is_somebody |= somebody;
                name.fits = match name.fits {
                    [m, f, _, _] if he || she => [m && !she, f && !he, false, false],
                    [m, f, _, t] if somebody => [m, f, false, t],
                    fits => fits,
                };
            }
        }
    }

    /// The name that stands at a byte.
    fn name_at(&self, byte: usize) -> Option<usize> {
        let at = self.names.partition_point(|name| name.span.end <= byte);
        self.names.get(at).filter(|name| name.span.start <= byte).map(|_| at)
    }

    fn follows_name(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|at| self.lexemes.get(at)).is_some_and(|l| self.name_at(l.start).is_some())
    }

    /// Whether a noun at a lexeme is a thing just brought up: a car, my phone, another one.
    fn is_new_thing(&self, at: usize) -> bool {
        let Some(lexeme) = self.lexemes.get(at).filter(|l| l.kind == Kind::Lower) else { return false };
        let brings = |word: &str| {
            matches!(
                word,
                "a" | "an" | "another" | "some" | "my" | "our" | "your" | "his" | "her" | "their" | "this" | "that"
            )
        };
        let end = self
            .lexemes
            .get(at + 1)
            .is_none_or(|l| l.kind != Kind::Lower || !l.gap.trim().is_empty() || english::is_function(l.text));
        let mut back = (at.saturating_sub(3)..at).rev().map(|at| self.word(at).to_lowercase());
        end && !english::is_function(lexeme.text) && !english::is_unit(lexeme.text) && back.any(|word| brings(&word))
    }

    /// Whether a noun at a lexeme is a thing that something is said of: "The printer jammed", "because the new one broke".
    fn is_subject_thing(&self, at: usize) -> bool {
        let lower = |at: usize| self.lexemes.get(at).filter(|l| l.kind == Kind::Lower && !english::is_function(l.text));
        if lower(at).is_none()
            || !self.lexemes.get(at + 1).is_some_and(|l| is_verbal(l.text) && l.gap.trim().is_empty())
        {
            return false;
        }
        // At most two words between the article and the noun.
        let article = (at.saturating_sub(3)..at).rev().find(|at| lower(*at).is_none());
        let Some((article, the)) = article.and_then(|at| Some((at, self.lexemes.get(at)?))) else { return false };
        let first = article == 0
            || self.sentence(the.start) != self.sentence(self.lexemes.get(article - 1).map_or(0, |l| l.start));
        the.text.eq_ignore_ascii_case("the")
            && (first
                || the.gap.contains([',', ';', ':', '–', '—'])
                || listed(STARTS_CLAUSE, &self.word(article - 1).to_lowercase()))
    }

    /// The name that a noun is said of: my neighbour Tobias; Tobias, my neighbour; Tobias is a neighbour of mine.
    fn said_of(&self, at: usize) -> Option<usize> {
        let lexeme = self.lexemes.get(at)?;
        if let Some(next) = self
            .lexemes
            .get(at + 1)
            .filter(|l| l.gap.trim_matches(['.', ' ']).is_empty() && lexeme.ending == Ending::None)
            && let Some(name) = self.name_at(next.start)
        {
            return Some(name);
        }
        let mut linked = false;
        for back in (at.saturating_sub(6)..at).rev() {
            let (here, after) = (self.lexemes.get(back)?, self.lexemes.get(back + 1)?);
            if let Some(name) = self.name_at(here.start) {
                let apposed = after.gap.trim() == ","
                    && matches!(after.text, "a" | "an" | "the" | "my" | "our" | "his" | "her" | "their");
                return (here.ending != Ending::Possessive && (linked || apposed)).then_some(name);
            }
            if after.gap.contains(['.', '!', '?', ';', ':']) {
                return None;
            }
            linked |= matches!(
                here.text,
                "is" | "was" | "became" | "becomes" | "remains" | "as" | "being" | "called" | "named"
            );
            if !linked && english::is_verb(here.text) {
                return None;
            }
            let described = linked || english::is_function(here.text) || here.kind == Kind::Lower;
            if !described {
                return None;
            }
        }
        None
    }
}

impl Name<'_> {
    /// Whether two names are one: by the same surface, of the same candidates.
    fn is_same(&self, other: &Self) -> bool {
        self.key == other.key && self.candidates == other.candidates
    }
}

fn is_plural(word: &str) -> bool {
    let irregular =
        matches!(word, "people" | "children" | "men" | "women" | "guys" | "folks" | "everyone" | "everybody");
    irregular
        || (word.len() > 3
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !english::is_verb(word)
            && !english::is_function(word))
}

/// Whether a word after a noun makes it a subject: is, jammed, works.
fn is_verbal(word: &str) -> bool {
    english::is_verb(word) || (word.len() > 4 && word.ends_with("ed"))
}

/// Where a class stands in [`Fits`].
fn index(class: PronounClass) -> Option<usize> {
    match class {
        PronounClass::He => Some(0),
        PronounClass::She => Some(1),
        PronounClass::It => Some(2),
        PronounClass::They => Some(3),
        _ => None,
    }
}
