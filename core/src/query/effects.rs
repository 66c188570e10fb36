//! The words of effects: what a decision or an edit would change, or changed.

use super::claims::says;
use super::entity::entity_row;
use super::words::{name_of, shown};
use crate::model::{Claim, ClaimId, ClaimState, ContentEdit, EditInput, EntityId, Status};
use crate::protocol::{Bit, Preview, Shown};
use crate::read::written;
use crate::review::{Plan, Refusal};
use crate::state::{Effect, Space};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What an edit would change, by the code that writes the record.
///
/// # Errors
/// The refusal that the edit itself would meet.
pub fn preview_edit(space: &Space, input: &EditInput, now: i64) -> Result<Preview, Refusal> {
    let plan = crate::edit::plan(space, input, Uuid::nil(), Uuid::nil(), now)?;
    Ok(describe(space, None, &plan))
}

/// A plan in words. `name` is the name in text that a question is about.
pub(super) fn describe(space: &Space, name: Option<&str>, plan: &Plan) -> Preview {
    let mut lines = lines(space, name, &plan.effects);
    let moved = plan.effects.iter().any(|e| matches!(e, Effect::SetStatus { .. } | Effect::Join { .. }));
    if moved && plan.mentions > 0 {
        let many =
            if plan.mentions == 1 { "1 mention moves".into() } else { format!("{} mentions move", plan.mentions) };
        lines.push(vec![Bit::Text(format!("{many} along."))]);
    }
    let side = |id: &EntityId| space.entities.get(id).map(name_of).unwrap_or_default();
    Preview {
        lines,
        implied: plan.implied.iter().map(|(a, b)| (side(a), side(b))).collect(),
        survivor: plan.survivor.map(|id| id.to_string()),
        mentions: plan.mentions,
    }
}

/// One sentence an effect that a person cares about. An entity that is not there yet is called as the effects that make it
/// do, or as `name`.
pub(super) fn lines(space: &Space, name: Option<&str>, effects: &[Effect]) -> Vec<Vec<Bit>> {
    let made = effects.iter().find_map(|effect| match effect {
        Effect::AddEntity(entity) => Some(entity),
        _ => None,
    });
    let call = |id: &EntityId| -> Shown {
        let known = space.entities.get(id).map(name_of);
        let new = || made.filter(|entity| entity.id == *id).map(|entity| name_of(entity));
        known.or_else(new).unwrap_or_else(|| shown(name.unwrap_or_default()))
    };
    let entity = |id: &EntityId| Bit::Name(call(id));
    let t = |text: &str| Bit::Text(text.to_owned());
    let n = |text: &str| Bit::Name(shown(text));
    let said = || n(name.unwrap_or_default());
    let mut lines: Vec<Vec<Bit>> = Vec::new();
    let mut forbidden = 0;
    for effect in effects {
        match effect {
            Effect::Join { a, b, .. } => {
                lines.push(vec![
                    entity(a),
                    t(" and "),
                    entity(b),
                    t(" are read together. Both entries stay as they are."),
                ]);
            }
            Effect::SetStatus { entity: id, to: Status::Redirected { to, .. }, .. } => {
                let hint = |id: &EntityId| {
                    let root = space.root_of(id)?;
                    entity_row(space, root).hint.map(|hint| format!(" ({})", hint.text))
                };
                lines.push(vec![
                    entity(id),
                    t(&hint(id).unwrap_or_default()),
                    t(" is read as "),
                    entity(to),
                    t(&hint(to).unwrap_or_default()),
                    t(". Nothing is copied or lost: every name and field is kept."),
                ]);
            }
            Effect::AddName { entity: id, name: added } => {
                lines.push(vec![entity(id), t(" also answers to "), n(&added.text), t(".")]);
            }
            Effect::Edit { entity: id, edits, .. } => {
                lines.extend(edits.iter().map(|edit| content_line(entity(id), edit)));
            }
            Effect::AddEntity(new) => lines.push(vec![t("A new entry is made: "), n(new.name()), t(".")]),
            Effect::Link { mentions, verdict } => lines.push(match &verdict.entity {
                Some(id) => vec![t(&mentions_of(mentions.len())), t(" will be read as "), entity(id), t(".")],
                None => vec![t(&mentions_of(mentions.len())), t(" will be read as none of these.")],
            }),
            Effect::Relink { mentions, from, to } => {
                let many = mentions_of(mentions.len());
                let stays = made.is_none_or(|new| to.entity != Some(new.id));
                lines.push(match (&from.entity, &to.entity) {
                    (Some(_), Some(to)) if stays => {
                        vec![t(&many), t(" of this name will go on being read as "), entity(to), t(".")]
                    }
                    (_, Some(to)) => vec![t(&many), t(" will be read as the new "), entity(to), t(".")],
                    _ => vec![t(&many), t(" will be read as nobody known.")],
                });
            }
            Effect::Forbid { .. } => forbidden += 1,
            Effect::ForbidName { entity: id, .. } => {
                lines.push(vec![said(), t(" in text will not be taken for "), entity(id), t(".")]);
            }
            Effect::SetClaims { claims, to, .. } => lines.extend(claim_lines(space, claims, *to)),
            Effect::SetPredicate { predicate, to, .. } => {
                let rule = if *to { " has one value at a time." } else { " may have several values at a time." };
                lines.push(vec![n(&predicate.replace('_', " ")), t(rule)]);
            }
            Effect::IgnoreName { .. } => lines.push(vec![said(), t(" is not asked about again.")]),
            Effect::Ask { a, b } => {
                lines.push(vec![
                    t("You will be asked whether "),
                    entity(a),
                    t(" and "),
                    entity(b),
                    t(" are the same."),
                ]);
            }
            _ => {}
        }
    }
    if forbidden > 0 {
        let text = match forbidden {
            1 => "One pair is kept apart and not asked about again, unless something new is learned.".to_owned(),
            n => format!("{n} pairs are kept apart and not asked about again, unless something new is learned."),
        };
        lines.push(vec![Bit::Text(text)]);
    }
    lines
}

/// One line for each thing that is said, with how many claims say it.
fn claim_lines(space: &Space, claims: &[ClaimId], to: ClaimState) -> Vec<Vec<Bit>> {
    let t = |text: &str| Bit::Text(text.to_owned());
    let end = match to {
        ClaimState::InForce => " holds.",
        ClaimState::Kept(_) => " holds beside what else is said.",
        ClaimState::Superseded { .. } => " no longer holds. The sentence stays.",
    };
    let mut things: Vec<(&Claim, u32)> = Vec::new();
    let mut places = BTreeMap::new();
    for claim in claims.iter().filter_map(|id| space.claims.get(id)) {
        let thing = (claim.predicate_key(), space.object_of(claim));
        let at = *places.entry(thing).or_insert(things.len());
        match things.get_mut(at) {
            Some((_, count)) => *count += 1,
            None => things.push((claim, 1)),
        }
    }
    let line = |(claim, count): (&Claim, u32)| {
        let said = Bit::Name(shown(&claim.predicate.replace('_', " ")));
        let many = if count > 1 { format!(" ({count} claims)") } else { String::new() };
        vec![t("“"), said, t(" "), says(space, claim), t(&format!("”{many}{end}"))]
    };
    things.into_iter().map(line).collect()
}

fn content_line(entity: Bit, edit: &ContentEdit) -> Vec<Bit> {
    let t = |text: &str| Bit::Text(text.to_owned());
    let n = |text: &str| Bit::Name(shown(text));
    match edit {
        ContentEdit::Prefer { name, .. } => vec![entity, t(" is called "), n(name), t(" from now on.")],
        ContentEdit::AddName(name) => vec![entity, t(" also answers to "), n(name), t(".")],
        ContentEdit::RemoveName(name) => vec![entity, t(" no longer answers to "), n(name), t(".")],
        ContentEdit::AddField(field) => {
            vec![entity, t(&format!(" also has the {} ", field.name)), n(written(&field.value)), t(".")]
        }
        ContentEdit::RemoveField(field) => {
            vec![entity, t(&format!(" no longer has the {} ", field.name)), n(written(&field.value)), t(".")]
        }
        ContentEdit::SetKind { kind: Some(kind), .. } => vec![entity, t(&format!(" is a {kind}."))],
        ContentEdit::SetKind { kind: None, .. } => vec![entity, t(" has no kind any more.")],
    }
}

fn mentions_of(count: usize) -> String {
    if count == 1 { "1 mention".into() } else { format!("{count} mentions") }
}
