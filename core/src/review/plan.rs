//! What a decision would do: its effects, computed once for preview and record.

use super::{Refusal, changes};
use crate::journal::verified_edge_id;
use crate::merge;
use crate::model::*;
use crate::policy::TOUCHED;
use crate::settle::{Thing, is_open, last, shared_strong_fields, things};
use crate::state::{Effect, Handle, Space};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What a decision does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Effects in order.
    pub effects: Vec<Effect>,
    /// Pairs that it joins beyond those that were asked about.
    pub implied: Vec<(EntityId, EntityId)>,
    /// Who survives, for a merge.
    pub survivor: Option<EntityId>,
    /// Mentions that it links.
    pub mentions: u32,
}

/// The plan of a decision on an open question.
///
/// `review` is the id that the review will have, `fresh` that of an entity it may make, `now` milliseconds since 1970.
///
/// # Errors
/// See [`Refusal`].
pub fn plan(
    space: &Space,
    proposal: &Proposal,
    input: &Input,
    review: ReviewId,
    fresh: EntityId,
    now: i64,
) -> Result<Plan, Refusal> {
    match proposal.status {
        ProposalStatus::Decided(review) => return Err(Refusal::Conflict(review)),
        ProposalStatus::Withdrawn => return Err(Refusal::Withdrawn),
        ProposalStatus::Held => return Err(Refusal::HeldBack),
        ProposalStatus::Open { .. } | ProposalStatus::Snoozed { .. } => {}
    }
    let mut planning = Planning { space, proposal, review, fresh, now, plan: Plan::empty() };
    let ticked = planning.ticked(input)?;
    let status = match input.verdict {
        Answer::CantTell => ProposalStatus::Open { cant_tell: true },
        Answer::Snooze { until } => ProposalStatus::Snoozed { until },
        Answer::Reject => {
            match planning.proposal.kind {
                Kind::Contradiction => planning.keep()?,
                _ => planning.reject(&ticked),
            }
            ProposalStatus::Decided(review)
        }
        Answer::Accept | Answer::Choose(_) | Answer::SomeoneNew => {
            let changed = changes(space, proposal);
            if !changed.is_empty() {
                return Err(Refusal::Stale(changed));
            }
            planning.accept(input, &ticked)?;
            ProposalStatus::Decided(review)
        }
    };
    let mut plan = planning.plan;
    plan.effects.push(Effect::SetProposal { proposal: proposal.id, from: proposal.status, to: status });
    Ok(plan)
}

impl Plan {
    pub(crate) fn empty() -> Self {
        Self { effects: Vec::new(), implied: Vec::new(), survivor: None, mentions: 0 }
    }

    /// Adds a merge of these roots into one of them.
    pub(crate) fn merge(&mut self, space: &Space, members: &[Handle], survivor: EntityId, by: Uuid) {
        self.survivor = Some(survivor);
        self.effects.extend(merge::redirects(space, members, survivor, by));
        let absorbed = members.iter().filter(|member| space.entities.at(**member).id != survivor);
        self.mentions = absorbed.map(|member| space.mentions_of(*member).len() as u32).sum();
        self.imply(space, members);
    }

    /// Notes the pairs that joining these joins as well, because each brings its group.
    fn imply(&mut self, space: &Space, handles: &[Handle]) {
        for (at, a) in handles.iter().enumerate() {
            for b in &handles[at + 1..] {
                for x in space.group(*a) {
                    for y in space.group(*b) {
                        if (x, y) != (*a, *b) && x != y {
                            self.implied.push((space.entities.at(x).id, space.entities.at(y).id));
                        }
                    }
                }
            }
        }
        self.implied.sort_unstable();
        self.implied.dedup();
    }
}

struct Planning<'a> {
    space: &'a Space,
    proposal: &'a Proposal,
    review: ReviewId,
    fresh: EntityId,
    now: i64,
    plan: Plan,
}

impl Planning<'_> {
    /// The members that the answer is about.
    fn ticked(&self, input: &Input) -> Result<Vec<EntityId>, Refusal> {
        let members: Vec<EntityId> = self.proposal.members().collect();
        let Some(ticks) = &input.ticks else { return Ok(members) };
        if self.proposal.name.is_some() || self.proposal.kind == Kind::Contradiction {
            return Err(bad("Only members of a group can be unticked."));
        }
        if ticks.iter().any(|tick| !members.contains(tick)) {
            return Err(bad("A ticked entity is not in this question."));
        }
        if ticks.len() < 2 && matches!(input.verdict, Answer::Accept | Answer::Reject) {
            return Err(bad("Tick at least two entities."));
        }
        let ticked: Vec<EntityId> = members.into_iter().filter(|member| ticks.contains(member)).collect();
        if self.proposal.pairs_among(&ticked).is_empty() && matches!(input.verdict, Answer::Accept | Answer::Reject) {
            return Err(bad("Tick at least one entity on either side."));
        }
        Ok(ticked)
    }

    fn accept(&mut self, input: &Input, ticked: &[EntityId]) -> Result<(), Refusal> {
        match (self.proposal.kind, input.verdict) {
            (Kind::Collision | Kind::Merge, Answer::Accept) => self.merge(ticked, input.survivor),
            (Kind::Alias, Answer::Accept) => match (&self.proposal.name, ticked) {
                (None, [a, b]) => self.join(*a, *b),
                (Some(name), [entity]) => {
                    self.answer_to(*entity, name);
                    Ok(())
                }
                _ => Err(Refusal::Internal("an alias question has two sides".into())),
            },
            (Kind::NewName, Answer::Accept | Answer::SomeoneNew) | (Kind::Ambiguity, Answer::SomeoneNew) => {
                self.someone_new();
                Ok(())
            }
            (Kind::Alias, Answer::SomeoneNew) if self.proposal.name.is_some() => {
                self.someone_new();
                Ok(())
            }
            (Kind::Ambiguity, Answer::Choose(choice)) => {
                if !self.proposal.members().any(|member| member == choice) {
                    return Err(bad("The chosen entity is not one of the candidates."));
                }
                self.link(choice, Outcome::Existing);
                Ok(())
            }
            (Kind::Contradiction, Answer::Accept) => self.supersede(None),
            (Kind::Contradiction, Answer::Choose(claim)) => self.supersede(Some(claim)),
            (Kind::Ambiguity, Answer::Accept) => Err(bad("Choose one of the candidates, or someone new.")),
            (_, Answer::Choose(_)) => Err(bad("There is nothing to choose in this question.")),
            _ => Err(bad("Someone new is an answer only where a name in text is asked about.")),
        }
    }

    /// One of the things that are said of a subject takes the place of the others.
    fn supersede(&mut self, chosen: Option<ClaimId>) -> Result<(), Refusal> {
        let things = self.things();
        let by = match chosen {
            Some(claim) if things.iter().any(|thing| thing.asked == claim) => claim,
            Some(_) => return Err(bad("The chosen claim is not one of those that were asked about.")),
            None => last(&things).map(|thing| thing.asked).ok_or_else(|| {
                bad("The sources do not say which of these was said last. Choose the one that holds, or keep all.")
            })?,
        };
        let chosen = things.iter().find(|thing| thing.asked == by).cloned().ok_or(Refusal::NotFound)?;
        // What is said for another time holds beside it.
        let space = self.space;
        let rivals = |(id, _): &(ClaimId, ClaimState)| space.claims.get(id).is_some_and(|claim| chosen.rivals(claim));
        let others = things.iter().filter(|thing| thing.asked != by).flat_map(|thing| thing.claims.iter().copied());
        let others: Vec<_> = others.filter(rivals).collect();
        self.set_claims(others, ClaimState::Superseded { by, review: Some(self.review) })
    }

    /// All the things that are said of a subject hold.
    fn keep(&mut self) -> Result<(), Refusal> {
        let claims = self.things().into_iter().flat_map(|thing| thing.claims).collect();
        self.set_claims(claims, ClaimState::Kept(self.review))
    }

    fn things(&self) -> Vec<Thing> {
        match &self.proposal.unit {
            Unit::Rivals { subject, claims, .. } => things(self.space, *subject, claims),
            _ => Vec::new(),
        }
    }

    /// One effect for each way in which the claims stand now.
    fn set_claims(&mut self, claims: Vec<(ClaimId, ClaimState)>, to: ClaimState) -> Result<(), Refusal> {
        let count = claims.len() as u32;
        if count > TOUCHED {
            return Err(Refusal::TooManyClaims(count));
        }
        let mut by_state: BTreeMap<ClaimState, Vec<ClaimId>> = BTreeMap::new();
        for (claim, from) in claims {
            by_state.entry(from).or_default().push(claim);
        }
        let effects = by_state.into_iter().map(|(from, claims)| Effect::SetClaims { claims, from, to });
        self.plan.effects.extend(effects);
        Ok(())
    }

    fn merge(&mut self, ticked: &[EntityId], survivor: Option<EntityId>) -> Result<(), Refusal> {
        let handles = self.handles(ticked);
        self.plan.effects.extend(merge::check(self.space, &handles, self.proposal.rejected_before)?);
        let survivor = match survivor {
            Some(id) if ticked.contains(&id) => id,
            Some(_) => return Err(bad("The survivor must be one of the ticked entities.")),
            None => merge::survivor(self.space, &handles).ok_or(Refusal::NotFound)?,
        };
        self.plan.merge(self.space, &handles, survivor, self.review);
        self.imply_sides(ticked);
        if self.plan.mentions > TOUCHED {
            return Err(Refusal::TooMany(self.plan.mentions));
        }
        // An unticked member is not any of the ticked ones.
        let others: Vec<EntityId> = self.proposal.members().filter(|member| !ticked.contains(member)).collect();
        for other in others {
            for member in ticked {
                self.forbid(other, *member);
            }
        }
        Ok(())
    }

    /// Notes the pairs of one side of a question across two groups, which it joins without having asked about them.
    fn imply_sides(&mut self, ticked: &[EntityId]) {
        let Unit::Across(sides) = &self.proposal.unit else { return };
        for side in sides {
            let of_side: Vec<EntityId> = ticked.iter().copied().filter(|member| side.contains(member)).collect();
            for (at, a) in of_side.iter().enumerate() {
                self.plan.implied.extend(of_side[at + 1..].iter().map(|b| (*a, *b)));
            }
        }
        self.plan.implied.sort_unstable();
        self.plan.implied.dedup();
    }

    fn join(&mut self, a: EntityId, b: EntityId) -> Result<(), Refusal> {
        let handles = self.handles(&[a, b]);
        self.plan.effects.extend(merge::check(self.space, &handles, self.proposal.rejected_before)?);
        self.plan.imply(self.space, &handles);
        self.plan.mentions = handles.iter().map(|handle| self.space.mentions_of(*handle).len() as u32).sum();
        self.plan.effects.push(Effect::Join { edge: verified_edge_id(self.review), a, b });
        Ok(())
    }

    fn answer_to(&mut self, entity: EntityId, name: &str) {
        let key = crate::names::exact_key(name);
        let holds = self
            .space
            .entities
            .get(&entity)
            .is_some_and(|row| row.content.names.iter().any(|had| crate::names::exact_key(&had.text) == key));
        if !holds {
            let name = Name { text: name.to_owned(), origin: Origin::Review(self.review) };
            self.plan.effects.push(Effect::AddName { entity, name });
        }
        self.link(entity, Outcome::Existing);
    }

    fn someone_new(&mut self) {
        let Some(name) = &self.proposal.name else { return };
        let first = self.open_mentions().first().and_then(|id| self.space.mentions.get(id));
        let event = first.map(|mention| mention.event);
        let entity = Entity {
            id: self.fresh,
            created: self.now,
            standing: Standing::Established,
            content: Content {
                names: [Name { text: name.clone(), origin: Origin::Review(self.review) }].into_iter().collect(),
                kind: None,
                fields: Fields::default(),
                status: Status::Active,
            },
            revision: 1,
            source_key: None,
            seen: Seen::new(),
            source: event.and_then(|event| self.space.events.get(&event)).map(|event| event.source),
            event,
            conversation: None,
            past: Vec::new(),
        };
        self.plan.effects.push(Effect::AddEntity(Box::new(entity)));
        let members: Vec<EntityId> = self.proposal.members().collect();
        for member in members {
            self.forbid(self.fresh, member);
        }
        self.link(self.fresh, Outcome::New);
    }

    fn reject(&mut self, members: &[EntityId]) {
        let Some(name) = &self.proposal.name else {
            for (a, b) in self.proposal.pairs_among(members) {
                self.forbid(a, b);
            }
            return;
        };
        let key = crate::names::exact_key(name);
        if self.proposal.kind == Kind::NewName {
            self.plan.effects.push(Effect::IgnoreName { key });
            return;
        }
        // A name that the candidates hold to the letter goes on meaning them elsewhere; these mentions mean none.
        let holders = self.space.nodes.exact(&key).map(|node| self.space.holders(node)).unwrap_or_default();
        if self.proposal.kind == Kind::Ambiguity && !holders.is_empty() {
            let mentions = self.open_mentions();
            self.plan.mentions = mentions.len() as u32;
            let verdict = Verdict { review: Some(self.review), ..Verdict::none() };
            self.plan.effects.push(Effect::Link { mentions, verdict });
            return;
        }
        self.plan.effects.extend(members.iter().map(|member| Effect::ForbidName { key: key.clone(), entity: *member }));
    }

    fn link(&mut self, entity: EntityId, outcome: Outcome) {
        let mentions = self.open_mentions();
        self.plan.mentions = mentions.len() as u32;
        if mentions.is_empty() {
            return;
        }
        let verdict = Verdict { outcome, entity: Some(entity), review: Some(self.review), ..Verdict::none() };
        self.plan.effects.push(Effect::Link { mentions, verdict });
    }

    /// The mentions that the question is about, as they are now.
    fn open_mentions(&self) -> Vec<MentionId> {
        let key = self.proposal.name.as_deref().map(crate::names::exact_key);
        let node = key.and_then(|key| self.space.nodes.exact(&key));
        node.map(|node| {
            self.space
                .nodes
                .at(node)
                .mentions
                .iter()
                .filter(|mention| is_open(self.space, **mention))
                .map(|mention| self.space.mentions.at(*mention).id)
                .collect()
        })
        .unwrap_or_default()
    }

    fn forbid(&mut self, a: EntityId, b: EntityId) {
        let known = match (self.space.root_of(&a), self.space.root_of(&b)) {
            (Some(a), Some(b)) => shared_strong_fields(self.space, a, b),
            _ => Vec::new(),
        };
        self.plan.effects.push(Effect::Forbid { a, b, known });
    }

    fn handles(&self, ids: &[EntityId]) -> Vec<Handle> {
        ids.iter().filter_map(|id| self.space.entities.handle(id)).collect()
    }
}

fn bad(why: &str) -> Refusal {
    Refusal::BadArgument(why.to_owned())
}
