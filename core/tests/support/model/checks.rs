//! What must be true of a space, given what was said and what sources brought (DESIGN sections 2, 4 and 6).

use super::edits::asks;
use super::reference::{Reference, holders, strong};
use namesake_core::model::*;
use namesake_core::names::exact_key;
use namesake_core::state::{Handle, Space, Touched};
use std::collections::{BTreeMap, BTreeSet};

type Checked = Result<(), String>;

impl Reference {
    /// Everything.
    pub fn check(&self, space: &Space) -> Checked {
        ensure!(space.touched == Touched::default(), "something is left unsettled: {:?}", space.touched);
        self.entities(space)?;
        self.joined(space)?;
        self.yielded(space)?;
        self.kept_apart(space)?;
        self.questions(space)?;
        self.asked(space)?;
        self.mentions(space)
    }

    /// No entity is lost, and its content is what its sources and the decisions in force say.
    fn entities(&self, space: &Space) -> Checked {
        for (id, base) in &self.base {
            let Some(entity) = space.entities.get(id) else { return Err(format!("entity {id} is lost")) };
            let mut due = self.content(id, base);
            let by_rule = matches!(entity.content.status, Status::Redirected { by: None, .. } | Status::Retired);
            if !base.established && by_rule && due.status == Status::Active {
                due.status = entity.content.status;
            }
            ensure!(entity.content == due, "content of {}: {:?}, due {due:?}", entity.name(), entity.content);
        }
        for (uid, card) in &self.cards {
            let key = format!("card:uid:card-{uid}");
            let of_card: Vec<&Entity> =
                space.entities.iter().filter(|entity| entity.source_key.as_ref() == Some(&key)).collect();
            let [entity] = of_card.as_slice() else { return Err(format!("card {uid} is {} entities", of_card.len())) };
            let handle = space.entities.handle(&entity.id);
            let Some(said) = handle.map(|handle| space.said(handle)) else { return Err(format!("card {uid} is lost")) };
            let mail = super::command::MAILS[card.mail];
            let due: Vec<&str> = [mail].into_iter().filter(|mail| !mail.is_empty()).collect();
            ensure!(said.values("email").eq(due), "card {uid} lost its address");
            let name = said.names.first().map(|name| name.text.as_str());
            ensure!(name == Some(super::command::NAMES[card.name]), "card {uid} lost its name");
        }
        Ok(())
    }

    /// Two established entities are one exactly if decisions in force join them. By-name entities also by the rule.
    fn joined(&self, space: &Space) -> Checked {
        let ids: Vec<EntityId> = self.base.keys().copied().collect();
        let at: BTreeMap<EntityId, usize> = ids.iter().enumerate().map(|(n, id)| (*id, n)).collect();
        let mut class: Vec<usize> = (0..ids.len()).collect();
        let mut join = |a: &EntityId, b: &EntityId| {
            let (a, b) = (class[at[a]], class[at[b]]);
            class.iter_mut().filter(|class| **class == b).for_each(|class| *class = a);
        };
        for said in self.in_force() {
            said.joined.windows(2).for_each(|pair| join(&pair[0], &pair[1]));
        }
        for entity in space.entities.iter() {
            if let Status::Redirected { to, by: None } = entity.content.status {
                join(&entity.id, &to);
            }
        }
        for (n, a) in ids.iter().enumerate() {
            for (m, b) in ids.iter().enumerate().skip(n + 1) {
                let group = |id| space.root_of(id).map(|root| space.group_key(root));
                let (Some(x), Some(y)) = (group(a), group(b)) else { continue };
                let name = |id| space.entities.get(id).map(|entity| entity.name().to_owned()).unwrap_or_default();
                ensure!((x == y) == (class[n] == class[m]), "{} and {} are one: {}", name(a), name(b), x == y);
            }
        }
        Ok(())
    }

    /// Only a by-name entity moves by a rule, and only where established entities hold its exact key.
    fn yielded(&self, space: &Space) -> Checked {
        for (handle, entity) in (0..).zip(space.entities.iter()) {
            let by_rule = match entity.content.status {
                Status::Redirected { by, .. } => by.is_none(),
                Status::Retired => !self.said.iter().any(|said| said.made == Some(entity.id)),
                Status::Active => false,
            };
            if !by_rule {
                continue;
            }
            ensure!(entity.standing == Standing::ByName, "{} is established and moved by a rule", entity.name());
            let edited = self.in_force().flat_map(|said| &said.edits).any(|(edited, _)| *edited == entity.id);
            ensure!(!edited, "{} is the owner's and moved by a rule", entity.name());
            let keys: BTreeSet<String> = entity.content.names.iter().map(|name| exact_key(&name.text)).collect();
            let established = |(at, other): &(Handle, &Entity)| {
                *at != handle
                    && other.standing == Standing::Established
                    && other.content.names.iter().any(|name| keys.contains(&exact_key(&name.text)))
            };
            let holding: Vec<Handle> = (0..)
                .zip(space.entities.iter())
                .filter(established)
                .filter_map(|(at, _)| space.root(at))
                .map(|root| space.group_key(root))
                .collect();
            match entity.content.status {
                Status::Redirected { to, .. } => {
                    let group = space.root_of(&to).map(|root| space.group_key(root));
                    ensure!(
                        group.is_some_and(|group| holding.contains(&group)),
                        "{} yielded to one that does not hold its name",
                        entity.name()
                    );
                    let alone: BTreeSet<Handle> = holding.into_iter().collect();
                    ensure!(alone.len() == 1, "{} yielded though {} hold its name", entity.name(), alone.len());
                }
                _ => ensure!(
                    holding.iter().collect::<BTreeSet<_>>().len() > 1,
                    "{} stepped back where no several hold its name",
                    entity.name()
                ),
            }
        }
        Ok(())
    }

    /// What was rejected stays two, and is not asked about again without new evidence.
    fn kept_apart(&self, space: &Space) -> Checked {
        for (a, b, _) in self.apart() {
            let (Some(x), Some(y)) = (space.root_of(a), space.root_of(b)) else { continue };
            let name = |root: Handle| space.entities.at(root).name().to_owned();
            ensure!(space.group_key(x) != space.group_key(y), "{} and {} were rejected and are one", name(x), name(y));
            for proposal in space.proposals.iter().filter(|proposal| proposal.status.is_open()) {
                if proposal.name.is_some() {
                    continue;
                }
                let group = |id: &EntityId| space.root_of(id).map(|root| space.group_key(root));
                let two = [Some(space.group_key(x)), Some(space.group_key(y))];
                let asks = |(a, b): &(EntityId, EntityId)| [[group(a), group(b)], [group(b), group(a)]].contains(&two);
                if !proposal.pairs().iter().any(asks) {
                    continue;
                }
                let known: BTreeSet<String> =
                    self.apart_between(space, x, y).into_iter().flat_map(|(_, _, known)| known.clone()).collect();
                let shared: BTreeSet<String> = strong(space, x).intersection(&strong(space, y)).cloned().collect();
                ensure!(
                    proposal.rejected_before && !shared.is_subset(&known),
                    "{} and {} were rejected and are asked about again ({:?}, marked {}): {:?} of {shared:?}, known {known:?}",
                    name(x),
                    name(y),
                    proposal.kind,
                    proposal.rejected_before,
                    proposal.unit
                );
            }
        }
        Ok(())
    }

    /// One open question a pair and a name, about what is in use and what may be asked.
    fn questions(&self, space: &Space) -> Checked {
        let mut pairs: BTreeMap<(Handle, Handle), &Unit> = BTreeMap::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut ids: BTreeSet<ProposalId> = BTreeSet::new();
        for proposal in space.proposals.iter() {
            ensure!(ids.insert(proposal.id), "a question's id is there twice");
            if !proposal.status.is_open() {
                continue;
            }
            let title = || (proposal.kind, proposal.name.clone(), proposal.unit.clone());
            let mut groups: BTreeMap<EntityId, Handle> = BTreeMap::new();
            for id in proposal.members() {
                let root = space.root_of(&id);
                ensure!(root.is_some() && root == space.entities.handle(&id), "{:?} asks about what is gone", title());
                groups.extend(root.map(|root| (id, space.group_key(root))));
            }
            if let Some(name) = &proposal.name {
                let key = exact_key(name);
                ensure!(names.insert(key.clone()), "two open questions about {name:?}");
                let not = |group: &Handle| self.is_not_meant(space, &key, *group);
                ensure!(!groups.values().any(not), "{name:?} was said not to mean one that it is asked with");
                let ignored = self.in_force().any(|said| said.no_name.as_ref() == Some(&key));
                ensure!(
                    proposal.kind != Kind::NewName || !ignored,
                    "{name:?} was said to be no name, and is asked about"
                );
                continue;
            }
            let distinct: BTreeSet<&Handle> = groups.values().collect();
            ensure!(groups.len() > 1, "{:?} asks about one", title());
            ensure!(distinct.len() == groups.len(), "{:?} asks about what is one already", title());
            for (a, b) in proposal.pairs() {
                let (a, b) = (groups[&a], groups[&b]);
                if let Some(other) = pairs.insert((a.min(b), a.max(b)), &proposal.unit) {
                    return Err(format!("two open questions about a pair: {:?} and {other:?}", title()));
                }
            }
            // What is asked across two groups takes each of them for one, which is another question.
            if let Unit::Across(sides) = &proposal.unit {
                let asks = |side: &Vec<EntityId>| {
                    let within = |other: &&Proposal| match &other.unit {
                        Unit::Group(members) => side.iter().all(|id| members.contains(id)),
                        _ => false,
                    };
                    side.len() == 1
                        || space.proposals.iter().filter(|other| stands(&other.status)).any(|other| within(&other))
                };
                ensure!(sides.iter().all(asks), "{:?} is asked across what is no group", title());
            }
        }
        Ok(())
    }

    /// What the owner wanted to be asked about is asked, as long as it is a question.
    fn asked(&self, space: &Space) -> Checked {
        for (a, b) in self.in_force().filter_map(|said| said.asked) {
            let (Some(x), Some(y)) = (space.root_of(&a), space.root_of(&b)) else { continue };
            if space.group_key(x) == space.group_key(y) || !self.apart_between(space, x, y).is_empty() {
                continue;
            }
            let name = |root: Handle| space.entities.at(root).name().to_owned();
            ensure!(asks(space, x, y, stands), "{} and {} are wanted to be asked about, and are not", name(x), name(y));
        }
        Ok(())
    }

    /// A mention links where that is clear or was said, and else is asked about.
    fn mentions(&self, space: &Space) -> Checked {
        let mut decided: BTreeMap<MentionId, (ReviewId, Option<EntityId>)> = BTreeMap::new();
        for said in self.in_force() {
            for mention in &said.mentions {
                decided.insert(*mention, (said.review, said.meant));
            }
            decided.extend(said.stay.iter().map(|(mention, meant)| (*mention, (said.review, Some(*meant)))));
        }
        let mut known: BTreeMap<String, Vec<Handle>> = BTreeMap::new();
        for (handle, mention) in (0..).zip(space.mentions.iter()) {
            let verdict = &mention.verdict;
            let at = || format!("{:?} in {:?}", mention.name(), mention.quote);
            let due = decided.get(&mention.id);
            ensure!(verdict.review == due.map(|due| due.0), "{} has not the verdict that was said", at());
            if let Some((_, meant)) = due {
                ensure!(verdict.entity == *meant, "{} does not mean whom the owner said", at());
                ensure!(meant.is_none_or(|id| space.root_of(&id).is_some()), "{} means one that is gone", at());
                continue;
            }
            let root = verdict.entity.map(|id| space.root_of(&id));
            ensure!(root != Some(None), "{} links to one that is gone", at());
            if verdict.is_firm() {
                continue;
            }
            let key = exact_key(mention.name());
            let holding = known.entry(key.clone()).or_insert_with(|| holders(space, &key));
            let may: Vec<Handle> =
                holding.iter().copied().filter(|root| !self.is_not_meant(space, &key, *root)).collect();
            let here = self.here(space, handle, &key);
            let linked = root.flatten().map(|root| space.group_key(root));
            let of_another_kind = |root: &Handle| {
                let kinds =
                    space.group(*root).into_iter().filter_map(|raw| space.entities.at(raw).content.kind.clone());
                mention.kind.as_ref().is_some_and(|kind| kinds.into_iter().any(|other| other != *kind))
            };
            if let Some(linked) = linked {
                let single = may.iter().filter(|root| !of_another_kind(root)).count() <= 1;
                let holds = may.iter().any(|root| space.group_key(*root) == linked);
                ensure!(
                    here.contains(&linked) || (holds && (single || mention.kind.is_some())),
                    "{} links though it is not clear to whom",
                    at()
                );
                continue;
            }
            ensure!(here.is_empty() || here.len() > 1, "{} has its speaker or precedent and does not link", at());
            let fitting = may.iter().filter(|root| !of_another_kind(root)).count();
            ensure!(fitting != 1 || mention.kind.is_some(), "{} has one holder and does not link", at());
            if mention.strength == Strength::Latent {
                continue;
            }
            let ignored = may.is_empty() && self.in_force().any(|said| said.no_name.as_ref() == Some(&key));
            let asks = |proposal: &Proposal| {
                let members: BTreeSet<Handle> =
                    proposal.members().filter_map(|id| space.root_of(&id)).map(|root| space.group_key(root)).collect();
                let covers = !may.is_empty() && may.iter().all(|root| members.contains(&space.group_key(*root)));
                proposal.status.is_open()
                    && match &proposal.name {
                        Some(name) => exact_key(name) == key,
                        None => covers,
                    }
            };
            ensure!(ignored || space.proposals.iter().any(asks), "{} is open and not asked about", at());
        }
        Ok(())
    }

    /// Whom a name means within its conversation: its speaker of that label, else what was said of other mentions.
    fn here(&self, space: &Space, mention: Handle, key: &str) -> BTreeSet<Handle> {
        let mention = space.mentions.at(mention);
        let Some(conversation) = space.conversation_of(mention) else { return BTreeSet::new() };
        let group = |id: &EntityId| space.root_of(id).map(|root| space.group_key(root));
        let speaker = space.entities.iter().find(|entity| {
            entity.conversation == Some(conversation)
                && self
                    .base
                    .get(&entity.id)
                    .is_some_and(|base| base.content.names.first().is_some_and(|name| exact_key(&name.text) == key))
        });
        if let Some(group) = speaker.and_then(|speaker| group(&speaker.id)) {
            return BTreeSet::from([group]);
        }
        let said = |other: &&Mention| {
            other.verdict.is_firm()
                && exact_key(other.name()) == key
                && space.conversation_of(other) == Some(conversation)
        };
        space.mentions.iter().filter(said).filter_map(|other| group(&other.verdict.entity?)).collect()
    }
}

/// True for a question that waits for an answer, or is held back.
fn stands(status: &ProposalStatus) -> bool {
    status.is_open() || *status == ProposalStatus::Held
}
