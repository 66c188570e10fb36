// The inbox narrowed by a reason, an age, what is against and an entity; what is decided, earlier decisions beside a question
// and the history of an entity. By keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, go, importText, openEntity, questions, ready, saved, stored, tabTo, until } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const CARDS =
  card("1", "Dana Holt", "EMAIL:dana@x.example") +
  card("2", "Dana Holt", "BDAY:1980-05-17") +
  card("3", "Dana Holt", "BDAY:1954-11-30") +
  card("4", "Ann Smith", "TEL:+49 30 901820") +
  card("5", "Zoltan Kiss", "TEL:+49 30 901820") +
  card("6", "Maren Vogt") +
  card("7", "Marten Vogt");

const rows = (page) =>
  by(page, "question-row").evaluateAll((all) => all.map((row) => row.dataset.id));

/** Waits until the list shows just these questions. */
const untilShown = (page, ids) =>
  until(
    page,
    (ids) =>
      JSON.stringify([...document.querySelectorAll('[data-testid="question-row"]')].map((row) => row.dataset.id)) ===
      JSON.stringify(ids),
    ids,
  );

/** What the module lists under a filter. */
const listed = (page, filter) =>
  stored(page, async (memory, filter) => (await memory.inbox.list({ filter, limit: 200 })).items.map(({ id }) => id), filter);

async function begin(page) {
  await ready(page);
  await importText(page, "cards.vcf", CARDS);
  const all = await questions(page);
  assert.ok(all.length >= 4, JSON.stringify(all));
  return all;
}

test("a list that is narrowed shows what fits, says so, and can be widened again", () =>
  withBrowser(async (session, page) => {
    const all = (await begin(page)).map(({ id }) => id);
    await by(page, "narrow").locator("summary").focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "narrow-reason");
    await page.keyboard.type("the same address");
    const shared = await listed(page, { reason: "shared_field" });
    assert.equal(shared.length, 1);
    await untilShown(page, shared);
    assert.match(await by(page, "narrow").innerText(), /Narrow: the same address or number/);
    assert.equal(await by(page, "inbox-count").innerText(), "1 question found");
    await session.screenshot("inbox-narrowed");
    await page.keyboard.press("Home");
    await untilShown(page, all);
    await tabTo(page, "narrow-unopposed");
    await page.keyboard.press("Space");
    const free = await listed(page, { unopposed: true });
    assert.ok(free.length > 0 && free.length < all.length, `${free.length} of ${all.length} have nothing against`);
    await untilShown(page, free);
    await page.keyboard.press("Space");
    await untilShown(page, all);
    // Nothing was asked a week ago, and the way back is there.
    await by(page, "narrow-age").focus();
    await page.keyboard.type("over a week");
    await by(page, "inbox-none").waitFor();
    await tabTo(page, "inbox-everything");
    await page.keyboard.press("Enter");
    await untilShown(page, all);
  }));

test("questions of an entity, what is decided, and what was decided before", () =>
  withBrowser(async (session, page) => {
    await begin(page);
    const dana = await openEntity(page, "Dana Holt");
    const hers = await listed(page, { entity: dana });
    assert.ok(hers.length > 1, "she is asked about apart from those whose fields speak against it");
    await tabTo(page, "entity-inbox");
    await page.keyboard.press("Enter");
    await by(page, "narrowed-entity").waitFor();
    await untilShown(page, hers);
    await by(page, "question", `[data-id="${hers[0]}"]`).waitFor();
    assert.equal(await by(page, "earlier").count(), 0);
    await page.keyboard.press("x");
    await saved(page);
    await untilShown(page, hers.slice(1));
    await by(page, "question", `[data-id="${hers[1]}"]`).waitFor();
    const [review] = await stored(page, async (memory) => (await memory.history({ decisionsOnly: true })).items);
    await by(page, "earlier-decision", `[data-id="${review.id}"]`).waitFor();
    await session.screenshot("question-earlier");
    await tabTo(page, "narrow-all");
    await page.keyboard.press("Enter");
    await go(page, "decided");
    await untilShown(page, [hers[0]]);
    assert.equal((await by(page, "nav-decided").innerText()).replace(/\s+/g, " "), "Decided 1");
    // The history of who was asked about has that decision; of another one it has none.
    await page.evaluate((id) => (location.hash = `#/entities/${id}`), dana);
    await by(page, "entity-history").focus();
    await page.keyboard.press("Enter");
    await by(page, "history-entity").waitFor();
    await until(page, () => document.querySelectorAll('[data-testid="history-row"]').length === 1);
    assert.equal(await by(page, "history-row").getAttribute("data-id"), review.id);
    await tabTo(page, "history-all");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelectorAll('[data-testid="history-row"]').length > 5);
  }));
