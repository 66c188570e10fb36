// Namesake for other developers: opens a memory and calls its engine, in a worker where one can be started.
//
//   import { open } from './namesake.js';
//   const memory = await open({ name: 'namesake', owner: 'ada', actor: 'my-app' });
//   const { candidates, negative } = await memory.resolveEntity('Anna Kowalska');
//
// The types are in namesake.d.ts. This file holds no rule of identity: it passes messages and settles promises.

const VERSION = 1;
const WORKER = new URL('./worker.js', import.meta.url);
const ENGINE = new URL('./engine/namesake_engine.js', import.meta.url);
/** A worker that says nothing for this long will never. */
const PATIENCE = 30_000;

/** An error with a stable code, a sentence a person understands, and what to do next. */
export class NamesakeError extends Error {
  constructor({ code, message, next = '', changes = [], operations = [] }) {
    super(message);
    this.name = 'NamesakeError';
    this.code = code;
    this.next = next;
    this.changes = changes;
    this.operations = operations;
  }
}

const stoppedError = (message) =>
  new NamesakeError({
    code: 'core_stopped',
    message: `The engine stopped (${message}).`,
    next: 'It starts again by itself. What was reported stored is stored; call again to do the rest.',
  });
const closedError = () => new NamesakeError({ code: 'not_open', message: 'The memory was closed.', next: 'Open it again.' });
const cancelledError = () => new NamesakeError({ code: 'cancelled', message: 'This was cancelled.', next: 'Start it again to go on.' });
const badArgument = (message) => new NamesakeError({ code: 'bad_argument', message, next: 'Correct the argument and call again.' });

/** What something that was thrown says; anything can be thrown. */
function words(thrown) {
  try {
    return String(thrown?.message ?? thrown);
  } catch {
    return 'it cannot be read';
  }
}

/** Runs what reads a host's objects: a getter may throw. */
function reading(what, read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof NamesakeError ? error : badArgument(`${what} cannot be read: ${words(error)}`);
  }
}

/** The options of a call, read once. */
function taken(options = {}) {
  if (options === null || typeof options !== 'object') throw badArgument('options must be an object.');
  const copy = reading('options', () => ({ ...options }));
  const { signal, onProgress } = copy;
  const isSignal = () => typeof signal.aborted === 'boolean' && typeof signal.addEventListener === 'function';
  if (signal !== undefined && !(signal !== null && reading('signal', isSignal))) throw badArgument('signal must be an AbortSignal.');
  if (onProgress !== undefined && typeof onProgress !== 'function') throw badArgument('onProgress must be a function.');
  return copy;
}

/** A file, also one of another frame. */
function takenFile(file) {
  const kind = reading('file', () => Object.prototype.toString.call(file));
  if (kind !== '[object Blob]' && kind !== '[object File]') throw badArgument('file must be a Blob or File.');
  return file;
}

/** Files with their paths: `File`s, whose path is that in their folder, or `{ path, file }`; without a file, one that could not be opened. */
function takenFiles(files) {
  const all = reading('files', () => [...files]).map((one) => {
    const isFile = Object.prototype.toString.call(one) === '[object File]';
    const { path, file } = isFile ? { path: one.webkitRelativePath || one.name, file: one } : (one ?? {});
    if (typeof path !== 'string') throw badArgument('files must be Files, or objects with path and file.');
    return { path, file: file == null ? null : takenFile(file) };
  });
  return { paths: all.map(({ path }) => path), list: all.map(({ file }) => file) };
}

/** Which argument it was that could not be cloned. */
function uncloned({ call, file }, error) {
  const culprit = Object.entries({ ...call.params, file }).find(([, value]) => {
    try {
      structuredClone(value);
      return false;
    } catch {
      return true;
    }
  });
  return badArgument(`${culprit?.[0] ?? 'An argument'} cannot be sent, because it is no plain data: ${words(error)}`);
}

let policy;

/** The worker's address, as a page with Trusted Types wants it: allow the policy `namesake`. */
function workerUrl() {
  const types = globalThis.trustedTypes;
  if (!types) return WORKER;
  try {
    policy ??= types.createPolicy('namesake', {
      createScriptURL(url) {
        if (url !== WORKER.href) throw new TypeError(`Namesake starts no worker from ${url}`);
        return url;
      },
    });
    return policy.createScriptURL(WORKER.href);
  } catch {
    return WORKER; // Not allowed here, or made by somebody else already: a default policy may still let it pass.
  }
}

/** Starts an engine in a worker; `listen` gets its messages, the first of which is `ready`. */
function inWorker(create, listen) {
  return new Promise((resolve, reject) => {
    const worker = create();
    let ready = false;
    const fail = (reason) => {
      clearTimeout(timer);
      worker.terminate();
      reject(reason);
    };
    const timer = setTimeout(fail, PATIENCE, new Error('the worker does not answer'));
    worker.onmessage = ({ data }) => {
      if (ready) return listen(data);
      if (data.type !== 'ready') return fail(new Error(data.message ?? 'the worker did not start'));
      ready = true;
      clearTimeout(timer);
      resolve({ send: (message) => worker.postMessage(message), stop: () => worker.terminate(), version: data.version });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const reason = event.message ?? 'the worker could not be loaded';
      if (ready) listen({ type: 'core_stopped', message: reason });
      else fail(new Error(reason));
    };
  });
}

let instances = 0;

/** Starts an engine in this page or worker itself. A stopped instance is left, and the module loaded anew. */
async function inPlace(listen) {
  const url = new URL(ENGINE);
  if (instances++ > 0) url.search = `?instance=${instances}`;
  const module = await import(url.href);
  await module.default();
  let version;
  const engine = new module.Engine((message) => {
    // It speaks from within itself. A host that answers by a call must not call into the middle of its work.
    if (message.type === 'ready') version = message.version;
    else if (message.type === 'core_stopped') listen(message);
    else queueMicrotask(() => listen(message));
  });
  return {
    send(message) {
      // As a worker would get it: a host's getters must not run, and call, in the middle of the engine's work.
      const copy = structuredClone(message);
      try {
        engine.receive(copy);
      } catch (error) {
        listen({ type: 'core_stopped', message: words(error) });
      }
    },
    // It may be at work just now. A stopped instance must not be called, not even to free it.
    stop: (dead) => dead || queueMicrotask(() => engine.free()),
    version,
  };
}

async function start(options, listen) {
  if (options.inPlace) return inPlace(listen);
  const create = options.startWorker ?? (() => new Worker(workerUrl(), { type: 'module', name: 'namesake' }));
  try {
    return await inWorker(create, listen);
  } catch (reason) {
    try {
      const link = await inPlace(listen);
      console.warn('Namesake runs in the page, because no worker could be started:', reason);
      return link;
    } catch {
      throw stoppedError(reason?.message ?? String(reason));
    }
  }
}

/** Remembers outside of IndexedDB that a memory held data, so that a cleared store is noticed. */
const held = {
  key: (name) => `namesake:held:${name}`,
  get(name) {
    try {
      return localStorage.getItem(this.key(name)) === '1';
    } catch {
      return false;
    }
  },
  set(name) {
    try {
      localStorage.setItem(this.key(name), '1');
    } catch {
      // No such storage here: the host may pass `expectData`.
    }
  },
};

/** Calls a host's function; what it throws is its own. */
function guarded(listener, value) {
  try {
    listener?.(value);
  } catch (error) {
    reportError(error);
  }
}

/** Messages to one engine, and what became of them. */
class Line {
  #options;
  #link;
  #ready;
  #closed = false;
  #closing;
  #stoppedAs;
  #nextId = 1;
  #pending = new Map();
  #listeners = new Set();
  #head = 0;
  #started = false;
  opened;

  constructor(options) {
    this.#options = options;
  }

  /** Starts an engine and opens the memory in it. */
  async open() {
    let stopped;
    const gone = new Promise((_, reject) => (stopped = reject));
    gone.catch(() => {});
    let link;
    const listen = (message) => {
      if (message.type !== 'core_stopped') return this.#listen(message);
      stopped(stoppedError(message.message));
      this.#stopped(link, message.message);
    };
    link = await start(this.#options, listen);
    if (this.#closed) {
      link.stop();
      throw closedError();
    }
    if (link.version !== VERSION) {
      link.stop();
      throw new NamesakeError({ code: 'version_mismatch', message: 'The files of Namesake are of different versions.', next: 'Reload the page.' });
    }
    this.#link = link;
    const { name, owner, actor, storage, space, shortForms, startEmpty = false } = this.#options;
    const expectData = storage !== 'memory' && (this.#options.expectData ?? held.get(name));
    const params = { name, owner, actor, storage, space, shortForms, version: VERSION, expectData, startEmpty: startEmpty && !this.#started };
    try {
      const { value } = await Promise.race([this.#send({ method: 'open', params }, {}), gone]);
      this.#started = true;
      link.live = true;
      this.opened = value;
      this.#saw(value.head);
    } catch (error) {
      if (this.#link === link) {
        this.#link = undefined;
        link.stop();
      }
      throw error;
    }
  }

  begin() {
    this.#ready = this.open();
    this.#ready.catch(() => {});
    return this.#ready;
  }

  /** Calls the engine; answers the reply's value, and the file beside it if there is one. */
  async call(method, params, { file, signal, onProgress } = {}) {
    if (this.#closed) throw closedError();
    if (signal?.aborted) throw cancelledError();
    const ready = this.#ready;
    try {
      await ready;
    } catch {
      // It stopped while it was starting. Once more for a new call is no loop; the first of several does it.
      if (this.#ready === ready) this.begin();
      await this.#ready;
    }
    return this.#send(params === undefined ? { method } : { method, params }, { file, signal, onProgress });
  }

  #send(call, { file, signal, onProgress }) {
    return new Promise((resolve, reject) => {
      if (!this.#link) return reject(this.#closed ? closedError() : stoppedError(this.#stoppedAs ?? 'not running'));
      const id = this.#nextId++;
      const abort = () => this.#link?.send({ id: this.#nextId++, call: { method: 'cancel', params: { call: id } } });
      const settle = (how) => (value) => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', abort);
        how(value);
      };
      this.#pending.set(id, { resolve: settle(resolve), reject: settle(reject), onProgress });
      const message = { id, call };
      if (Array.isArray(file)) message.files = file;
      else if (file) message.file = file;
      try {
        this.#link.send(message);
      } catch (error) {
        return this.#pending.get(id)?.reject(uncloned(message, error));
      }
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #listen(message) {
    const call = this.#pending.get(message.id);
    switch (message.type) {
      case 'answer':
        return call?.resolve({ ...message.reply, file: message.file });
      case 'failed':
        return call?.reject(new NamesakeError(message.error));
      case 'working':
        return guarded(call?.onProgress, message.progress);
      case 'changed':
        this.#saw(message.head);
        return this.#tell({ type: 'changed', head: message.head, elsewhere: message.elsewhere });
    }
  }

  /** The engine stopped: what is pending fails, and a new engine starts. The old one is never called again. */
  #stopped(link, message) {
    if (this.#closed || !link || this.#link !== link) return;
    this.#stoppedAs = message;
    this.#link = undefined;
    link.stop(true);
    for (const call of [...this.#pending.values()]) call.reject(stoppedError(message));
    // One that stops before it is open is left to who opens it, or it would start and stop for ever.
    if (!link.live || this.#closing) return;
    const again = this.begin();
    this.#tell({ type: 'stopped', message });
    again.then(
      () => this.#tell({ type: 'restarted', head: this.#head }),
      (error) => this.#tell({ type: 'failed', error }),
    );
  }

  #saw(head) {
    this.#head = head;
    if (head > 0 && this.#options.storage !== 'memory') held.set(this.#options.name);
  }

  #tell(event) {
    for (const listener of [...this.#listeners]) guarded(listener, event);
  }

  subscribe(listener) {
    if (typeof listener !== 'function') throw badArgument('listener must be a function.');
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close() {
    return (this.#closing ??= this.#end());
  }

  async #end() {
    try {
      if (this.#link) await this.#send({ method: 'close' }, {});
    } catch {
      // An engine that stopped has closed. What it reported stored is stored.
    } finally {
      this.#closed = true;
      this.#link?.stop();
      this.#link = undefined;
      for (const call of [...this.#pending.values()]) call.reject(closedError());
      this.#listeners.clear();
    }
  }
}

/** The arguments of a list with a filter. */
const filtered = ({ filter = {}, limit = 50, ...more }) => ({ ...more, filter, limit });

/** The questions. */
class Inbox {
  #of;
  constructor(of) {
    this.#of = of;
  }
  counts(options) {
    return this.#of('inboxCounts', options, (more) => more);
  }
  list(options) {
    return this.#of('inboxList', options, filtered);
  }
  get(id, options) {
    return this.#of('inboxGet', options, (more) => ({ ...more, id }));
  }
  decide(id, decision, options) {
    return this.#of('decide', options, (more) => ({ ...more, id, decision }));
  }
  decideMany(items, options) {
    return this.#of('decideMany', options, (more) => ({ ...more, items }));
  }
  snooze(id, until, options) {
    return this.#of('decide', options, ({ reason, ...more }) => {
      const time = reading('until', () => Number(until));
      if (Number.isNaN(time)) throw badArgument('until must be a Date or milliseconds since 1970.');
      return { ...more, id, decision: { verdict: 'snooze', until: time, reason } };
    });
  }
  refresh(id, options) {
    return this.#of('refresh', options, (more) => ({ ...more, id }));
  }
}

/** A list of pairs as short forms of one kind. */
function formsOf(kind, what, pairs) {
  if (pairs === undefined) return [];
  if (!Array.isArray(pairs)) throw badArgument(`${what} must be a list.`);
  return pairs.map((pair) => reading(what, () => ({ ...pair, kind })));
}

/** The short forms of names that were added to the shipped ones. */
class ShortForms {
  #of;
  constructor(of) {
    this.#of = of;
  }
  list(options) {
    return this.#of('shortForms', options, ({ limit = 50, ...more }) => ({ ...more, limit }));
  }
  add(forms, options) {
    return this.#of('addShortForms', options, (more) => ({ ...more, forms }));
  }
  remove(forms, options) {
    return this.#of('removeShortForms', options, (more) => ({ ...more, forms }));
  }
}

/** A file, once `onReport` of the options heard what is in it. */
async function reported(options, ask) {
  const { onReport, ...more } = taken(options);
  if (onReport !== undefined && typeof onReport !== 'function') throw badArgument('onReport must be a function.');
  const { file, value } = await ask(more);
  guarded(onReport, value);
  return file;
}

/** An open memory. What an option is not for, the engine refuses by name. */
class Memory {
  #line;
  #space;

  constructor(line, space) {
    this.#line = line;
    this.#space = space;
    const call = (method, options, params) => this.#value(method, options, params);
    this.inbox = new Inbox(call);
    this.shortForms = new ShortForms(call);
  }

  /** Calls with a space; `params` makes the arguments of the options that are not the line's. */
  async #within(method, options, params, file) {
    const { space, signal, onProgress, ...more } = taken(options);
    const made = reading('The arguments', () => ({ ...params(more), space: space ?? this.#space }));
    return this.#line.call(method, made, { file, signal, onProgress });
  }

  /** The same, for what answers with no file. */
  async #value(method, options, params, file) {
    return (await this.#within(method, options, params, file)).value;
  }

  /** Calls what is about the whole memory; `params` makes the arguments of the options, if it has any. */
  async #whole(method, options, file, params = () => undefined) {
    const { signal, onProgress, ...more } = taken(options);
    return this.#line.call(method, reading('The arguments', () => params(more)), { file, signal, onProgress });
  }

  get opened() {
    return this.#line.opened;
  }
  async importFile(file, options) {
    takenFile(file);
    const made = ({ fileName = file.name ?? 'file', dateOrder, zone, charset, columns = {}, ...more }) => {
      const pairs = Object.entries(columns).map(([header, field]) => ({ header, field }));
      return { ...more, fileName, options: { dateOrder, zone, charset, columns: pairs } };
    };
    return this.#value('importFile', options, made, file);
  }
  async importFiles(files, options) {
    const { paths, list } = takenFiles(files);
    const made = ({ name = 'files', dateOrder, zone, charset, columns = {}, ...more }) => {
      const pairs = Object.entries(columns).map(([header, field]) => ({ header, field }));
      return { ...more, name, paths, options: { dateOrder, zone, charset, columns: pairs } };
    };
    return this.#value('importFiles', options, made, list);
  }
  async examineFiles(files, options) {
    const { paths, list } = takenFiles(files);
    const made = ({ name = 'files', ...more }) => ({ ...more, name, paths });
    return (await this.#whole('examineFiles', options, list, made)).value;
  }
  async examineFile(file, options) {
    const made = ({ fileName = file.name ?? 'file', ...more }) => ({ ...more, fileName });
    return (await this.#whole('examineFile', options, takenFile(file), made)).value;
  }
  ingest(event, options) {
    return this.#value('ingest', options, (more) => ({ ...more, event }));
  }
  resolveEntity(name, options) {
    return this.#value('resolveEntity', options, (more) => ({ ...more, name }));
  }
  claims(options) {
    return this.#value('claims', options, filtered);
  }
  event(id, options) {
    return this.#value('event', options, (more) => ({ ...more, id }));
  }
  neighborhood(id, options) {
    return this.#value('neighborhood', options, ({ depth = 1, limit = 50, ...more }) => ({ ...more, id, depth, limit }));
  }
  shortestPath(a, b, options) {
    return this.#value('shortestPath', options, (more) => ({ ...more, a, b }));
  }
  searchText(text, options) {
    return this.#value('searchText', options, ({ limit = 50, ...more }) => ({ ...more, text, limit }));
  }
  predicates(options) {
    return this.#value('predicates', options, ({ limit = 50, ...more }) => ({ ...more, limit }));
  }
  declarePredicates(predicates, options) {
    return this.#value('declarePredicates', options, ({ singleValued = true, ...more }) => ({ ...more, predicates, singleValued }));
  }
  whyNot(a, b, options) {
    return this.#value('whyNot', options, (more) => ({ ...more, a, b }));
  }
  entities(options) {
    return this.#value('entities', options, ({ limit = 50, ...more }) => ({ ...more, limit }));
  }
  entity(id, options) {
    return this.#value('entity', options, (more) => ({ ...more, id }));
  }
  sources(options) {
    return this.#value('sources', options, (more) => more);
  }
  async spaces() {
    return (await this.#whole('spaces')).value;
  }
  preview(id, decision, options) {
    return this.#value('preview', options, (more) => ({ ...more, id, decision }));
  }
  previewEdit(edit, options) {
    return this.#value('previewEdit', options, (more) => ({ ...more, edit }));
  }
  edit(edit, options) {
    return this.#value('edit', options, (more) => ({ ...more, edit }));
  }
  previewSplit(entity, parts, options) {
    return this.previewEdit({ what: 'split', entity, parts }, options);
  }
  split(entity, parts, options) {
    return this.edit({ what: 'split', entity, parts }, options);
  }
  undo(id, options) {
    return this.#value('undo', options, (more) => ({ ...more, id }));
  }
  history(options) {
    return this.#value('history', options, ({ limit = 50, ...more }) => ({ ...more, limit }));
  }
  organize(options) {
    return this.#value('organize', options, (more) => more);
  }
  async verify(options) {
    return (await this.#whole('verify', options)).value;
  }
  async rebuild() {
    return (await this.#whole('rebuild')).value;
  }
  async export(options) {
    return reported(options, (more) => this.#whole('export', more));
  }
  async exportContacts(form, options) {
    return reported(options, (more) => this.#within('exportContacts', more, (rest) => ({ ...rest, form })));
  }
  async import(file, options) {
    return (await this.#whole('import', options, takenFile(file), ({ partial = false, ...more }) => ({ ...more, partial }))).value;
  }
  /** Asks the browser to keep the store; only a page can ask, and some browsers want a gesture before. */
  async persist() {
    try {
      await globalThis.navigator?.storage?.persist?.();
    } catch {
      // The answer below tells what holds.
    }
    return (await this.#whole('persist')).value;
  }
  subscribe(listener) {
    return this.#line.subscribe(listener);
  }
  close() {
    return this.#line.close();
  }
}

/** Opens a memory. */
export async function open(options) {
  if (options === undefined) throw badArgument('options is missing: give at least owner and actor.');
  const { name = 'namesake', space = 'personal', shortForms: given, abbreviations, ...more } = taken(options);
  if (typeof space !== 'string') throw badArgument('space must be a string.');
  if (space === '') throw badArgument('space must have 1 to 200 bytes, not 0.');
  if (more.startWorker !== undefined && typeof more.startWorker !== 'function') throw badArgument('startWorker must be a function.');
  const shortForms = [...formsOf('givenName', 'shortForms', given), ...formsOf('abbreviation', 'abbreviations', abbreviations)];
  const line = new Line({ name, space, shortForms, ...more });
  await line.begin();
  return new Memory(line, space);
}
