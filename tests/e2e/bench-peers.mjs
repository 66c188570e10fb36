// Other searchers in Chromium beside Namesake: opens peers/page.html, which measures each in a worker of its own, and
// writes a list of runs {task, env, names, queries, who, setting, build, asked: [{at, tokens, ms, rank}]}.
//
//   node tests/e2e/bench-peers.mjs --json FILE --data DIR [--size 100000]

import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { census, persons } from "./bench-data.mjs";
import { serve, Session } from "./harness.mjs";

const { values } = parseArgs({
  options: { json: { type: "string" }, size: { type: "string", default: "100000" }, data: { type: "string" } },
});

/** `name version` of a package that is installed here; ours has none. */
function described(name) {
  try {
    const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
    return `${name} ${JSON.parse(readFileSync(file, "utf8")).version}`;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return name;
  }
}

/**
 * So many of the names, rather those that queries mean, and the queries that then have an answer. Names stay in their
 * order: one that favoured what is meant would break ties for a searcher.
 */
function ofSize({ names, queries }, size) {
  const held = new Set([...new Set([...queries.map(({ truth }) => truth), ...names])].slice(0, size));
  const some = names.filter((name) => held.has(name));
  return { names: some, queries: queries.map((query, at) => ({ at, ...query })).filter(({ truth }) => held.has(truth)) };
}

const edits = await census(values.data);
const variants = await persons(values.data);
const tasks = {
  edits: edits && ofSize(edits, Number(values.size)),
  variants: variants && ofSize(variants, variants.names.length),
};

const session = new Session(await serve());
const runs = [];
try {
  await session.start();
  const page = await session.open("peers/page.html");
  page.setDefaultTimeout(0);
  await page.waitForFunction(() => typeof window.measure === "function", undefined, { timeout: 30_000 });
  for (const [task, given] of Object.entries(tasks)) {
    if (!given) continue;
    await page.evaluate((given) => window.give(given), given);
    for (const one of await page.evaluate((task) => window.list(task), task)) {
      console.log(`  ${task}: ${one.who} ${one.setting}…`);
      const { build, asked } = await page.evaluate((one) => window.measure(one), one);
      const texts = new Map(given.queries.map(({ at, text }) => [at, text]));
      const tokens = (at) => texts.get(at).trim().split(/\s+/).length;
      runs.push({
        task,
        env: "chromium",
        names: given.names.length,
        queries: given.queries.length,
        who: described(one.who),
        setting: one.setting,
        build,
        asked: asked.map(({ at, ms, rank }) => ({ at, tokens: tokens(at), ms, rank })),
      });
    }
  }
  session.assertQuiet();
} finally {
  await session.end();
}
if (values.json) await writeFile(values.json, JSON.stringify(runs));
