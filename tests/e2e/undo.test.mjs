// What was decided is taken back from the history and by `z`, by keyboard: one of many, all that are left of them, and a
// decision together with what builds on it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, go, importText, openQuestion, questions, ready, saved, stored, tabTo, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const PAIRS = [["Ann Smith", "Anne Smith"], ["Zbigniew Kowalczyk", "Zbigniew Kowalczik"], ["Jon Avery", "John Avery"]];
const CARDS = PAIRS.flat().map((name) => card(name, name)).join("");
const CHAT = `${JSON.stringify({ speaker: "Priya", text: "I met Maren Vogt today.", time: "2026-03-02T09:00:00Z" })}\n`;

/** The decisions and edits that are in force, newest first, as the module tells them. */
const inForce = (page) =>
  stored(page, async (memory) => {
    const { items } = await memory.history({ decisionsOnly: true });
    return items.filter(({ undoneBy, undoable }) => undoable && !undoneBy).map(({ operation }) => operation);
  });

test("of many decided in one go one is taken back, then all that are left", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    const asked = await questions(page);
    assert.equal(asked.length, PAIRS.length);
    const ids = asked.map(({ id }) => id);
    await stored(page, (memory, ids) => memory.inbox.decideMany(ids.map((id) => [id, { verdict: "accept" }])), ids);
    assert.equal((await inForce(page)).length, 3);
    await go(page, "history");
    await until(page, () => document.querySelectorAll('[data-testid="history-undo-all"]').length === 3);
    await session.screenshot("undo-all");
    await tabTo(page, "history-undo");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelectorAll('[data-testid="history-undo-all"]').length === 2);
    // Where it goes on, though the button is gone.
    await until(page, () => document.activeElement.closest('[data-testid="history-row"]')?.innerText.includes("taken back"));
    await saved(page);
    assert.equal((await inForce(page)).length, 2);
    assert.equal((await questions(page)).length, 1);
    await go(page, "history");
    await by(page, "history-undo-all").first().waitFor();
    await tabTo(page, "history-undo-all");
    await page.keyboard.press("Enter");
    await by(page, "history-undo-all").first().waitFor({ state: "detached" });
    await saved(page);
    assert.deepEqual(await inForce(page), []);
    assert.deepEqual((await questions(page)).map(({ id }) => id), ids);
    await verify(page);
  }));

test("a decision on which others build is taken back together with them, if the owner wants that", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "chat.jsonl", CHAT);
    const before = await questions(page);
    const id = await openQuestion(page, "new-name");
    await page.keyboard.press("a");
    await saved(page);
    const found = () =>
      stored(page, async (memory) => {
        const { items } = await memory.entities();
        return items.filter(({ name }) => name.text === "Maren Vogt").map(({ id }) => id);
      });
    const [entity] = await found();
    await stored(page, (memory, entity) => memory.edit({ what: "addField", entity, field: "title", value: "Chief" }), entity);
    const both = await inForce(page);
    assert.equal(both.length, 2);
    await page.locator("body").press("z");
    await by(page, "undo-together").waitFor();
    await by(page, "undo-first").locator("li").first().waitFor();
    assert.match((await by(page, "undo-first").locator("li").allInnerTexts()).join("; "), /^added the title Chief to Maren Vogt [^;]+$/);
    await session.screenshot("undo-together");
    // Left, nothing is taken back; also not in the history, which asks the same.
    await page.keyboard.press("Escape");
    await by(page, "undo-together").waitFor({ state: "detached" });
    await saved(page);
    assert.deepEqual(await inForce(page), both);
    await go(page, "history");
    const review = await stored(page, async (memory, id) => (await memory.inbox.get(id)).decisions.at(-1).id, id);
    await by(page, "history-row", `[data-id="${review}"]`).locator('[data-testid="history-undo"]').press("Enter");
    await by(page, "undo-together").waitFor();
    await tabTo(page, "undo-together");
    await page.keyboard.press("Enter");
    await by(page, "history-undo").first().waitFor({ state: "detached" });
    await saved(page);
    assert.deepEqual(await inForce(page), []);
    assert.deepEqual(await found(), []);
    assert.deepEqual(await questions(page), before);
    await verify(page);
  }));
