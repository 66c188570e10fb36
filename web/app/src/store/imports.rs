//! Files on their way in: one after the other, then a search for pairs to ask about.
//!
//! Reports are the engine's; this module only keeps their order and says which call is running.

use std::collections::VecDeque;

use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{ApiError, Call, ErrorCode, ImportReport, OrganizeReport, Progress, Reply};
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

/// All files of this page's life, newest batch last.
#[derive(Clone, Copy)]
pub struct Imports {
    pub items: RwSignal<Vec<Item>>,
    pub organizing: RwSignal<Option<Organizing>>,
    pub running: RwSignal<bool>,
    call: StoredValue<Option<f64>>,
    files: StoredValue<VecDeque<(u32, Blob)>, LocalStorage>,
    /// Exports among the files, which wait for the owner's word.
    exports: StoredValue<Vec<(u32, Blob)>, LocalStorage>,
    last: StoredValue<u32>,
}

impl Imports {
    pub fn new() -> Self {
        Self {
            items: RwSignal::default(),
            organizing: RwSignal::new(None),
            running: RwSignal::new(false),
            call: StoredValue::new(None),
            files: StoredValue::new_local(VecDeque::new()),
            exports: StoredValue::new_local(Vec::new()),
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
            // Reports of an earlier batch have been read.
            self.items.set(Vec::new());
            self.exports.update_value(Vec::clear);
            self.organizing.set(None);
        }
        for (name, file) in files {
            self.last.update_value(|last| *last += 1);
            let key = self.last.get_value();
            self.files.update_value(|files| files.push_back((key, file)));
            self.items.update(|items| items.push(Item { key, name, state: ArcRwSignal::new(ItemState::Waiting) }));
        }
        if !self.busy() {
            self.running.set(true);
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
        for item in self.items.get_untracked() {
            if *item.state.read_untracked() == ItemState::Waiting {
                item.state.set(ItemState::Cancelled);
            }
        }
        if let Some(call) = self.call.get_value() {
            app.client.cancel(call);
        }
    }

    fn next(self) -> Option<(u32, Blob)> {
        self.files.try_update_value(VecDeque::pop_front).flatten()
    }

    /// The export with this key.
    pub fn export(self, key: u32) -> Option<Blob> {
        self.exports.with_value(|exports| exports.iter().find(|(one, _)| *one == key).map(|(_, file)| file.clone()))
    }

    async fn run(self, app: App) {
        let mut changed = false;
        let mut cancelled = false;
        while let Some((key, file)) = self.next() {
            let Some(item) = self.items.get_untracked().into_iter().find(|item| item.key == key) else { continue };
            item.state.set(ItemState::Running(None));
            if is_export(&file).await {
                app.live.assertive(format!(
                    "{} is an export of a memory: import it from History.",
                    words::isolated(&item.name)
                ));
                self.exports.update_value(|exports| exports.push((key, file)));
                item.state.set(ItemState::Export);
                continue;
            }
            let state = item.state.clone();
            let call = Call::ImportFile { space: app.space.get_untracked(), file_name: item.name.clone(), kind: None };
            let progress = move |progress| state.set(ItemState::Running(Some(progress)));
            let asked = app.client.ask(call, Some(&file), Some(Box::new(progress)));
            self.call.set_value(Some(asked.id));
            match asked.answer().await {
                Ok(Answer { reply: Reply::Imported(report), .. }) => {
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
