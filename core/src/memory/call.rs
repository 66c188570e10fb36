//! Every call that is one command or one query.

use super::edit::edit_input;
use super::history::Only;
use super::{Context, Memory, errors};
use crate::forms::Intent;
use crate::ingest::{TakenEvent, take_event};
use crate::merge;
use crate::model::{Answer, EntityId, EventId, Input, PlannedClaim, ProposalId, Unstored};
use crate::protocol::*;
use crate::query;
use crate::review;
use crate::settle::settle;
use crate::state::{Draft, Space};
use crate::store::Store;
use uuid::Uuid;

/// Items of `decideMany` at most.
const MANY: usize = 10_000;

impl<S: Store> Memory<S> {
    /// Answers a call that is one command or one query. Long work (`importFile`, `organize`, `verify`, `export`,
    /// `exportContacts`, `import`), opening, cancelling and what only a browser can do are the engine's.
    ///
    /// # Errors
    /// Typed, with a sentence and what to do next; nothing is stored then, unless the code says otherwise.
    pub async fn call(&mut self, call: &Call, context: Context) -> Result<Reply, ApiError> {
        match call {
            Call::Ingest { space, event } => self.ingest(space, event, context).await,
            Call::Decide { space, id, decision } => {
                let decided = self.decide(space, id, decision, context).await?;
                Ok(Reply::Decided(Box::new(decided)))
            }
            Call::DecideMany { space, items } => self.decide_many(space, items, context).await,
            Call::Refresh { space, id } => {
                let id = proposal_id(id)?;
                let fresh = self
                    .execute(space, context, |draft| {
                        review::refresh(draft, &id).map_err(|why| errors::from_refusal(Some(draft.space()), why))
                    })
                    .await?;
                self.question(space, &fresh, context.now)
            }
            Call::Edit { space, edit, reason } => self.edit(space, edit, reason.as_deref(), context).await,
            Call::DeclarePredicates { space, predicates, single_valued } => {
                self.declare_predicates(space, predicates, *single_valued, context).await
            }
            Call::Undo { space, id, together } => self.undo(space, id, *together, context).await,
            Call::AddShortForms { space, forms } => self.say_short_forms(space, forms, Intent::Add, context).await,
            Call::RemoveShortForms { space, forms } => {
                self.say_short_forms(space, forms, Intent::Remove, context).await
            }
            Call::Rebuild => {
                self.rebuild().await?;
                Ok(Reply::Done)
            }
            Call::History { space, decisions_only, entity, bulk, cursor, limit } => {
                self.refresh().await?;
                let only = Only::read(*decisions_only, entity.as_deref(), bulk.as_deref())?;
                Ok(Reply::History(self.history(space, only, cursor.as_deref(), bounded(*limit)?).await?))
            }
            Call::Event { space, id, cursor } => {
                self.refresh().await?;
                Ok(Reply::Event(Box::new(self.event(space, id, cursor.as_deref()).await?)))
            }
            _ => {
                // What others append is announced, and caught up with then: a query must not cost a transaction.
                if self.stale {
                    self.refresh().await?;
                }
                self.query(call, context.now)
            }
        }
    }

    fn query(&self, call: &Call, now: i64) -> Result<Reply, ApiError> {
        let bad = |text: String| errors::bad_argument(&text);
        Ok(match call {
            Call::ResolveEntity { space, name, cursor } => {
                let found = query::resolve(self.state.space(space), name, cursor.as_deref());
                Reply::Resolved(found.map_err(bad)?)
            }
            Call::WhyNot { space, a, b } => {
                let space = self.state.space(space).ok_or_else(errors::not_found)?;
                let id = |text: &String| text.parse::<EntityId>().map_err(|_| errors::not_found());
                Reply::WhyNot(query::why_not(space, &id(a)?, &id(b)?).ok_or_else(errors::not_found)?)
            }
            Call::Entities { space, search, cursor, limit } => {
                let limit = bounded(*limit)?;
                let at = self.state.space(space);
                match search.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
                    Some(text) => Reply::Found(query::find(at, text, cursor.as_deref(), limit).map_err(bad)?),
                    None => Reply::Entities(query::entities(at, cursor.as_deref(), limit).map_err(bad)?),
                }
            }
            Call::Entity { space, id, cursor } => {
                let id: EntityId = id.parse().map_err(|_| errors::not_found())?;
                let space = self.state.space(space).ok_or_else(errors::not_found)?;
                let view = query::entity(space, &id, cursor.as_deref()).map_err(bad)?;
                Reply::Entity(Box::new(view.ok_or_else(errors::not_found)?))
            }
            Call::Claims { space, filter, cursor, limit } => {
                let limit = bounded(*limit)?;
                let page = query::claims(self.state.space(space), filter, cursor.as_deref(), limit).map_err(bad)?;
                self.check_filter(space, filter)?;
                Reply::Claims(page)
            }
            Call::Neighborhood { space, id, depth, limit, unverified } => {
                if !(1..=3).contains(depth) {
                    return Err(errors::bad_argument("depth must be 1 to 3."));
                }
                let limit = bounded(*limit)?;
                let (space, root) = self.root(space, id)?;
                Reply::Neighborhood(Box::new(query::neighborhood(space, root, *depth, limit, *unverified)))
            }
            Call::ShortestPath { space, a, b, unverified } => {
                let (at, one) = self.root(space, a)?;
                let (_, other) = self.root(space, b)?;
                Reply::Path(query::shortest_path(at, one, other, *unverified))
            }
            Call::SearchText { space, text, cursor, limit } => {
                let limit = bounded(*limit)?;
                Reply::TextFound(
                    query::search_text(self.state.space(space), text, cursor.as_deref(), limit).map_err(bad)?,
                )
            }
            Call::Predicates { space, cursor, limit } => {
                let page = query::predicates(self.state.space(space), cursor.as_deref(), bounded(*limit)?);
                Reply::Predicates(page.map_err(bad)?)
            }
            Call::Sources { space, cursor } => {
                Reply::Sources(query::sources(self.state.space(space), cursor.as_deref()).map_err(bad)?)
            }
            Call::ShortForms { space, cursor, limit } => {
                let page = query::short_forms(self.state.space(space), cursor.as_deref(), bounded(*limit)?);
                Reply::ShortForms(page.map_err(bad)?)
            }
            Call::Spaces => Reply::Spaces(self.spaces()),
            Call::InboxCounts { space } => Reply::Counts(query::counts(self.state.space(space), now)),
            Call::InboxList { space, filter, cursor, limit } => {
                let at = self.state.space(space);
                Reply::Inbox(query::list(at, filter, cursor.as_deref(), bounded(*limit)?, now).map_err(bad)?)
            }
            Call::InboxGet { space, id } => return self.question(space, &proposal_id(id)?, now),
            Call::Preview { space, id, decision } => {
                let input = self.input(decision)?;
                let space = self.state.space(space).ok_or_else(errors::not_found)?;
                let preview = query::preview(space, &proposal_id(id)?, &input, now);
                Reply::Preview(preview.map_err(|why| errors::from_refusal(Some(space), why))?)
            }
            Call::PreviewEdit { space, edit } => {
                let input = edit_input(edit)?;
                let space = self.state.space(space).ok_or_else(errors::not_found)?;
                let preview = query::preview_edit(space, &input, now);
                Reply::Preview(preview.map_err(|why| errors::from_refusal(Some(space), why))?)
            }
            _ => return Err(errors::bad_argument("This call is answered by the engine, not by the memory.")),
        })
    }

    /// An entity's root, by id.
    fn root(&self, space: &str, id: &str) -> Result<(&Space, crate::state::Handle), ApiError> {
        let space = self.state.space(space).ok_or_else(errors::not_found)?;
        let id: EntityId = id.parse().map_err(|_| errors::not_found())?;
        Ok((space, space.root_of(&id).ok_or_else(errors::not_found)?))
    }

    /// An entity or event that is named has to be here; which of unknown, retired or another scope's it is, is not told.
    fn check_filter(&self, space: &str, filter: &ClaimFilter) -> Result<(), ApiError> {
        let at = self.state.space(space);
        let entity = filter.entity.as_ref().and_then(|id| id.parse().ok());
        let event = filter.event.as_ref().and_then(|id| id.parse().ok());
        let has_entity = |id: EntityId| at.is_some_and(|at| at.root_of(&id).is_some());
        let has_event = |id: EventId| at.is_some_and(|at| at.events.get(&id).is_some());
        if entity.is_none_or(has_entity) && event.is_none_or(has_event) { Ok(()) } else { Err(errors::not_found()) }
    }

    fn question(&self, space: &str, id: &ProposalId, now: i64) -> Result<Reply, ApiError> {
        let space = self.state.space(space).ok_or_else(errors::not_found)?;
        let view = query::question(space, id, &self.actor, now).ok_or_else(errors::not_found)?;
        Ok(Reply::Question(Box::new(view)))
    }

    async fn ingest(&mut self, space: &str, event: &HostEvent, context: Context) -> Result<Reply, ApiError> {
        let known = self.known(space, event).await?;
        let (id, is_new, mut report) = self
            .execute(space, context, |draft| {
                let taken = take_event(draft, event, &known).map_err(errors::from_host)?;
                let settled = settle(draft).map_err(errors::internal)?;
                Ok((taken.id, taken.is_new, ingest_report(draft.space(), event, &taken, &settled.opened)))
            })
            .await?;
        if !is_new && !event.claims.is_empty() {
            // What became of them then, by the policies of then.
            let plan = self.plan_of(space, id).await?;
            report.claims = plan.iter().flat_map(|plan| &plan.claims).map(claim_verdict).collect();
        }
        Ok(Reply::Ingested(report))
    }

    /// Decides one question.
    ///
    /// # Errors
    /// `review_conflict`, `stale`, `cannot_link`, `held_back`, `bad_argument`, `not_found`, and those of the store.
    pub async fn decide(
        &mut self,
        space: &str,
        id: &str,
        decision: &Decision,
        context: Context,
    ) -> Result<Decided, ApiError> {
        let (id, input) = (proposal_id(id)?, self.input(decision)?);
        self.execute(space, context, |draft| decide_one(draft, &id, &input, None)).await
    }

    async fn decide_many(
        &mut self,
        space: &str,
        items: &[(String, Decision)],
        context: Context,
    ) -> Result<Reply, ApiError> {
        if items.len() > MANY {
            return Err(errors::bad_argument(&format!("items has {} decisions; {MANY} are the most.", items.len())));
        }
        let mut parsed = Vec::new();
        for (id, decision) in items {
            parsed.push((id.clone(), proposal_id(id).and_then(|id| Ok((id, self.input(decision)?)))));
        }
        let out = self
            .execute(space, context, |draft| {
                let mut out = Vec::new();
                let bulk = Some(draft.new_id());
                for (question, item) in &parsed {
                    // A refusal changes nothing, so the next item is checked after the effects of those before.
                    let outcome = item.clone().and_then(|(id, input)| decide_one(draft, &id, &input, bulk));
                    let (decided, error) = match outcome {
                        Ok(decided) => (Some(decided), None),
                        Err(error) if error.code == ErrorCode::Internal => return Err(error),
                        Err(error) => (None, Some(error)),
                    };
                    out.push(DecidedItem { question: question.clone(), decided, error });
                }
                Ok(out)
            })
            .await?;
        Ok(Reply::DecidedMany(out))
    }

    async fn undo(&mut self, space: &str, id: &str, together: bool, context: Context) -> Result<Reply, ApiError> {
        let id: Uuid = id.parse().map_err(|_| errors::not_found())?;
        let undone = self
            .execute(space, context, |draft| {
                merge::undo(draft, &id, together).map_err(|why| errors::from_refusal(Some(draft.space()), why))
            })
            .await?;
        Ok(Reply::Undone(Undone {
            operation: undone.operation.to_string(),
            reviews: undone.reviews.iter().map(Uuid::to_string).collect(),
            applied: undone.applied,
            opened: undone.settled.opened.iter().map(Uuid::to_string).collect(),
        }))
    }

    fn input(&self, decision: &Decision) -> Result<Input, ApiError> {
        let entity = |id: &String, what: &str| -> Result<EntityId, ApiError> {
            id.parse().map_err(|_| errors::bad_argument(&format!("{what} must be the id of an entity.")))
        };
        let verdict = match decision.verdict {
            Verdict::Accept => Answer::Accept,
            Verdict::Reject => Answer::Reject,
            Verdict::CantTell => Answer::CantTell,
            Verdict::SomeoneNew => Answer::SomeoneNew,
            Verdict::Snooze => match decision.until {
                Some(until) if until.is_finite() && until.abs() <= 8.64e15 => Answer::Snooze { until: until as i64 },
                _ => return Err(errors::bad_argument("decision.until must be milliseconds since 1970.")),
            },
            Verdict::Choose => match &decision.choice {
                Some(choice) => Answer::Choose(entity(choice, "decision.choice")?),
                None => return Err(errors::bad_argument("decision.choice must name a candidate.")),
            },
        };
        let ticks = match &decision.ticks {
            Some(ticks) => {
                let ids: Result<Vec<_>, _> = ticks.iter().map(|tick| entity(tick, "decision.ticks")).collect();
                let mut ids = ids?;
                ids.sort_unstable();
                ids.dedup();
                Some(ids)
            }
            None => None,
        };
        let survivor = decision.survivor.as_ref().map(|id| entity(id, "decision.survivor")).transpose()?;
        let reason = reason(decision.reason.as_deref())?;
        Ok(Input { verdict, ticks, survivor, reviewer: self.actor.clone(), reason })
    }
}

fn decide_one(draft: &mut Draft<'_>, id: &ProposalId, input: &Input, bulk: Option<Uuid>) -> Result<Decided, ApiError> {
    let outcome = review::decide(draft, id, input.clone(), bulk);
    let decided = outcome.map_err(|why| errors::from_refusal(Some(draft.space()), why))?;
    let space = draft.space();
    let handle = space.reviews.handle(&decided.review).ok_or_else(|| errors::internal("the review was not kept"))?;
    Ok(Decided {
        review: query::review_row(space, handle),
        applied: decided.applied,
        opened: decided.settled.opened.iter().map(Uuid::to_string).collect(),
        closed: decided.settled.closed.iter().map(Uuid::to_string).collect(),
    })
}

fn ingest_report(space: &Space, event: &HostEvent, taken: &TakenEvent, questions: &[ProposalId]) -> IngestReport {
    let (id, applied) = (taken.id, taken.is_new);
    let offset = |byte: u32| crate::text::utf16_offset(&event.text, byte as usize) as u32;
    // Mentions of an event stand together, at the end of the table if it was just taken.
    let mentions = space
        .mentions
        .iter()
        .rev()
        .skip_while(|mention| !applied && mention.event != id)
        .take_while(|mention| mention.event == id)
        .filter(|mention| mention.verdict.entity.is_some() || mention.strength != crate::model::Strength::Latent);
    let mut mentions: Vec<MentionVerdict> = mentions
        .map(|mention| MentionVerdict {
            id: mention.id.to_string(),
            name: query::shown(mention.name()),
            span: Span { start: offset(mention.start), end: offset(mention.end) },
            outcome: serde_json::to_value(mention.verdict.outcome)
                .ok()
                .and_then(|value| value.as_str().map(str::to_owned))
                .unwrap_or_default(),
            entity: mention
                .verdict
                .entity
                .and_then(|id| space.root_of(&id))
                .map(|root| space.entities.at(root).id.to_string()),
            provisional: mention.verdict.provisional,
            reference: query::reference(mention).map(|id| id.to_string()),
            suggested: mention
                .verdict
                .candidates
                .first()
                .filter(|_| mention.strength == crate::model::Strength::Reference)
                .and_then(|id| space.root_of(id))
                .map(|root| space.entities.at(root).id.to_string()),
        })
        .collect();
    mentions.sort_by_key(|mention| mention.span.start);
    IngestReport {
        event: id.to_string(),
        applied,
        mentions,
        claims: taken.plan.iter().flat_map(|plan| &plan.claims).map(claim_verdict).collect(),
        questions: questions.iter().map(Uuid::to_string).collect(),
    }
}

pub(super) fn claim_verdict(planned: &PlannedClaim) -> ClaimVerdict {
    let why = match planned {
        PlannedClaim::Stored { id, .. } => {
            return ClaimVerdict { stored: true, id: Some(id.to_string()), reason: None, explanation: None };
        }
        PlannedClaim::NotStored(why) => why,
    };
    let (code, explanation) = match why {
        Unstored::SubjectNotGrounded => {
            ("subject_not_grounded", "The subject does not stand in the sentences that the claim cites.")
        }
        Unstored::ObjectNotGrounded => {
            ("object_not_grounded", "The object does not stand in the sentences that the claim cites.")
        }
        Unstored::QuantityNotGrounded => {
            ("quantity_not_grounded", "The digits or the unit do not stand in the sentences that the claim cites.")
        }
        Unstored::IntentionLost => {
            ("intention_lost", "The sentence tells of an attempt or intention, and the predicate does not.")
        }
        Unstored::Denied => ("denied", "The sentence denies what the claim says; send it with polarity negative."),
        Unstored::NotAnAssertion => ("not_an_assertion", "The sentence asks, wishes or supposes; it is no assertion."),
        Unstored::InALongerName => ("in_a_longer_name", "The subject or object stands only inside a longer name."),
        Unstored::InAQuotation => {
            ("in_a_quotation", "The first person stands only in what somebody else is quoted saying.")
        }
        Unstored::NothingNew => ("nothing_new", "Nothing of it stands in the event: all of it was known before."),
        Unstored::SaidAlready => ("said_already", "Another claim of the event says the same."),
    };
    ClaimVerdict { stored: false, id: None, reason: Some(code.into()), explanation: Some(explanation.into()) }
}

/// A reason as it is kept: blank ones are none.
pub(super) fn reason(text: Option<&str>) -> Result<Option<String>, ApiError> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) if text.len() > 10_000 => Err(errors::bad_argument("reason has over 10,000 bytes.")),
        text => Ok(text.map(str::to_owned)),
    }
}

fn proposal_id(id: &str) -> Result<ProposalId, ApiError> {
    id.parse().map_err(|_| errors::not_found())
}

fn bounded(limit: u32) -> Result<usize, ApiError> {
    if (1..=200).contains(&limit) { Ok(limit as usize) } else { Err(errors::bad_argument("limit must be 1 to 200.")) }
}
