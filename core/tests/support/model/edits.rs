//! What an edit by hand must come to: refused with which error, nothing, or recorded with which meaning (DESIGN section 6).

use super::command::{Change, MAILS, NAMES, Touch};
use super::decisions::{Due, default_survivor};
use super::reference::{Reference, Said};
use namesake_core::model::*;
use namesake_core::names::exact_key;
use namesake_core::protocol::{Edit, ErrorCode, SplitField, SplitName, SplitParts};
use namesake_core::state::{Handle, Space};
use std::collections::BTreeSet;

impl Touch {
    /// The edit, if there is somebody to edit.
    pub fn on(&self, space: &Space) -> Option<Edit> {
        let roots: Vec<Handle> =
            (0..).zip(space.entities.iter()).filter(|(_, entity)| entity.is_active()).map(|(at, _)| at).collect();
        let root = *roots.get(self.entity % roots.len().max(1))?;
        let others: Vec<Handle> = roots.iter().copied().filter(|other| *other != root).collect();
        let id = |root: Handle| space.entities.at(root).id.to_string();
        let other = || others.get(self.other % others.len().max(1)).map(|other| id(*other));
        let entity = id(root);
        let name = |at: usize| NAMES[at % NAMES.len()].to_owned();
        let mail = |at: usize| MAILS[1 + at % (MAILS.len() - 1)].to_owned();
        let (names, mails) = (names_of(space, &absorbed(space, root)), mails_of(space, &own(space, root)));
        let pick = |list: &[String], at: usize| list.get(at % list.len().max(1)).cloned();
        let field = "email".to_owned();
        Some(match &self.change {
            Change::Rename(at) => Edit::Rename { entity, name: name(*at) },
            Change::AddName(at) => Edit::AddName { entity, name: name(*at) },
            Change::RemoveName(at) => Edit::RemoveName { entity, name: pick(&names, *at)? },
            Change::AddMail(at) => Edit::AddField { entity, field, value: mail(*at) },
            Change::RemoveMail(at) => Edit::RemoveField { entity, field, value: pick(&mails, *at)? },
            Change::SetKind(org) => Edit::SetKind { entity, kind: org.then(|| "organization".into()) },
            Change::Ask => Edit::Ask { a: entity, b: other()? },
            Change::Merge => Edit::Merge { entities: vec![entity, other()?], survivor: None },
            Change::NotSame => Edit::NotSame { entities: vec![entity, other()?] },
            Change::Split { names: goes, mails: going, mentions, kept } => {
                let bit = |bits: u8, at: usize| bits >> (at % 8) & 1 == 1;
                let chosen = |list: Vec<String>, bits: u8| {
                    let parts = list.into_iter().enumerate().filter(move |(at, _)| bit(bits, *at));
                    parts.map(|(at, what)| (what, bit(*kept, at))).collect::<Vec<_>>()
                };
                let names = chosen(names, *goes).into_iter().map(|(name, kept)| SplitName { name, kept }).collect();
                let field = |(value, kept)| SplitField { field: "email".into(), value, kept };
                let fields = chosen(mails, *going).into_iter().map(field).collect();
                let moved = mentions_of(space, root).into_iter().enumerate().filter(|(at, _)| bit(*mentions, *at));
                let mentions = moved.map(|(_, mention)| mention.id.to_string()).collect();
                Edit::Split { entity, parts: SplitParts { names, fields, mentions, kind: None } }
            }
        })
    }
}

impl Reference {
    /// What must come of an edit, as the space stands.
    pub fn due_edit(&self, space: &Space, edit: &Edit) -> Due {
        let root = |id: &String| id.parse::<EntityId>().ok().and_then(|id| space.root_of(&id)).expect("is in use");
        let content = |root: Handle| &space.entities.at(root).content;
        let one = |root: Handle, edit: ContentEdit| vec![(space.entities.at(root).id, edit)];
        let edits = match edit {
            Edit::Rename { entity, name } if content(root(entity)).names[0].text != *name => {
                let over = self.without_edits(space, root(entity)).names[0].text.clone();
                one(root(entity), ContentEdit::Prefer { name: name.clone(), over })
            }
            Edit::AddName { entity, name } if !holds_name(space, root(entity), name) => {
                one(root(entity), ContentEdit::AddName(name.clone()))
            }
            Edit::AddField { entity, value, .. } if !holds_mail(space, root(entity), value) => {
                one(root(entity), ContentEdit::AddField(mail(value)))
            }
            Edit::SetKind { entity, kind } if content(root(entity)).kind != *kind => {
                let over = self.without_edits(space, root(entity)).kind;
                one(root(entity), ContentEdit::SetKind { kind: kind.clone(), over })
            }
            Edit::RemoveName { entity, name } => match removed_names(space, root(entity), &[name]) {
                Some(edits) => edits,
                None => return Due::Refused(ErrorCode::BadArgument),
            },
            Edit::RemoveField { entity, value, .. } => removed_mail(space, root(entity), value),
            Edit::Ask { a, b } => return self.due_ask(space, root(a), root(b)),
            Edit::Merge { entities, .. } => return self.due_merge(space, &roots(entities, root)),
            Edit::NotSame { entities } => return self.due_apart(space, &roots(entities, root)),
            Edit::Split { entity, parts } => {
                let input = format!("{edit:?}");
                let again = self.in_force().rfind(|said| said.input == input);
                if again.is_some_and(|again| is_divided(space, root(entity), parts, again.made)) {
                    return Due::Nothing;
                }
                return match due_split(space, root(entity), parts) {
                    Due::Said(said) => Due::Said(Box::new(Said { input, ..*said })),
                    due => due,
                };
            }
            _ => Vec::new(),
        };
        if edits.is_empty() { Due::Nothing } else { said(Said { edits, ..Said::default() }) }
    }

    fn due_ask(&self, space: &Space, a: Handle, b: Handle) -> Due {
        if space.group_key(a) == space.group_key(b) {
            return Due::Refused(ErrorCode::BadArgument);
        }
        if !self.apart_between(space, a, b).is_empty() {
            return Due::Refused(ErrorCode::CannotLink);
        }
        let (x, y) = (space.entities.at(a).id, space.entities.at(b).id);
        let asked = self.in_force().filter_map(|said| said.asked).any(|pair| about(space, pair, a, b));
        if asked || asks(space, a, b, |status| status.is_open()) {
            return Due::Nothing;
        }
        said(Said { asked: Some((x, y)), ..Said::default() })
    }

    fn due_merge(&self, space: &Space, members: &[Handle]) -> Due {
        let [a, b] = members else { return Due::Refused(ErrorCode::BadArgument) };
        if !self.apart_between(space, *a, *b).is_empty() {
            return Due::Refused(ErrorCode::CannotLink);
        }
        let joined: Vec<EntityId> = members.iter().map(|member| space.entities.at(*member).id).collect();
        let survivor = default_survivor(space, &joined);
        said(Said { joined, survivor, ..Said::default() })
    }

    fn due_apart(&self, space: &Space, members: &[Handle]) -> Due {
        let [a, b] = members else { return Due::Refused(ErrorCode::BadArgument) };
        if space.group_key(*a) == space.group_key(*b) {
            return Due::Refused(ErrorCode::BadArgument);
        }
        if !self.apart_between(space, *a, *b).is_empty() {
            return Due::Nothing;
        }
        let apart = vec![self.two(space, space.entities.at(*a).id, space.entities.at(*b).id)];
        said(Said { apart, ..Said::default() })
    }

    /// What sources and reviews say of an entity.
    fn without_edits(&self, space: &Space, root: Handle) -> Content {
        let id = space.entities.at(root).id;
        let base = self.base.get(&id).expect("was seen");
        self.said_content(&id, base)
    }
}

/// True if an entity is divided so already: the new half is apart, and nothing that goes to it is left.
fn is_divided(space: &Space, old: Handle, parts: &SplitParts, made: Option<EntityId>) -> bool {
    let own = own(space, old);
    let name_left = |part: &SplitName| !part.kept && own.iter().any(|raw| holds_name(space, *raw, &part.name));
    let mail_left = |part: &SplitField| !part.kept && own.iter().any(|raw| holds_mail(space, *raw, &part.value));
    made.and_then(|made| space.root_of(&made)).is_some_and(|new| new != old)
        && !parts.names.iter().any(name_left)
        && !parts.fields.iter().any(mail_left)
        && parts.mentions.is_empty()
}

/// What must come of dividing an entity.
fn due_split(space: &Space, old: Handle, parts: &SplitParts) -> Due {
    if parts.names.is_empty() && parts.fields.is_empty() && parts.mentions.is_empty() {
        return Due::Refused(ErrorCode::BadArgument);
    }
    let (id, own) = (space.entities.at(old).id, own(space, old));
    let going: Vec<&String> = parts.names.iter().filter(|part| !part.kept).map(|part| &part.name).collect();
    let Some(mut edits) = removed_names(space, old, &going) else { return Due::Refused(ErrorCode::BadArgument) };
    for field in parts.fields.iter().filter(|field| !field.kept) {
        edits.extend(removed_mail(space, old, &field.value));
    }
    let names: Vec<String> = match parts.names.as_slice() {
        [] => vec![space.entities.at(old).name().to_owned()],
        names => names.iter().map(|part| part.name.clone()).collect(),
    };
    let left = names_of(space, &own).into_iter().filter(|name| !going.contains(&name));
    let left: BTreeSet<String> = left.map(|name| exact_key(&name)).collect();
    let both = |key: &String| left.contains(key) && names.iter().any(|name| exact_key(name) == *key);
    let mut out = Said { edits, made: Some(EntityId::nil()), meant: Some(EntityId::nil()), ..Said::default() };
    for mention in mentions_of(space, old) {
        if parts.mentions.contains(&mention.id.to_string()) {
            out.mentions.push(mention.id);
        } else if !mention.verdict.is_firm() && both(&exact_key(mention.name())) {
            let raw = mention.verdict.entity.and_then(|raw| space.entities.handle(&raw));
            let stays = raw.filter(|raw| !yielded(space, *raw)).unwrap_or(old);
            out.stay.push((mention.id, space.entities.at(stays).id));
        }
    }
    let known = parts.fields.iter().filter(|field| field.kept).map(|field| field.value.to_lowercase()).collect();
    out.apart = vec![(id, EntityId::nil(), known)];
    said(out)
}

/// The edits that take names from an entity and all that it stands for by a decision; none if one would have no name
/// left, or a name comes from what yielded by a rule alone.
fn removed_names(space: &Space, root: Handle, names: &[&String]) -> Option<Vec<(EntityId, ContentEdit)>> {
    let mut out = Vec::new();
    for name in names {
        let holders: Vec<Handle> = own(space, root).into_iter().filter(|raw| holds_name(space, *raw, name)).collect();
        if holders.is_empty() && absorbed(space, root).into_iter().any(|raw| holds_name(space, raw, name)) {
            return None;
        }
        for raw in holders {
            let held = &space.entities.at(raw).content.names;
            if held.iter().all(|held| names.contains(&&held.text)) {
                return None;
            }
            out.push((space.entities.at(raw).id, ContentEdit::RemoveName((*name).clone())));
        }
    }
    Some(out)
}

fn removed_mail(space: &Space, root: Handle, value: &str) -> Vec<(EntityId, ContentEdit)> {
    let holders = own(space, root).into_iter().filter(|raw| holds_mail(space, *raw, value));
    holders.map(|raw| (space.entities.at(raw).id, ContentEdit::RemoveField(mail(value)))).collect()
}

/// True if a question about these two roots' groups stands in such a state.
pub fn asks(space: &Space, a: Handle, b: Handle, state: impl Fn(&ProposalStatus) -> bool) -> bool {
    let (a, b) = (space.group_key(a), space.group_key(b));
    space.proposals.iter().filter(|proposal| proposal.name.is_none() && state(&proposal.status)).any(|proposal| {
        let groups: Vec<Handle> =
            proposal.members().filter_map(|id| space.root_of(&id)).map(|root| space.group_key(root)).collect();
        groups.contains(&a) && groups.contains(&b)
    })
}

/// True if a pair is read as these two groups.
pub fn about(space: &Space, (x, y): (EntityId, EntityId), a: Handle, b: Handle) -> bool {
    let group = |id: &EntityId| space.root_of(id).map(|root| space.group_key(root));
    let (a, b) = (Some(space.group_key(a)), Some(space.group_key(b)));
    let ends = (group(&x), group(&y));
    ends == (a, b) || ends == (b, a)
}

fn said(said: Said) -> Due {
    Due::Said(Box::new(Said { in_force: true, ..said }))
}

fn roots(entities: &[String], root: impl Fn(&String) -> Handle) -> Vec<Handle> {
    entities.iter().map(root).collect()
}

fn mail(value: &str) -> Field {
    Field { name: "email".into(), value: value.into() }
}

/// All that is read as a root.
fn absorbed(space: &Space, root: Handle) -> Vec<Handle> {
    (0..space.entities.len() as Handle).filter(|raw| space.root(*raw) == Some(root)).collect()
}

/// The same without what yielded by a rule.
fn own(space: &Space, root: Handle) -> Vec<Handle> {
    absorbed(space, root).into_iter().filter(|raw| !yielded(space, *raw)).collect()
}

fn yielded(space: &Space, raw: Handle) -> bool {
    matches!(space.entities.at(raw).content.status, Status::Redirected { by: None, .. })
}

fn names_of(space: &Space, raws: &[Handle]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in raws.iter().flat_map(|raw| &space.entities.at(*raw).content.names) {
        if !out.contains(&name.text) {
            out.push(name.text.clone());
        }
    }
    out
}

fn mails_of(space: &Space, raws: &[Handle]) -> Vec<String> {
    let values = raws.iter().flat_map(|raw| space.entities.at(*raw).content.values("email"));
    values.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

fn mentions_of(space: &Space, root: Handle) -> Vec<&Mention> {
    let means = |mention: &&Mention| mention.verdict.entity.is_some_and(|id| space.root_of(&id) == Some(root));
    space.mentions.iter().filter(means).collect()
}

fn holds_name(space: &Space, raw: Handle, name: &str) -> bool {
    space.entities.at(raw).content.names.iter().any(|held| held.text == name)
}

fn holds_mail(space: &Space, raw: Handle, value: &str) -> bool {
    space.entities.at(raw).content.values("email").any(|held| held == value)
}
