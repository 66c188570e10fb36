//! What can be taken back: reviews, edits and statements about short forms, in the order in which they were made, and which builds on which.

use crate::model::*;
use crate::names::tables::FormKeys;
use crate::state::{Effect, Handle, Space};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// A review, an edit or a statement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Act<'a> {
    pub id: Uuid,
    pub sequence: u64,
    pub effects: &'a [Effect],
    pub undone_by: Option<Uuid>,
    /// The question that a review answers.
    pub proposal: Option<ProposalId>,
}

impl<'a> Act<'a> {
    fn review(review: &'a Review) -> Self {
        let Review { id, sequence, effects, undone_by, proposal, .. } = review;
        Self { id: *id, sequence: *sequence, effects, undone_by: *undone_by, proposal: Some(*proposal) }
    }

    fn edit(edit: &'a Edit) -> Self {
        let Edit { id, sequence, effects, undone_by, .. } = edit;
        Self { id: *id, sequence: *sequence, effects, undone_by: *undone_by, proposal: None }
    }

    fn statement(statement: &'a Statement) -> Self {
        let Statement { id, sequence, effects, undone_by, .. } = statement;
        Self { id: *id, sequence: *sequence, effects, undone_by: *undone_by, proposal: None }
    }

    /// The review, edit or statement with this id.
    pub fn find(space: &'a Space, id: &Uuid) -> Option<Self> {
        let review = space.reviews.get(id).map(Self::review);
        let edit = || space.edits.get(id).map(Self::edit);
        review.or_else(edit).or_else(|| space.statements.get(id).map(Self::statement))
    }

    /// What an id names: a review, an edit, or the reviews of one go, oldest first.
    pub fn named(space: &'a Space, id: &Uuid) -> Vec<Self> {
        match Self::find(space, id) {
            Some(one) => vec![one],
            None => space.reviews_in_bulk(id).iter().map(|review| Self::review(space.reviews.at(*review))).collect(),
        }
    }

    /// Those in force that came after this one, oldest first.
    fn later(self, space: &'a Space) -> Vec<Self> {
        let reviews = space.reviews.iter().rev().map(Self::review).take_while(|act| act.sequence > self.sequence);
        let edits = space.edits.iter().rev().map(Self::edit).take_while(|act| act.sequence > self.sequence);
        let statements = space.statements.iter().rev().map(Self::statement);
        let statements = statements.take_while(|act| act.sequence > self.sequence);
        let mut out: Vec<Self> = reviews.chain(edits).chain(statements).filter(|act| act.undone_by.is_none()).collect();
        out.sort_by_key(|act| act.sequence);
        out
    }

    /// True if this later one builds on an earlier one: it answers the same question again, or touches what that made or moved.
    /// Short forms apart: [`Base`] knows of them.
    fn builds_on(&self, space: &Space, earlier: &Self) -> bool {
        if self.proposal.is_some() && self.proposal == earlier.proposal {
            return true;
        }
        earlier.effects.iter().any(|made| {
            self.effects.iter().any(|later| uses(later, made))
                || self.proposal.is_some_and(|id| asks(space, &id, made) || rests_on(space, &id, self.effects, made))
        })
    }
}

/// What later ones may build on.
struct Base<'a> {
    acts: Vec<Act<'a>>,
    /// The short forms that they set, with the sequence of the first that did: a statement has hundreds of them, so they are
    /// looked up and not compared one with another.
    forms: BTreeMap<FormKeys, u64>,
}

impl<'a> Base<'a> {
    fn new(acts: Vec<Act<'a>>) -> Self {
        let mut out = Self { acts: Vec::new(), forms: BTreeMap::new() };
        acts.into_iter().for_each(|act| out.push(act));
        out
    }

    fn push(&mut self, act: Act<'a>) {
        for keys in act.effects.iter().filter_map(form_set) {
            let first = self.forms.entry(keys).or_insert(act.sequence);
            *first = act.sequence.min(*first);
        }
        self.acts.push(act);
    }

    /// True if this one came later than one of these and builds on it.
    fn is_used_by(&self, space: &Space, later: &Act<'_>) -> bool {
        let uses_form = |keys: FormKeys| self.forms.get(&keys).is_some_and(|first| *first < later.sequence);
        later.effects.iter().filter_map(form_set).any(uses_form)
            || self.acts.iter().any(|act| act.sequence < later.sequence && later.builds_on(space, act))
    }
}

/// The short form that an effect sets.
fn form_set(effect: &Effect) -> Option<FormKeys> {
    match effect {
        Effect::SetForm { form, .. } => form.keys().ok(),
        _ => None,
    }
}

/// Later ones in force that build on these, directly or through each other; newest first, without these.
pub(super) fn later_users(space: &Space, these: &[Uuid]) -> Vec<Uuid> {
    let acts: Vec<Act<'_>> = these.iter().filter_map(|id| Act::find(space, id)).collect();
    let Some(first) = acts.iter().min_by_key(|act| act.sequence).copied() else { return Vec::new() };
    let mut base = Base::new(acts);
    let later: Vec<Act<'_>> = first.later(space).into_iter().filter(|act| !these.contains(&act.id)).collect();
    loop {
        let before = base.acts.len();
        for act in &later {
            let is_new = base.acts.iter().all(|had| had.id != act.id);
            if is_new && base.is_used_by(space, act) {
                base.push(*act);
            }
        }
        joining_again(space, &base.acts, &later).into_iter().for_each(|act| base.push(act));
        if base.acts.len() == before {
            break;
        }
    }
    let mut users: Vec<Act<'_>> = base.acts.into_iter().filter(|act| !these.contains(&act.id)).collect();
    users.sort_by_key(|act| std::cmp::Reverse(act.sequence));
    users.into_iter().map(|act| act.id).collect()
}

/// Later acts by which two would be one between whom taking these back sets a cannot-link again.
fn joining_again<'a>(space: &'a Space, these: &[Act<'a>], later: &[Act<'a>]) -> Vec<Act<'a>> {
    let lifted = these.iter().flat_map(|act| act.effects).filter_map(|effect| match effect {
        Effect::Permit { a, b, .. } => Some((a, b)),
        _ => None,
    });
    let lifted: Vec<_> = lifted.collect();
    if lifted.is_empty() {
        return Vec::new();
    }
    let stays = |act: &Act<'_>| act.undone_by.is_none() && these.iter().all(|taken| taken.id != act.id);
    let acts = space.reviews.iter().map(Act::review).chain(space.edits.iter().map(Act::edit)).filter(stays);
    let mut joins: Vec<(Uuid, (EntityId, EntityId))> =
        acts.flat_map(|act| joined(act.effects).map(move |pair| (act.id, pair))).collect();
    let mut out: Vec<Act<'a>> = Vec::new();
    // The last ones first, until the two part, and only those without which they do: what else was joined to either stays.
    for (a, b) in lifted {
        let one = reached(*a, &joins);
        let within = |act: &&Act<'a>| stays(act) && joined(act.effects).any(|(x, _)| one.contains(&x));
        let mut taken: Vec<Act<'a>> = Vec::new();
        for act in later.iter().rev().filter(within) {
            if !reached(*a, &joins).contains(b) {
                break;
            }
            joins.retain(|(by, _)| *by != act.id);
            taken.push(*act);
        }
        for act in taken.iter().rev() {
            let back = joined(act.effects).map(|pair| (act.id, pair));
            let with: Vec<_> = joins.iter().copied().chain(back).collect();
            if reached(*a, &with).contains(b) {
                out.push(*act);
            } else {
                joins = with;
            }
        }
    }
    out
}

/// The pairs that effects make one.
fn joined(effects: &[Effect]) -> impl Iterator<Item = (EntityId, EntityId)> + '_ {
    effects.iter().filter_map(|effect| match effect {
        Effect::SetStatus { entity, to: Status::Redirected { to, .. }, .. } => Some((*entity, *to)),
        Effect::Join { a, b, .. } => Some((*a, *b)),
        _ => None,
    })
}

/// All that are one with an entity by these pairs, each with the act that made it.
fn reached(entity: EntityId, pairs: &[(Uuid, (EntityId, EntityId))]) -> BTreeSet<EntityId> {
    let mut next: BTreeMap<EntityId, Vec<EntityId>> = BTreeMap::new();
    for (_, (a, b)) in pairs {
        next.entry(*a).or_default().push(*b);
        next.entry(*b).or_default().push(*a);
    }
    let (mut out, mut open) = (BTreeSet::from([entity]), vec![entity]);
    while let Some(at) = open.pop() {
        open.extend(next.get(&at).into_iter().flatten().filter(|other| out.insert(**other)));
    }
    out
}

/// True if a question was asked because the owner wanted it: about the two that were named, or those who spoke for them.
fn asks(space: &Space, proposal: &ProposalId, made: &Effect) -> bool {
    let Effect::Ask { a, b } = made else { return false };
    let Some(proposal) = space.proposals.get(proposal) else { return false };
    let Unit::Pair(x, y) = proposal.unit else { return false };
    let wanted = proposal.reasons.iter().any(|reason| reason.code == ReasonCode::AskedByOwner);
    let group = |id: &EntityId| space.root_of(id).map(|root| space.group_key(root));
    let same =
        |one: &EntityId, other: &EntityId| one == other || group(one).is_some_and(|key| Some(key) == group(other));
    (same(a, &x) && same(b, &y) || same(a, &y) && same(b, &x))
        && (wanted || [*a, *b].iter().all(|id| [x, y].contains(id)))
}

/// True if a later effect uses what an earlier one made, so that taking back the earlier one alone would break it. Short
/// forms apart: [`Base`] knows of them.
fn uses(later: &Effect, earlier: &Effect) -> bool {
    match earlier {
        Effect::AddEntity(entity) => touches(later, &entity.id),
        Effect::SetStatus { entity, to: Status::Redirected { to, .. }, .. } => match later {
            Effect::SetStatus { entity: moved, .. } => moved == to,
            // What was absorbed was divided from what absorbed it, or edited through it.
            Effect::Edit { entity: edited, .. } => edited == entity,
            Effect::Relink { from, to, .. } => from.entity == Some(*entity) && to.entity != from.entity,
            _ => false,
        },
        Effect::Edit { entity, edits, .. } => edits.iter().any(|edit| edits_again(later, entity, edit)),
        Effect::AddName { entity, name } => edits_again(later, entity, &ContentEdit::AddName(name.text.clone())),
        Effect::Link { mentions, .. } | Effect::Relink { mentions, .. } => match later {
            Effect::Link { mentions: after, .. } | Effect::Relink { mentions: after, .. } => {
                mentions.iter().any(|mention| after.contains(mention))
            }
            _ => false,
        },
        Effect::SetClaims { claims, .. } => {
            matches!(later, Effect::SetClaims { claims: after, .. } if claims.iter().any(|claim| after.contains(claim)))
        }
        Effect::SetPredicate { predicate, .. } => {
            matches!(later, Effect::SetPredicate { predicate: after, .. } if after == predicate)
        }
        Effect::Forbid { a, b, .. } => {
            matches!(later, Effect::Permit { a: x, b: y, .. } if (x, y) == (a, b) || (y, x) == (a, b))
        }
        _ => false,
    }
}

/// True if a contradiction may only have been decided on because of what an earlier effect made: it declared the predicate, or
/// had a part in whom the ends of the claims mean. Rather too much than too little: it is taken back together.
fn rests_on(space: &Space, proposal: &ProposalId, decided: &[Effect], made: &Effect) -> bool {
    let Some(Unit::Rivals { subject, predicate, claims }) = space.proposals.get(proposal).map(|asked| &asked.unit)
    else {
        return false;
    };
    let group = |id: &EntityId| space.root_of(id).map(|root| space.group_key(root));
    let is_subject = |id: &EntityId| group(id).is_some_and(|key| Some(key) == group(subject));
    // The words that the claims are about, and what they are called: what is said of a name is said of all its mentions.
    let ends = || {
        let moved = decided.iter().flat_map(|effect| match effect {
            Effect::SetClaims { claims, .. } => claims.as_slice(),
            _ => &[],
        });
        let claims = claims.iter().chain(moved).filter_map(|id| space.claims.get(id));
        let ends = claims.flat_map(|claim| [Some(claim.subject), claim.object_mention()]).flatten();
        ends.filter_map(|end| space.mentions.handle(&end)).collect::<BTreeSet<_>>()
    };
    let node = |mention: &MentionId| space.mentions.handle(mention).and_then(|mention| space.node_of(mention));
    match made {
        Effect::SetPredicate { predicate: declared, .. } => declared == predicate,
        // Who is one with the subject may be so by this.
        Effect::SetStatus { entity, to: Status::Redirected { .. }, .. } => is_subject(entity),
        Effect::Join { a, .. } => is_subject(a),
        Effect::AddEntity(entity) => is_subject(&entity.id),
        Effect::Link { mentions, .. } | Effect::Relink { mentions, .. } => {
            let ends = ends();
            let nodes: BTreeSet<_> = ends.iter().filter_map(|end| space.node_of(*end)).collect();
            let is_end = |id: &MentionId| space.mentions.handle(id).is_some_and(|mention| ends.contains(&mention));
            mentions.iter().any(|id| is_end(id) || node(id).is_some_and(|node| nodes.contains(&node)))
        }
        Effect::AddName { name, .. } => names_an_end(space, &ends(), &name.text),
        Effect::ForbidName { key, .. } => names_an_end(space, &ends(), key),
        Effect::Edit { edits, .. } => {
            let named = edits.iter().filter_map(|edit| match edit {
                ContentEdit::AddName(name) | ContentEdit::RemoveName(name) => Some(name),
                _ => None,
            });
            let ends = ends();
            named.into_iter().any(|name| names_an_end(space, &ends, name))
        }
        _ => false,
    }
}

/// True if one of these mentions is called so.
fn names_an_end(space: &Space, ends: &BTreeSet<Handle>, name: &str) -> bool {
    let node = space.nodes.exact(&crate::names::exact_key(name));
    node.is_some_and(|node| ends.iter().any(|end| space.node_of(*end) == Some(node)))
}

/// True if an effect edits what an earlier edit of the same entity was about.
fn edits_again(effect: &Effect, entity: &EntityId, edit: &ContentEdit) -> bool {
    let Effect::Edit { entity: other, edits, .. } = effect else { return false };
    other == entity && edits.iter().any(|after| edit.is_about_the_same(after))
}

fn touches(effect: &Effect, id: &EntityId) -> bool {
    let means = |verdict: &Verdict| verdict.entity.as_ref() == Some(id);
    match effect {
        Effect::Link { verdict, .. } => means(verdict),
        Effect::Relink { from, to, .. } => means(from) || means(to),
        other => other.entities().any(|entity| entity == *id),
    }
}
