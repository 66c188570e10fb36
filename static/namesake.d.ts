/**
 * Namesake: the identity core of a personal memory, in the browser.
 *
 * All lists page by cursor: give a page's `next` back as `cursor`. Times are milliseconds since 1970. Every promise
 * is rejected with a {@link NamesakeError}. What a promise of a writing call resolves with is stored. An argument that
 * is missing, of another type, too long or not known at all is refused by name with `bad_argument`: nothing is done then.
 */

import type {
  Candidate,
  ClaimFilter,
  ClaimRow,
  Decided,
  DecidedItem,
  Decision,
  Edit,
  Edited,
  EntityRow,
  EntityView,
  ErrorCode,
  EventView,
  ContactsForm,
  ContactsReport,
  ExportReport,
  FieldChange,
  FileExamination,
  FileKind,
  FoundPath,
  HistoryRow,
  HostEvent,
  ImportOptions,
  ImportReport,
  InboxCounts,
  InboxFilter,
  IngestReport,
  Neighborhood,
  Opened,
  OrganizeReport,
  Page,
  PredicateRow,
  PredicatesSaid,
  Preview,
  Progress,
  QuestionRow,
  QuestionView,
  Resolution,
  RestoreReport,
  ShortForm,
  ShortFormRow,
  ShortFormsSaid,
  SourceRow,
  SplitParts,
  StorageTruth,
  TextHit,
  Undone,
  VerifyReport,
  WhyNot,
} from './engine/namesake_engine.js';

export type * from './engine/namesake_engine.js';

/** An error with a stable code, a sentence a person understands, and what to do next. */
export class NamesakeError extends Error {
  readonly name: 'NamesakeError';
  /** Stable; a code never changes its meaning. */
  readonly code: ErrorCode;
  /** What to do next. */
  readonly next: string;
  /** For `stale`: what changed, field by field. */
  readonly changes: FieldChange[];
  /** For `undo_first`: what to undo before. For `outcome_unknown`: the operation. */
  readonly operations: string[];
}

/** How to open a memory. */
export interface Options {
  /** The database's name, 1 to 1,000 bytes; `namesake` if absent. */
  name?: string;
  /** The account whose memory this is; at most 1,000 bytes. */
  owner: string;
  /** Who writes: an app, a host, a device; at most 1,000 bytes. */
  actor: string;
  /** The space that calls mean when they name none, 1 to 200 bytes; `personal` if absent. */
  space?: string;
  /** `memory` keeps nothing: it is gone with the page, or when the engine has to start again. */
  storage?: 'indexeddb' | 'memory';
  /**
   * True if you remember, outside of IndexedDB, that this memory held data; an empty store is then the error
   * `storage_cleared`. If absent, `localStorage` remembers it where there is one.
   */
  expectData?: boolean;
  /**
   * Short forms of given names that you know beside the shipped ones, for `space`; at most 10,000 with `abbreviations`. They are
   * recorded once, where nothing was said of them yet: what the owner removed stays removed.
   */
  shortForms?: Omit<ShortForm, 'kind'>[];
  /** The same for abbreviations of whole names: `{ short: 'WG', long: 'Working Group' }`. */
  abbreviations?: Omit<ShortForm, 'kind'>[];
  /** Start empty although the browser cleared the store. */
  startEmpty?: boolean;
  /** Starts the worker, for pages that mint trusted script URLs themselves. */
  startWorker?: () => Worker;
  /** Runs the engine where this is called, as it also does where no worker can be started. */
  inPlace?: boolean;
}

/** A call in one space. */
export interface InSpace {
  /** The space; that of `open` if absent. */
  space?: string;
}

/** A call that lists. */
export interface Paged extends InSpace {
  /** `next` of the page before. */
  cursor?: string;
}

/** A call that takes long. */
export interface Long {
  /** Hears how far it is. */
  onProgress?: (progress: Progress) => void;
  /** Stops it; finished parts stay. */
  signal?: AbortSignal;
}

/** What {@link Memory.subscribe} tells. */
export type MemoryEvent =
  /** The memory changed, here or in another tab. */
  | { type: 'changed'; head: number; elsewhere: boolean }
  /** The engine stopped and starts again; pending calls were rejected with `core_stopped`. */
  | { type: 'stopped'; message: string }
  /** It is open again; nothing that was reported stored is lost. */
  | { type: 'restarted'; head: number }
  /** It could not be opened again; the next call tries once more. */
  | { type: 'failed'; error: NamesakeError };

/** The questions for the owner. */
export interface Inbox {
  /** How many there are. */
  counts(options?: InSpace): Promise<InboxCounts>;
  /** Questions in the order of usefulness. `limit` is 1 to 200. */
  list(options?: Paged & { filter?: Partial<InboxFilter>; limit?: number }): Promise<Page<QuestionRow>>;
  /** One question, whole. */
  get(id: string, options?: InSpace): Promise<QuestionView>;
  /** Decides one. Rejected with `stale`, `review_conflict`, `cannot_link`, `held_back` where that does not hold. */
  decide(id: string, decision: Decision, options?: InSpace): Promise<Decided>;
  /** Decides many in order, in one transaction; items that do not hold say why. */
  decideMany(items: [question: string, decision: Decision][], options?: InSpace): Promise<DecidedItem[]>;
  /** Puts one off; it stays open. */
  snooze(id: string, until: Date | number, options?: InSpace & { reason?: string }): Promise<Decided>;
  /** Asks a stale question again, as its next revision. */
  refresh(id: string, options?: InSpace): Promise<QuestionView>;
}

/** The short forms of names that were added to the shipped ones. What is said here is in the history, and `undo` takes it back. */
export interface ShortForms {
  /** Those that were added and not removed: of given names first, then by the short form. `limit` is 1 to 200. */
  list(options?: Paged & { limit?: number }): Promise<Page<ShortFormRow>>;
  /**
   * Adds some, at most 10,000 in all. What has been added changes nothing. Rejected with `bad_form` or `too_many_forms`: none is
   * added then. Where many names are concerned, `left` says that `organize` has to look for pairs.
   */
  add(forms: ShortForm[], options?: InSpace): Promise<ShortFormsSaid>;
  /** Takes out some that were added; what was not added is passed over. Shipped ones cannot be removed. */
  remove(forms: ShortForm[], options?: InSpace): Promise<ShortFormsSaid>;
}

/** An open memory. */
export interface Memory {
  /** What `open` found. */
  readonly opened: Opened;
  /** The questions for the owner. */
  readonly inbox: Inbox;
  /** The short forms of names that were added here. */
  readonly shortForms: ShortForms;
  /**
   * Imports contacts (vCard, CSV, LDIF), a chat or transcript as text (WhatsApp, `Name: text`, WebVTT, SubRip), the
   * conversations that Telegram, ChatGPT or Claude export, single days of a Slack export, a zip archive of any of these (of a whole Slack export, too), mails (mbox, `.eml`), a document (`.txt`, `.md`, `.html`), or
   * a conversation as JSON Lines. A cancelled import reports what was stored.
   */
  importFile(
    file: Blob,
    options?: InSpace & Long & { fileName?: string; kind?: FileKind } & Omit<ImportOptions, 'columns'> & {
        /** What columns of a table hold, by their headers; the others are guessed. */
        columns?: Record<string, string>;
      },
  ): Promise<ImportReport>;
  /**
   * Imports files that belong together, such as a folder: each is read as what it is, zip archives among them file by file, and the
   * report says of each what became of it. One that cannot be read gives up no other. A `File` has the path that it has in its
   * folder; give `{ path, file }` for another one, with no `file` where it could not be opened. What is said holds for all of them.
   */
  importFiles(
    files: Iterable<File | { path: string; file?: Blob | null }>,
    options?: InSpace & Long & { name?: string } & Omit<ImportOptions, 'columns'> & { columns?: Record<string, string> },
  ): Promise<ImportReport>;
  /** What files that belong together are, and what has to be said of them: stores nothing. */
  examineFiles(
    files: Iterable<File | { path: string; file?: Blob | null }>,
    options?: Long & { name?: string },
  ): Promise<FileExamination>;
  /** What a file is, and what has to be said of it when it is imported: stores nothing. */
  examineFile(file: Blob, options?: Long & { fileName?: string }): Promise<FileExamination>;
  /**
   * Takes one event of yours, with hints about its names and what your extractor says that it claims; its source, role, speaker
   * and session have at most 1,000 bytes each. The report has a verdict for each mention and each claim. The same again changes
   * nothing; other content under its id is `event_conflict`.
   */
  ingest(event: Omit<HostEvent, 'hints'> & Partial<Pick<HostEvent, 'hints'>>, options?: InSpace): Promise<IngestReport>;
  /** Finds entities by name, of at most 10,000 bytes. It never picks: one candidate, several, or a typed negative. */
  resolveEntity(name: string, options?: Paged): Promise<Resolution>;
  /**
   * Claims, oldest first: all, or those of an entity, a predicate or an event. What an entity is said to be moves with what its
   * mentions mean. `limit` is 1 to 200.
   */
  claims(options?: Paged & { filter?: Partial<ClaimFilter>; limit?: number }): Promise<Page<ClaimRow>>;
  /** One event, by the id that `ingest` gave: its text, what its mentions mean now, and the claims that were not kept. */
  event(id: string, options?: Paged): Promise<EventView>;
  /**
   * What an entity is related to by claims in force, nearest first: `depth` is 1 to 3 steps, 1 if absent; `limit` is 1 to 200.
   * Aliases that are only proposed lead nowhere, unless `unverified`.
   */
  neighborhood(id: string, options?: InSpace & { depth?: number; limit?: number; unverified?: boolean }): Promise<Neighborhood>;
  /** The shortest way between two entities along claims in force; along proposed aliases only where `unverified`. */
  shortestPath(a: string, b: string, options?: InSpace & { unverified?: boolean }): Promise<FoundPath>;
  /**
   * Sentences with names, and those of claims, that say a text of at most 10,000 bytes; newest first. What has neither mention
   * nor claim is not found. `limit` is 1 to 200.
   */
  searchText(text: string, options?: Paged & { limit?: number }): Promise<Page<TextHit>>;
  /** The predicates that claims have, or that have one value at a time, by name. `limit` is 1 to 200. */
  predicates(options?: Paged & { limit?: number }): Promise<Page<PredicateRow>>;
  /**
   * Says of predicates, at most 1,000 of 256 bytes each, that they have one value at a time; with `singleValued: false`, that
   * they may have several. Where sources then say different things, the owner is asked. `undo` takes the statement back.
   */
  declarePredicates(predicates: string[], options?: InSpace & { singleValued?: boolean }): Promise<PredicatesSaid>;
  /** Why two entities are not asked about, or by which question they are. */
  whyNot(a: string, b: string, options?: InSpace): Promise<WhyNot>;
  /** Entities in use, by name. `limit` is 1 to 200. */
  entities(options?: Paged & { search?: undefined; limit?: number }): Promise<Page<EntityRow>>;
  /** Entities whose names match, with tier and reasons. */
  entities(options: Paged & { search: string; limit?: number }): Promise<Page<Candidate>>;
  /** One entity, read together with its identity group; redirects are followed and reported. */
  entity(id: string, options?: Paged): Promise<EntityView>;
  /** Imported sources, newest first. */
  sources(options?: Paged): Promise<Page<SourceRow>>;
  /** Spaces that hold anything. */
  spaces(): Promise<string[]>;
  /** What a decision would change. */
  preview(question: string, decision: Decision, options?: InSpace): Promise<Preview>;
  /** What an edit would change, by the code that makes it. */
  previewEdit(edit: Edit, options?: InSpace): Promise<Preview>;
  /**
   * Changes something by hand: names, fields, kind; asks about a pair, merges, keeps apart, splits. What is so already
   * changes nothing. An edit stands over what the sources say: it holds against the value that it replaced, and a source
   * that says something new is believed.
   */
  edit(edit: Edit, options?: InSpace & { reason?: string }): Promise<Edited>;
  /** What {@link Memory.split} would change. */
  previewSplit(entity: string, parts: Partial<SplitParts>, options?: InSpace): Promise<Preview>;
  /** Splits an entity that swallowed another one; the same as `edit` with `split`. */
  split(entity: string, parts: Partial<SplitParts>, options?: InSpace & { reason?: string }): Promise<Edited>;
  /**
   * Takes back a review, an edit, a statement about short forms, or all decisions of one `decideMany` (by the `bulk` of its
   * reviews). Rejected with `undo_first` unless `together`.
   */
  undo(id: string, options?: InSpace & { together?: boolean }): Promise<Undone>;
  /**
   * The journal, newest first: everything, only decisions, edits and statements about short forms, only what is about an
   * entity, or only the decisions of one `decideMany`. `limit` is 1 to 200.
   */
  history(
    options?: Paged & { decisionsOnly?: boolean; entity?: string; bulk?: string; limit?: number },
  ): Promise<Page<HistoryRow>>;
  /** Finds pairs to ask about. `budget` bounds the scored pairs. */
  organize(options?: InSpace & Long & { budget?: number }): Promise<OrganizeReport>;
  /** Checks every checksum, the chain, and that the state equals a rebuild. */
  verify(options?: Long): Promise<VerifyReport>;
  /** Rebuilds state and snapshots from the journal. */
  rebuild(): Promise<void>;
  /**
   * Everything in one file. What is damaged is left out and named in the file; {@link Memory.verify} names it as well.
   * `onReport` hears what the file holds and lacks, once, before the promise is kept.
   */
  export(options?: Long & { onReport?: (report: ExportReport) => void }): Promise<Blob>;
  /**
   * The entities of a space as contacts, each with what was merged into it: vCard 4.0, or a table with headers that Google
   * Contacts knows. Importing the file adds nothing where they are, and makes the same entities elsewhere. Mentions, questions
   * and decisions are not in it: for those there is {@link Memory.export}.
   */
  exportContacts(
    form: ContactsForm,
    options?: InSpace & Long & { onReport?: (report: ContactsReport) => void },
  ): Promise<Blob>;
  /**
   * Imports an export into an empty memory. One that is damaged, cut off, or was made of a damaged memory is rejected with
   * `damaged_export`, unless `partial`: then what is sound of it is imported, and the report names what is missing.
   */
  import(file: Blob, options?: Long & { partial?: boolean }): Promise<RestoreReport>;
  /** Asks the browser to keep the store, best after a gesture; answers what it promises. */
  persist(): Promise<StorageTruth>;
  /** Hears of changes; the answer ends that. Throws `bad_argument` at once for what is no function. */
  subscribe(listener: (event: MemoryEvent) => void): () => void;
  /** Closes the memory and ends its worker. It is closed afterwards whatever happens, and may be closed again. */
  close(): Promise<void>;
}

/**
 * Opens a memory.
 *
 * Pages with Trusted Types must allow the policy `namesake`; a content security policy needs
 * `script-src 'self' 'wasm-unsafe-eval'` and `worker-src 'self'`.
 */
export function open(options: Options): Promise<Memory>;
