// SIGKILL of the whole browser at random moments of writing: what was reported stored is there, the chain verifies,
// nothing is half-there, and doing it again stores nothing twice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Session, serve, slow } from "./harness.mjs";

const KILLS = slow ? 50 : 20;
/** A document of the site's origin that is not the app, so that the module can be used by hand. */
const PAGE = "manifest.webmanifest";

/** Random numbers from a seed (xorshift, Marsaglia 2003), so that a failure can be run again. */
function random(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Opens the memory in the page, which keeps it as `memory`. */
const open = (page) =>
  page.evaluate(async () => {
    const { open } = await import("./namesake.js");
    globalThis.memory = await open({ name: "crash", owner: "alice", actor: "test" });
  });

/** Writes for ever: cards, messages, decisions, undo. Tells `stored` of each thing that was reported stored. */
const write = (page, round) =>
  page.evaluate(async (round) => {
    const space = "personal";
    const cards = (from) =>
      Array.from({ length: 40 }, (_, n) => {
        const id = `${round}-${from + n}`;
        return `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${id}\r\nFN:Dana Holt ${"abcdefgh"[n % 8]}\r\nEND:VCARD\r\n`;
      }).join("");
    for (let at = 0; ; at += 40) {
      const event = { id: `event-${round}-${at}`, source: "test", text: `Maren Vogt ${round} met Dana Holt a.`, hints: [] };
      await memory.ingest(event, { space });
      await stored("event", event.id);
      await memory.importFile(new File([cards(at)], "cards.vcf"), { space });
      await stored("cards", `${round}-${at}`);
      const { items } = await memory.inbox.list({ space, limit: 5 });
      for (const { id, kind } of items.filter(({ kind }) => kind !== "ambiguity")) {
        try {
          const { review } = await memory.inbox.decide(id, { verdict: kind === "newName" ? "accept" : "reject" }, { space });
          await stored("review", review.id);
        } catch (error) {
          if (error.code !== "stale") throw error;
        }
      }
    }
  }, round);

/** What the memory says of what was reported stored. */
const check = (page, told) =>
  page.evaluate(async (told) => {
    const space = "personal";
    const missing = [];
    const reviews = new Set();
    for (let cursor; ; ) {
      const page = await memory.history({ space, decisionsOnly: true, limit: 200, cursor });
      page.items.forEach((row) => reviews.add(row.id));
      if (!(cursor = page.next)) break;
    }
    for (const [kind, id] of told) {
      if (kind === "review" && !reviews.has(id)) missing.push(`review ${id}`);
      if (kind === "event") {
        const [round] = id.slice("event-".length).split("-");
        const event = { id, source: "test", text: `Maren Vogt ${round} met Dana Holt a.`, hints: [] };
        if ((await memory.ingest(event, { space })).applied) missing.push(id);
      }
    }
    const { faults } = await memory.verify();
    return { missing, faults };
  }, told);

test(`nothing that was reported stored is lost by ${KILLS} kills`, { timeout: 1_200_000 }, async (t) => {
  const seed = Number(process.env.NAMESAKE_SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`NAMESAKE_SEED=${seed}`);
  const next = random(seed);
  const session = new Session(await serve());
  // A plain file has no icon of its own.
  session.allow(/favicon/);
  const told = [];
  try {
    for (let round = 0; round < KILLS; round += 1) {
      await session.start();
      const page = await session.open(PAGE);
      await page.exposeFunction("stored", (kind, id) => told.push([kind, id]));
      await open(page);
      const { missing, faults } = await check(page, told.slice(-60));
      assert.deepEqual(missing, [], `after kill ${round}`);
      assert.deepEqual(faults, [], `after kill ${round}`);
      const writing = write(page, round).catch(() => "killed");
      const before = told.length;
      // The moment is random, but something was stored before it, so that there is something to lose.
      while (told.length === before) await new Promise((done) => setTimeout(done, 5));
      await new Promise((done) => setTimeout(done, next() * 400));
      await session.kill();
      assert.equal(await writing, "killed");
    }
    await session.start();
    const page = await session.open(PAGE);
    await page.exposeFunction("stored", () => {});
    await open(page);
    const { missing, faults } = await check(page, told);
    assert.deepEqual({ missing, faults }, { missing: [], faults: [] });
    assert.ok(told.some(([kind]) => kind === "review"), "decisions were among what was written");
    t.diagnostic(`${told.length} things were reported stored`);
  } finally {
    await session.end();
  }
});
