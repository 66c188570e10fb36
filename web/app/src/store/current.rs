//! The question on show, with what the owner has ticked, chosen and written but not yet decided.
//!
//! Previews come from the engine: this module must not say on its own what a decision would change.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{
    ApiError, Decision, ErrorCode, Member, Preview, QuestionKind, QuestionStatus, QuestionView, Verdict,
};

use super::App;

/// At most so many candidates have a key.
pub const KEYED: usize = 9;
/// Views kept for moving back and forth without a flicker.
const KEPT: usize = 24;

/// The question on show.
#[derive(Clone, Copy)]
pub struct Current {
    pub view: RwSignal<Option<QuestionView>>,
    pub error: RwSignal<Option<ApiError>>,
    /// Members of a group that the answer is not about.
    pub unticked: RwSignal<Vec<String>>,
    pub survivor: RwSignal<Option<String>>,
    /// Why, in the owner's words.
    pub why: RwSignal<String>,
    /// What accepting would change, for what is ticked now.
    pub preview: RwSignal<Option<Result<Preview, ApiError>>>,
    /// What choosing would change, by entity or claim; `None` is someone new, or that all that is said holds.
    pub choices: RwSignal<Vec<(Option<String>, Preview)>>,
    again: RwSignal<u32>,
    wanted: StoredValue<Option<String>>,
    kept: StoredValue<Vec<QuestionView>>,
}

/// True if the mentions need a candidate instead of a yes or no.
pub const fn is_choice(kind: QuestionKind) -> bool {
    matches!(kind, QuestionKind::Ambiguity | QuestionKind::Correction)
}

/// True where one key can say yes: not where one of several has to be chosen, or nobody knows what was said last.
pub fn can_accept(view: &QuestionView) -> bool {
    let is_last_known = view.rivals.iter().any(|rival| rival.said_last);
    !is_choice(view.row.kind) && (!is_contradiction(view.row.kind) || is_last_known)
}

/// True if what is said is asked about, and not who is who: nothing is ticked and nobody survives.
pub const fn is_contradiction(kind: QuestionKind) -> bool {
    matches!(kind, QuestionKind::Contradiction)
}

/// True if accepting redirects the others to a survivor.
pub const fn merges(kind: QuestionKind) -> bool {
    matches!(kind, QuestionKind::Merge | QuestionKind::Collision)
}

/// The members that are entities, with their ids.
pub fn entities(view: &QuestionView) -> Vec<(String, &Member)> {
    view.members.iter().filter_map(|member| member.entity.as_ref().map(|entity| (entity.id.clone(), member))).collect()
}

/// True if members can be ticked.
pub fn is_group(view: &QuestionView) -> bool {
    !is_choice(view.row.kind) && !is_contradiction(view.row.kind) && entities(view).len() > 2
}

/// True if a decision can be taken.
pub fn is_open(view: &QuestionView) -> bool {
    matches!(view.row.status, QuestionStatus::Open | QuestionStatus::Snoozed)
}

impl Current {
    pub fn new() -> Self {
        Self {
            view: RwSignal::new(None),
            error: RwSignal::new(None),
            unticked: RwSignal::default(),
            survivor: RwSignal::new(None),
            why: RwSignal::default(),
            preview: RwSignal::new(None),
            choices: RwSignal::default(),
            again: RwSignal::new(0),
            wanted: StoredValue::new(None),
            kept: StoredValue::default(),
        }
    }

    /// Reads the question again, as after a failed decision.
    pub fn read_again(self) {
        self.again.update(|again| *again += 1);
    }

    /// Tracks what makes the question worth reading again.
    pub fn track(self, app: App) {
        self.again.track();
        app.change.track();
    }

    /// Shows a question: what is kept of it at once, then what the engine says.
    pub fn show(self, app: App, id: Option<String>) {
        let before = self.wanted.get_value();
        self.wanted.set_value(id.clone());
        if before != id {
            let kept = id
                .as_ref()
                .and_then(|id| self.kept.with_value(|kept| kept.iter().find(|view| view.row.id == *id).cloned()));
            self.reset();
            self.view.set(kept);
        }
        let Some(id) = id else { return };
        spawn_local(async move {
            let outcome = app.client.inbox_get(app.space.get_untracked(), id.clone()).await;
            if self.wanted.get_value().as_deref() != Some(id.as_str()) {
                return;
            }
            match outcome {
                Ok(view) => self.take(view),
                // The restarted engine is asked again by itself.
                Err(error) if error.code == ErrorCode::CoreStopped => {}
                Err(error) => {
                    self.view.set(None);
                    self.error.set(Some(error));
                }
            }
        });
    }

    /// Reads a question ahead of being shown.
    pub fn read_ahead(self, app: App, id: String) {
        if self.kept.with_value(|kept| kept.iter().any(|view| view.row.id == id)) {
            return;
        }
        spawn_local(async move {
            if let Ok(view) = app.client.inbox_get(app.space.get_untracked(), id).await {
                self.keep(view);
            }
        });
    }

    fn reset(self) {
        self.error.set(None);
        self.unticked.set(Vec::new());
        self.survivor.set(None);
        self.why.set(String::new());
        self.preview.set(None);
        self.choices.set(Vec::new());
    }

    fn keep(self, view: QuestionView) {
        self.kept.update_value(|kept| {
            kept.retain(|known| known.row.id != view.row.id);
            kept.push(view);
            if kept.len() > KEPT {
                kept.remove(0);
            }
        });
    }

    fn take(self, view: QuestionView) {
        self.error.set(None);
        self.keep(view.clone());
        // Setting an equal view would redraw it and lose the focus.
        if self.view.read_untracked().as_ref() != Some(&view) {
            self.view.set(Some(view));
        }
    }

    /// The decision as ticked, chosen and written.
    pub fn decision(self, verdict: Verdict) -> Decision {
        let unticked = self.unticked.get_untracked();
        let ticks = self
            .view
            .read_untracked()
            .as_ref()
            .filter(|view| is_group(view) && !unticked.is_empty())
            .map(|view| entities(view).into_iter().map(|(id, _)| id).filter(|id| !unticked.contains(id)).collect());
        let why = self.why.get_untracked();
        Decision {
            verdict,
            choice: None,
            ticks,
            survivor: (verdict == Verdict::Accept).then(|| self.survivor.get_untracked()).flatten(),
            reason: (!why.trim().is_empty()).then(|| why.trim().to_owned()),
            until: None,
        }
    }

    /// True if so few members of a group are ticked that there is nothing to say about them. Tracks the ticks.
    pub fn too_few(self) -> bool {
        let unticked = self.unticked.read().len();
        unticked > 0
            && self
                .view
                .read()
                .as_ref()
                .is_some_and(|view| is_group(view) && entities(view).len().saturating_sub(unticked) < 2)
    }

    /// Asks the engine what accepting would change, after a tick or another survivor.
    pub fn preview_accept(self, app: App) {
        let Some(id) = self.wanted.get_value() else { return };
        if untrack(|| self.too_few()) {
            return self.preview.set(None);
        }
        let decision = Decision { reason: None, ..self.decision(Verdict::Accept) };
        spawn_local(async move {
            let outcome = app.client.preview(app.space.get_untracked(), id.clone(), decision.clone()).await;
            let same = Decision { reason: None, ..self.decision(Verdict::Accept) } == decision;
            if same && self.wanted.get_value() == Some(id) {
                self.preview.set(Some(outcome));
            }
        });
    }

    /// Asks the engine what each choice would change.
    pub fn preview_choices(self, app: App, ids: Vec<Option<String>>) {
        let Some(question) = self.wanted.get_value() else { return };
        let view = self.view.read_untracked();
        let contradiction = view.as_ref().is_some_and(|view| is_contradiction(view.row.kind));
        let other = if contradiction { Verdict::Reject } else { Verdict::SomeoneNew };
        drop(view);
        spawn_local(async move {
            let mut choices = Vec::new();
            for id in ids {
                let verdict = if id.is_some() { Verdict::Choose } else { other };
                let decision = Decision { choice: id.clone(), reason: None, ..self.decision(verdict) };
                if let Ok(preview) = app.client.preview(app.space.get_untracked(), question.clone(), decision).await {
                    choices.push((id, preview));
                }
                if self.wanted.get_value().as_deref() != Some(question.as_str()) {
                    return;
                }
            }
            self.choices.set(choices);
        });
    }

    /// Ticks or unticks a member.
    pub fn tick(self, app: App, id: &str) {
        self.unticked.update(|unticked| {
            if let Some(at) = unticked.iter().position(|one| one == id) {
                unticked.remove(at);
            } else {
                unticked.push(id.to_owned());
            }
        });
        // One that is kept apart cannot survive; the engine names the default among the ticked.
        let gone =
            self.survivor.read_untracked().as_ref().is_some_and(|one| self.unticked.read_untracked().contains(one));
        if gone {
            self.survivor.set(None);
        }
        self.preview_accept(app);
    }

    /// Asks a stale question again.
    pub fn refresh(self, app: App) {
        let Some(id) = self.wanted.get_value() else { return };
        let sent = {
            let (space, id) = (app.space.get_untracked(), id.clone());
            async move { app.client.refresh(space, id).await }
        };
        app.save(sent, move |outcome| match outcome {
            Ok(view) => {
                app.live.polite("Asked again with what is known now.");
                let here = self.wanted.get_value() == Some(id);
                let next = view.row.id.clone();
                self.keep(view);
                if let (true, crate::route::Route::Inbox { listing, .. }) = (here, app.route.get_untracked()) {
                    app.replace(crate::route::Route::question(listing, &next));
                }
                self.kept.update_value(|kept| kept.retain(|view| view.row.status == QuestionStatus::Open));
                app.change.update(|change| *change += 1);
            }
            Err(error) => app.complain(&error),
        });
    }
}
