// Many questions decided at once, by keyboard: ticked, looked at, confirmed, told, and taken back in one; never more than the
// visible filter.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, go, importText, questions, ready, saved, stored, tabTo, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

// Three pairs of near names, two of one name, and two of one name that have nothing in common.
const PAIRS = [["Ann Smith", "Anne Smith"], ["Zbigniew Kowalczyk", "Zbigniew Kowalczik"], ["Jon Avery", "John Avery"]];
const CARDS = PAIRS.flat().map((name) => card(name, name)).join("") + card("1", "Dana Holt") + card("2", "Dana Holt");

/** How the module tells of questions: status and answers in force, by what they ask about. */
const decided = (page) =>
  stored(page, async (memory) => {
    const { items } = await memory.history({ decisionsOnly: true, limit: 200 });
    const reviews = items.map(({ review }) => review).filter((review) => review && !review.undoneBy);
    return reviews.map(({ names, verdict }) => `${verdict}: ${names[0].text}`).sort();
  });

const ticked = (page) => by(page, "bulk").getAttribute("data-ticked");
const untilTicked = (page, count) =>
  until(page, (count) => document.querySelector('[data-testid="bulk"]')?.dataset.ticked === String(count), count);

/** Brings the cards in and shows the inbox; returns its rows. */
async function begin(page) {
  await ready(page);
  await importText(page, "cards.vcf", CARDS);
  const rows = await questions(page);
  assert.deepEqual(rows.map(({ kind }) => kind), ["collision", "alias", "alias", "alias"]);
  await by(page, "question").waitFor();
  return rows;
}

/** Goes from what would change, which has the focus once it is there, to the button that confirms; waits until all is stored. */
async function confirm(page) {
  await by(page, "many-confirm").waitFor();
  await until(page, () => document.activeElement?.id === "many-title");
  await tabTo(page, "many-confirm");
  await page.keyboard.press("Enter");
  await until(page, () => !document.querySelector('[data-testid="many-confirm"]'));
  await saved(page);
  // Where it goes on: at a row, or at the list that has none left.
  await until(page, () => {
    const { dataset, firstElementChild } = document.activeElement;
    return dataset.testid === "question-row" || firstElementChild?.dataset.testid === "inbox-count";
  });
}

/** Looks at a decision on what is ticked, confirms it, and waits until it is stored. */
async function decide(page, keys, count) {
  await page.keyboard.press(keys);
  await by(page, "many-confirm").waitFor();
  assert.equal(await by(page, "many-item").count(), count);
  await confirm(page);
}

test("what is ticked is accepted in one, and taken back in one", () =>
  withBrowser(async (session, page) => {
    const rows = await begin(page);
    await page.locator("body").press("Space");
    await untilTicked(page, 1);
    assert.ok(await by(page, "row-tick", `[data-id="${rows[0].id}"]`).isChecked(), "the one on show is ticked");
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await untilTicked(page, 2);
    assert.ok(await by(page, "row-tick", `[data-id="${rows[1].id}"]`).isChecked());
    // A row that has the focus is ticked, whatever is on show.
    await by(page, "question-row", `[data-id="${rows[3].id}"]`).focus();
    await page.keyboard.press("Space");
    await untilTicked(page, 3);
    assert.ok(await by(page, "row-tick", `[data-id="${rows[3].id}"]`).isChecked());
    await session.screenshot("many-ticked");
    await page.keyboard.press("Shift+A");
    await by(page, "many-confirm").waitFor();
    assert.match(await by(page, "many-items").innerText(), /Dana Holt is read as Dana Holt/);
    assert.equal(await by(page, "many-confirm").innerText(), "Accept: 3 questions");
    await session.screenshot("many-ready");
    // Left, nothing is stored, and what was ticked still is.
    await page.keyboard.press("Escape");
    await by(page, "many-confirm").waitFor({ state: "detached" });
    await saved(page);
    assert.deepEqual(await decided(page), []);
    await untilTicked(page, 3);
    await decide(page, "Shift+A", 3);
    await until(page, () => document.querySelectorAll('[data-testid="question-row"]').length === 1);
    const names = rows.filter((_, index) => index !== 2).map(({ text }) => text);
    const after = await decided(page);
    assert.equal(after.length, 3);
    for (const one of after) assert.ok(one.startsWith("accept: ") && names.some((text) => text.includes(one.slice(8))), one);
    // After a reload, too, one press takes all of it back.
    await page.reload();
    await ready(page);
    await by(page, "question").waitFor();
    await page.locator("body").press("z");
    await saved(page);
    await until(page, () => document.querySelectorAll('[data-testid="question-row"]').length === 4);
    assert.deepEqual(await decided(page), []);
    assert.deepEqual((await questions(page)).map(({ id }) => id), rows.map(({ id }) => id));
    await verify(page);
  }));

test("each answer is given to many", () =>
  withBrowser(async (session, page) => {
    const rows = await begin(page);
    for (const [keys, verdict, left] of [["Shift+X", "reject", 0], ["Shift+U", "cantTell", 4], ["Shift+S", "snooze", 0]]) {
      await page.locator("body").press("*");
      await untilTicked(page, 4);
      await decide(page, keys, 4);
      await until(page, (left) => document.querySelectorAll('[data-testid="question-row"][data-state="open"]').length === left, left);
      assert.deepEqual((await decided(page)).map((one) => one.split(":")[0]), Array(4).fill(verdict));
      await page.locator("body").press("z");
      await saved(page);
      await until(page, () => document.querySelectorAll('[data-testid="question-row"]').length === 4);
      assert.deepEqual(await decided(page), []);
    }
    assert.deepEqual((await questions(page)).map(({ id }) => id), rows.map(({ id }) => id));
  }));

test("many are never more than the list shows, also with single keys switched off", () =>
  withBrowser(async (session, page) => {
    await begin(page);
    await page.locator("body").press("*");
    await untilTicked(page, 4);
    // Another filter unticks.
    await page.keyboard.press("/");
    await page.keyboard.type("smith");
    await until(page, () => document.querySelectorAll('[data-testid="question-row"]').length === 1);
    await untilTicked(page, 0);
    await tabTo(page, "tick-all");
    await page.keyboard.press("?");
    await tabTo(page, "single-keys");
    await page.keyboard.press("Space");
    assert.ok(!(await by(page, "single-keys").isChecked()));
    await page.keyboard.press("Escape");
    await page.locator("body").press("*");
    await page.keyboard.press("Shift+A");
    await saved(page);
    assert.equal(await ticked(page), "0", "the keys are off");
    await by(page, "inbox-search").focus();
    await tabTo(page, "tick-all");
    await page.keyboard.press("Space");
    await untilTicked(page, 1);
    await tabTo(page, "row-tick", "Ann Smith");
    await page.keyboard.press("Space");
    await untilTicked(page, 0);
    await page.keyboard.press("Space");
    await untilTicked(page, 1);
    await page.keyboard.press("Shift+Tab");
    await until(page, () => document.activeElement?.dataset.testid === "many-snooze");
    await by(page, "inbox-search").focus();
    await tabTo(page, "many-accept");
    await page.keyboard.press("Enter");
    await confirm(page);
    // Which of the two names comes first is not said.
    assert.match((await decided(page)).join("; "), /^accept: Anne? Smith$/);
  }));

test("what could not be decided is told, though its row is gone", () =>
  withBrowser(async (session, page) => {
    const rows = await begin(page);
    await page.locator("body").press("*");
    await untilTicked(page, 4);
    await page.keyboard.press("Shift+A");
    await by(page, "many-confirm").waitFor();
    // Meanwhile another page answers one of them otherwise.
    await stored(page, (memory, id) => memory.inbox.decide(id, { verdict: "reject" }), rows[1].id);
    await until(page, () => document.querySelectorAll('[data-testid="question-row"]').length === 3);
    await by(page, "many-confirm").focus();
    await page.keyboard.press("Enter");
    await by(page, "many-told").waitFor();
    await session.screenshot("many-told");
    assert.match(await by(page, "many-told").innerText(), /^3 questions decided/);
    const failed = by(page, "many-failed").locator("li");
    assert.equal(await failed.count(), 1);
    assert.equal(await failed.getAttribute("data-id"), rows[1].id);
    await failed.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await by(page, "question", `[data-id="${rows[1].id}"]`).waitFor();
    assert.equal((await decided(page)).filter((one) => one.startsWith("accept")).length, 3);
    await page.locator("body").press("z");
    await saved(page);
    assert.deepEqual((await decided(page)).map((one) => one.split(":")[0]), ["reject"], "the other page's answer stands");
  }));

test("all of one kind that nothing speaks against are offered only if the owner wants it", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    const [agree, differ] = [["Ann Smith", "Anne Smith"], ["Jon Avery", "John Avery"]];
    const cards = agree.map((name) => card(name, name)).join("") + differ.map((name, n) => card(name, name, `BDAY:198${n}-03-0${n + 1}`, `EMAIL:same@x.example`)).join("");
    await importText(page, "cards.vcf", cards);
    const rows = await questions(page);
    const against = await stored(page, async (memory) => {
      const { items } = await memory.inbox.list();
      const views = await Promise.all(items.map(({ id }) => memory.inbox.get(id)));
      return views.filter(({ reasons }) => reasons.some(({ side }) => side === "against")).map(({ row }) => row.id);
    });
    assert.ok(against.length > 0 && against.length < rows.length, "one has something against it, one has not");
    const kind = rows.find(({ id }) => !against.includes(id)).kind;
    await go(page, `kind-${kind}`);
    await by(page, "bulk").waitFor();
    assert.equal(await by(page, "many-unopposed").count(), 0);
    await page.locator("body").press("?");
    await tabTo(page, "unopposed");
    await page.keyboard.press("Space");
    assert.ok(await by(page, "unopposed").isChecked());
    await page.keyboard.press("Escape");
    await by(page, "inbox-search").focus();
    await tabTo(page, "many-unopposed");
    await page.keyboard.press("Enter");
    await by(page, "many-confirm").waitFor();
    const due = rows.filter((row) => row.kind === kind && !against.includes(row.id)).map(({ id }) => id);
    assert.deepEqual(await by(page, "many-item").evaluateAll((items) => items.map((item) => item.dataset.id)), due);
    await confirm(page);
    const left = await stored(page, async (memory) => (await memory.inbox.list()).items.map(({ id }) => id));
    assert.deepEqual(left, rows.map(({ id }) => id).filter((id) => !due.includes(id)));
    await page.reload();
    await ready(page);
    await page.locator("body").press("?");
    assert.ok(await by(page, "unopposed").isChecked(), "the choice is kept");
  }));

test("ticked questions that left the list where it does not show are not decided, and that is said", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    // More pairs than a page of the list has rows: the list does not know by itself what left it.
    let seed = 1;
    const letter = () => String.fromCharCode(97 + ((seed = (seed * 48_271) % 2_147_483_647) % 26));
    const word = () => Array.from({ length: 9 }, letter).join("");
    const pair = (_, at) => {
      const name = `${word()} ${word()}`;
      return ["x", "y"].map((end) => card(`${at}-${end}`, `${name}${end}`, `EMAIL:m${at}@x.example`)).join("");
    };
    await importText(page, "cards.vcf", Array.from({ length: 104 }, pair).join(""));
    const free = () => stored(page, (memory) => memory.inbox.list({ filter: { unopposed: true }, limit: 1 }));
    const { items, total } = await free();
    assert.ok(total > 100, `${total} questions are more than one page`);
    await questions(page);
    await by(page, "narrow").locator("summary").focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "narrow-unopposed");
    await page.keyboard.press("Space");
    await until(page, (all) => document.querySelector('[data-testid="bulk"]')?.textContent.includes(`Tick all ${all}`), total);
    await page.locator("body").press("*");
    await untilTicked(page, total);
    // Meanwhile another page answers one of them.
    const [{ id }] = items;
    await stored(page, (memory, id) => memory.inbox.decide(id, { verdict: "reject" }), id);
    assert.equal((await free()).total, total - 1);
    await until(page, (id) => !document.querySelector(`[data-testid="question-row"][data-id="${id}"]`), id);
    await untilTicked(page, total);
    await page.locator("body").press("Shift+U");
    await by(page, "many-confirm").waitFor();
    assert.equal(await by(page, "many-confirm").innerText(), `Can’t tell: ${total - 1} questions`);
    assert.equal(await by(page, "many-unlisted").innerText(), "1 ticked is no longer in the list.");
    await session.screenshot("many-unlisted");
    await confirm(page);
    const answers = await decided(page);
    assert.equal(answers.filter((one) => one.startsWith("cantTell")).length, total - 1);
    await verify(page);
  }));
