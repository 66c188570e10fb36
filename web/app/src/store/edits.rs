//! The edit that stands on a form, what it would change, and its way to the store.
//!
//! A preview always belongs to the edit on the form: another edit has none until the engine said what that one would change,
//! and only an edit whose preview is shown is stored. While it is being stored the form stays as it is.

use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, Edit, Edited, Preview};
use web_sys::HtmlElement;

use super::App;
use super::turn::{Ticket, Turn};
use crate::parts::{focus, words};

/// The edit on the form.
#[derive(Clone, Copy)]
pub struct Edits {
    /// Complete enough to say what it would change.
    pub draft: RwSignal<Option<Edit>>,
    /// What the draft would change.
    pub preview: RwSignal<Option<Result<Preview, ApiError>>>,
    /// Why, in the owner's words.
    pub why: RwSignal<String>,
    pub saving: RwSignal<bool>,
    /// Why the draft was not stored.
    pub error: RwSignal<Option<ApiError>>,
    turn: Turn,
    /// What opened the draft: the focus goes back there.
    opener: StoredValue<Option<HtmlElement>, LocalStorage>,
    /// Which form is there: one that stored an edit shows how that ends only while it is.
    form: Turn,
}

impl Edits {
    pub fn new() -> Self {
        Self {
            draft: RwSignal::new(None),
            preview: RwSignal::new(None),
            why: RwSignal::default(),
            saving: RwSignal::new(false),
            error: RwSignal::new(None),
            turn: Turn::new(),
            opener: StoredValue::new_local(None),
            form: Turn::new(),
        }
    }

    /// Another form is there. What the one before is storing goes on, and its outcome is told on the page.
    pub fn enter(self) -> Ticket {
        self.clear();
        self.form.next()
    }

    /// The form that entered with this is gone; another one may be there already.
    pub fn leave(self, form: Ticket) {
        if form.holds() {
            self.enter();
        }
    }

    /// Keeps on the bar what a form puts together. What was chosen while another edit was being saved counts once that is over.
    pub fn follow(self, app: App, edit: impl Fn() -> Option<Edit> + 'static) {
        Effect::new(move || {
            self.saving.track();
            self.set(app, edit());
        });
    }

    fn clear(self) {
        self.turn.next();
        self.draft.set(None);
        self.preview.set(None);
        self.error.set(None);
        self.why.set(String::new());
        self.opener.set_value(None);
    }

    /// Puts an edit on the form, or takes it off, and asks what it would change.
    pub fn set(self, app: App, edit: Option<Edit>) {
        if self.saving.get_untracked() || *self.draft.read_untracked() == edit {
            return;
        }
        self.preview.set(None);
        self.error.set(None);
        let some = edit.is_some();
        self.draft.set(edit);
        if some {
            self.look(app);
        } else {
            self.turn.next();
        }
    }

    /// The same, at the press of a button: the focus goes to what it would change, and comes back afterwards.
    pub fn open(self, app: App, edit: Edit) {
        if self.saving.get_untracked() {
            return app.live.polite("Wait until the edit before is stored.");
        }
        self.opener.set_value(focus::active());
        self.set(app, Some(edit));
        focus::later("#edit-store");
    }

    /// Asks what the draft would change. What is on show stays there meanwhile.
    pub fn look(self, app: App) {
        let Some(edit) = self.draft.get_untracked() else { return };
        self.turn.after_pause(move |ticket| {
            spawn_local(async move {
                let outcome = app.client.preview_edit(app.space.get_untracked(), edit).await;
                if !ticket.holds() || self.saving.get_untracked() {
                    return;
                }
                if *self.preview.read_untracked() != Some(outcome.clone()) {
                    app.live.polite(match &outcome {
                        Ok(preview) if preview.lines.is_empty() => "It is so already.".to_owned(),
                        Ok(preview) => words::lines(preview),
                        Err(error) => words::problem(error),
                    });
                    self.preview.set(Some(outcome));
                }
            });
        });
    }

    /// Takes the draft off the form and goes back to what opened it; false while it is being saved.
    pub fn cancel(self, app: App) -> bool {
        if self.saving.get_untracked() {
            app.live.polite("It is being saved.");
            return false;
        }
        let opener = self.opener.get_value();
        self.clear();
        focus::back(opener);
        true
    }

    /// True if the draft can be stored: what it would change is known, and is something. Tracks it.
    pub fn ready(self) -> bool {
        !self.saving.get()
            && self
                .preview
                .read()
                .as_ref()
                .is_some_and(|preview| preview.as_ref().is_ok_and(|one| !one.lines.is_empty()))
    }

    /// Stores the draft; `then` hears of it if the form is still there.
    pub fn store(self, app: App, then: Callback<Edit>) {
        let (Some(edit), Some(Ok(preview)), true) =
            (self.draft.get_untracked(), self.preview.get_untracked(), untrack(|| self.ready()))
        else {
            return app.live.polite("It can be stored once what it changes is shown.");
        };
        self.saving.set(true);
        self.error.set(None);
        let form = self.form.last();
        let space = app.space.get_untracked();
        let why = Some(self.why.get_untracked().trim().to_owned()).filter(|why| !why.is_empty());
        let sent = {
            let (space, edit) = (space.clone(), edit.clone());
            async move { app.client.edit(space, edit, why).await }
        };
        app.save(sent, move |outcome| {
            self.saving.set(false);
            match outcome {
                Ok(edited) => {
                    self.stored(app, &space, &preview, &edited);
                    if form.holds() {
                        let opener = self.opener.get_value();
                        self.clear();
                        focus::back(opener);
                        then.try_run(edit);
                    }
                }
                Err(error) => self.failed(app, form, error),
            }
        });
    }

    fn stored(self, app: App, space: &str, preview: &Preview, edited: &Edited) {
        match &edited.edit {
            Some(row) => {
                app.undo.remember(app, space, row.id.clone(), None);
                let said = format!("Stored. {}", words::lines(preview));
                app.note(words::with_questions(&said, edited.opened.len(), edited.closed.len()));
            }
            None => app.note("It was so already; nothing was stored."),
        }
        app.change.update(|change| *change += 1);
    }

    fn failed(self, app: App, form: Ticket, error: ApiError) {
        let said = words::unsaved(&error, None);
        if form.holds() {
            app.live.assertive(said);
            self.error.set(Some(error));
            // What it would change now tells whether it was stored.
            self.look(app);
        } else {
            app.warn(said);
        }
    }
}
