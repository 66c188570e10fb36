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
  // A stopped instance must not be called, not even to free it.
  return { send: (message) => engine.receive(message), stop: (dead) => dead || engine.free(), version };
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
    const { name, owner, actor, storage, startEmpty = false } = this.#options;
    const expectData = storage !== 'memory' && (this.#options.expectData ?? held.get(name));
    const params = { name, owner, actor, storage, version: VERSION, expectData, startEmpty: startEmpty && !this.#started };
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
      if (file) message.file = file;
      try {
        this.#link.send(message);
      } catch (error) {
        // What cannot be cloned is no plain object.
        const text = `The arguments cannot be sent: ${error.message}`;
        return this.#pending.get(id)?.reject(new NamesakeError({ code: 'bad_argument', message: text, next: 'Give plain objects.' }));
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
    if (!link.live) return;
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
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close() {
    if (this.#closed) return;
    try {
      if (this.#link) await this.#send({ method: 'close' }, {});
    } finally {
      this.#closed = true;
      this.#link?.stop();
      this.#link = undefined;
      for (const call of [...this.#pending.values()]) call.reject(closedError());
      this.#listeners.clear();
    }
  }
}

/** The questions. */
class Inbox {
  #of;
  constructor(of) {
    this.#of = of;
  }
  counts({ space } = {}) {
    return this.#of('inboxCounts', { space });
  }
  list({ space, filter = {}, cursor, limit = 50 } = {}) {
    return this.#of('inboxList', { space, filter, cursor, limit });
  }
  get(id, { space } = {}) {
    return this.#of('inboxGet', { space, id });
  }
  decide(id, decision, { space } = {}) {
    return this.#of('decide', { space, id, decision });
  }
  decideMany(items, { space } = {}) {
    return this.#of('decideMany', { space, items });
  }
  snooze(id, until, { space, reason } = {}) {
    return this.#of('decide', { space, id, decision: { verdict: 'snooze', until: Number(until), reason } });
  }
  refresh(id, { space } = {}) {
    return this.#of('refresh', { space, id });
  }
}

/** An open memory. */
class Memory {
  #line;
  #space;

  constructor(line, space) {
    this.#line = line;
    this.#space = space;
    this.inbox = new Inbox((method, params) => this.#value(method, params));
  }

  async #value(method, params, options) {
    if (params && 'space' in params) params.space ??= this.#space;
    return (await this.#line.call(method, params, options)).value;
  }

  get opened() {
    return this.#line.opened;
  }
  importFile(file, { space, fileName = file?.name ?? 'file', kind, onProgress, signal } = {}) {
    return this.#value('importFile', { space, fileName, kind }, { file, onProgress, signal });
  }
  ingest(event, { space } = {}) {
    return this.#value('ingest', { space, event });
  }
  resolveEntity(name, { space, cursor } = {}) {
    return this.#value('resolveEntity', { space, name, cursor });
  }
  entities({ space, search, cursor, limit = 50 } = {}) {
    return this.#value('entities', { space, search, cursor, limit });
  }
  entity(id, { space, cursor } = {}) {
    return this.#value('entity', { space, id, cursor });
  }
  sources({ space, cursor } = {}) {
    return this.#value('sources', { space, cursor });
  }
  spaces() {
    return this.#value('spaces');
  }
  preview(id, decision, { space } = {}) {
    return this.#value('preview', { space, id, decision });
  }
  undo(id, { space, together = false } = {}) {
    return this.#value('undo', { space, id, together });
  }
  history({ space, decisionsOnly = false, cursor, limit = 50 } = {}) {
    return this.#value('history', { space, decisionsOnly, cursor, limit });
  }
  organize({ space, budget, onProgress, signal } = {}) {
    return this.#value('organize', { space, budget }, { onProgress, signal });
  }
  verify({ onProgress, signal } = {}) {
    return this.#value('verify', undefined, { onProgress, signal });
  }
  rebuild() {
    return this.#value('rebuild');
  }
  async export({ onProgress, signal } = {}) {
    return (await this.#line.call('export', undefined, { onProgress, signal })).file;
  }
  import(file, { onProgress, signal } = {}) {
    return this.#value('import', undefined, { file, onProgress, signal });
  }
  /** Asks the browser to keep the store; only a page can ask, and some browsers want a gesture before. */
  async persist() {
    try {
      await globalThis.navigator?.storage?.persist?.();
    } catch {
      // The answer below tells what holds.
    }
    return this.#value('persist');
  }
  subscribe(listener) {
    return this.#line.subscribe(listener);
  }
  close() {
    return this.#line.close();
  }
}

/** Opens a memory. */
export async function open({ name = 'namesake', space = 'personal', ...options }) {
  const line = new Line({ name, ...options });
  await line.begin();
  return new Memory(line, space);
}
