// The page beside which searchers run: each in a worker of its own, so that none finds another's memory in use.

import { Bench } from '../bench-steps.js';
import { SEARCHERS } from './searchers.js';

let task;

/** Names to search among, and queries as {at, text, truth}. */
window.give = (given) => {
  task = given;
};

/** What there is to measure: {who, setting, sample} for each setting of each searcher on a task. */
window.list = (which) =>
  Object.entries(SEARCHERS).flatMap(([who, { settings, samples }]) =>
    Object.keys(settings).map((setting) => ({ who, setting, sample: samples?.[which] ?? null })),
  );

/** Seconds to build, and {at, ms, rank} of each query; a sample is so many of them, evenly taken. */
window.measure = async ({ who, setting, sample }) => {
  document.getElementById('state').textContent = `${who}, ${setting}`;
  const { names } = task;
  const every = sample ? Math.max(1, Math.floor(task.queries.length / sample)) : 1;
  const queries = task.queries.filter((_, n) => n % every === 0).slice(0, sample ?? undefined);
  const bench = new Bench('./peers/worker.js');
  try {
    const { seconds } = await bench.do('build', { who, setting, names });
    return { build: seconds, asked: await bench.do('ask', { queries }) };
  } finally {
    bench.end();
  }
};
