//! Keeping a memory: export it, import an export, ask the browser not to clear it.

use std::collections::BTreeMap;

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, ContactsForm, ErrorCode, RestoreReport};
use wasm_bindgen::JsCast;
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};

use crate::parts::problem::Problem;
use crate::parts::words;
use crate::store::{App, Phase, app, settings};

/// Hands a file to the browser's downloads.
fn download(file: &Blob, name: &str) -> Option<()> {
    let url = Url::create_object_url_with_blob(file).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // After the browser has taken the address over.
    set_timeout(
        move || {
            let _ = Url::revoke_object_url(&url);
        },
        std::time::Duration::from_secs(60),
    );
    Some(())
}

/// How many decisions there are, by space; none if that cannot be told now.
async fn decisions(app: App) -> Option<BTreeMap<String, u32>> {
    let mut decided = BTreeMap::new();
    for space in app.client.spaces().await.ok()? {
        let counts = app.client.inbox_counts(space.clone()).await.ok()?;
        decided.insert(space, counts.decided);
    }
    Some(decided)
}

/// A button that exports everything to one file.
#[component]
pub fn Export() -> impl IntoView {
    let app = app();
    let busy = RwSignal::new(false);
    let export = move |_| {
        busy.set(true);
        spawn_local(async move {
            // Counted before: what is decided meanwhile may be in no export.
            let decided = decisions(app).await;
            match app.client.export().await {
                Ok((file, report)) => {
                    let given = file.dyn_ref::<File>().map(File::name).filter(|name| !name.is_empty());
                    let name = given.unwrap_or_else(|| format!("namesake-{}.namesake", today()));
                    match download(&file, &name) {
                        Some(()) => {
                            if decided.is_some() {
                                app.settings.set_exported(decided);
                            }
                            let lacks = missing_text(report.missing_total, "left out, because they are damaged here");
                            app.note(format!("Exported to {name} ({}).{lacks}", words::bytes(file.size())));
                        }
                        None => app.note("The browser refused the download."),
                    }
                }
                Err(error) => app.complain(&error),
            }
            busy.set(false);
        });
    };
    view! { <button class="btn" data-testid="export" disabled=move || busy.get() on:click=export>"Export everything"</button> }
}

/// Buttons that export who is in the space as contacts.
#[component]
pub fn ExportContacts() -> impl IntoView {
    view! {
        <ContactsButton form=ContactsForm::Vcard />
        <ContactsButton form=ContactsForm::Csv />
    }
}

#[component]
fn ContactsButton(form: ContactsForm) -> impl IntoView {
    let app = app();
    let busy = RwSignal::new(false);
    let (id, text, ending) = match form {
        ContactsForm::Vcard => ("export-vcard", "Contacts as vCard", "vcf"),
        ContactsForm::Csv => ("export-csv", "Contacts as a table (CSV)", "csv"),
    };
    let export = move |_| {
        busy.set(true);
        let space = app.space.get_untracked();
        spawn_local(async move {
            match app.client.export_contacts(space.clone(), form).await {
                Ok((file, report)) => {
                    let name = format!("namesake-{space}-{}.{ending}", today());
                    app.note(match download(&file, &name) {
                        Some(()) => {
                            let count = words::count(report.entities, "contact", "contacts");
                            format!("Exported {count} to {name} ({}).", words::bytes(file.size()))
                        }
                        None => "The browser refused the download.".to_owned(),
                    });
                }
                Err(error) => app.complain(&error),
            }
            busy.set(false);
        });
    };
    view! { <button class="btn" data-testid=id disabled=move || busy.get() on:click=export>{text}</button> }
}

/// The date, for names of files.
fn today() -> String {
    words::machine(js_sys::Date::now()).get(..10).unwrap_or("export").to_owned()
}

/// A file input that imports an export into an empty memory. With `start_empty`, a cleared store is opened first.
#[component]
pub fn ImportExport(
    /// The store was cleared: open it empty first.
    #[prop(optional)]
    start_empty: bool,
) -> impl IntoView {
    let app = app();
    let input: NodeRef<html::Input> = NodeRef::new();
    let restoring = Restoring::new();
    let busy = restoring.busy;
    let chosen = move |event: ev::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        // The engine wants the file, and the same file may be chosen again.
        input.set_value("");
        restoring.start(app, file.unchecked_into(), false, start_empty);
    };
    view! {
        <input
            node_ref=input
            class="sr"
            type="file"
            tabindex="-1"
            aria-label="An export of a memory"
            data-testid="import-export"
            on:change=chosen
        />
        <button
            class="btn"
            data-testid="choose-export"
            disabled=move || busy.get()
            on:click=move |_| {
                if let Some(input) = input.get() {
                    input.click();
                }
            }
        >
            {move || if busy.get() { "Importing…" } else { "Import an export…" }}
        </button>
        <Restored restoring />
    }
}

/// An export on its way into the memory, and how that ended.
#[derive(Clone, Copy)]
pub struct Restoring {
    pub busy: RwSignal<bool>,
    outcome: RwSignal<Option<Result<RestoreReport, ApiError>>>,
    /// A damaged export, of which the sound part can be imported.
    damaged: RwSignal<Option<Blob>, LocalStorage>,
}

impl Restoring {
    pub fn new() -> Self {
        Self { busy: RwSignal::new(false), outcome: RwSignal::new(None), damaged: RwSignal::new_local(None) }
    }

    /// Imports the file: all of it or nothing, or with `partial`, which the owner chose, what is sound of it. With `start_empty`,
    /// a cleared store is opened first.
    pub fn start(self, app: App, file: Blob, partial: bool, start_empty: bool) {
        self.busy.set(true);
        self.outcome.set(None);
        self.damaged.set(None);
        spawn_local(async move {
            // Opening replaces this screen, so the outcome is also said as a notice.
            if start_empty && app.phase.get_untracked() != Phase::Open && app.open_now(true).await.is_err() {
                return;
            }
            let restored = app.client.import(&file, partial).await;
            match &restored {
                Ok(report) => {
                    settings::set_had_data(true);
                    // The export that was imported holds every decision.
                    if report.identical
                        && let Some(decided) = decisions(app).await
                    {
                        app.settings.set_exported(Some(decided));
                    }
                    app.note(restored_text(report));
                    app.change.update(|change| *change += 1);
                }
                Err(error) => {
                    app.live.assertive(error.message.clone());
                    if error.code == ErrorCode::DamagedExport && !partial {
                        self.damaged.try_set(Some(file));
                    }
                }
            }
            self.busy.try_set(false);
            // Where the screen is gone, the failure needs another place.
            if let Some(Some(Err(error))) = self.outcome.try_set(Some(restored)) {
                app.complain(&error);
            }
        });
    }
}

/// How an import of an export ended.
#[component]
pub fn Restored(restoring: Restoring) -> impl IntoView {
    let app = app();
    let take_part = move |_| {
        if let Some(file) = restoring.damaged.get_untracked() {
            restoring.start(app, file, true, false);
        }
    };
    move || {
        restoring.outcome.get().map(|outcome| match outcome {
            Ok(report) => {
                view! { <p class="box good" data-testid="restore-report" data-identical=report.identical.to_string()>{restored_text(&report)}</p> }
                    .into_any()
            }
            Err(error) => view! {
                <Problem error testid="restore-report" />
                <Show when=move || restoring.damaged.read().is_some()>
                    <button class="btn" data-testid="import-sound-part" on:click=take_part>"Import its sound part"</button>
                </Show>
            }
            .into_any(),
        })
    }
}

fn restored_text(report: &RestoreReport) -> String {
    let mut text = format!("{} imported", words::count(report.appended, "record", "records"));
    if report.skipped > 0 {
        text.push_str(&format!(", {} already there", words::grouped(report.skipped)));
    }
    text.push_str(if report.identical { ". The journal is the same as the export’s, hash by hash." } else { "." });
    text.push_str(&missing_text(report.missing_total, "missing in it"));
    if let Some(first) = report.missing.first() {
        text.push_str(&format!(" The first is {}: {}.", words::grouped(first.from), first.why));
    }
    if let Some(fault) = &report.fault {
        text.push_str(&format!(" The file is damaged: {fault}."));
    }
    if report.set_aside > 0 {
        let aside = words::count(report.set_aside, "record was", "records were");
        text.push_str(&format!(" {aside} set aside, because they build on missing ones."));
    }
    text
}

/// A sentence that says how many records are missing somewhere; nothing if none are.
fn missing_text(total: f64, how: &str) -> String {
    if total > 0.0 { format!(" {} {how}.", words::count(total, "record is", "records are")) } else { String::new() }
}

/// What the browser promises about the store, and a button that asks for more.
#[component]
pub fn Storage() -> impl IntoView {
    let app = app();
    let asked = RwSignal::new(false);
    let persist = move |_| {
        spawn_local(async move {
            match app.client.persist().await {
                Ok(truth) => {
                    let said = if truth.persisted {
                        "The browser promised to keep this memory."
                    } else {
                        "The browser did not promise to keep this memory. Export it now and then."
                    };
                    app.storage.set(truth);
                    asked.set(true);
                    app.live.polite(said);
                }
                Err(error) => app.complain(&error),
            }
        });
    };
    let text = move || {
        let truth = app.storage.get();
        let promise = match (truth.persisted, asked.get()) {
            (true, _) => "The browser has promised not to clear this memory on its own.",
            (false, true) => {
                "The browser did not promise it. It may clear this memory when space runs short; export it now and then."
            }
            (false, false) => "The browser may clear this memory when space runs short.",
        };
        let room = match (truth.used, truth.quota) {
            (Some(used), Some(quota)) => format!(" {} of {} in use.", words::bytes(used), words::bytes(quota)),
            _ => String::new(),
        };
        format!("{promise}{room}")
    };
    view! {
        <div class="storage" data-testid="storage" data-persisted=move || app.storage.read().persisted.to_string()>
            <span>{text}</span>
            <Show when=move || !app.storage.read().persisted>
                <button class="btn small" data-testid="persist" on:click=persist>"Ask it to keep it"</button>
            </Show>
        </div>
    }
}
