//! Bringing files in: drop or choose, progress with cancel, and a report of what was taken and what was not.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use namesake_protocol::{FileKind, ImportReport, ImportedPart, OrganizeReport, Progress};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::asked::Asked;
use super::keeping::{Restored, Restoring};
use crate::parts::problem::Problem;
use crate::parts::shown::{FileName, Name};
use crate::parts::words;
use crate::route::Route;
use crate::store::dropped::{Dropped, in_folders};
use crate::store::imports::{Item, ItemState, Organizing};
use crate::store::{Phase, app};

/// Takes files that are dropped anywhere on the window.
#[component]
pub fn DropZone() -> impl IntoView {
    let app = app();
    let over = RwSignal::new(false);
    let has_files = |event: &web_sys::DragEvent| {
        event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
    };
    // While the memory is being opened they wait for that.
    let takes = move || !matches!(app.phase.get_untracked(), Phase::Trouble(_));
    let enter = window_event_listener(ev::dragover, move |event| {
        if has_files(&event) {
            event.prevent_default();
            over.set(takes());
        }
    });
    let leave = window_event_listener(ev::dragleave, move |event| {
        // Leaving the window has no related target; moving between elements has one.
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    let dropped = window_event_listener(ev::drop, move |event| {
        if !has_files(&event) {
            return;
        }
        event.prevent_default();
        over.set(false);
        if let Some(data) = event.data_transfer().filter(|_| takes()) {
            app.imports.add_dropped(app, Dropped::of(&data));
        }
    });
    on_cleanup(move || {
        enter.remove();
        leave.remove();
        dropped.remove();
    });
    view! {
        <Show when=move || over.get()>
            <div class="drop" aria-hidden="true"><p>"Drop contacts, chats or conversations here"</p></div>
        </Show>
    }
}

/// Buttons that open the browser's pickers of files and of folders.
#[component]
pub fn ChooseFiles() -> impl IntoView {
    let app = app();
    let input: NodeRef<html::Input> = NodeRef::new();
    let folder: NodeRef<html::Input> = NodeRef::new();
    Effect::new(move || {
        if let Some(folder) = folder.get() {
            folder.set_webkitdirectory(true);
        }
    });
    let chosen = move |event: ev::Event| {
        let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
        if let Some(files) = input.files() {
            app.imports.add(app, in_folders(&files));
        }
        // The same file can be chosen again.
        input.set_value("");
    };
    view! {
        <input
            node_ref=input
            class="sr"
            type="file"
            multiple=true
            tabindex="-1"
            aria-label="Files to bring in"
            accept=".vcf,.vcard,.csv,.tsv,.ldif,.ldi,.jsonl,.ndjson,.json,.txt,.vtt,.srt,.mbox,.eml,.md,.markdown,.html,.htm,.zip,application/zip,text/vcard,text/csv,application/x-ndjson,text/plain,text/vtt"
            data-testid="file-input"
            on:change=chosen
        />
        <button
            class="btn"
            data-testid="choose-files"
            on:click=move |_| {
                if let Some(input) = input.get() {
                    input.click();
                }
            }
        >
            "Choose files…"
        </button>
        <input
            node_ref=folder
            class="sr"
            type="file"
            tabindex="-1"
            aria-label="Folder to bring in"
            data-testid="folder-input"
            on:change=chosen
        />
        <button
            class="btn"
            data-testid="choose-folder"
            on:click=move |_| {
                if let Some(folder) = folder.get() {
                    folder.click();
                }
            }
        >
            "Choose a folder…"
        </button>
    }
}

/// A button that takes the sample in.
#[component]
pub fn LoadSample(#[prop(optional)] primary: bool) -> impl IntoView {
    let app = app();
    view! {
        <button
            class="btn"
            class:p=primary
            data-testid="load-sample"
            disabled=move || app.imports.running.get()
            on:click=move |_| app.imports.add_sample(app)
        >
            "Load the sample"
        </button>
    }
}

/// The screen.
#[component]
pub fn ImportPage() -> impl IntoView {
    let app = app();
    let imports = app.imports;
    view! {
        <main class="single" aria-label="Bring in files">
            <h1>"Bring in files"</h1>
            <p class="soft">
                "Contacts as vCard (.vcf), as a table (.csv), or from Thunderbird (.ldif); chats as WhatsApp exports them, or as lines of “Name: text” (.txt); transcripts (.vtt, .srt); what Telegram (result.json), ChatGPT and Claude export (conversations.json), or Signal’s exporters; mails (.mbox, .eml); texts and pages (.txt, .md, .html); conversations as JSON Lines (.jsonl) with speaker, text and time. Archives (.zip) and folders are read file by file: what Slack, WhatsApp, ChatGPT, Claude or Google Takeout export as a whole. "
                "Drop them anywhere on this window. Bringing the same file in again changes nothing."
            </p>
            <div class="start"><ChooseFiles /> <LoadSample /></div>
            <For each=move || imports.items.get() key=|item| item.key let(item)>
                <FileItem item />
            </For>
            {move || imports.organizing.get().map(|organizing| view! { <Organized organizing /> })}
            <Show when=move || imports.running.get() && !matches!(*imports.organizing.read(), Some(Organizing::Running(_)))>
                <div class="start"><button class="btn" data-testid="import-cancel" on:click=move |_| imports.cancel(app)>"Cancel"</button></div>
            </Show>
            <Show when=move || !imports.running.get() && !imports.items.read().is_empty() && (app.counts.read().open > 0)>
                <p class="start">
                    <a class="btn p" data-testid="go-to-inbox" href=Route::inbox().href()>
                        {move || format!("Decide {}", words::count(app.counts.read().open, "question", "questions"))}
                    </a>
                </p>
            </Show>
        </main>
    }
}

/// A progress bar with words.
#[component]
fn Bar(progress: Option<Progress>, label: String, bytes: bool) -> impl IntoView {
    let done = progress.as_ref().map(|progress| progress.done);
    let total = progress.as_ref().and_then(|progress| progress.total).filter(|total| *total > 0.0);
    let number = move |value: f64| if bytes { words::bytes(value) } else { words::grouped(value) };
    let text = match (done, total) {
        (Some(done), Some(total)) => format!("{} of {}", number(done), number(total)),
        (Some(done), None) => number(done),
        _ => String::new(),
    };
    let value = done.zip(total).map(|(done, total)| (done / total).min(1.0).to_string());
    view! {
        <div class="progress">
            <progress max="1" value=value aria-label=label data-testid="import-progress"></progress>
            <span class="soft num">{text}</span>
        </div>
    }
}

/// One file and how far it is.
#[component]
fn FileItem(item: Item) -> impl IntoView {
    let Item { key, name, state, .. } = item;
    let id = format!("import-file-{key}");
    let title = id.clone();
    let slug = {
        let state = state.clone();
        move || match *state.read() {
            ItemState::Waiting => "waiting",
            ItemState::Running(_) => "running",
            ItemState::Done(_) => "done",
            ItemState::Failed(_) => "failed",
            ItemState::Cancelled => "cancelled",
            ItemState::LeftOut => "left-out",
            ItemState::Export => "export",
            ItemState::Asks(_) => "asks",
        }
    };
    let label = words::isolated(&name);
    view! {
        <section class="file" data-testid="import-item" data-name=name.clone() data-state=slug>
            <h2 class="file-name" id=id tabindex="-1"><FileName name=name.clone() /></h2>
            {move || match state.get() {
                ItemState::Waiting => view! { <p class="soft">"waiting"</p> }.into_any(),
                ItemState::Running(progress) => view! { <Bar progress label=format!("Taking in {label}") bytes=true /> }.into_any(),
                ItemState::Done(report) => view! { <Report report=*report /> }.into_any(),
                ItemState::Cancelled => view! { <p>"Cancelled. What had been taken in before stays."</p> }.into_any(),
                ItemState::LeftOut => view! { <p>"Not taken in."</p> }.into_any(),
                ItemState::Export => view! { <IsExport key /> }.into_any(),
                ItemState::Asks(asking) => view! { <Asked key asking=*asking title=title.clone() /> }.into_any(),
                ItemState::Failed(error) => {
                    view! { <Problem error testid="import-error" /> }
                        .into_any()
                }
            }}
        </section>
    }
}

/// An export is no file to bring in: it is a whole memory, and is imported as one.
#[component]
fn IsExport(key: u32) -> impl IntoView {
    let app = app();
    let restoring = Restoring::new();
    let import = move |_| {
        if let Some(file) = app.imports.held_file(key) {
            restoring.start(app, file, false, false);
        }
    };
    view! {
        <p data-testid="import-is-export">
            "This is an export of a memory: import it from "
            <a class="inline" href=Route::history().href()>"History"</a>
            ", or here. It goes into an empty memory."
        </p>
        <button class="btn" data-testid="import-this-export" disabled=move || restoring.busy.get() on:click=import>
            {move || if restoring.busy.get() { "Importing…" } else { "Import this export" }}
        </button>
        <Restored restoring />
    }
}

/// What was taken and what was not.
#[component]
fn Report(report: ImportReport) -> impl IntoView {
    let (one, many) = match report.kind {
        FileKind::Vcard | FileKind::Csv | FileKind::Ldif => ("card", "cards"),
        FileKind::Conversation => ("line", "lines"),
        FileKind::Document => ("paragraph", "paragraphs"),
        FileKind::Export => ("record", "records"),
        FileKind::Bundle => ("item", "items"),
    };
    let facts: Vec<(u32, &str)> = [
        (report.added, "new"),
        (report.updated, "changed"),
        (report.unchanged, "already there"),
        (report.refused_total, "not taken"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .collect();
    let refused_shown = report.refused.len();
    let more = (report.refused_total as usize).saturating_sub(refused_shown);
    view! {
        <div data-testid="import-report" data-added=report.added data-refused=report.refused_total data-unchanged=report.unchanged>
            {report.cancelled.then(|| view! { <p class="box warn">"Cancelled. What is listed here was taken in and stays."</p> })}
            <p>
                <b>{words::count(report.items, one, many)}</b>
                {facts.into_iter().map(|(count, what)| format!(" · {} {what}", words::grouped(count))).collect::<String>()}
            </p>
            {(report.kind == FileKind::Bundle)
                .then(|| view! { <Parts parts=report.parts total=report.parts_total read=report.parts_read /> })}
            <p class="soft">
                {words::count(report.entities, "entity", "entities")} ", "
                {words::count(report.mentions, "mention", "mentions")} " ("
                {words::grouped(report.linked)} " linked), "
                {words::count(report.questions, "question", "questions")}
            </p>
            {(report.retimed > 0)
                .then(|| {
                    let text = format!(
                        "{} had been brought in with another time, as another order of dates or another zone was said then. They keep that time.",
                        words::count(report.retimed, "line", "lines")
                    );
                    view! { <p class="soft" data-testid="import-retimed">{text}</p> }
                })}
            {(!report.skipped.is_empty())
                .then(|| {
                    let text = report.skipped.iter().map(|(name, count)| format!("{name} ({})", words::grouped(*count))).collect::<Vec<_>>().join(", ");
                    view! { <p class="soft">"Left out on purpose: "{text}</p> }
                })}
            {(refused_shown > 0)
                .then(|| {
                    view! {
                        <details class="refused" open=true data-testid="import-refused">
                            <summary>{format!("Not taken: {}", words::grouped(report.refused_total))}</summary>
                            <ul class="plain">
                                {report
                                    .refused
                                    .into_iter()
                                    .map(|refused| {
                                        view! {
                                            <li data-code=refused.code>
                                                <span class="soft"><FileName name=refused.file />", line "{words::grouped(refused.line)}": "</span>
                                                {refused.reason}
                                                <code class="excerpt"><Name shown=refused.excerpt /></code>
                                            </li>
                                        }
                                    })
                                    .collect_view()}
                            </ul>
                            {(more > 0).then(|| view! { <p class="soft">{format!("and {} more", words::grouped(u32::try_from(more).unwrap_or(u32::MAX)))}</p> })}
                        </details>
                    }
                })}
        </div>
    }
}

/// What became of each file of an archive or folder.
#[component]
fn Parts(parts: Vec<ImportedPart>, total: u32, read: u32) -> impl IntoView {
    let is_wrong = parts.iter().any(is_fault);
    let more = (total as usize).saturating_sub(parts.len());
    view! {
        <details data-testid="import-parts" data-total=total data-read=read open=is_wrong>
            <summary>{format!("{} of {} read", words::grouped(read), words::count(total, "file", "files"))}</summary>
            <ul class="plain">
                {parts
                    .into_iter()
                    .map(|part| {
                        let counts = part.code.is_none() || part.items > 0;
                        let name = part.file.clone();
                        let counts = counts.then(|| format!(" {} new of {}. ", words::grouped(part.added), words::grouped(part.items)));
                        view! {
                            <li data-testid="import-part" data-name=name data-code=part.code.unwrap_or_default()>
                                <FileName name=part.file />": "{counts}{part.reason}
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
            {(more > 0).then(|| view! { <p class="soft">{format!("and {} more", words::grouped(u32::try_from(more).unwrap_or(u32::MAX)))}</p> })}
        </details>
    }
}

/// Whether a file of a bundle should have been read.
fn is_fault(part: &ImportedPart) -> bool {
    let of_none = ["picture", "sound", "film", "document", "archive", "program_file", "same_again", "unknown_file"];
    part.code.as_deref().is_some_and(|code| !of_none.contains(&code))
}

/// The search for pairs that follows.
#[component]
fn Organized(organizing: Organizing) -> impl IntoView {
    let app = app();
    let state = match organizing {
        Organizing::Running(_) => "running",
        Organizing::Done(_) => "done",
        Organizing::Failed(_) => "failed",
    };
    let body = match organizing {
        Organizing::Running(progress) => view! {
            <Bar progress label="Looking for pairs to ask about".to_owned() bytes=false />
            <button class="btn" data-testid="organize-cancel" on:click=move |_| app.imports.cancel(app)>"Cancel"</button>
        }
        .into_any(),
        Organizing::Done(OrganizeReport { looked_at, pairs, opened, left_out, unfinished }) => {
            let left: u32 = left_out.iter().map(|(_, count)| *count).sum();
            view! {
                <p>
                    {words::count(looked_at, "entity", "entities")} " looked at, " {words::count(pairs, "near pair", "near pairs")} ", "
                    <b>{words::count(opened, "new question", "new questions")}</b> "."
                </p>
                {(left > 0)
                    .then(|| {
                        let text = left_out.iter().map(|(code, count)| format!("{} ({})", code.replace('_', " "), words::grouped(*count))).collect::<Vec<_>>().join(", ");
                        view! { <p class="soft">"Not asked: "{text}</p> }
                    })}
                {unfinished.then(|| view! { <p class="soft">"It stopped before all were looked at."</p> })}
            }
            .into_any()
        }
        Organizing::Failed(error) => view! { <Problem error /> }.into_any(),
    };
    view! {
        <section class="file" data-testid="organize-report" data-state=state>
            <h2 class="file-name">"Looking for pairs to ask about"</h2>
            {body}
        </section>
    }
}
