//! Long work, slice by slice.

use super::class::{self, Class};
use super::export::{Parts, Source};
use super::queue::{Item, Queue};
use super::session::{Session, context};
use crate::message::bad_argument;
use crate::platform::{self, Guard};
use namesake_core::archive::is_archive;
use namesake_core::memory::{
    BundleExaminer, BundleImporter, ContactsExporter, Examiner, Exporter, Given, Importer, Organizer, Restorer, Step,
    Verifier, Wanted as Range, read_options,
};
use namesake_core::read::Options;
use namesake_protocol::{
    ApiError, Call, ContactsForm, ErrorCode, FileKind, ImportOptions, ImportReport, Progress, Reply,
};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// Progress is told no more often than this.
const PROGRESS_MS: f64 = 50.0;
/// Files of one call at most.
const MOST: usize = 100_000;

enum Work {
    /// Looks at the beginning of a file, to import it then.
    Begin(Source, Wanted),
    Import(Box<Importer>, Source),
    /// Looks at the beginning of a file, to examine it then.
    Look(Source, String),
    Examine(Examiner, Source),
    /// Several files, or an archive, to import or examine then.
    BeginBundle(Vec<Option<Source>>, Bundle),
    ImportBundle(Box<BundleImporter>, Vec<Option<Source>>),
    ExamineBundle(Box<BundleExaminer>, Vec<Option<Source>>),
    /// Of a damaged export its sound part, if that is wanted.
    Restore(Box<Restorer>, Source),
    Organize(Organizer),
    Verify(Verifier),
    Export(Exporter, Parts),
    ExportContacts(ContactsExporter, Parts),
    Rebuild,
}

/// Where a file goes, and what is known of it.
struct Wanted {
    space: String,
    file_name: String,
    kind: Option<FileKind>,
    options: ImportOptions,
}

/// Files that belong together, and what is known of them.
struct Bundle {
    name: String,
    paths: Vec<String>,
    /// Where they go; nowhere if they are only looked at.
    to: Option<(String, ImportOptions)>,
}

/// Long work.
pub(super) struct Job {
    id: f64,
    class: Class,
    work: Work,
    turn: Rc<Turn>,
    told: f64,
}

/// The turn among tabs, once it came.
#[derive(Default)]
struct Turn {
    came: Cell<bool>,
    guard: RefCell<Option<Guard>>,
}

impl Job {
    /// Prepares work; it begins when `turn` comes.
    pub(super) fn new(
        item: Item,
        turn: impl Future<Output = Option<Guard>> + 'static,
        queue: &Rc<Queue>,
    ) -> Result<Self, (f64, ApiError)> {
        let (id, class) = (item.id, class::of(&item.call));
        let work = Work::new(item).map_err(|error| (id, error))?;
        let (waits, queue) = (Rc::new(Turn::default()), queue.clone());
        let ours = waits.clone();
        spawn_local(async move {
            let guard = turn.await;
            *waits.guard.borrow_mut() = guard;
            waits.came.set(true);
            queue.nudge();
        });
        Ok(Self { id, class, work, turn: ours, told: platform::now() })
    }

    pub(super) fn id(&self) -> f64 {
        self.id
    }

    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// True once it is this tab's turn.
    pub(super) fn has_turn(&self) -> bool {
        self.turn.came.get()
    }

    /// Stops the work. True if it ends by itself and has something to report.
    pub(super) fn cancel(&mut self) -> bool {
        match &mut self.work {
            Work::Import(importer, _) => {
                importer.cancel();
                true
            }
            Work::ImportBundle(importer, _) => {
                importer.cancel();
                true
            }
            _ => false,
        }
    }

    /// True if the next step may append.
    fn may_write(&self) -> bool {
        match &self.work {
            Work::Import(importer, _) => importer.wanted().is_none(),
            Work::ImportBundle(importer, _) => importer.may_write(),
            Work::Restore(restorer, _) => restorer.wanted().is_none(),
            Work::Organize(_) => true,
            _ => false,
        }
    }

    /// True if a snapshot is worth saving after it.
    pub(super) fn wants_snapshot(&self) -> bool {
        matches!(self.work, Work::Import(..) | Work::ImportBundle(..) | Work::Restore(..) | Work::Organize(_))
    }

    /// Does one step.
    pub(super) async fn step(&mut self, session: &mut Session) -> Result<Step, ApiError> {
        let write = if self.may_write() { session.write_turn().await } else { None };
        let memory = &mut session.memory;
        let step = match &mut self.work {
            Work::Look(source, file_name) => {
                let start = source.part(0.0).await?.to_vec();
                if is_archive(&start) {
                    let bundle = Bundle { name: file_name.clone(), paths: vec![file_name.clone()], to: None };
                    self.work = Work::BeginBundle(vec![Some(source.clone())], bundle);
                    return Ok(Step::More);
                }
                let examiner = Examiner::new(file_name, start, source.size() as u64)?;
                self.work = Work::Examine(examiner, source.clone());
                Step::More
            }
            Work::Examine(work, source) => match work.wanted() {
                Some(at) => {
                    work.feed(&source.part(at as f64).await?.to_vec());
                    Step::More
                }
                None => Step::Done,
            },
            Work::Begin(source, Wanted { space, file_name, kind, options }) => {
                let start = source.part(0.0).await?.to_vec();
                if is_archive(&start) || *kind == Some(FileKind::Bundle) {
                    let to = Some((space.clone(), options.clone()));
                    let bundle = Bundle { name: file_name.clone(), paths: vec![file_name.clone()], to };
                    self.work = Work::BeginBundle(vec![Some(source.clone())], bundle);
                    return Ok(Step::More);
                }
                let options = options_of(options)?;
                let importer = Importer::fed(space, file_name, *kind, options, &start, source.size() as u64)?;
                self.work = Work::Import(Box::new(importer), source.clone());
                Step::More
            }
            Work::Import(work, source) => match work.wanted() {
                Some(at) => {
                    work.feed(&source.part(at as f64).await?.to_vec());
                    Step::More
                }
                None => work.step(memory, context()?).await?,
            },
            Work::BeginBundle(sources, Bundle { name, paths, to }) => {
                let size = |source: &Option<Source>| source.as_ref().map(|source| source.size() as u64);
                let given = std::mem::take(paths).into_iter().zip(sources.iter().map(size));
                let given = given.map(|(path, size)| Given { path, size }).collect();
                let sources = std::mem::take(sources);
                self.work = match to {
                    Some((space, options)) => {
                        let importer = BundleImporter::new(space, name, options_of(options)?, given);
                        Work::ImportBundle(Box::new(importer), sources)
                    }
                    None => Work::ExamineBundle(Box::new(BundleExaminer::new(name, given)), sources),
                };
                Step::More
            }
            Work::ImportBundle(work, sources) => match work.wanted() {
                Some(wanted) => {
                    match read(sources, &wanted).await {
                        Some(bytes) => work.feed(&bytes),
                        None => work.unreadable(),
                    }
                    Step::More
                }
                None => work.step(memory, context()?).await?,
            },
            Work::ExamineBundle(work, sources) => match work.wanted() {
                Some(wanted) => {
                    match read(sources, &wanted).await {
                        Some(bytes) => work.feed(&bytes),
                        None => work.unreadable(),
                    }
                    Step::More
                }
                None if work.step()? => Step::Done,
                None => Step::More,
            },
            Work::Restore(work, source) => match work.wanted() {
                Some(at) => {
                    work.feed(&source.part(at as f64).await?.to_vec());
                    Step::More
                }
                None => work.step(memory, context()?).await?,
            },
            Work::Organize(work) => work.step(memory, context()?).await?,
            Work::Verify(work) => work.step(memory, context()?).await?,
            Work::Export(work, parts) => parts.take(work.step(memory).await?),
            Work::ExportContacts(work, parts) => parts.take(work.step(memory).await?),
            Work::Rebuild => {
                memory.rebuild().await?;
                Step::Done
            }
        };
        drop(write);
        Ok(step)
    }

    /// How far it is, if it is time to say so.
    pub(super) fn progress(&mut self) -> Option<Progress> {
        let now = platform::now();
        if now - self.told < PROGRESS_MS {
            return None;
        }
        self.told = now;
        let plain = |stage: &str, done: f64, total| Some(Progress { stage: stage.into(), done, total });
        if !self.has_turn() {
            return plain("waiting", 0.0, None);
        }
        match &self.work {
            Work::Begin(source, _) | Work::Look(source, _) => plain("reading", 0.0, Some(source.size())),
            Work::Examine(work, _) => {
                let (done, total) = work.progress();
                plain("reading", done as f64, Some(total as f64))
            }
            Work::BeginBundle(..) => plain("reading", 0.0, None),
            Work::ExamineBundle(work, _) => plain("reading", work.progress() as f64, None),
            Work::ImportBundle(work, _) => Some(work.progress()),
            Work::Import(work, _) => Some(work.progress()),
            Work::Organize(work) => Some(work.progress()),
            Work::Verify(work) => Some(work.progress()),
            Work::Restore(work, _) => Some(work.progress()),
            Work::Export(_, parts) => plain("exporting", parts.size(), None),
            Work::ExportContacts(work, _) => Some(work.progress()),
            Work::Rebuild => plain("rebuilding", 0.0, None),
        }
    }

    /// What it came to.
    pub(super) fn finish(&mut self) -> Result<(Reply, Option<Blob>), ApiError> {
        Ok(match &mut self.work {
            Work::Examine(work, _) => (Reply::Examined(Box::new(work.report())), None),
            Work::Import(work, _) => (Reply::Imported(work.report()), None),
            Work::ExamineBundle(work, _) => (Reply::Examined(Box::new(work.report())), None),
            Work::ImportBundle(work, _) => (Reply::Imported(work.report()), None),
            Work::Restore(work, _) => (Reply::Restored(work.report()), None),
            Work::Organize(work) => (Reply::Organized(work.report()), None),
            Work::Verify(work) => (Reply::Verified(work.report()), None),
            Work::Export(work, parts) => (Reply::Exported(work.report()), Some(parts.blob("application/x-ndjson")?)),
            Work::ExportContacts(work, parts) => {
                let kind = match work.form() {
                    ContactsForm::Vcard => "text/vcard",
                    ContactsForm::Csv => "text/csv",
                };
                (Reply::ContactsExported(work.report()), Some(parts.blob(kind)?))
            }
            Work::Rebuild | Work::Begin(..) | Work::Look(..) | Work::BeginBundle(..) => (Reply::Done, None),
        })
    }

    /// Adds to an error what stays of the work before it.
    pub(super) fn explain(&self, mut error: ApiError) -> ApiError {
        let stays = match &self.work {
            Work::Import(importer, _) => match stored(&importer.report()) {
                0 => return error,
                stored => format!("{stored} items of the file were stored before and stay."),
            },
            Work::ImportBundle(importer, _) => match stored(&importer.report()) {
                0 => return error,
                stored => format!("{stored} items of its files were stored before and stay."),
            },
            Work::Restore(restorer, _) => {
                let stored = restorer.report().appended;
                if stored == 0 && error.code != ErrorCode::OutcomeUnknown {
                    return error;
                }
                // A second try would only find that the memory is not empty.
                error.next = "Open a new memory under another name, and import the export there.".to_owned();
                format!("This memory is not the export: {stored} of its records were stored before.")
            }
            _ => return error,
        };
        error.message = format!("{} {stays}", error.message);
        error
    }
}

/// Items that an import stored.
fn stored(report: &ImportReport) -> u32 {
    report.added + report.updated
}

/// What is said of files, as readers want it.
fn options_of(said: &ImportOptions) -> Result<Options, ApiError> {
    let zone = said.zone.as_deref().map(platform::zone).transpose()?;
    read_options(said, zone)
}

/// Bytes that are wanted of one of several files; none if they cannot be read.
async fn read(sources: &[Option<Source>], wanted: &Range) -> Option<Vec<u8>> {
    let source = sources.get(wanted.file)?.as_ref()?;
    let bytes = source.range(wanted.range.start as f64, wanted.range.end as f64).await.ok()?;
    Some(bytes.to_vec())
}

/// Files with their paths.
fn sources(files: Vec<Option<Blob>>, paths: &[String]) -> Result<Vec<Option<Source>>, ApiError> {
    if files.len() != paths.len() {
        let message = format!("files has {} files, paths {}: each needs one.", files.len(), paths.len());
        return Err(bad_argument(&message));
    }
    if files.len() > MOST {
        return Err(bad_argument(&format!("files has {} files; {MOST} are the most.", files.len())));
    }
    Ok(files.into_iter().map(|file| file.map(Source::new)).collect())
}

impl Work {
    fn new(item: Item) -> Result<Self, ApiError> {
        let file = || item.file.ok_or_else(|| bad_argument("file is missing: give a Blob or File."));
        Ok(match item.call {
            Call::ImportFile { space, file_name, kind, options } => {
                Self::Begin(Source::new(file()?), Wanted { space, file_name, kind, options })
            }
            Call::ExamineFile { file_name } => Self::Look(Source::new(file()?), file_name),
            Call::ImportFiles { space, name, paths, options } => {
                let sources = sources(item.files, &paths)?;
                Self::BeginBundle(sources, Bundle { name, paths, to: Some((space, options)) })
            }
            Call::ExamineFiles { name, paths } => {
                let sources = sources(item.files, &paths)?;
                Self::BeginBundle(sources, Bundle { name, paths, to: None })
            }
            Call::Import { partial } => {
                let source = Source::new(file()?);
                Self::Restore(Box::new(Restorer::fed(source.size() as u64, partial)), source)
            }
            Call::Organize { space, budget } => Self::Organize(Organizer::new(&space, budget)),
            Call::Verify => Self::Verify(Verifier::new()),
            Call::Export => Self::Export(Exporter::new(), Parts::default()),
            Call::ExportContacts { space, form } => {
                Self::ExportContacts(ContactsExporter::new(&space, form), Parts::default())
            }
            _ => Self::Rebuild,
        })
    }
}
