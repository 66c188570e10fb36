//! A fault of the store at every call of every command: the memory is as before or as after, never between; the caller is
//! told which, or `outcome_unknown`; doing it again is safe and doubles nothing.

mod support;

use futures::executor::block_on;
use namesake_core::memory::{Importer, Memory, Organizer, Step};
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::store::{Fault, InMemory, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use support::everything::{self, CARDS, TALK, VERDICTS, asked, decision, ingest, short_form};
use support::view::{links, questions, space};
use support::{SPACE, Session, context};

type Run = Box<dyn Fn(&mut Session) -> Result<(), ApiError>>;

struct Command {
    name: String,
    /// The memory that it is run on.
    base: InMemory,
    run: Run,
}

/// Calls of the store in which one fault is tried; no command here makes more.
const CALLS: u64 = 60;

fn import(session: &mut Session, file: &str, bytes: &[u8]) -> Result<(), ApiError> {
    let mut importer = Importer::new(SPACE, file, None, bytes.to_vec())?;
    while block_on(importer.step(&mut session.memory, context(&session.tick)))? == Step::More {}
    Ok(())
}

fn organize(session: &mut Session) -> Result<(), ApiError> {
    let mut organizer = Organizer::new(SPACE, None);
    while block_on(organizer.step(&mut session.memory, context(&session.tick)))? == Step::More {}
    Ok(())
}

fn call(call: Call) -> Run {
    Box::new(move |session| session.call(call.clone()).map(drop))
}

/// The memory that `make` leaves.
fn base(make: impl FnOnce(&mut Session)) -> InMemory {
    let store = InMemory::new();
    make(&mut asked(&store));
    store
}

fn decide_all(session: &mut Session) -> Vec<(String, Decision)> {
    let rows = session.inbox().into_iter().filter(|row| row.kind != QuestionKind::Ambiguity);
    let rows: Vec<_> = rows.map(|row| row.id).collect();
    let mut items = Vec::new();
    for id in rows {
        let Ok(Reply::Question(view)) = session.call(Call::InboxGet { space: SPACE.into(), id: id.clone() }) else {
            panic!("it is there")
        };
        items.push((id, decision(&view, Verdict::Accept)));
    }
    items
}

/// Every command of the façade.
fn commands() -> Vec<Command> {
    let mut out = Vec::new();
    let mut add =
        |name: &str, base: &InMemory, run: Run| out.push(Command { name: name.into(), base: base.copy(), run });
    let space = || SPACE.to_owned();

    let empty = InMemory::new();
    let ready = base(|_| {});
    let mut session = Session::open(&ready.copy());
    add(
        "open",
        &ready,
        Box::new(|session| {
            session.memory = block_on(Memory::open(session.memory.store().clone(), "alice", "test"))?;
            Ok(())
        }),
    );
    add("import cards", &empty, Box::new(|session| import(session, "cards.vcf", CARDS.as_bytes())));
    add("import a conversation", &empty, Box::new(|session| import(session, "talk.jsonl", TALK.as_bytes())));
    add("ingest", &ready, call(ingest("another")));
    let unorganized = InMemory::new();
    Session::open(&unorganized).import_bytes("cards.vcf", CARDS.into());
    add("organize", &unorganized, Box::new(organize));

    // Two of one name that are not the same: which of them a mention means is a question of its own then.
    let apart = |session: &mut Session| {
        let question = session.question(QuestionKind::Collision).row.id;
        session.decide(&question, Verdict::Reject, None).expect("is stored");
    };
    let someone_new = (QuestionKind::Ambiguity, Verdict::SomeoneNew);
    for (kind, verdict) in VERDICTS.into_iter().chain([someone_new]) {
        let before = |session: &mut Session| {
            if kind == QuestionKind::Ambiguity {
                apart(session);
            }
        };
        let ready = base(before);
        let question = Session::open(&ready.copy()).question(kind);
        let decision = decision(&question, verdict);
        let decide = Call::Decide { space: space(), id: question.row.id, decision };
        let name = format!("{verdict:?} on {kind:?}");
        add(&name, &ready, call(decide.clone()));
        if !matches!(verdict, Verdict::CantTell | Verdict::Snooze) {
            let mut id = String::new();
            let decided = base(|session| {
                before(session);
                let Ok(Reply::Decided(decided)) = session.call(decide) else { panic!("is decided") };
                id = decided.review.id;
            });
            add(&format!("undo {name}"), &decided, call(Call::Undo { space: space(), id, together: false }));
        }
    }

    let many = Call::DecideMany { space: space(), items: decide_all(&mut session) };
    add("decide many", &ready, call(many.clone()));
    let mut bulk = String::new();
    let decided = base(|session| {
        let Ok(Reply::DecidedMany(items)) = session.call(many) else { panic!("are decided") };
        let mut decided = items.into_iter().filter_map(|item| item.decided);
        bulk = decided.find_map(|decided| decided.review.bulk).expect("was decided in one");
    });
    add("undo all of them", &decided, call(Call::Undo { space: space(), id: bulk, together: true }));

    let edited = ready.copy();
    let mut editing = Session::open_later(&edited, 1);
    for edit in everything::edits(&session) {
        let name = serde_json::to_value(&edit).expect("is JSON")["what"].to_string();
        add(&format!("edit {name}"), &edited, call(Call::Edit { space: space(), edit: edit.clone(), reason: None }));
        editing.edit(edit).expect("is stored");
    }
    let mut split = None;
    let named = base(|session| {
        let entity = session.uid("e");
        session.edit(Edit::AddName { entity, name: "Ravi Rao".into() }).expect("is added");
        split = Some(everything::split(session));
    });
    let edit = split.expect("was made");
    add("split", &named, call(Call::Edit { space: space(), edit, reason: None }));

    let mut asked_before = String::new();
    let stale = base(|session| {
        asked_before = session.question(QuestionKind::Collision).row.id;
        let entity = session.uid("a");
        session.edit(Edit::AddField { entity, field: "note".into(), value: "new".into() }).expect("is added");
    });
    add("refresh", &stale, call(Call::Refresh { space: space(), id: asked_before }));

    let forms = vec![short_form()];
    let said = Call::AddShortForms { space: space(), forms: forms.clone() };
    let formed = base(|session| drop(session.call(said.clone()).expect("is said")));
    add("add short forms", &ready, call(said));
    add("remove short forms", &formed, call(Call::RemoveShortForms { space: space(), forms }));

    let saved = base(|session| assert!(block_on(session.memory.save_snapshot()).expect("saves")));
    let save = || -> Run { Box::new(|session| block_on(session.memory.save_snapshot()).map(drop)) };
    add("save a first snapshot", &ready, save());
    let grown = saved.copy();
    Session::open_later(&grown, 1).call(ingest("another")).expect("is taken");
    add("save a next snapshot", &grown, save());
    add("rebuild", &grown, call(Call::Rebuild));
    add("ingest after a snapshot", &grown, call(ingest("a third")));
    let (file, _) = session.export();
    add("restore", &empty, Box::new(move |session| session.restore(file.clone(), false).map(drop)));
    let (file, _) = Session::open(&gap(&ready)).export();
    add("restore a part", &empty, Box::new(move |session| session.restore(file.clone(), true).map(drop)));
    out
}

/// A copy without its second row.
fn gap(store: &InMemory) -> InMemory {
    let store = store.copy();
    store.tamper(|rows| {
        let second = *rows.keys().nth(1).expect("there are rows");
        rows.remove(&second);
    });
    store
}

type Blocks = BTreeMap<String, Vec<u8>>;

fn blocks(session: &Session) -> Blocks {
    encode(session.memory.state()).expect("packs")
}

/// A memory told without ids and times, and how many there are of what could be doubled.
fn told(session: &Session) -> (BTreeSet<String>, Vec<String>, [usize; 7]) {
    let space = space(session);
    let counts = [
        space.events.len(),
        space.entities.len(),
        space.mentions.len(),
        space.reviews.len(),
        space.edits.len(),
        space.statements.len(),
        space.sources.len(),
    ];
    (links(&space), questions(&space), counts)
}

/// What a command makes of its memory where nothing goes wrong: the states between its transactions, first and last included.
struct Sound {
    states: Vec<Blocks>,
    told: (BTreeSet<String>, Vec<String>, [usize; 7]),
    calls: u64,
    /// Whether what is missing in a part that was restored is all that verify has to say.
    faults: Vec<String>,
}

fn codes(report: &VerifyReport) -> Vec<String> {
    report.faults.iter().map(|fault| fault.code.clone()).collect()
}

fn sound(command: &Command) -> Sound {
    let store = command.base.copy();
    let mut session = Session::open_later(&store, 2);
    let before = blocks(&session);
    let rows = block_on(store.read(1, usize::MAX)).expect("reads").len();
    let calls = store.calls();
    (command.run)(&mut session).unwrap_or_else(|error| panic!("{}: {error:?}", command.name));
    let calls = store.calls() - calls;
    assert!((1..CALLS).contains(&calls), "{}: {calls} calls", command.name);
    let all = block_on(store.read(1, usize::MAX)).expect("reads");
    let between = (rows + 1..all.len()).map(|count| {
        let store = InMemory::new();
        store.tamper(|rows| rows.extend(all[..count].iter().map(|row| (row.first, row.clone()))));
        blocks(&Session::open_later(&store, 2))
    });
    let mut states = vec![before];
    states.extend(between);
    if all.len() > rows {
        states.push(blocks(&session));
    }
    let faults = codes(&session.verify());
    Sound { states, told: told(&session), calls, faults }
}

fn check(command: &Command, sound: &Sound, fault: &Fault, at: u64, gone: bool) {
    let what = format!("{}: {fault:?} at call {at}{}", command.name, if gone { ", and the store is gone" } else { "" });
    let store = command.base.copy();
    let mut session = Session::open_later(&store, 2);
    let first = store.calls() + at;
    store.fail_at(first, fault.clone());
    if gone {
        (1..CALLS).for_each(|later| store.fail_at(first + later, Fault::Before(StoreError::Lost("gone".into()))));
    }
    let outcome = (command.run)(&mut session);
    store.heal();

    let mut fresh = Session::open_later(&store, 2);
    let stored = blocks(&fresh);
    let stands = sound.states.iter().position(|state| *state == stored);
    let stands = stands.unwrap_or_else(|| panic!("{what}: it is neither before nor after; {outcome:?}"));
    let last = sound.states.len() - 1;
    match &outcome {
        Ok(()) => assert_eq!(stands, last, "{what}: what was reported stored is stored"),
        Err(error) if error.code == ErrorCode::OutcomeUnknown => assert!(error.next.contains("again"), "{what}"),
        // A command of one transaction says truly that nothing was changed. One of several says how much it stored.
        Err(error) => assert!(stands == 0 || last > 1, "{what}: it is stored, and {error:?} does not say so"),
    }
    if matches!(fault, Fault::After(_)) && outcome.is_err() {
        let code = outcome.as_ref().expect_err("failed").code;
        assert_eq!(code, ErrorCode::OutcomeUnknown, "{what}");
    }

    // The handle that met the fault sees what is stored, and goes on.
    block_on(session.memory.catch_up()).unwrap_or_else(|error| panic!("{what}: {error:?}"));
    assert!(blocks(&session) == stored, "{what}: it shows something that is not stored");
    let head = session.memory.head();
    let again = (command.run)(&mut session);
    if stands == last && last > 0 {
        assert_eq!(session.memory.head(), head, "{what}: it was stored already; {again:?}");
    } else if command.name.starts_with("restore") && stands > 0 {
        // Part of another journal is no empty memory.
        assert_eq!(again.map_err(|error| error.code), Err(ErrorCode::NotEmpty), "{what}");
        return;
    } else {
        again.unwrap_or_else(|error| panic!("{what}: doing it again: {error:?}"));
    }
    assert_eq!(told(&session), sound.told, "{what}: after doing it again");
    block_on(fresh.memory.catch_up()).expect("catches up");
    assert!(blocks(&fresh) == blocks(&session), "{what}: both see the same");
    assert_eq!(codes(&fresh.verify()), sound.faults, "{what}");
}

#[test]
fn every_command_is_before_or_after_a_fault_at_every_call() {
    let unknown = || StoreError::OutcomeUnknown("the connection went away".into());
    let faults = [
        Fault::Before(StoreError::Full),
        Fault::Before(StoreError::Lost("gone".into())),
        Fault::Before(StoreError::Other("aborted".into())),
        Fault::Before(unknown()),
        Fault::After(unknown()),
    ];
    let commands = commands();
    assert!(commands.len() > 30);
    for command in &commands {
        let sound = sound(command);
        for fault in &faults {
            for at in 0..sound.calls {
                check(command, &sound, fault, at, false);
                check(command, &sound, fault, at, true);
            }
        }
    }
}
