// The benches in Chromium: opens dist/bench.html, which measures in workers of its own, and writes what it returns.
//
//   node tests/e2e/bench.mjs --json FILE [--sizes 1000,10000] [--data DIR]

import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { census } from "./bench-data.mjs";
import { serve, Session } from "./harness.mjs";

const { values } = parseArgs({
  options: { json: { type: "string" }, sizes: { type: "string", default: "1000,10000,100000" }, data: { type: "string" } },
});

const session = new Session(await serve());
try {
  await session.start();
  const page = await session.open("bench.html");
  page.on("console", (message) => console.log(`  ${message.text()}`));
  page.setDefaultTimeout(0);
  await page.waitForFunction(() => typeof window.runBench === "function", undefined, { timeout: 30_000 });
  const sizes = values.sizes.split(",").map(Number);
  const given = await census(values.data);
  const results = await page.evaluate(([sizes, given]) => window.runBench(sizes, given), [sizes, given]);
  session.assertQuiet();
  if (values.json) await writeFile(values.json, JSON.stringify(results, null, 2));
  else console.table(results, ["name", "value", "unit", "bar", "met"]);
} finally {
  await session.end();
}
