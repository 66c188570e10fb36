// What tests/e2e/package.test.mjs calls in a page.

import { NamesakeError, open } from './package/namesake.js';

const policy = globalThis.trustedTypes?.createPolicy('test', { createScriptURL: (url) => url });
const worker = () => {
  const url = new URL('./package/worker.js', import.meta.url).href;
  return new Worker(policy ? policy.createScriptURL(url) : url, { type: 'module' });
};

const use = {
  workers: 0,
  worker: undefined,
  /** Every worker crashes as soon as it is asked to open. */
  crashEvery: false,
  startWorker() {
    use.workers++;
    use.worker = worker();
    if (use.crashEvery) {
      const send = use.worker.postMessage.bind(use.worker);
      use.worker.postMessage = () => send({ id: -7, call: { method: 'crash' } });
    }
    return use.worker;
  },
  /** Stops the core of the newest worker, or that of the page if there is none. */
  async crash() {
    const message = { id: -7, call: { method: 'crash' } };
    if (use.worker) return use.worker.postMessage(message);
    const { Engine } = await import('./package/engine/namesake_engine.js');
    try {
      new Engine(() => {}).receive(message);
    } catch {
      // The trap itself.
    }
  },
  /** The module's own `open`, for arguments that do not fit. */
  bare: open,
  open: (name, options = {}) => open({ name, owner: 'ada', actor: 'test', ...options }),
  /** What a promise was rejected with, as plain data; undefined if it was not. */
  async error(promise) {
    try {
      await promise;
      return undefined;
    } catch (error) {
      const { code, message, next } = error;
      return { code, message, next, isError: error instanceof NamesakeError };
    }
  },
  async until(holds) {
    const deadline = Date.now() + 20_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`did not become true: ${holds}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  },
  deleteDatabase: (name) =>
    new Promise((done, failed) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => done();
      request.onerror = () => failed(request.error);
    }),
};
globalThis.use = use;
