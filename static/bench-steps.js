// A page and its worker in benches: the page sends {id, step, args} and gets {id, value} or {id, error}. Other messages
// of the worker are what an engine tells its page meanwhile ({type: 'working' | 'changed', …}).

let policy;

/** A worker's address, as a page with Trusted Types wants it. */
function trusted(url) {
  policy ??= globalThis.trustedTypes?.createPolicy('namesake', { createScriptURL: (url) => url });
  return policy ? policy.createScriptURL(url) : url;
}

/** A worker, seen from its page. */
export class Bench {
  #worker;
  #pending = new Map();
  #next = 1;

  /** Starts a worker's file; what it tells of its own accord goes to the given function. */
  constructor(url, told = () => {}) {
    this.#worker = new Worker(trusted(new URL(url, import.meta.url).href), { type: 'module', name: 'bench' });
    this.#worker.onmessage = ({ data }) => {
      if (data.type) return told(data);
      const waiting = this.#pending.get(data.id);
      if (!waiting) return;
      this.#pending.delete(data.id);
      if ('error' in data) waiting.reject(new Error(data.error));
      else waiting.resolve(data.value);
    };
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#pending.values()) reject(new Error(event.message ?? 'the worker could not be loaded'));
    };
  }

  do(step, args) {
    const id = `step ${this.#next++}`;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, step, args });
    });
  }

  end() {
    this.#worker.terminate();
  }
}

/** In the worker: does what the page asks for, by these functions. */
export function answer(steps) {
  addEventListener('message', async ({ data: { id, step, args } }) => {
    try {
      postMessage({ id, value: await steps[step](args) });
    } catch (error) {
      postMessage({ id, error: String(error?.stack ?? error) });
    }
  });
}
