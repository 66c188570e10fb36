// Keeps the app's own files, so that it opens without a network. It must not touch anything else: no memory, no message.
//
// The build writes files.json: {version, files: [{url, hash}]}. The page registers this script as sw.js?v=VERSION, so
// each build has its own instance and its own cache; a new one waits until the page asks it to take over.

const VERSION = new URL(self.location.href).searchParams.get('v') ?? 'none';
const CACHE = `namesake-${VERSION}`;
const SCOPE = self.registration.scope;
const INDEX = new URL('index.html', SCOPE).href;
const LIST = new URL('files.json', SCOPE).href;

async function sha256(body) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fetches one file of this version and refuses any other content than the one listed. */
async function take(cache, { url, hash }) {
  const address = new URL(url, SCOPE).href;
  const response = await fetch(address, { cache: 'reload', credentials: 'omit' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const wanted = String(hash ?? '').toLowerCase();
  if (/^[0-9a-f]{8,64}$/.test(wanted) && !(await sha256(await response.clone().arrayBuffer())).startsWith(wanted)) {
    throw new Error(`${address} is not the file of version ${VERSION}`);
  }
  await cache.put(address, response);
}

async function install() {
  const response = await fetch(LIST, { cache: 'no-store' });
  if (!response.ok) throw new Error(`files.json: ${response.status}`);
  const list = await response.clone().json();
  if (list.version !== VERSION) throw new Error(`files.json is of version ${list.version}, this is ${VERSION}`);
  const cache = await caches.open(CACHE);
  await cache.put(LIST, response);
  // All or nothing: one missing file fails the installation, and the old version stays.
  await Promise.all(list.files.filter((file) => !/(^|\/)(sw\.js|files\.json)$/.test(file.url)).map((file) => take(cache, file)));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith('namesake-') && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  const cache = await caches.open(CACHE);
  if (url.href === LIST) {
    // The list tells the page about a newer build, so the network comes first.
    try {
      return await fetch(request);
    } catch {
      return (await cache.match(LIST)) ?? Response.error();
    }
  }
  const key = request.mode === 'navigate' ? INDEX : url.origin + url.pathname;
  return (await cache.match(key)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'activate') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(SCOPE)) return;
  event.respondWith(answer(request));
});
