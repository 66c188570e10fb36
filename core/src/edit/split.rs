//! Dividing an entity that swallowed another one: what goes to the new half, and what the old one keeps.
//!
//! The new half is an established entity, and a cannot-link stands between the two. What was named is said by the owner:
//! mentions that go are the new half's, and those whose name both halves bear stay with the old one, for good.

use super::content::{check_name, field_holders, is_lent, keeps_a_name, name_holders, own, root};
use super::plan::bad;
use crate::model::*;
use crate::read::{in_form, is_strong};
use crate::review::{Plan, Refusal};
use crate::state::{Effect, Handle, Space};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

pub(super) fn plan(
    space: &Space,
    input: &SplitInput,
    id: Uuid,
    fresh: EntityId,
    now: i64,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    if standing(space, input).is_some() {
        return Ok(());
    }
    let old = root(space, &input.entity)?;
    let (names, fields) = (names(space, old, input)?, fields(space, old, input)?);
    let row = space.entities.at(old);
    let new = Entity {
        id: fresh,
        created: now,
        standing: Standing::Established,
        content: Content {
            names: names.iter().map(|text| Name { text: text.clone(), origin: Origin::Review(id) }).collect(),
            kind: input.kind.clone().or_else(|| row.content.kind.clone()),
            fields: fields.into(),
            status: Status::Active,
        },
        revision: 1,
        source_key: None,
        seen: Seen::new(),
        source: row.source,
        event: row.event,
        conversation: None,
        past: Vec::new(),
    };
    plan.effects.push(Effect::AddEntity(Box::new(new)));
    plan.effects.extend(removals(space, old, input, id)?);
    let shared = shared_keys(space, old, input, &names);
    relink(space, old, input, &shared, id, fresh, plan)?;
    // What was named by what goes goes with it, unless both halves bear it.
    let (going, keys) = (going(input), going_keys(input));
    plan.effects.extend(parted(space, old, |mention| {
        let called = || space.called(mention).map(crate::names::exact_key);
        let by_name = || called().is_some_and(|key| keys.contains(&key) && !shared.contains(&key));
        going.contains(&mention.id) || (!mention.verdict.is_firm() && by_name())
    }));
    // The new half is not there yet; what both share is what it takes and the old one keeps.
    let comparable = |SplitPart { what: Field { name, value }, .. }: &SplitPart<Field>| {
        let value = in_form(name, value).filter(|_| is_strong(name))?.into_owned();
        Some(Field { name: name.clone(), value })
    };
    let mut known: Vec<Field> = input.fields.iter().filter(|part| part.kept).filter_map(comparable).collect();
    known.sort();
    known.dedup();
    plan.effects.push(Effect::Forbid { a: row.id, b: fresh, known });
    Ok(())
}

/// The new half of the same split that stands already, so that doing it again makes no second one.
pub(super) fn standing(space: &Space, input: &SplitInput) -> Option<EntityId> {
    let old = space.root_of(&input.entity)?;
    let is_same =
        |edit: &&Edit| edit.undone_by.is_none() && matches!(&edit.input, EditInput::Split(had) if had == input);
    let edit = space.edits.iter().rev().find(is_same)?;
    let made = edit.effects.iter().find_map(|effect| match effect {
        Effect::AddEntity(entity) => Some(entity.id),
        _ => None,
    })?;
    // What came back to the old half since, or was merged into it, can be divided from it again.
    let is_apart = space.root_of(&made)? != old;
    let is_gone = removals(space, old, input, edit.id).is_ok_and(|removals| removals.is_empty());
    let going = going(input);
    let means_old = |mention: Handle| going.contains(&space.mentions.at(mention).id);
    (is_apart && is_gone && !space.mentions_of(old).into_iter().any(means_old)).then_some(made)
}

/// The names of the new half: those that were chosen, else the name of the old one, which both then bear.
fn names(space: &Space, old: Handle, input: &SplitInput) -> Result<Vec<String>, Refusal> {
    if input.names.is_empty() {
        if input.fields.is_empty() && input.mentions.is_empty() {
            return Err(bad("Choose what goes to the new entity: mentions, names or fields."));
        }
        return Ok(vec![space.entities.at(old).name().to_owned()]);
    }
    let mut out: Vec<String> = Vec::new();
    for SplitPart { what: name, kept } in &input.names {
        check_name(name)?;
        // The new half may also be given a name of its own.
        if !kept && is_lent(space, old, name) {
            return Err(bad("This name comes from mentions in text: choose the mentions, and let both keep the name."));
        }
        if !out.contains(name) {
            out.push(name.clone());
        }
    }
    Ok(out)
}

fn fields(space: &Space, old: Handle, input: &SplitInput) -> Result<Vec<Field>, Refusal> {
    let mut out: Vec<Field> = Vec::new();
    for part in &input.fields {
        let Some((_, held)) = field_holders(space, old, &part.what).into_iter().next() else {
            return Err(bad(&format!("The entity has no {} “{}”.", part.what.name, part.what.value)));
        };
        if !out.contains(&held) {
            out.push(held);
        }
    }
    Ok(out)
}

/// The exact keys of the names that both halves bear afterwards.
fn shared_keys(space: &Space, old: Handle, input: &SplitInput, names: &[String]) -> BTreeSet<String> {
    let goes = |name: &str| input.names.iter().any(|part| !part.kept && part.what == name);
    let contents = own(space, old).into_iter().map(|raw| &space.entities.at(raw).content);
    let stays = contents.flat_map(|content| &content.names).filter(|name| !goes(&name.text));
    let stays: BTreeSet<String> = stays.map(|name| crate::names::exact_key(&name.text)).collect();
    names.iter().map(|name| crate::names::exact_key(name)).filter(|key| stays.contains(key)).collect()
}

/// Takes from the old half what it does not keep: one effect an entity that is read as it.
fn removals(space: &Space, old: Handle, input: &SplitInput, by: Uuid) -> Result<Vec<Effect>, Refusal> {
    let mut edits: BTreeMap<Handle, Vec<ContentEdit>> = BTreeMap::new();
    for part in input.names.iter().filter(|part| !part.kept) {
        for raw in name_holders(space, old, &part.what) {
            edits.entry(raw).or_default().push(ContentEdit::RemoveName(part.what.clone()));
        }
    }
    for part in input.fields.iter().filter(|part| !part.kept) {
        for (raw, held) in field_holders(space, old, &part.what) {
            edits.entry(raw).or_default().push(ContentEdit::RemoveField(held));
        }
    }
    let mut out = Vec::new();
    for (raw, mut edits) in edits {
        keeps_a_name(space, old, raw, &edits)?;
        edits.dedup();
        out.push(Effect::Edit { entity: space.entities.at(raw).id, edits, by });
    }
    Ok(out)
}

/// The mentions that go to the new half.
fn going(input: &SplitInput) -> BTreeSet<MentionId> {
    input.mentions.iter().copied().collect()
}

/// Says of each mention which half it means, where that is not clear without.
fn relink(
    space: &Space,
    old: Handle,
    input: &SplitInput,
    keys: &BTreeSet<String>,
    id: Uuid,
    fresh: EntityId,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let going = going(input);
    let mentions = space.mentions_of(old);
    let own: BTreeSet<MentionId> = mentions.iter().map(|mention| space.mentions.at(*mention).id).collect();
    if !going.is_subset(&own) {
        return Err(bad("A chosen mention does not mean this entity (any more)."));
    }
    let said = |outcome, entity| Verdict { outcome, entity: Some(entity), review: Some(id), ..Verdict::none() };
    let mut moved: Vec<(Verdict, Verdict, Vec<MentionId>)> = Vec::new();
    for mention in mentions.into_iter().map(|mention| space.mentions.at(mention)) {
        let goes = going.contains(&mention.id);
        let stays = !mention.verdict.is_firm()
            && space.called(mention).is_some_and(|name| keys.contains(&crate::names::exact_key(name)));
        if !goes && !stays {
            continue;
        }
        let to =
            if goes { said(Outcome::New, fresh) } else { said(Outcome::Existing, stands_for(space, old, mention)) };
        plan.mentions += u32::from(goes);
        match moved.iter_mut().find(|(from, due, _)| *from == mention.verdict && *due == to) {
            Some((.., list)) => list.push(mention.id),
            None => moved.push((mention.verdict.clone(), to, vec![mention.id])),
        }
    }
    plan.effects.extend(moved.into_iter().map(|(from, to, mentions)| Effect::Relink { mentions, from, to }));
    Ok(())
}

/// The exact keys of the names that the old half does not keep.
fn going_keys(input: &SplitInput) -> BTreeSet<String> {
    input.names.iter().filter(|part| !part.kept).map(|part| crate::names::exact_key(&part.what)).collect()
}

/// Claims that the owner put aside for another of what was one person hold again where the two are said of two from now on:
/// of whom goes, and of whom stays.
pub(super) fn parted(space: &Space, old: Handle, goes: impl Fn(&Mention) -> bool) -> Vec<Effect> {
    let mut by_state: BTreeMap<ClaimState, Vec<ClaimId>> = BTreeMap::new();
    for claim in space.claims_of(old).into_iter().map(|claim| space.claims.at(claim)) {
        let ClaimState::Superseded { by, review: Some(_) } = claim.state else { continue };
        let goes = |claim: &Claim| space.mentions.get(&claim.subject).is_some_and(&goes);
        if space.claims.get(&by).is_some_and(|by| goes(by) != goes(claim)) {
            by_state.entry(claim.state).or_default().push(claim.id);
        }
    }
    let effect = |(from, claims)| Effect::SetClaims { claims, from, to: ClaimState::InForce };
    by_state.into_iter().map(effect).collect()
}

/// The entity that a mention that stays is recorded with: as it was, unless that one only yielded by a rule, which may let
/// it go again.
fn stands_for(space: &Space, old: Handle, mention: &Mention) -> EntityId {
    let raw = mention.verdict.entity.and_then(|id| space.entities.get(&id));
    let by_rule = |entity: &&Entity| matches!(entity.content.status, Status::Redirected { by: None, .. });
    match raw.filter(|entity| !by_rule(entity)) {
        Some(entity) => entity.id,
        None => space.entities.at(old).id,
    }
}
