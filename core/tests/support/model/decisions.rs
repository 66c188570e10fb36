//! What a decision must come to: refused with which error, or recorded with which meaning (DESIGN section 6).

use super::command::{Answer, Choice};
use super::reference::{Reference, Said, holders, strong};
use namesake_core::model::{EntityId, Kind, Mention, MentionId, Proposal, ProposalStatus, Unit};
use namesake_core::names::exact_key;
use namesake_core::protocol::{Decision, ErrorCode, Verdict};
use namesake_core::review::changes;
use namesake_core::state::{Handle, Space};

/// What must come of a decision.
#[derive(Debug, Clone)]
pub enum Due {
    /// Recorded.
    Said(Box<Said>),
    /// It was said before: the same record.
    Before(String),
    /// It is so already: no record.
    Nothing,
    Refused(ErrorCode),
}

/// When a snoozed question comes back.
const UNTIL: f64 = 1_800_000_000_000.0;

impl Choice {
    /// The decision on a proposal.
    pub fn on(&self, proposal: &Proposal) -> Decision {
        let members: Vec<EntityId> = proposal.members().collect();
        let member = |at: usize| members.get(at % members.len().max(1)).map(ToString::to_string);
        let (verdict, choice) = match self.answer {
            // An ambiguity is answered by a choice.
            Answer::Accept if proposal.kind == Kind::Ambiguity => (Verdict::Choose, member(self.question)),
            Answer::Choose(_) if proposal.kind != Kind::Ambiguity && !self.any => (Verdict::Accept, None),
            Answer::SomeoneNew if proposal.name.is_none() && !self.any => (Verdict::Accept, None),
            Answer::Accept => (Verdict::Accept, None),
            Answer::Reject => (Verdict::Reject, None),
            Answer::CantTell => (Verdict::CantTell, None),
            Answer::Snooze => (Verdict::Snooze, None),
            Answer::Choose(at) => (Verdict::Choose, member(at)),
            Answer::SomeoneNew => (Verdict::SomeoneNew, None),
        };
        let ticked = |bits: u8| {
            let ticked = members.iter().enumerate().filter(|(at, _)| bits >> (at % 8) & 1 == 1);
            ticked.map(|(_, id)| id.to_string()).collect::<Vec<_>>()
        };
        let ticks = self.ticks.filter(|_| proposal.name.is_none() || self.any).map(ticked);
        let survivor = self.survivor.and_then(member);
        let until = (verdict == Verdict::Snooze).then_some(UNTIL);
        Decision { verdict, choice, ticks, survivor, reason: None, until }
    }
}

impl Reference {
    /// What must come of a decision on a proposal, as the space stands.
    pub fn due(&self, space: &Space, proposal: &Proposal, decision: &Decision) -> Due {
        let input = format!("{decision:?}");
        let last = self.in_force().rfind(|said| said.proposal == proposal.id);
        if let Some(said) = last.filter(|said| said.input == input) {
            return Due::Before(said.review.to_string());
        }
        if decision.verdict == Verdict::Choose && decision.choice.is_none() {
            return Due::Refused(ErrorCode::BadArgument);
        }
        match proposal.status {
            ProposalStatus::Decided(_) => return Due::Refused(ErrorCode::ReviewConflict),
            ProposalStatus::Withdrawn => return Due::Refused(ErrorCode::Stale),
            ProposalStatus::Held => return Due::Refused(ErrorCode::HeldBack),
            ProposalStatus::Open { .. } | ProposalStatus::Snoozed { .. } => {}
        }
        let members: Vec<EntityId> = proposal.members().collect();
        let ids = |texts: &Vec<String>| -> Vec<EntityId> {
            members.iter().filter(|id| texts.contains(&id.to_string())).copied().collect()
        };
        let ticked = decision.ticks.as_ref().map_or_else(|| members.clone(), ids);
        let few = ticked.len() < 2 && matches!(decision.verdict, Verdict::Accept | Verdict::Reject);
        // Of two sides, one tick on either.
        let on_one_side = match &proposal.unit {
            Unit::Across(sides) => sides.iter().any(|side| ticked.iter().all(|id| side.contains(id))),
            _ => false,
        };
        let few = few || (on_one_side && matches!(decision.verdict, Verdict::Accept | Verdict::Reject));
        if decision.ticks.is_some() && (proposal.name.is_some() || few) {
            return Due::Refused(ErrorCode::BadArgument);
        }
        let mut said = Said { proposal: proposal.id, input, in_force: true, ..Said::default() };
        if matches!(decision.verdict, Verdict::CantTell | Verdict::Snooze) {
            return Due::Said(Box::new(said));
        }
        said.decides = true;
        let (name, key) = (proposal.name.clone().unwrap_or_default(), proposal.name.as_deref().map(exact_key));
        let key = key.unwrap_or_default();
        if decision.verdict == Verdict::Reject {
            match (proposal.kind, &proposal.name) {
                (_, None) => {
                    let within = |a: &EntityId, b: &EntityId| match &proposal.unit {
                        Unit::Across(sides) => sides.iter().any(|side| side.contains(a) && side.contains(b)),
                        _ => false,
                    };
                    let apart = pairs(&ticked).filter(|(a, b)| !within(a, b));
                    said.apart = apart.map(|(a, b)| self.two(space, a, b)).collect();
                }
                (Kind::NewName, _) => said.no_name = Some(key),
                (Kind::Ambiguity, _) if !holders(space, &key).is_empty() => said.mentions = open(space, &key),
                _ => said.not_meant = ticked.iter().map(|id| (key.clone(), *id)).collect(),
            }
            return Due::Said(Box::new(said));
        }
        if !changes(space, proposal).is_empty() {
            return Due::Refused(ErrorCode::Stale);
        }
        let choice = decision.choice.as_ref().and_then(|choice| choice.parse::<EntityId>().ok());
        match (proposal.kind, &proposal.name, decision.verdict) {
            (Kind::Collision | Kind::Merge, _, Verdict::Accept) => {
                if let Some(refused) = self.join(space, proposal, &ticked, &mut said) {
                    return Due::Refused(refused);
                }
                let survivor = decision.survivor.as_ref().and_then(|id| id.parse::<EntityId>().ok());
                if survivor.is_some_and(|id| !ticked.contains(&id)) {
                    return Due::Refused(ErrorCode::BadArgument);
                }
                said.survivor = survivor.or_else(|| default_survivor(space, &ticked));
                let unticked = members.iter().filter(|id| !ticked.contains(id));
                let apart = unticked.flat_map(|other| ticked.iter().map(|id| self.two(space, *other, *id)));
                said.apart = apart.collect();
            }
            (Kind::Alias, None, Verdict::Accept) => {
                if let Some(refused) = self.join(space, proposal, &ticked, &mut said) {
                    return Due::Refused(refused);
                }
            }
            (Kind::Alias, Some(_), Verdict::Accept) => {
                let holds = |id: &EntityId| {
                    let names = space.entities.get(id).map(|entity| entity.content.names.clone()).unwrap_or_default();
                    names.iter().any(|name| exact_key(&name.text) == key)
                };
                said.meant = ticked.first().copied();
                said.named = said.meant.filter(|id| !holds(id)).map(|id| (id, name));
                said.mentions = open(space, &key);
            }
            (Kind::Ambiguity, _, Verdict::Choose) => {
                said.meant = choice;
                said.mentions = open(space, &key);
            }
            (Kind::NewName, _, Verdict::Accept | Verdict::SomeoneNew)
            | (Kind::Ambiguity, _, Verdict::SomeoneNew)
            | (Kind::Alias, Some(_), Verdict::SomeoneNew) => {
                // Whoever asks fills in the id that it got.
                said.made = Some(EntityId::nil());
                said.meant = said.made;
                said.mentions = open(space, &key);
                said.apart = members.iter().map(|id| (EntityId::nil(), *id, Default::default())).collect();
            }
            _ => return Due::Refused(ErrorCode::BadArgument),
        }
        Due::Said(Box::new(said))
    }

    /// Joins entities, or says why that is refused.
    fn join(&self, space: &Space, proposal: &Proposal, ticked: &[EntityId], said: &mut Said) -> Option<ErrorCode> {
        said.joined = ticked.to_vec();
        let roots: Vec<Handle> = ticked.iter().filter_map(|id| space.root_of(id)).collect();
        for (a, b) in pairs(&roots) {
            for (x, y, _) in self.apart_between(space, a, b) {
                if !proposal.rejected_before {
                    return Some(ErrorCode::CannotLink);
                }
                said.lifted.push((*x, *y));
            }
        }
        None
    }

    pub fn two(
        &self,
        space: &Space,
        a: EntityId,
        b: EntityId,
    ) -> (EntityId, EntityId, std::collections::BTreeSet<String>) {
        let of = |id: &EntityId| space.root_of(id).map(|root| strong(space, root)).unwrap_or_default();
        (a, b, of(&a).intersection(&of(&b)).cloned().collect())
    }
}

/// Established before by-name, then most fields, then the oldest, then the lowest id.
pub fn default_survivor(space: &Space, ticked: &[EntityId]) -> Option<EntityId> {
    let place = |id: &EntityId| {
        let entity = space.entities.get(id)?;
        let by_name = entity.standing == namesake_core::model::Standing::ByName;
        Some((by_name, std::cmp::Reverse(entity.content.fields.iter().count()), entity.created, *id))
    };
    ticked.iter().copied().min_by_key(place)
}

/// Mentions of a key that are not linked and of which nothing was said.
fn open(space: &Space, key: &str) -> Vec<MentionId> {
    let is_open = |mention: &&Mention| {
        exact_key(mention.name()) == key && mention.verdict.entity.is_none() && mention.verdict.review.is_none()
    };
    space.mentions.iter().filter(is_open).map(|mention| mention.id).collect()
}

fn pairs<T: Copy>(list: &[T]) -> impl Iterator<Item = (T, T)> + '_ {
    list.iter().enumerate().flat_map(|(at, a)| list[at + 1..].iter().map(move |b| (*a, *b)))
}
