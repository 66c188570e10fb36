//! Files on their way in: one after the other, then a search for pairs to ask about.
//!
//! Reports are the engine's; this module only keeps their order and says which call is running.

use std::collections::VecDeque;

use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{
    ApiError, Call, ErrorCode, FileExamination, ImportOptions, ImportReport, OrganizeReport, Progress, Reply,
};
use wasm_bindgen::JsCast;
use web_sys::{Blob, File};

use super::{App, settings};
use crate::client::Answer;
use crate::client::fetch::fetch_blob;
use crate::parts::words;
use crate::route::Route;

/// The files behind "Load the sample", in order.
const SAMPLE: [&str; 2] = ["contacts.vcf", "conversation.jsonl"];

/// How far one file is.
#[derive(Clone, PartialEq)]
pub enum ItemState {
    Waiting,
    Running(Option<Progress>),
    Done(Box<ImportReport>),
    Failed(ApiError),
    Cancelled,
    /// It is an export of a memory; it was not taken in, and can be imported.
    Export,
    /// Something has to be said of it before it is taken in.
    Asks(Box<FileExamination>),
}

/// One file.
#[derive(Clone)]
pub struct Item {
    pub key: u32,
    pub name: String,
    pub state: ArcRwSignal<ItemState>,
}

/// How far the search for pairs is.
#[derive(Clone, PartialEq)]
pub enum Organizing {
    Running(Option<Progress>),
    Done(OrganizeReport),
    Failed(ApiError),
}

/// A file that waits for its turn.
struct Queued {
    key: u32,
    file: Blob,
    /// What the owner said of it, once that was asked.
    said: Option<ImportOptions>,
}

/// All files of this page's life, newest batch last.
#[derive(Clone, Copy)]
pub struct Imports {
    pub items: RwSignal<Vec<Item>>,
    pub organizing: RwSignal<Option<Organizing>>,
    pub running: RwSignal<bool>,
    call: StoredValue<Option<f64>>,
    /// The owner cancelled, perhaps between two calls.
    stopped: StoredValue<bool>,
    files: StoredValue<VecDeque<Queued>, LocalStorage>,
    /// Files that wait for the owner's word.
    held: StoredValue<Vec<(u32, Blob)>, LocalStorage>,
    last: StoredValue<u32>,
}

impl Imports {
    pub fn new() -> Self {
        Self {
            items: RwSignal::default(),
            organizing: RwSignal::new(None),
            running: RwSignal::new(false),
            call: StoredValue::new(None),
            stopped: StoredValue::new(false),
            files: StoredValue::new_local(VecDeque::new()),
            held: StoredValue::new_local(Vec::new()),
            last: StoredValue::new(0),
        }
    }

    /// True while files are being taken in.
    pub fn busy(self) -> bool {
        self.running.get_untracked()
    }

    /// Takes files in, after those that are already waiting.
    pub fn add(self, app: App, files: Vec<(String, Blob)>) {
        if files.is_empty() {
            return;
        }
        app.go(Route::Import);
        if !self.busy() {
            // Reports of an earlier batch have been read; what waits for an answer goes on waiting.
            let asks = |item: &Item| matches!(*item.state.read_untracked(), ItemState::Asks(_));
            self.items.update(|items| items.retain(asks));
            let kept: Vec<u32> = self.items.read_untracked().iter().map(|item| item.key).collect();
            self.held.update_value(|held| held.retain(|(key, _)| kept.contains(key)));
        }
        for (name, file) in files {
            self.last.update_value(|last| *last += 1);
            let key = self.last.get_value();
            self.files.update_value(|files| files.push_back(Queued { key, file, said: None }));
            self.items.update(|items| items.push(Item { key, name, state: ArcRwSignal::new(ItemState::Waiting) }));
        }
        self.go_on(app);
    }

    /// Takes in a file of which the owner said what was asked.
    pub fn answer(self, app: App, key: u32, said: ImportOptions) {
        let Some(file) = self.held(key) else { return };
        self.set_state(key, ItemState::Waiting);
        self.files.update_value(|files| files.push_back(Queued { key, file, said: Some(said) }));
        self.go_on(app);
    }

    /// Leaves out a file of which something was asked.
    pub fn leave(self, key: u32) {
        self.set_state(key, ItemState::Cancelled);
    }

    fn set_state(self, key: u32, state: ItemState) {
        let item = self.items.get_untracked().into_iter().find(|item| item.key == key);
        if let Some(item) = item {
            item.state.set(state);
        }
    }

    fn go_on(self, app: App) {
        if !self.busy() {
            self.running.set(true);
            self.stopped.set_value(false);
            self.organizing.set(None);
            spawn_local(self.run(app));
        }
    }

    /// Takes the sample in.
    pub fn add_sample(self, app: App) {
        spawn_local(async move {
            let mut files = Vec::new();
            for name in SAMPLE {
                match fetch_blob(&format!("./sample/{name}")).await {
                    Some(file) => files.push((name.to_owned(), file)),
                    None => {
                        return app.complain(&ApiError::new(
                            ErrorCode::Internal,
                            "The sample could not be loaded.",
                            "Reload while online once, or drop in your own files.",
                        ));
                    }
                }
            }
            self.add(app, files);
        });
    }

    /// Ends the running call early and drops what waits. What was taken in stays.
    pub fn cancel(self, app: App) {
        self.files.update_value(VecDeque::clear);
        self.stopped.set_value(true);
        for item in self.items.get_untracked() {
            if *item.state.read_untracked() == ItemState::Waiting {
                item.state.set(ItemState::Cancelled);
            }
        }
        if let Some(call) = self.call.get_value() {
            app.client.cancel(call);
        }
    }

    fn next(self) -> Option<Queued> {
        self.files.try_update_value(VecDeque::pop_front).flatten()
    }

    /// The file with this key, which waits for the owner's word.
    pub fn held(self, key: u32) -> Option<Blob> {
        self.held.with_value(|held| held.iter().find(|(one, _)| *one == key).map(|(_, file)| file.clone()))
    }

    /// Asks the engine about a file; answers its reply.
    async fn ask(self, app: App, state: ArcRwSignal<ItemState>, call: Call, file: &Blob) -> Result<Reply, ApiError> {
        let progress = move |progress| state.set(ItemState::Running(Some(progress)));
        let asked = app.client.ask(call, Some(file), Some(Box::new(progress)));
        self.call.set_value(Some(asked.id));
        asked.answer().await.map(|answer| answer.reply)
    }

    /// What has to be said of a file before it is taken in.
    async fn examine(self, app: App, item: &Item, file: &Blob) -> Result<Option<Box<FileExamination>>, ApiError> {
        let call = Call::ExamineFile { file_name: item.name.clone() };
        Ok(match self.ask(app, item.state.clone(), call, file).await? {
            Reply::Examined(found) => {
                Some(found).filter(|found| found.unclear_date.is_some() || found.wants_zone || found.wants_columns)
            }
            _ => None,
        })
    }

    async fn run(self, app: App) {
        let mut changed = false;
        let mut cancelled = false;
        while let Some(Queued { key, file, said }) = self.next() {
            let Some(item) = self.items.get_untracked().into_iter().find(|item| item.key == key) else { continue };
            item.state.set(ItemState::Running(None));
            if is_export(&file).await {
                app.live.assertive(format!(
                    "{} is an export of a memory: import it from History.",
                    words::isolated(&item.name)
                ));
                self.held.update_value(|held| held.push((key, file)));
                item.state.set(ItemState::Export);
                continue;
            }
            let found = match &said {
                Some(_) => Ok(None),
                None => self.examine(app, &item, &file).await,
            };
            if self.stopped.get_value() {
                cancelled = true;
                item.state.set(ItemState::Cancelled);
                continue;
            }
            let imported = match found {
                Ok(Some(found)) => {
                    app.live.assertive(format!("{}: something has to be said before.", words::isolated(&item.name)));
                    self.held.update_value(|held| held.push((key, file)));
                    item.state.set(ItemState::Asks(found));
                    continue;
                }
                Ok(None) => {
                    let (space, file_name) = (app.space.get_untracked(), item.name.clone());
                    let call = Call::ImportFile { space, file_name, kind: None, options: said.unwrap_or_default() };
                    self.ask(app, item.state.clone(), call, &file).await
                }
                Err(error) => Err(error),
            };
            match imported {
                Ok(Reply::Imported(report)) => {
                    settings::set_had_data(true);
                    changed |= report.added + report.updated > 0;
                    cancelled |= report.cancelled;
                    app.live.polite(format!(
                        "{}: {} taken, {} not.",
                        words::isolated(&item.name),
                        report.added + report.updated,
                        report.refused_total
                    ));
                    item.state.set(ItemState::Done(Box::new(report)));
                }
                Ok(_) => {}
                Err(error) if error.code == ErrorCode::Cancelled => {
                    cancelled = true;
                    item.state.set(ItemState::Cancelled);
                }
                Err(error) => {
                    app.live.assertive(format!("{} was not taken in. {}", words::isolated(&item.name), error.message));
                    item.state.set(ItemState::Failed(error));
                }
            }
        }
        if changed && !cancelled {
            self.organize(app).await;
        }
        self.call.set_value(None);
        self.running.set(false);
        app.change.update(|change| *change += 1);
    }

    async fn organize(self, app: App) {
        self.organizing.set(Some(Organizing::Running(None)));
        let progress = move |progress| self.organizing.set(Some(Organizing::Running(Some(progress))));
        let call = Call::Organize { space: app.space.get_untracked(), budget: None };
        let asked = app.client.ask(call, None, Some(Box::new(progress)));
        self.call.set_value(Some(asked.id));
        let state = match asked.answer().await {
            Ok(Answer { reply: Reply::Organized(report), .. }) => Organizing::Done(report),
            Ok(_) => return self.organizing.set(None),
            Err(error) => Organizing::Failed(error),
        };
        self.organizing.set(Some(state));
    }
}

/// True if a file begins as an export does.
async fn is_export(file: &Blob) -> bool {
    const BEGINS: &str = "{\"namesake\":\"export\"";
    let Ok(head) = file.slice_with_i32_and_i32(0, 64) else { return false };
    let text = JsFuture::from(head.text()).await.ok().and_then(|text| text.as_string());
    text.is_some_and(|text| text.trim_start_matches('\u{feff}').starts_with(BEGINS))
}

/// The files of a `FileList`, as blobs with names.
pub fn named(list: &web_sys::FileList) -> Vec<(String, Blob)> {
    (0..list.length())
        .filter_map(|index| list.get(index))
        .map(|file: File| (file.name(), file.unchecked_into()))
        .collect()
}
