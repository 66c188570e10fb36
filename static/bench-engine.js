// An engine inside this very worker, called as its page would call it, but without a message that crosses to a page.

import init, { Engine } from './engine/namesake_engine.js';

/** The space that benches fill. */
export const SPACE = 'personal';

const pending = new Map();
let engine;
let calls = 0;
let told;

function heard(message) {
  const call = pending.get(message.id);
  switch (message.type) {
    case 'answer':
      pending.delete(message.id);
      return call.resolve(message.reply.value);
    case 'failed':
      pending.delete(message.id);
      return call.reject(new Error(`${message.error.code}: ${message.error.message}`));
    case 'core_stopped':
      for (const { reject } of pending.values()) reject(new Error(`the core stopped: ${message.message}`));
      return;
    default:
      told(message);
  }
}

/**
 * Loads the module, and answers its memory. What the engine tells a page meanwhile ({type: 'working' | 'changed', …})
 * goes to the given function.
 */
export async function start(listener = () => {}) {
  told = listener;
  const { memory } = await init();
  engine = new Engine(heard);
  return memory;
}

/** A call of the protocol, as `{method, params}`; a file goes beside it. */
export function call(method, params, file) {
  const id = ++calls;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    const message = { id, call: params === undefined ? { method } : { method, params } };
    if (file) message.file = file;
    engine.receive(message);
  });
}

export const resolveEntity = (name) => call('resolveEntity', { space: SPACE, name });

export const importFile = (file, fileName) => call('importFile', { space: SPACE, fileName }, file);
