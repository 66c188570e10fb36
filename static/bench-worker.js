// A worker with an engine in it, measured from beside it: no message crosses to a page between start and stop of a clock.
// What the engine tells a page meanwhile is passed on to it as it would be to an app.

import { cards, random, withDuplicates } from './bench-cards.js';
import { SPACE, call, importFile, resolveEntity, start } from './bench-engine.js';
import { dropSnapshot, remove, stored, strictPuts, strictPutsOf, writeAndRead } from './bench-idb.js';
import { answer } from './bench-steps.js';
import { percentile, timed } from './bench-time.js';

const BATCH = 20;
let memory;
let planted = [];
let names = [];
let file;

/** A message of somebody who moved, and works with somebody else. */
function message(n, speaker, other) {
  const place = ['Leeds', 'York', 'Bath', 'Hull', 'Derby', 'Truro', 'Wells', 'Ely'][n % 8];
  const text = `I moved to ${place} last week, and I work with ${other} there.`;
  const claim = (predicate, object) => ({ subject: 'I', predicate, object, update: true, evidence: [{ start: 0, end: text.length }] });
  return {
    id: `m${n}`,
    source: 'talks',
    role: 'user',
    speaker,
    session: `talk ${n % 50}`,
    time: 1_760_000_000_000 + n * 60_000,
    text,
    claims: [claim('lives_in', place), claim('works_with', other)],
  };
}

async function allQuestions() {
  const all = [];
  for (let cursor; ; ) {
    const page = await call('inboxList', { space: SPACE, filter: { kinds: [] }, cursor, limit: 200 });
    all.push(...page.items);
    cursor = page.next;
    if (!cursor) return all;
  }
}

const steps = {
  /** Loads the module. */
  async start() {
    const { value, seconds } = await timed(() => start((message) => postMessage(message)));
    memory = value;
    return { seconds };
  },

  /** Opens a memory and asks a first question. */
  async open({ name, ask, fresh }) {
    if (fresh) await remove(name);
    const { seconds: list, value } = await timed(async () => {
      const opened = await call('open', { name, owner: 'bench', actor: 'bench', version: 1 });
      await call('inboxList', { space: SPACE, filter: { kinds: [] }, limit: 50 });
      return opened;
    });
    const { seconds: first } = await timed(() => (ask ? resolveEntity(ask) : undefined));
    return { list, seconds: list + first, fromSnapshot: value.fromSnapshot, memory: memory.buffer.byteLength };
  },

  /** Makes so many cards. */
  async prepare({ size, all, seed }) {
    names = all;
    ({ planted, file } = withDuplicates(names, size, seed));
  },

  /** Imports them. */
  async import({ size }) {
    const { value, seconds } = await timed(() => importFile(file, 'cards.vcf'));
    file = undefined;
    if (value.added !== size) throw new Error(`${value.added} of ${size} cards were taken`);
    return { seconds, memory: memory.buffer.byteLength };
  },

  /** Waits for the snapshot that the engine saves once it has nothing else to do. */
  async snapshot({ name }) {
    const start = performance.now();
    let found;
    do {
      await new Promise((wait) => setTimeout(wait, 100));
      await call('spaces');
      found = await stored(name);
    } while (found.blocks.length === 0 && performance.now() - start < 60_000);
    const sum = (list) => list.reduce((sum, bytes) => sum + bytes.byteLength, 0);
    const { write, read } = await writeAndRead([...found.journal, ...found.blocks]);
    const blocks = await writeAndRead(found.blocks);
    return { journal: sum(found.journal), blocks: sum(found.blocks), write, read, readBlocks: blocks.read };
  },

  /**
   * Resolves misspelt names: one by one for the slow ones, each's time the middle one of three, as another process may
   * have its turn during one; in batches for the usual ones, as clocks here are coarse.
   */
  async resolve({ queries }) {
    const times = queries.map(() => []);
    let found = 0;
    for (let round = 0; round < 3; round++) {
      for (const [n, { text, truth }] of queries.entries()) {
        const start = performance.now();
        const { candidates } = await resolveEntity(text);
        times[n].push(performance.now() - start);
        const ten = candidates.items.slice(0, 10);
        found += round === 0 && ten.some((candidate) => candidate.entity.name.text === truth) ? 1 : 0;
      }
    }
    const batches = [];
    for (let at = 0; at + BATCH <= queries.length; at += BATCH) {
      const start = performance.now();
      for (const { text } of queries.slice(at, at + BATCH)) await resolveEntity(text);
      batches.push((performance.now() - start) / BATCH);
    }
    const middle = times.map((each) => percentile(each, 0.5));
    return { p50: percentile(batches, 0.5), p99: percentile(middle, 0.99), recall: found / queries.length };
  },

  /** Finds pairs; how many of the planted ones, and how much of what is asked was planted. */
  async organize() {
    const { value, seconds } = await timed(() => call('organize', { space: SPACE }));
    const peak = memory.buffer.byteLength;
    const key = (a, b) => (a <= b ? `${a}|${b}` : `${b}|${a}`);
    const asked = new Set();
    for (const { names } of await allQuestions()) {
      names.forEach((a, at) => names.slice(at + 1).forEach((b) => asked.add(key(a.text, b.text))));
    }
    const right = planted.filter(([a, b]) => asked.has(key(a, b))).length;
    return { seconds, pairs: value.pairs, memory: peak, asked: asked.size, recall: right / planted.length, precision: right / asked.size };
  },

  /** Decides among as many open questions as asked for; milliseconds from the message to the answer. */
  async decide({ open, count }) {
    const missing = Math.max(0, open - (await allQuestions()).length);
    if (missing > 0) await importFile(cards(names.slice(0, missing), 'd'), 'more.vcf');
    const questions = await allQuestions();
    const ids = random(3).shuffle(questions.map((question) => question.id)).slice(0, count);
    const times = [];
    for (const [n, id] of ids.entries()) {
      const start = performance.now();
      try {
        await call('decide', { space: SPACE, id, decision: { verdict: n % 2 === 0 ? 'accept' : 'reject' } });
        times.push(performance.now() - start);
      } catch (error) {
        // Earlier decisions may have made it moot.
        if (!/^(stale|not_found|review_conflict|cannot_link|withdrawn)/.test(error.message)) throw error;
      }
    }
    return { open: questions.length, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  },

  /** One strict put after the other, of what one decision takes. */
  async puts({ count, bytes }) {
    const times = await strictPuts(count, bytes);
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  },

  /**
   * Tells a memory of cards so many messages with two claims each, one by one, and puts the rows that they made into a bare
   * store in the same way.
   */
  async ingest({ name, entities, count }) {
    const known = names.slice(0, entities);
    await importFile(cards(known, 'c'), 'cards.vcf');
    await call('declarePredicates', { space: SPACE, predicates: ['lives_in'], singleValued: true });
    const before = (await stored(name)).journal.length;
    const pick = random(3);
    const some = () => known[pick.below(known.length)];
    const times = [];
    let kept = 0;
    for (let n = 0; n < count; n++) {
      const event = message(n, some(), some());
      const start = performance.now();
      const { claims } = await call('ingest', { space: SPACE, event });
      times.push(performance.now() - start);
      kept += claims.filter((claim) => claim.stored).length;
    }
    const rows = (await stored(name)).journal.slice(before);
    const raw = await strictPutsOf(rows);
    const sum = (list) => list.reduce((sum, each) => sum + each, 0) / 1000;
    return { seconds: sum(times), raw: sum(raw), rows: rows.length, kept, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  },

  dropSnapshot: ({ name }) => dropSnapshot(name),
  remove: ({ name }) => remove(name),
  close: () => call('close'),
};

answer(steps);
