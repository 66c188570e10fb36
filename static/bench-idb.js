// IndexedDB without Namesake: what the engine's figures are compared with, and the size of what it stored.

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const complete = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });

/** Deletes a database. */
export const remove = (name) => done(indexedDB.deleteDatabase(name));

async function open(name, stores) {
  const request = indexedDB.open(name);
  if (stores) request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
  return done(request);
}

/** All rows or blocks that an engine stored, by the name of their object store. */
export async function stored(name) {
  const db = await open(name);
  const all = async (store) => (await done(db.transaction(store).objectStore(store).getAll())).map((bytes) => bytes.slice());
  const found = { journal: await all('journal'), blocks: await all('blocks') };
  db.close();
  return found;
}

/** Throws an engine's snapshot away. */
export async function dropSnapshot(name) {
  const db = await open(name);
  const transaction = db.transaction(['blocks', 'manifest'], 'readwrite');
  transaction.objectStore('blocks').clear();
  transaction.objectStore('manifest').clear();
  await complete(transaction);
  db.close();
}

/** Writes values in one transaction and reads them back; milliseconds of each. */
export async function writeAndRead(values) {
  await remove('bench-raw');
  const db = await open('bench-raw', ['values']);
  let start = performance.now();
  const writing = db.transaction('values', 'readwrite', { durability: 'relaxed' });
  values.forEach((value, n) => writing.objectStore('values').put(value, n));
  await complete(writing);
  const write = performance.now() - start;
  start = performance.now();
  const back = await done(db.transaction('values').objectStore('values').getAll());
  const read = performance.now() - start;
  db.close();
  await remove('bench-raw');
  if (back.length !== values.length) throw new Error('raw IndexedDB lost values');
  return { write, read };
}

/** Milliseconds from a strict `put` of so many bytes to its transaction's `complete`, many times. */
export const strictPuts = (count, bytes) => strictPutsOf(Array.from({ length: count }, (_, n) => new Uint8Array(bytes).fill(n)));

/** The same of these values, one after the other. */
export async function strictPutsOf(values) {
  await remove('bench-raw');
  const db = await open('bench-raw', ['values']);
  const times = [];
  for (const [n, value] of values.entries()) {
    const start = performance.now();
    const transaction = db.transaction('values', 'readwrite', { durability: 'strict' });
    transaction.objectStore('values').put(value, n);
    await complete(transaction);
    times.push(performance.now() - start);
  }
  db.close();
  await remove('bench-raw');
  return times;
}
