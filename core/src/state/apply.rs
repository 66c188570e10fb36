//! Applying effects: the only way in which a space changes.

use super::nodes::NodeId;
use super::operation::{Effect, Operation};
use super::space::{Forbidden, Space};
use super::table::Handle;
use crate::journal::Hash;
use crate::model::*;
use crate::read::{evident_form, in_form, is_strong};
use std::borrow::Cow;
use std::collections::BTreeSet;
use uuid::Uuid;

impl Space {
    /// Says whether everything that an operation builds on is there. All or nothing: nothing is changed.
    pub(super) fn check(&self, operation: &Operation) -> Result<(), String> {
        let mut made: BTreeSet<Uuid> = BTreeSet::new();
        let mut need: Vec<(&str, Uuid, bool)> = Vec::new();
        for effect in operation.effects() {
            need.clear();
            let entity = |id: &Uuid| ("entity", *id, self.entities.handle(id).is_some());
            let mention = |id: &Uuid| ("mention", *id, self.mentions.handle(id).is_some());
            match effect {
                Effect::AddSource(source) => drop(made.insert(source.id)),
                Effect::AddEvent(event) => drop(made.insert(event.id)),
                Effect::AddEntity(entity) => drop(made.insert(entity.id)),
                Effect::AddMention(new) => {
                    need.push(("event", new.event, self.events.handle(&new.event).is_some()));
                    made.insert(new.id);
                }
                Effect::AddClaim(new) => {
                    need.push(("event", new.event, self.events.handle(&new.event).is_some()));
                    need.push(mention(&new.subject));
                    if let Object::Mention(object) = &new.object {
                        need.push(mention(object));
                    }
                    made.insert(new.id);
                }
                Effect::SetClaims { claims, .. } => {
                    need.extend(claims.iter().map(|id| ("claim", *id, self.claims.handle(id).is_some())));
                }
                Effect::Propose(proposal) => {
                    need.extend(proposal.pins.iter().map(|pin| entity(&pin.entity)));
                    made.insert(proposal.id);
                }
                Effect::Revise { entity: id, .. }
                | Effect::Edit { entity: id, .. }
                | Effect::Unedit { entity: id, .. }
                | Effect::AddName { entity: id, .. }
                | Effect::RemoveName { entity: id, .. }
                | Effect::ForbidName { entity: id, .. }
                | Effect::PermitName { entity: id, .. } => need.push(entity(id)),
                Effect::SetStatus { entity: id, to, .. } => {
                    need.push(entity(id));
                    if let Status::Redirected { to, .. } = to {
                        need.push(entity(to));
                    }
                }
                Effect::Link { mentions, verdict } => {
                    need.extend(mentions.iter().map(mention));
                    need.extend(verdict.entity.iter().map(entity));
                }
                Effect::Relink { mentions, from, to } => {
                    need.extend(mentions.iter().map(mention));
                    need.extend([from, to].into_iter().filter_map(|verdict| verdict.entity.as_ref()).map(entity));
                }
                Effect::Release { mentions } => need.extend(mentions.iter().map(mention)),
                Effect::Ask { a, b }
                | Effect::Unask { a, b }
                | Effect::Join { a, b, .. }
                | Effect::Part { a, b, .. }
                | Effect::Forbid { a, b, .. }
                | Effect::Permit { a, b, .. } => need.extend([entity(a), entity(b)]),
                Effect::SetProposal { proposal, .. } => {
                    need.push(("proposal", *proposal, self.proposals.handle(proposal).is_some()));
                }
                Effect::Paired { entities } | Effect::Unpaired { entities } => need.extend(entities.iter().map(entity)),
                Effect::ReviewUndone { review, .. } => {
                    let there = self.reviews.handle(review).is_some()
                        || self.statements.handle(review).is_some()
                        || self.edits.handle(review).is_some();
                    need.push(("decision", *review, there));
                }
                Effect::IgnoreName { .. }
                | Effect::HeedName { .. }
                | Effect::SetForm { .. }
                | Effect::SetPredicate { .. } => {}
            }
            if let Some((what, id, _)) = need.iter().find(|(_, id, there)| !there && !made.contains(id)) {
                return Err(format!("it builds on the {what} {id}, which is not there"));
            }
        }
        Ok(())
    }

    /// Applies an operation whose [`Self::check`] passed.
    pub(crate) fn apply(&mut self, operation: Operation, sequence: u64, checksum: Hash) {
        for effect in operation.effects() {
            self.effect(effect);
        }
        self.keep(operation, sequence, checksum);
    }

    /// Keeps what can be taken back: the row of a review or of a statement.
    pub(crate) fn keep(&mut self, operation: Operation, sequence: u64, checksum: Hash) {
        match operation {
            Operation::Review { review, .. } => {
                let handle = self.reviews.push(Review { sequence, checksum, ..*review });
                self.project_review(handle);
            }
            Operation::Edit { edit, .. } => {
                let handle = self.edits.push(Edit { sequence, checksum, ..*edit });
                self.project_edit(handle);
            }
            Operation::ShortForms { statement } | Operation::Predicates { statement } => {
                self.statements.push(Statement { sequence, ..*statement });
            }
            _ => {}
        }
    }

    /// Applies one effect. Ids that are not there are passed over; [`Self::check`] keeps that from happening.
    pub(crate) fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::AddSource(source) => drop(self.sources.push(source.clone())),
            Effect::AddEvent(event) => self.add_event(event.clone()),
            Effect::AddEntity(entity) => self.add_entity((**entity).clone()),
            Effect::Revise { entity, names, kind, fields, seen } => self.change(entity, |content, row| {
                let own = names.iter().map(|text| Name { text: text.clone(), origin: Origin::Source });
                let added = content.names.iter().filter(|name| name.origin != Origin::Source).cloned();
                content.names = own.chain(added).collect();
                content.kind.clone_from(kind);
                content.fields = fields.clone().into();
                row.push(*seen);
            }),
            Effect::AddName { entity, name } => self.change(entity, |content, _| content.names.push(name.clone())),
            Effect::RemoveName { entity, name } => self.change(entity, |content, _| {
                if let Some(at) = content.names.iter().rposition(|had| had == name) {
                    content.names.remove(at);
                }
            }),
            Effect::Edit { entity, edits, by } => {
                self.edit(entity, |edited| edited.edits.push((*by, edits.clone())));
            }
            Effect::Unedit { entity, edits, by } => self.edit(entity, |edited| {
                if let Some(at) = edited.edits.iter().rposition(|had| had.0 == *by && had.1 == *edits) {
                    edited.edits.remove(at);
                }
            }),
            Effect::SetStatus { entity, from, to } => {
                self.change(entity, |content, _| content.status = *to);
                // A survivor is read with other names from now on, so it is compared afresh as well.
                for status in [from, to] {
                    if let Status::Redirected { to, .. } = status
                        && let Some(survivor) = self.entities.handle(to)
                    {
                        self.set_unpaired(survivor);
                        self.touched.entities.insert(survivor);
                    }
                }
            }
            Effect::AddMention(mention) => self.add_mention((**mention).clone()),
            Effect::Link { mentions, verdict } => {
                for mention in mentions {
                    self.set_verdict(mention, verdict.clone());
                }
            }
            Effect::Relink { mentions, to, .. } => self.move_mentions(mentions, to),
            Effect::Release { mentions } => self.move_mentions(mentions, &Verdict::none()),
            Effect::Join { edge, a, b } => {
                self.edges.insert(*edge, (*a, *b));
                self.relate(|space| &mut space.neighbours, a, b);
                for end in [a, b] {
                    if let Some(entity) = self.entities.handle(end) {
                        self.set_unpaired(entity);
                    }
                }
            }
            Effect::Part { edge, a, b } => {
                self.edges.remove(edge);
                if !self.edges.values().any(|ends| *ends == (*a, *b) || *ends == (*b, *a)) {
                    self.unrelate(|space| &mut space.neighbours, a, b);
                }
            }
            Effect::Forbid { a, b, known } => {
                let forbidden = self.forbidden.entry(sorted(*a, *b)).or_insert(Forbidden { said: Vec::new() });
                forbidden.said.push(known.clone());
                self.relate(|space| &mut space.forbidden_of, a, b);
            }
            Effect::Permit { a, b, known } => {
                let pair = sorted(*a, *b);
                if let Some(forbidden) = self.forbidden.get_mut(&pair) {
                    if let Some(at) = forbidden.said.iter().rposition(|said| said == known) {
                        forbidden.said.remove(at);
                    }
                    if forbidden.said.is_empty() {
                        self.forbidden.remove(&pair);
                        self.unrelate(|space| &mut space.forbidden_of, a, b);
                    }
                }
            }
            Effect::ForbidName { key, entity } => {
                let is_new = self.forbidden_names.insert((key.clone(), *entity));
                if is_new {
                    self.forbidden_names_of.entry(*entity).or_default().push(key.clone());
                }
                if let Some(node) = self.nodes.exact(key) {
                    self.touched.nodes.insert(node);
                    if is_new {
                        self.nodes.refuse(node);
                    }
                }
            }
            Effect::PermitName { key, entity } => {
                let was_there = self.forbidden_names.remove(&(key.clone(), *entity));
                if let Some(names) = self.forbidden_names_of.get_mut(entity) {
                    names.retain(|name| name != key);
                }
                if let Some(node) = self.nodes.exact(key) {
                    self.touched.nodes.insert(node);
                    if was_there {
                        self.nodes.permit(node);
                    }
                }
            }
            Effect::IgnoreName { key } => {
                self.ignored.insert(key.clone());
                self.touched.nodes.extend(self.nodes.exact(key));
            }
            Effect::HeedName { key } => {
                self.ignored.remove(key);
                self.touched.nodes.extend(self.nodes.exact(key));
            }
            Effect::Ask { a, b } => {
                self.asked.insert(sorted(*a, *b));
                self.relate(|space| &mut space.asked_of, a, b);
                for end in [a, b] {
                    if let Some(entity) = self.entities.handle(end) {
                        self.set_unpaired(entity);
                    }
                }
            }
            Effect::Unask { a, b } => {
                self.asked.remove(&sorted(*a, *b));
                self.unrelate(|space| &mut space.asked_of, a, b);
            }
            Effect::Propose(proposal) => self.add_proposal((**proposal).clone()),
            Effect::SetProposal { proposal, to, .. } => {
                if let Some(handle) = self.proposals.handle(proposal) {
                    self.list_proposal(handle, false);
                    self.proposals.at_mut(handle).status = *to;
                    let unit = self.proposals.at(handle).unit.clone();
                    self.list_proposal(handle, true);
                    if let (Unit::Group(_) | Unit::Across(_), ProposalStatus::Decided(_)) = (&unit, to) {
                        // The pairs that it stood in the place of are asked about again, but for those that are answered.
                        let members: Vec<Handle> =
                            unit.members().iter().filter_map(|id| self.entities.handle(id)).collect();
                        members.iter().for_each(|member| self.set_unpaired(*member));
                        self.touched.entities.extend(members);
                    } else if to.is_open() {
                        self.touched.units.insert(unit);
                    }
                }
            }
            Effect::Unpaired { entities } => {
                for entity in entities {
                    if let Some(handle) = self.entities.handle(entity) {
                        self.set_unpaired(handle);
                    }
                }
            }
            Effect::Paired { entities } => {
                for entity in entities {
                    if let Some(handle) = self.entities.handle(entity) {
                        self.unpaired.remove(&handle);
                    }
                }
            }
            Effect::ReviewUndone { review, by } => {
                if let Some(review) = self.reviews.get_mut(review) {
                    review.undone_by = Some(*by);
                } else if let Some(statement) = self.statements.get_mut(review) {
                    statement.undone_by = Some(*by);
                } else if let Some(edit) = self.edits.get_mut(review) {
                    edit.undone_by = Some(*by);
                }
            }
            Effect::SetForm { form, to, .. } => self.set_form(form, *to),
            Effect::AddClaim(claim) => self.add_claim((**claim).clone()),
            Effect::SetClaims { claims, to, .. } => self.set_claims(claims, *to),
            Effect::SetPredicate { predicate, to, .. } => self.set_single_valued(predicate, *to),
        }
    }

    fn add_event(&mut self, event: Event) {
        if self.events.handle(&event.id).is_some() {
            return;
        }
        let handle = self.events.push(event);
        if let Some((speaker, node)) = self.project_event(handle) {
            // What is read as the speaker's name here, and who else speaks here, is looked at afresh.
            self.touched.nodes.insert(node);
            self.set_unpaired(speaker);
            self.touched.entities.insert(speaker);
        }
    }

    /// Builds the projections of an event that was just added. Its speaker and the speaker's label, if these are new to the
    /// conversation.
    fn project_event(&mut self, handle: Handle) -> Option<(Handle, NodeId)> {
        let event = self.events.at(handle);
        *self.events_of_source.entry(event.source).or_default() += 1;
        let (conversation, label) = (event.source, event.speaker.as_deref()?);
        let speaker = self.entities.handle(&event.speaker_entity?)?;
        // The name that made whoever is kept by this conversation is known from the entity.
        let is_own = self.entities.at(speaker).conversation == Some(conversation);
        if is_own && self.said(speaker).names.first().is_some_and(|name| name.text == label) {
            return None;
        }
        if self.sources.get(&conversation)?.kind != SourceKind::Conversation {
            return None;
        }
        let node = self.nodes.ensure(label)?;
        let is_new = self.note_speaker(conversation, node, speaker);
        is_new.then_some((speaker, node))
    }

    fn add_entity(&mut self, entity: Entity) {
        if self.entities.handle(&entity.id).is_some() {
            return;
        }
        let handle = self.entities.push(entity);
        self.project_entity(handle);
        self.compare_moved();
        self.set_unpaired(handle);
        self.touched.entities.insert(handle);
    }

    /// Builds the projections of an entity that was just added.
    pub(super) fn project_entity(&mut self, handle: Handle) {
        let entity = self.entities.at(handle);
        if let Some(key) = &entity.source_key {
            self.by_source_key.insert(&[key], handle);
        }
        // The label is what the conversation calls the speaker, whatever the owner does.
        let label = || self.said(handle).names.first().map_or_else(String::new, |name| name.text.clone());
        let speaker = entity.conversation.map(|conversation| (conversation, label()));
        if let Some((conversation, label)) = speaker
            && let Some(node) = self.nodes.ensure(&label)
        {
            self.note_speaker(conversation, node, handle);
        }
        self.hold(handle);
    }

    /// Notes that somebody speaks in a conversation under a name. True if that is news.
    fn note_speaker(&mut self, conversation: SourceId, node: NodeId, speaker: Handle) -> bool {
        let here = self.speakers.entry((conversation, node)).or_default();
        let is_new = !here.contains(&speaker);
        if is_new {
            here.push(speaker);
            self.speaks_in.entry(speaker).or_default().insert(conversation);
        }
        is_new
    }

    pub(super) fn add_mention(&mut self, mention: Mention) {
        if self.mentions.handle(&mention.id).is_some() {
            return;
        }
        let handle = self.mentions.push(mention);
        self.project_mention(handle);
        self.touched.mentions.insert(handle);
    }

    /// Builds the projections of a mention that was just added.
    pub(super) fn project_mention(&mut self, handle: Handle) {
        let mention = self.mentions.at(handle);
        let raises = mention.strength.raises();
        let entity = mention.verdict.entity;
        let node = if mention.strength.is_reference() {
            let called = self.called(mention).map(str::to_owned);
            called.and_then(|name| self.nodes.ensure(&name))
        } else {
            self.nodes.ensure(mention.name())
        };
        if let Some(node) = node {
            self.nodes.bear(node, handle, raises);
        }
        self.node_of_mention.push(node);
        if let Some(entity) = entity.and_then(|id| self.entities.handle(&id)) {
            self.mentions_of.entry(entity).or_default().push(handle);
        }
        self.note_firm(handle, true);
    }

    /// Gives mentions that were said to mean somebody another verdict.
    fn move_mentions(&mut self, mentions: &[MentionId], verdict: &Verdict) {
        let mut meant: BTreeSet<EntityId> = BTreeSet::new();
        for mention in mentions {
            let Some(handle) = self.mentions.handle(mention) else { continue };
            meant.extend(self.mentions.at(handle).verdict.entity);
            self.set_verdict(mention, verdict.clone());
            self.touched.mentions.insert(handle);
            // Each was a precedent for others of its name, which are looked at again.
            self.touched.nodes.extend(self.node_of(handle));
        }
        // Of who was meant only the name may be known now, which a rule goes by.
        let names = meant.iter().filter_map(|id| self.entities.get(id)).flat_map(|entity| &entity.content.names);
        let nodes = names.filter_map(|name| self.nodes.exact(&crate::names::exact_key(&name.text)));
        self.touched.nodes.extend(nodes);
    }

    fn set_verdict(&mut self, mention: &MentionId, verdict: Verdict) {
        let Some(handle) = self.mentions.handle(mention) else { return };
        let before = self.mentions.at(handle).verdict.entity;
        if before != verdict.entity {
            if let Some(had) =
                before.and_then(|id| self.entities.handle(&id)).and_then(|e| self.mentions_of.get_mut(&e))
            {
                // Sorted by handle but for moved ones, which are few.
                if let Some(at) = had.iter().rposition(|m| *m == handle) {
                    had.remove(at);
                }
            }
            if let Some(entity) = verdict.entity.and_then(|id| self.entities.handle(&id)) {
                self.mentions_of.entry(entity).or_default().push(handle);
            }
        }
        self.note_firm(handle, false);
        let ends = [before, verdict.entity].map(|id| id.and_then(|id| self.entities.handle(&id)));
        self.mentions.at_mut(handle).verdict = verdict;
        if ends[0] != ends[1] {
            self.move_claims(handle, ends[0], ends[1]);
        }
        self.note_firm(handle, true);
    }

    /// Keeps the precedents in line with a mention's verdict.
    fn note_firm(&mut self, handle: Handle, put: bool) {
        let mention = self.mentions.at(handle);
        if !mention.verdict.is_firm() || mention.verdict.entity.is_none() {
            return;
        }
        let (Some(conversation), Some(node)) = (self.conversation_of(mention), self.node_of(handle)) else { return };
        let list = self.firm_here.entry((conversation, node)).or_default();
        if put {
            list.push(handle);
        } else {
            list.retain(|other| *other != handle);
            if list.is_empty() {
                self.firm_here.remove(&(conversation, node));
            }
        }
    }

    /// Changes an entity's content: its projections are taken down, it is changed and they are built again.
    fn change(&mut self, id: &EntityId, change: impl FnOnce(&mut Content, &mut Seen)) {
        let Some(handle) = self.entities.handle(id) else { return };
        self.let_go(handle);
        let entity = self.entities.at_mut(handle);
        entity.past.push((entity.revision, entity.content.clone()));
        entity.revision += 1;
        match self.edited.get_mut(id) {
            None => change(&mut entity.content, &mut entity.seen),
            Some(edited) => {
                change(&mut edited.said, &mut entity.seen);
                entity.content = edited.content();
            }
        }
        self.hold(handle);
        self.compare_moved();
        self.set_unpaired(handle);
        // Who it is read as has other names and values now.
        if let Some(root) = self.root(handle) {
            self.set_unpaired(root);
        }
        self.touched.entities.insert(handle);
    }

    /// Changes the owner's edits of an entity.
    fn edit(&mut self, id: &EntityId, change: impl FnOnce(&mut Edited)) {
        let Some(entity) = self.entities.get(id) else { return };
        let kept = self.edited.remove(id);
        let mut edited = kept.unwrap_or_else(|| Edited { said: entity.content.clone(), edits: Vec::new() });
        change(&mut edited);
        self.change(id, |content, _| *content = edited.content());
        if !edited.edits.is_empty() {
            self.edited.insert(*id, edited);
        }
    }

    /// Puts an entity's names, fields and redirect into the projections.
    fn hold(&mut self, handle: Handle) {
        let content = &self.entities.at(handle).content;
        let mut first = None;
        // A by-name entity that was retired by a rule may come back: its name goes on leading to it.
        let retired = content.status == Status::Retired;
        if retired && self.entities.at(handle).standing == Standing::Established {
            return;
        }
        match content.status {
            Status::Retired | Status::Active => {}
            Status::Redirected { to, .. } => {
                if let Some(to) = self.entities.handle(&to) {
                    self.absorbed.entry(to).or_default().push(handle);
                }
            }
        }
        for name in &content.names {
            let node = self.nodes.ensure(&name.text);
            first = first.or(Some(node));
            if let Some(node) = node {
                self.nodes.hold(node, handle);
            }
        }
        if content.status == Status::Active {
            let key = || first.flatten().map_or_else(Box::default, |node| self.nodes.keys(node).exact.clone());
            self.listed.insert(handle, key);
        }
        if !retired {
            for (field, value) in evident_forms(content) {
                self.values.hold(field, &value, handle);
            }
        }
    }

    /// What was judged by how rare a token is has to be judged afresh when that changes.
    fn compare_moved(&mut self) {
        for holder in self.values.take_moved() {
            if let Some(root) = self.root(holder) {
                self.set_unpaired(root);
            }
        }
        for node in self.nodes.take_moved() {
            for at in 0..self.nodes.at(node).holders.len() {
                let holder = self.nodes.at(node).holders.get(at).copied();
                if let Some(root) = holder.and_then(|holder| self.root(holder)) {
                    self.set_unpaired(root);
                }
            }
        }
    }

    /// Takes them out again.
    fn let_go(&mut self, handle: Handle) {
        let content = &self.entities.at(handle).content;
        if content.status == Status::Retired && self.entities.at(handle).standing == Standing::Established {
            return;
        }
        match content.status {
            Status::Retired => {}
            Status::Active => {
                let first = content.names.first().map_or("", |name| name.text.as_str());
                self.listed.remove(handle, || crate::names::exact_key(first).into());
            }
            Status::Redirected { to, .. } => {
                if let Some(absorbed) = self.entities.handle(&to).and_then(|to| self.absorbed.get_mut(&to)) {
                    absorbed.retain(|other| *other != handle);
                }
            }
        }
        for name in &content.names {
            if let Some(node) = self.nodes.ensure(&name.text) {
                self.nodes.let_go(node, handle);
            }
        }
        if content.status != Status::Retired {
            for (field, value) in evident_forms(content) {
                self.values.let_go(field, &value, handle);
            }
        }
    }

    fn relate(&mut self, of: impl Fn(&mut Self) -> &mut Relation, a: &EntityId, b: &EntityId) {
        let (Some(a), Some(b)) = (self.entities.handle(a), self.entities.handle(b)) else { return };
        for (one, other) in [(a, b), (b, a)] {
            let list = of(self).entry(one).or_default();
            if !list.contains(&other) {
                list.push(other);
            }
        }
        self.touched.entities.extend([a, b]);
    }

    fn unrelate(&mut self, of: impl Fn(&mut Self) -> &mut Relation, a: &EntityId, b: &EntityId) {
        let (Some(a), Some(b)) = (self.entities.handle(a), self.entities.handle(b)) else { return };
        for (one, other) in [(a, b), (b, a)] {
            if let Some(list) = of(self).get_mut(&one) {
                list.retain(|had| *had != other);
                if list.is_empty() {
                    of(self).remove(&one);
                }
            }
        }
        self.touched.entities.extend([a, b]);
        self.set_unpaired(a);
        self.set_unpaired(b);
    }

    /// Builds all projections from tables and standing decisions, as after reading a snapshot.
    pub(crate) fn project(&mut self) {
        let unpaired = std::mem::take(&mut self.unpaired);
        // First, while no name is there that would have to be compared afresh.
        self.project_forms();
        // Most entities have a name of their own, an address and a number. Nothing is looked up meanwhile but exact keys.
        self.nodes.gather_holders(self.entities.len());
        self.by_source_key.gather(self.entities.len());
        self.values.gather(2 * self.entities.len());
        for handle in 0..self.entities.len() as Handle {
            self.project_entity(handle);
        }
        self.by_source_key.lay_out();
        self.values.lay_out();
        self.nodes.lay_out();
        for handle in 0..self.events.len() as Handle {
            self.project_event(handle);
        }
        for handle in 0..self.mentions.len() as Handle {
            self.project_mention(handle);
        }
        for handle in 0..self.claims.len() as Handle {
            self.project_claim(handle);
        }
        for handle in 0..self.proposals.len() as Handle {
            self.project_proposal(handle);
        }
        for handle in 0..self.reviews.len() as Handle {
            self.project_review(handle);
        }
        for handle in 0..self.edits.len() as Handle {
            self.project_edit(handle);
        }
        for (key, entity) in &self.forbidden_names {
            self.forbidden_names_of.entry(*entity).or_default().push(key.clone());
            if let Some(node) = self.nodes.exact(key) {
                self.nodes.refuse(node);
            }
        }
        for (a, b) in self.edges.values().copied().collect::<Vec<_>>() {
            self.relate(|space| &mut space.neighbours, &a, &b);
        }
        for (a, b) in self.forbidden.keys().copied().collect::<Vec<_>>() {
            self.relate(|space| &mut space.forbidden_of, &a, &b);
        }
        for (a, b) in self.asked.iter().copied().collect::<Vec<_>>() {
            self.relate(|space| &mut space.asked_of, &a, &b);
        }
        self.unpaired = unpaired;
        self.touched = super::Touched::default();
    }
}

type Relation = rustc_hash::FxHashMap<Handle, super::space::Handles>;

/// Strong field values in comparable form.
pub(crate) fn strong_values(content: &Content) -> impl Iterator<Item = (&str, String)> + '_ {
    strong_forms(content).map(|(field, value)| (field, value.into_owned()))
}

/// The same, borrowed where that can be.
fn strong_forms(content: &Content) -> impl Iterator<Item = (&str, Cow<'_, str>)> + '_ {
    content
        .fields
        .iter()
        .filter(|(field, _)| is_strong(field))
        .filter_map(|(field, value)| in_form(field, value).map(|value| (field, value)))
}

/// Values of fields that tell something about who it is, in comparable form.
pub(crate) fn evident_values(content: &Content) -> impl Iterator<Item = (&str, String)> + '_ {
    evident_forms(content).map(|(field, value)| (field, value.into_owned()))
}

/// The same, borrowed where that can be.
fn evident_forms(content: &Content) -> impl Iterator<Item = (&str, Cow<'_, str>)> + '_ {
    content.fields.iter().filter_map(|(field, value)| evident_form(field, value).map(|value| (field, value)))
}

fn sorted(a: Uuid, b: Uuid) -> (Uuid, Uuid) {
    if a <= b { (a, b) } else { (b, a) }
}
