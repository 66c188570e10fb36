//! Files on their way in: one after the other, then a search for pairs to ask about.
//!
//! Reports are the engine's; this module only keeps their order and says which call is running.

use std::collections::{BTreeMap, VecDeque};

use js_sys::futures::JsFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{
    ApiError, Call, ErrorCode, FileExamination, FileKind, ImportOptions, ImportReport, OrganizeReport, Progress, Reply,
};
use web_sys::Blob;

use super::dropped::{Brought, Dropped};
use super::{App, settings};
use crate::client::fetch::fetch_blob;
use crate::client::{Answer, Files};
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
    /// Nothing of it was taken in, as the owner wanted.
    LeftOut,
    /// It is an export of a memory; it was not taken in, and can be imported.
    Export,
    /// Something has to be said of it before it is taken in.
    Asks(Box<Asking>),
}

/// What has to be said of a file.
#[derive(Clone, PartialEq)]
pub struct Asking {
    pub found: Box<FileExamination>,
    /// What the owner said before, and why that did not do.
    pub refused: Option<(ImportOptions, ApiError)>,
}

/// One file.
#[derive(Clone)]
pub struct Item {
    pub key: u32,
    pub name: String,
    /// The space into which it was dropped.
    pub space: String,
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
    file: Brought,
    /// What was found, and what the owner said of it, once that was asked.
    said: Option<(Box<FileExamination>, ImportOptions)>,
    /// How often the owner had cancelled before.
    cancels: u32,
}

/// All files of this page's life, newest batch last.
#[derive(Clone, Copy)]
pub struct Imports {
    pub items: RwSignal<Vec<Item>>,
    pub organizing: RwSignal<Option<Organizing>>,
    pub running: RwSignal<bool>,
    call: StoredValue<Option<f64>>,
    /// How often the owner cancelled, perhaps between two calls. It ends what was waiting or running then, nothing later.
    cancels: StoredValue<u32>,
    files: StoredValue<VecDeque<Queued>, LocalStorage>,
    /// Files that wait for the owner's word.
    held: StoredValue<Vec<(u32, Brought)>, LocalStorage>,
    last: StoredValue<u32>,
}

impl Imports {
    pub fn new() -> Self {
        Self {
            items: RwSignal::default(),
            organizing: RwSignal::new(None),
            running: RwSignal::new(false),
            call: StoredValue::new(None),
            cancels: StoredValue::new(0),
            files: StoredValue::new_local(VecDeque::new()),
            held: StoredValue::new_local(Vec::new()),
            last: StoredValue::new(0),
        }
    }

    /// True while files are being taken in.
    pub fn busy(self) -> bool {
        self.running.get_untracked()
    }

    /// Takes files into the space on show, after those that are already waiting.
    pub fn add(self, app: App, files: Vec<(String, Brought)>) {
        self.add_to(app, app.space.get_untracked(), files);
    }

    /// Takes in what was dropped, once its folders were gone through.
    pub fn add_dropped(self, app: App, dropped: Dropped) {
        if dropped.is_empty() {
            return;
        }
        let space = app.space.get_untracked();
        spawn_local(async move { self.add_to(app, space, dropped.read().await) });
    }

    fn add_to(self, app: App, space: String, files: Vec<(String, Brought)>) {
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
            let state = ArcRwSignal::new(ItemState::Waiting);
            self.items.update(|items| items.push(Item { key, name, space: space.clone(), state }));
            self.queue(key, file, None);
        }
        self.go_on(app);
    }

    fn queue(self, key: u32, file: Brought, said: Option<(Box<FileExamination>, ImportOptions)>) {
        let queued = Queued { key, file, said, cancels: self.cancels.get_value() };
        self.files.update_value(|files| files.push_back(queued));
    }

    /// Takes in a file of which the owner said what was asked.
    pub fn answer(self, app: App, key: u32, said: ImportOptions) {
        let (Some(item), Some(file)) = (self.item(key), self.held(key)) else { return };
        let ItemState::Asks(asking) = item.state.get_untracked() else { return };
        self.let_go(key);
        item.state.set(ItemState::Waiting);
        self.queue(key, file, Some((asking.found, said)));
        self.go_on(app);
    }

    /// Leaves out a file of which something was asked.
    pub fn leave(self, app: App, key: u32) {
        let Some(item) = self.item(key) else { return };
        self.let_go(key);
        item.state.set(ItemState::LeftOut);
        app.live.polite(format!("{}: left out.", words::isolated(&item.name)));
    }

    fn item(self, key: u32) -> Option<Item> {
        self.items.read_untracked().iter().find(|item| item.key == key).cloned()
    }

    fn go_on(self, app: App) {
        if !self.busy() {
            self.running.set(true);
            self.organizing.set(None);
            spawn_local(self.run(app));
        }
    }

    /// Takes the sample in.
    pub fn add_sample(self, app: App) {
        let space = app.space.get_untracked();
        spawn_local(async move {
            let mut files = Vec::new();
            for name in SAMPLE {
                match fetch_blob(&format!("./sample/{name}")).await {
                    Some(file) => files.push((name.to_owned(), Brought::File(file))),
                    None => {
                        return app.complain(&ApiError::new(
                            ErrorCode::Internal,
                            "The sample could not be loaded.",
                            "Reload while online once, or drop in your own files.",
                        ));
                    }
                }
            }
            self.add_to(app, space, files);
        });
    }

    /// Ends the running call early and drops what waits. What was taken in stays.
    pub fn cancel(self, app: App) {
        self.files.update_value(VecDeque::clear);
        self.cancels.update_value(|cancels| *cancels += 1);
        for item in self.items.get_untracked() {
            if *item.state.read_untracked() == ItemState::Waiting {
                item.state.set(ItemState::LeftOut);
            }
        }
        if let Some(call) = self.call.get_value() {
            app.client.cancel(call);
        }
    }

    /// Whether the owner cancelled since it was cancelled so often.
    fn is_cancelled(self, since: u32) -> bool {
        self.cancels.get_value() != since
    }

    fn next(self) -> Option<Queued> {
        self.files.try_update_value(VecDeque::pop_front).flatten()
    }

    /// The file with this key, which waits for the owner's word, if it is a single one.
    pub fn held_file(self, key: u32) -> Option<Blob> {
        match self.held(key)? {
            Brought::File(file) => Some(file),
            Brought::Folder(_) => None,
        }
    }

    fn held(self, key: u32) -> Option<Brought> {
        self.held.with_value(|held| held.iter().find(|(one, _)| *one == key).map(|(_, file)| file.clone()))
    }

    fn hold(self, key: u32, file: Brought) {
        self.held.update_value(|held| held.push((key, file)));
    }

    fn let_go(self, key: u32) {
        self.held.update_value(|held| held.retain(|(one, _)| *one != key));
    }

    /// Asks the engine about a file; answers its reply.
    async fn ask(self, app: App, state: ArcRwSignal<ItemState>, call: Call, file: &Brought) -> Result<Reply, ApiError> {
        let progress = move |progress| state.set(ItemState::Running(Some(progress)));
        let files = match file {
            Brought::File(file) => Files::One(file),
            Brought::Folder(files) => Files::Many(files),
        };
        let asked = app.client.ask_with(call, files, Some(Box::new(progress)));
        self.call.set_value(Some(asked.id));
        asked.answer().await.map(|answer| answer.reply)
    }

    /// What has to be said of a file before it is taken in.
    async fn examine(self, app: App, item: &Item, file: &Brought) -> Result<Option<Box<FileExamination>>, ApiError> {
        let name = item.name.clone();
        let call = match file {
            Brought::File(_) => Call::ExamineFile { file_name: name },
            Brought::Folder(files) => Call::ExamineFiles { name, paths: paths(files) },
        };
        Ok(match self.ask(app, item.state.clone(), call, file).await? {
            Reply::Examined(found) => {
                Some(found).filter(|found| found.unclear_date.is_some() || found.wants_zone || found.wants_columns)
            }
            _ => None,
        })
    }

    /// Takes in what waits, then looks for pairs where something is new; again while files came meanwhile.
    async fn run(self, app: App) {
        // Spaces in which something is new, with how often the owner had cancelled before that file.
        let mut changed = BTreeMap::new();
        loop {
            while let Some(queued) = self.next() {
                let cancels = queued.cancels;
                if let Some(space) = self.take_in(app, queued).await {
                    // What an earlier search told holds no more.
                    self.organizing.set(None);
                    changed.insert(space, cancels);
                }
            }
            let Some((space, cancels)) = changed.pop_first() else { break };
            if !self.is_cancelled(cancels) {
                self.organize(app, space).await;
            }
        }
        self.call.set_value(None);
        self.running.set(false);
        app.change.update(|change| *change += 1);
    }

    /// Takes a file in, unless something has to be said of it before. Answers the space if anything is new in it.
    async fn take_in(self, app: App, Queued { key, file, said, cancels }: Queued) -> Option<String> {
        let item = self.item(key)?;
        let name = words::isolated(&item.name);
        item.state.set(ItemState::Running(None));
        let is_export = match &file {
            Brought::File(file) => is_export(file).await,
            Brought::Folder(_) => false,
        };
        if self.is_cancelled(cancels) {
            item.state.set(ItemState::LeftOut);
            return None;
        }
        if is_export {
            app.live.assertive(format!("{name} is an export of a memory: import it from History."));
            self.hold(key, file);
            item.state.set(ItemState::Export);
            return None;
        }
        let wanted = match &said {
            Some(_) => Ok(None),
            None => self.examine(app, &item, &file).await,
        };
        if self.is_cancelled(cancels) {
            item.state.set(ItemState::LeftOut);
            return None;
        }
        let imported = match wanted {
            Ok(Some(found)) => {
                app.live.assertive(format!("{name}: something has to be said before."));
                self.hold(key, file);
                item.state.set(ItemState::Asks(Box::new(Asking { found, refused: None })));
                return None;
            }
            Ok(None) => {
                let options = said.as_ref().map(|(_, options)| options.clone()).unwrap_or_default();
                let (space, name) = (item.space.clone(), item.name.clone());
                let call = match &file {
                    Brought::File(_) => Call::ImportFile { space, file_name: name, kind: None, options },
                    Brought::Folder(files) => Call::ImportFiles { space, name, paths: paths(files), options },
                };
                self.ask(app, item.state.clone(), call, &file).await
            }
            Err(error) => Err(error),
        };
        if let (Some((found, options)), Some(error)) = (said, wrong_answer(&imported)) {
            self.hold(key, file);
            item.state.set(ItemState::Asks(Box::new(Asking { found, refused: Some((options, error)) })));
            return None;
        }
        match imported {
            Ok(Reply::Imported(report)) => {
                settings::set_had_data(true);
                let taken = report.added + report.updated;
                app.live.polite(format!("{name}: {taken} taken, {} not.", report.refused_total));
                item.state.set(ItemState::Done(Box::new(report)));
                (taken > 0).then_some(item.space)
            }
            Ok(_) => None,
            Err(error) => {
                if error.code == ErrorCode::Cancelled {
                    item.state.set(ItemState::Cancelled);
                } else {
                    app.live.assertive(format!("{name} was not taken in. {}", error.message));
                    item.state.set(ItemState::Failed(error));
                }
                None
            }
        }
    }

    async fn organize(self, app: App, space: String) {
        self.organizing.set(Some(Organizing::Running(None)));
        let progress = move |progress| self.organizing.set(Some(Organizing::Running(Some(progress))));
        let call = Call::Organize { space, budget: None };
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

/// Why a file cannot be taken in with what the owner said of it, if that is so: they can say something else.
fn wrong_answer(imported: &Result<Reply, ApiError>) -> Option<ApiError> {
    match imported {
        Err(error) if error.code == ErrorCode::BadArgument => Some(error.clone()),
        // Of several files, others were taken in.
        Ok(Reply::Imported(report)) if report.kind != FileKind::Bundle => {
            let unknown = report.refused.iter().find(|refused| refused.code == "unknown_columns")?;
            Some(ApiError::new(ErrorCode::BadArgument, unknown.reason.as_str(), ""))
        }
        _ => None,
    }
}

/// True if a file begins as an export does.
async fn is_export(file: &Blob) -> bool {
    const BEGINS: &str = "{\"namesake\":\"export\"";
    let Ok(head) = file.slice_with_i32_and_i32(0, 64) else { return false };
    let text = JsFuture::from(head.text()).await.ok().and_then(|text| text.as_string());
    text.is_some_and(|text| text.trim_start_matches('\u{feff}').starts_with(BEGINS))
}

/// The paths of files.
fn paths(files: &[(String, Option<Blob>)]) -> Vec<String> {
    files.iter().map(|(path, _)| path.clone()).collect()
}
