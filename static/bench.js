// The page of the benches: starts workers, watches itself for long tasks meanwhile, and makes rows of what comes back.
//
// window.runBench(sizes, {names, queries}) answers a list of {name, env, value, unit, bar, met}; without data it fills
// memories with made-up names, and what needs real ones is null.

import { SEEDS, madeUp } from './bench-cards.js';
import { Bench } from './bench-steps.js';

/** The size that the bars speak of. */
const PROMISED = 100_000;
const DECISIONS = 300;
/** Bytes of the row that a decision writes, about. */
const DECISION_BYTES = 4_000;

const $ = (id) => document.getElementById(id);

/** A worker with an engine of its own, of whose work the page shows what an app would. */
const started = () =>
  new Bench('./bench-worker.js', ({ type, progress }) => {
    if (type === 'working') $('state').textContent = `${progress.stage} ${Math.round(progress.done)}`;
  });

/** Watches this page's own thread: tasks of over 50 ms that began since now, and how late a 10 ms timer was. */
function watch() {
  const begun = performance.now();
  const tasks = [];
  const note = (list) => tasks.push(...list.filter((entry) => entry.startTime >= begun).map((entry) => entry.duration));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  let late = 0;
  let last = begun;
  const timer = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - last - 10);
    last = now;
  }, 10);
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    clearInterval(timer);
    return { longest: Math.max(0, ...tasks), count: tasks.length, late };
  };
}

const most = (bar) => [`≤ ${bar}`, (value) => value <= bar];
const least = (bar) => [`≥ ${bar}`, (value) => value >= bar];

/** Another set of edits of the same names, planted in a memory of its own. */
async function planted({ name, size, all, seed }) {
  const bench = started();
  await bench.do('start');
  await bench.do('open', { name, fresh: true });
  await bench.do('prepare', { size, all, seed });
  await bench.do('import', { size });
  const found = await bench.do('organize');
  await bench.do('close');
  await bench.do('remove', { name });
  bench.end();
  return found;
}

async function measure(size, data, put) {
  const name = `bench-${size}`;
  const real = data?.names?.length >= size;
  let all = real ? data.names : madeUp(size);
  const queries = real ? (data.queries ?? []) : [];
  // Names that queries mean come first, so that small memories hold them too.
  if (real) all = [...new Set([...queries.map((query) => query.truth), ...all])];
  const held = new Set(all.slice(0, size - Math.floor(size / 20)));

  let bench = started();
  const { seconds: starting } = await bench.do('start');
  put('start the module', starting, 's');
  await bench.do('open', { name, fresh: true });
  await bench.do('prepare', { size, all, seed: SEEDS[0] });
  await new Promise((wait) => setTimeout(wait, 100));
  // Sending a hundred thousand names was this bench's own long task.
  const seen = watch();
  const imported = await bench.do('import', { size });
  put('import', imported.seconds, 's', most(15));
  const kept = await bench.do('snapshot', { name });
  put('raw IndexedDB, write the same bytes', kept.write / 1000, 's');
  put('raw IndexedDB, read the same bytes', kept.read / 1000, 's');
  put('raw IndexedDB, read the snapshot', kept.readBlocks / 1000, 's');
  put('journal', kept.journal / 1e6, 'MB');
  put('snapshot', kept.blocks / 1e6, 'MB', most(60));
  const opened = [];
  for (let n = 0; n < 3; n++) {
    const other = started();
    await other.do('start');
    opened.push(await other.do('open', { name, ask: all[0] }));
    await other.do('close');
    other.end();
  }
  if (!opened.every((each) => each.fromSnapshot)) throw new Error('not opened from the snapshot');
  const middle = (values) => values.sort((a, b) => a - b)[1];
  put('open from a snapshot to the first list', middle(opened.map((each) => each.list)), 's');
  put('open from a snapshot to the first answer', middle(opened.map((each) => each.seconds)), 's', most(0.6));

  const asked = queries.filter((query) => held.has(query.truth));
  const resolved = asked.length >= 20 ? await bench.do('resolve', { queries: asked }) : {};
  put('resolve one-edit names, p50', resolved.p50, 'ms', most(0.5));
  put('resolve one-edit names, p99', resolved.p99, 'ms', most(3));
  put('resolve one-edit names, recall@10', resolved.recall, '', least(0.999));
  const organized = await bench.do('organize');
  put('wasm memory after opening', middle(opened.map((each) => each.memory)) / 1e6, 'MB');
  put('wasm memory after the import', imported.memory / 1e6, 'MB');
  put('wasm memory, import and organize included', organized.memory / 1e6, 'MB', most(200));
  const decided = await bench.do('decide', { open: size / 10, count: DECISIONS });
  put('open questions', decided.open, '');
  put('decide, message to complete, p50', decided.p50, 'ms');
  put('decide, message to complete, p95', decided.p95, 'ms', most(15));
  const puts = await bench.do('puts', { count: DECISIONS, bytes: DECISION_BYTES });
  put('raw IndexedDB, one strict put, p50', puts.p50, 'ms');
  put('raw IndexedDB, one strict put, p95', puts.p95, 'ms');
  await bench.do('close');

  await bench.do('dropSnapshot', { name });
  bench.end();
  bench = started();
  await bench.do('start');
  const rebuilt = await bench.do('open', { name, ask: all[0] });
  put('open from the journal to the first answer', rebuilt.seconds, 's');
  await bench.do('close');
  await bench.do('remove', { name });
  bench.end();
  const { longest, count, late } = seen();

  const found = [organized];
  for (const seed of size === PROMISED ? SEEDS.slice(1) : []) found.push(await planted({ name, size, all, seed }));
  if (found.length > 1) {
    found.forEach(({ seconds, recall, precision }, n) => {
      put(`organize, edits ${n + 1}`, seconds, 's');
      put(`organize, recall of planted duplicates, edits ${n + 1}`, real ? recall : null, '');
      put(`organize, precision, edits ${n + 1}`, real ? precision : null, '');
    });
  }
  // What is promised is promised of all sets of edits: the worst of each figure.
  const worst = (figure) => (real ? Math.min(...found.map(figure)) : null);
  put('organize', Math.max(...found.map(({ seconds }) => seconds)), 's', most(5));
  put('organize, recall of planted duplicates', worst(({ recall }) => recall), '', least(0.985));
  put('organize, precision', worst(({ precision }) => precision), '', least(0.975));
  put('longest task of the page over 50 ms (0: none)', longest, 'ms', most(50));
  put('tasks of the page over 50 ms', count, '');
  put('largest delay of a 10 ms timer of the page', late, 'ms');
}

/** Messages with claims, beside the raw append of the same bytes. */
async function measureClaims(data, put) {
  const [entities, count] = [20_000, 10_000];
  const all = data?.names?.length >= entities ? data.names : madeUp(entities);
  const bench = started();
  await bench.do('start');
  await bench.do('open', { name: 'bench-claims', fresh: true });
  await bench.do('prepare', { size: 100, all: all.slice(0, entities) });
  const told = await bench.do('ingest', { name: 'bench-claims', entities, count });
  const what = `${count.toLocaleString('en')} messages with 2 claims each`;
  put(`${what}, ingest`, told.seconds, 's');
  put(`${what}, raw append of the same rows`, told.raw, 's');
  put(`${what}, times the raw append`, told.seconds / told.raw, '×', most(3));
  put(`${what}, one, p50`, told.p50, 'ms');
  put(`${what}, one, p99`, told.p99, 'ms');
  put(`${what}, claims stored`, told.kept, '', least(2 * count));
  await bench.do('close');
  await bench.do('remove', { name: 'bench-claims' });
  bench.end();
}

window.runBench = async (sizes, data) => {
  const rows = [];
  for (const size of sizes) {
    console.log(`measuring ${size}…`);
    const put = (what, value, unit, [bar, holds] = []) => {
      const promised = size === PROMISED && bar !== undefined;
      const measured = typeof value === 'number' && Number.isFinite(value) ? value : null;
      const name = `${what}, ${size.toLocaleString('en')} entities`;
      const met = promised && measured !== null ? holds(measured) : null;
      rows.push({ name, env: 'chromium', value: measured, unit, bar: promised ? bar : null, met });
      $('table').textContent += `${name}: ${measured ?? 'skipped'} ${unit}\n`;
    };
    await measure(size, data, put);
  }
  if (sizes.includes(PROMISED)) {
    console.log('measuring claims…');
    await measureClaims(data, (name, value, unit, [bar, holds] = []) => {
      const measured = Number.isFinite(value) ? value : null;
      const met = bar === undefined || measured === null ? null : holds(measured);
      rows.push({ name, env: 'chromium', value: measured, unit, bar: bar ?? null, met });
      $('table').textContent += `${name}: ${measured ?? 'skipped'} ${unit}\n`;
    });
  }
  $('state').textContent = 'done';
  return rows;
};
