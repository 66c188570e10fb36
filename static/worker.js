// The engine's worker: starts the module, hands it what the page says, and tells the page when it stopped.
//
// After a stop nothing goes into the module again; the page terminates this worker and starts another one.

import init, { Engine } from './engine/namesake_engine.js';

let engine;
let stopped = false;
const waiting = [];

function post(message) {
  if (stopped) return;
  stopped = message.type === 'core_stopped';
  postMessage(message);
}

function stop(reason) {
  post({ type: 'core_stopped', message: String(reason?.message ?? reason) });
}

addEventListener('message', ({ data }) => {
  if (stopped) return;
  if (engine) engine.receive(data);
  else waiting.push(data);
});

// What the panic hook cannot tell: the end of memory or of the stack, a module that could not be loaded.
addEventListener('error', (event) => stop(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => stop(event.reason));

await init();
engine = new Engine(post);
for (const message of waiting.splice(0)) engine.receive(message);
