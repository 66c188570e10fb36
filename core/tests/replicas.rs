//! Two handles over one store, interleaved between any two calls of it: they end equal, nothing that was reported stored
//! is lost or stored twice, and the journal is one chain.

#[path = "support/model/mod.rs"]
mod model;
mod support;
#[path = "support/turns.rs"]
mod turns;

use futures::executor::block_on;
use model::command::{Command, SPACES, Step, say_form, steps};
use namesake_core::journal::{Head, Row};
use namesake_core::memory::{Importer, Memory, Organizer, Step as Slice, Verifier};
use namesake_core::model::{ProposalStatus, ReviewId};
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::state::Space;
use namesake_core::store::{InMemory, Store};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use support::everything::asked;
use support::{Session, context, titles};
use turns::{Turns, interleave};

/// What a command was told.
#[derive(Debug, Clone, PartialEq)]
enum Told {
    /// A card with this uid was taken.
    Card(usize, usize),
    /// This review was stored, or was there.
    Said(usize, String),
    /// This edit or statement was stored.
    Edited(usize, String),
    Undone(usize, String),
    Event(usize, String),
    Failed(ErrorCode),
}

struct Replica {
    memory: Memory<Turns>,
    tick: Cell<u64>,
    number: usize,
}

impl Replica {
    fn open(store: &InMemory, number: usize) -> Self {
        let memory = block_on_turns(Memory::open(Turns(store.clone()), "alice", "test"));
        Self { memory, tick: Cell::new(1_000_000 * (number as u64 + 1)), number }
    }

    async fn run(&mut self, steps: &[Step]) -> Vec<Told> {
        let mut out = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            match self.one(at, step).await {
                Ok(told) => out.extend(told),
                Err(error) => out.push(Told::Failed(error.code)),
            }
        }
        out
    }

    async fn import(&mut self, space: &str, file: &str, bytes: Vec<u8>) -> Result<(), ApiError> {
        let mut importer = Importer::new(space, file, None, bytes)?;
        while importer.step(&mut self.memory, context(&self.tick)).await? == Slice::More {}
        Ok(())
    }

    async fn call(&mut self, call: Call) -> Result<Reply, ApiError> {
        let context = context(&self.tick);
        self.memory.call(&call, context).await
    }

    async fn one(&mut self, at: usize, step: &Step) -> Result<Vec<Told>, ApiError> {
        let space = SPACES[step.space].to_owned();
        let state = self.memory.state().space(&space).cloned().unwrap_or_default();
        Ok(match &step.command {
            Command::Card(card) => {
                self.import(&space, "cards.vcf", card.text().into_bytes()).await?;
                vec![Told::Card(step.space, card.uid)]
            }
            Command::Message(message) => {
                self.import(&space, "talk.jsonl", message.line(at).into_bytes()).await?;
                vec![]
            }
            Command::Host(host) => {
                let event = host.event(self.number * 1_000 + at, None);
                match self.call(Call::Ingest { space, event }).await? {
                    Reply::Ingested(report) => vec![Told::Event(step.space, report.event)],
                    other => panic!("{other:?}"),
                }
            }
            Command::Organize => {
                let mut organizer = Organizer::new(&space, None);
                while organizer.step(&mut self.memory, context(&self.tick)).await? == Slice::More {}
                vec![]
            }
            Command::Decide(choice) => {
                let open: Vec<_> = state.proposals.iter().filter(|p| p.status.is_open()).collect();
                let Some(proposal) = open.get(choice.question % open.len().max(1)) else { return Ok(vec![]) };
                let decision = choice.on(proposal);
                match self.call(Call::Decide { space, id: proposal.id.to_string(), decision }).await? {
                    Reply::Decided(decided) => vec![Told::Said(step.space, decided.review.id)],
                    other => panic!("{other:?}"),
                }
            }
            Command::DecideMany(choices) => {
                let open: Vec<_> = state.proposals.iter().filter(|p| p.status.is_open()).collect();
                if open.is_empty() {
                    return Ok(vec![]);
                }
                let chosen = choices.iter().map(|choice| (open[choice.question % open.len()], choice));
                let items = chosen.map(|(proposal, choice)| (proposal.id.to_string(), choice.on(proposal))).collect();
                match self.call(Call::DecideMany { space, items }).await? {
                    Reply::DecidedMany(outcomes) => outcomes
                        .into_iter()
                        .filter_map(|outcome| outcome.decided)
                        .map(|decided| Told::Said(step.space, decided.review.id))
                        .collect(),
                    other => panic!("{other:?}"),
                }
            }
            Command::Undo { review, together } => {
                let acts = undone_by(&state);
                let Some((id, _)) = acts.iter().nth(review % acts.len().max(1)) else { return Ok(vec![]) };
                let id = id.to_string();
                self.call(Call::Undo { space, id: id.clone(), together: *together }).await?;
                vec![Told::Undone(step.space, id)]
            }
            Command::Refresh { question } => {
                let asked: Vec<_> = state.proposals.iter().collect();
                let Some(proposal) = asked.get(question % asked.len().max(1)) else { return Ok(vec![]) };
                self.call(Call::Refresh { space, id: proposal.id.to_string() }).await?;
                vec![]
            }
            Command::Edit(touch) => {
                let Some(edit) = touch.on(&state) else { return Ok(vec![]) };
                match self.call(Call::Edit { space, edit, reason: None }).await? {
                    Reply::Edited(edited) => {
                        edited.edit.map(|edit| Told::Edited(step.space, edit.id)).into_iter().collect()
                    }
                    other => panic!("{other:?}"),
                }
            }
            Command::Form { form, remove } => match self.call(say_form(&space, *form, *remove)).await? {
                Reply::ShortFormsSaid(said) => {
                    said.statements.into_iter().map(|id| Told::Edited(step.space, id)).collect()
                }
                other => panic!("{other:?}"),
            },
            Command::Snapshot => {
                self.memory.save_snapshot().await?;
                vec![]
            }
            Command::Rebuild => {
                self.call(Call::Rebuild).await?;
                vec![]
            }
            Command::Reopen { .. } => {
                self.memory = Memory::open(self.memory.store().clone(), "alice", "test").await?;
                vec![]
            }
        })
    }
}

/// What can be taken back, and what took it back.
fn undone_by(space: &Space) -> BTreeMap<ReviewId, Option<ReviewId>> {
    let reviews = space.reviews.iter().map(|review| (review.id, review.undone_by));
    let edits = space.edits.iter().map(|edit| (edit.id, edit.undone_by));
    let statements = space.statements.iter().map(|statement| (statement.id, statement.undone_by));
    reviews.chain(edits).chain(statements).collect()
}

/// Nobody else takes turns.
fn block_on_turns<T>(future: impl std::future::Future<Output = Result<T, ApiError>>) -> T {
    let (done, _) = interleave(async { Some(future.await) }, async { None }, 0);
    done.expect("it ran").expect("opens")
}

fn run(base: &[Step], one: &[Step], other: &[Step], seed: u64) -> Result<(), String> {
    let store = InMemory::new();
    {
        let mut first = Replica::open(&store, 9);
        let (_, _) = interleave(first.run(base), async { Vec::new() }, 0);
    }
    let (mut a, mut b) = (Replica::open(&store, 0), Replica::open(&store, 1));
    let (told_a, told_b) = interleave(a.run(one), b.run(other), seed);
    let told: Vec<Told> = told_a.into_iter().chain(told_b).collect();

    // Equal at the end, and equal to what the journal says.
    let (caught_a, caught_b) = interleave(a.memory.catch_up(), b.memory.catch_up(), 0);
    caught_a.and(caught_b).map_err(|error| error.to_string())?;
    let mut fresh = Session::open(&store);
    let state = encode(fresh.memory.state());
    ensure(encode(a.memory.state()) == state, || "the first differs from what is stored".into())?;
    ensure(encode(b.memory.state()) == state, || "the second differs from what is stored".into())?;
    ensure(a.memory.head() == b.memory.head(), || "their heads differ".into())?;
    let faults = fresh.verify().faults;
    ensure(faults.is_empty(), || format!("verify finds {faults:?}"))?;

    // One chain, nothing twice.
    let mut head = Head::default();
    let mut ids = BTreeSet::new();
    for row in block_on(store.read(1, usize::MAX)).map_err(|error| error.to_string())? {
        for (sequence, record) in row.unpack() {
            let record = record.map_err(|why| format!("record {sequence}: {why}"))?;
            ensure(record.previous == head.hash && sequence == head.sequence + 1, || format!("a break at {sequence}"))?;
            ensure(ids.insert(record.id), || format!("the {} {} is stored twice", record.operation, record.id))?;
            head = record.head();
        }
        ensure(Row::head(&row) == head, || "a row's head is not that of its last record".into())?;
    }

    // What was told is so.
    for told in &told {
        let at = |space: &usize| fresh.memory.state().space(SPACES[*space]).cloned().unwrap_or_default();
        let review = |space: &usize, id: &str| {
            let id: ReviewId = id.parse().expect("is an id");
            at(space).reviews.get(&id).cloned()
        };
        match told {
            Told::Card(space, uid) => {
                let key = format!("card:uid:card-{uid}");
                let space = at(space);
                let count = space.entities.iter().filter(|entity| entity.source_key.as_ref() == Some(&key)).count();
                ensure(count == 1, || format!("card {uid} is {count} entities"))?;
            }
            Told::Said(space, id) => {
                let said = review(space, id).ok_or_else(|| format!("the review {id} is lost"))?;
                let proposal = at(space).proposals.get(&said.proposal).map(|proposal| proposal.status);
                let closed = matches!(proposal, Some(ProposalStatus::Decided(_) | ProposalStatus::Withdrawn));
                let open = said.undone_by.is_some() || !said.input.verdict.decides();
                ensure(closed || open, || format!("{id} is in force and its question is {proposal:?}"))?;
            }
            Told::Undone(space, id) => {
                let undone = undone_by(&at(space)).iter().any(|(act, by)| act.to_string() == *id && by.is_some());
                ensure(undone, || format!("{id} was undone and is in force"))?;
            }
            Told::Edited(space, id) => {
                let there = undone_by(&at(space)).keys().any(|act| act.to_string() == *id);
                ensure(there, || format!("the edit {id} is lost"))?;
            }
            Told::Event(space, id) => {
                let there = at(space).events.iter().any(|event| event.id.to_string() == *id);
                ensure(there, || format!("the event {id} is lost"))?;
            }
            Told::Failed(code) => {
                // What another handle did first, or what was never possible.
                let told = [
                    ErrorCode::BadArgument,
                    ErrorCode::CannotLink,
                    ErrorCode::HeldBack,
                    ErrorCode::NotFound,
                    ErrorCode::ReviewConflict,
                    ErrorCode::Stale,
                    ErrorCode::UndoFirst,
                ];
                ensure(told.contains(code), || format!("a command failed with {code:?}, and the store is sound"))?;
            }
        }
    }
    Ok(())
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn check(interleavings: u32) {
    let config = Config { cases: interleavings, failure_persistence: None, ..Config::default() };
    let drawn = (steps(8), steps(4), steps(4), proptest::num::u64::ANY);
    let outcome = TestRunner::new(config)
        .run(&drawn, |(base, one, other, seed)| run(&base, &one, &other, seed).map_err(TestCaseError::fail));
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(why, (base, one, other, seed))) => {
            panic!("{why}\nfirst {base:#?}\nthen one {one:#?}\nand beside it {other:#?}\nby turns {seed:#x}")
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn two_replicas_in_any_interleaving_end_equal() {
    check(2_000);
}

/// What another handle appends and saves meanwhile is no damage: neither a block of a newer snapshot, nor a snapshot of
/// records that were not there when the journal was read.
#[test]
fn a_memory_that_another_handle_writes_meanwhile_is_sound() {
    for seed in 1..400_u64 {
        let store = InMemory::new();
        let mut writer = Replica::open(&store, 1);
        let mut reader = Replica::open(&store, 2);
        let write = async {
            for n in 0..6 {
                let card = format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{n}\r\nFN:Person {n} Holt\r\nEND:VCARD\r\n");
                writer.import(SPACES[0], "cards.vcf", card.into_bytes()).await.expect("is taken");
                writer.memory.save_snapshot().await.expect("is saved");
            }
            Vec::new()
        };
        let verify = async {
            let mut faults = Vec::new();
            for _ in 0..4 {
                let mut verifier = Verifier::new();
                let tick = &reader.tick;
                while verifier.step(&mut reader.memory, context(tick)).await.expect("is read") == Slice::More {}
                faults.extend(verifier.report().faults);
            }
            faults
        };
        let (_, faults) = interleave(write, verify, seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        assert_eq!(faults, [], "seed {seed}");
    }
}

#[test]
fn two_replicas_decide_at_once_and_agree() {
    let store = InMemory::new();
    let mut one = asked(&store);
    let mut other = Session::open_later(&store, 1);
    let question = one.question(QuestionKind::Alias).row.id;
    let first = one.decide(&question, Verdict::Accept, None).expect("stores");
    let conflict = other.decide(&question, Verdict::Reject, None).expect_err("one decision a proposal");
    assert_eq!(conflict.code, ErrorCode::ReviewConflict);
    let same = other.decide(&question, Verdict::Accept, None).expect("the same is no conflict");
    assert_eq!((same.applied, same.review.id), (false, first.review.id));
    let collision = other.question(QuestionKind::Collision).row.id;
    other.decide(&collision, Verdict::Reject, None).expect("stores");
    // A query asks the store nothing; what others append is announced, and caught up with then.
    block_on(one.memory.catch_up()).expect("catches up");
    assert_eq!(titles(&one.inbox()), titles(&other.inbox()));
    assert_eq!(one.memory.head(), other.memory.head());
}
