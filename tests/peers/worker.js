// One searcher in a worker, measured from beside it: no message crosses to a page between start and stop of a clock.

import { answer } from '../bench-steps.js';
import { percentile, timed } from '../bench-time.js';
import { SEARCHERS } from './searchers.js';

/** A worker's clock counts in steps of 0.1 ms: what is quicker than this is done over until it took about as long. */
const QUICK = 2;
const STEP = 0.1;
/** What takes longer is measured once; anything else three times, for the time in the middle. */
const SLOW = 50;

let search;

const steps = {
  /** Builds what is searched. */
  async build({ who, setting, names }) {
    const { prepare = (names) => names, build, settings } = SEARCHERS[who];
    const prepared = prepare(names);
    const { value, seconds } = await timed(() => build(prepared, settings[setting]));
    search = value;
    return { seconds };
  },

  /** Asks each query; its time, and at which place among ten its true name came (-1: not). */
  async ask({ queries }) {
    const asked = [];
    for (const { at, text, truth } of queries) {
      const { value: found, seconds } = await timed(() => search(text));
      const rank = found.slice(0, 10).indexOf(truth);
      asked.push({ at, rank, ms: await middle(text, seconds * 1000) });
    }
    return asked;
  },
};

async function middle(text, first) {
  if (first > SLOW) return first;
  const repeat = Math.ceil(QUICK / Math.max(first, STEP));
  // The first run of what is quick was rounded to the clock's step.
  const times = repeat > 1 ? [] : [first];
  while (times.length < 3) {
    const start = performance.now();
    for (let n = 0; n < repeat; n++) await search(text);
    times.push((performance.now() - start) / repeat);
  }
  return percentile(times, 0.5);
}

answer(steps);
