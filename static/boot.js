// Starts the page: sets what may run, checks what the browser offers, starts the app and keeps its files for offline use.
//
// All Trusted Types policies are made here, so that no other code can mint a trusted value. This file must not know
// anything about memories or questions.

const base = new URL('./', import.meta.url);
const SCRIPTS = new Set([new URL('worker.js', base).href, new URL('sw.js', base).href]);

/** Only the two scripts of this app become a worker. */
function scriptUrl(url) {
  const wanted = new URL(url, base);
  const plain = new URL(wanted);
  plain.search = '';
  if (!SCRIPTS.has(plain.href)) throw new TypeError(`Namesake starts no script from ${wanted.href}`);
  return wanted.href;
}

// The renderer sets static fragments of its own templates as HTML. They hold only these elements, and never anything
// that could run; anything else is a fault or an attack, and throws.
const ELEMENTS = new Set(
  ('a b bdi blockquote br button circle code dd details dialog div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 ' +
    'header hr i img input kbd label legend li main mark nav ol option p path pre progress rect section select small span ' +
    'strong sub summary svg table tbody td template textarea th thead time tr ul').split(' '),
);

function staticHtml(html) {
  const text = String(html);
  for (const [, name] of text.matchAll(/<\/?([a-z][^\s/>]*)/gi)) {
    if (!ELEMENTS.has(name.toLowerCase())) throw new TypeError(`Namesake shows no <${name}>`);
  }
  if (/[\s"'/]on[a-z]+\s*=/i.test(text) || /=\s*["']?\s*(?:javascript|vbscript|data)\s*:/i.test(text) || /\b(?:srcdoc|formaction|style)\s*=/i.test(text)) {
    throw new TypeError('Namesake shows no markup that could run');
  }
  return text;
}

function refuse() {
  throw new TypeError('Namesake runs no script from text');
}

let trusted = { createScriptURL: scriptUrl };
if (globalThis.trustedTypes) {
  trusted = trustedTypes.createPolicy('namesake', { createScriptURL: scriptUrl });
  trustedTypes.createPolicy('default', { createHTML: staticHtml, createScript: refuse, createScriptURL: refuse });
}

/** Says something on the page without the app. Text only. */
function say(title, ...lines) {
  const box = document.getElementById('boot') ?? document.body.appendChild(document.createElement('div'));
  box.id = 'boot';
  box.setAttribute('role', 'alert');
  box.dataset.testid = 'boot-trouble';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const again = document.createElement('button');
  again.className = 'btn';
  again.textContent = 'Reload';
  again.addEventListener('click', () => location.reload());
  box.replaceChildren(
    heading,
    ...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })),
    again,
  );
}

// What the app needs from outside; it looks these up by name.
const boot = {
  /** Starts a new engine worker. */
  startWorker: () => new Worker(trusted.createScriptURL('./worker.js'), { type: 'module', name: 'namesake' }),
  /** The app has drawn itself. */
  drawn: () => document.getElementById('boot')?.remove(),
  /** The page's own code stopped. What was reported saved is stored. */
  stopped: (message) => {
    console.error(message);
    say('This page stopped', 'A fault in Namesake stopped this page. Everything that had said “saved” is stored. Reload to go on.', String(message).slice(0, 300));
  },
  /** True once all files are kept for offline use. */
  offline: false,
  /** True if a newer version is installed and waits for a reload. */
  updateReady: false,
  /** Switches to the newer version. */
  update: () => location.reload(),
};
globalThis.namesakeBoot = boot;

function tell(what) {
  dispatchEvent(new Event(`namesake:${what}`));
}

async function keepOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  // The version is part of the script's address: a new build is a new address, and so is noticed.
  const listed = await fetch('./files.json', { cache: 'no-store' });
  if (!listed.ok) return;
  const { version } = await listed.json();
  const registration = await workers.register(trusted.createScriptURL(`./sw.js?v=${encodeURIComponent(version)}`), { scope: './' });
  const ready = () => {
    boot.offline = true;
    tell('offline');
  };
  const waits = () => {
    if (!registration.waiting || !workers.controller) return;
    boot.updateReady = true;
    boot.update = () => {
      workers.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration.waiting?.postMessage({ type: 'activate' });
    };
    tell('update');
  };
  if (registration.active) ready();
  waits();
  const watch = (worker) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') ready();
      if (worker.state === 'installed') waits();
    });
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
}

async function start() {
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.instantiate !== 'function') {
    return say('This browser cannot run Namesake', 'Namesake needs WebAssembly, and this browser does not offer it or has it switched off.', 'Use a current version of Chrome, Edge, Firefox or Safari.');
  }
  if (!globalThis.indexedDB) {
    return say('This browser gives no storage', 'Namesake keeps your memory in this browser’s IndexedDB, and it is not to be had here. Private windows and blocked site data are the usual causes.', 'Open Namesake in a normal window, or allow this site to store data, and reload.');
  }
  if (typeof Worker !== 'function') {
    return say('This browser cannot run Namesake', 'Namesake works in a dedicated worker, and this browser offers none.');
  }
  try {
    const { default: init } = await import('./app/namesake_app.js');
    await init();
  } catch (error) {
    console.error(error);
    return say('Namesake could not start', 'A part of the app could not be loaded. Nothing of your memory is affected.', `${error}`.slice(0, 300));
  }
  keepOffline().catch((error) => console.warn('Namesake is not kept for offline use:', error));
}

start();
