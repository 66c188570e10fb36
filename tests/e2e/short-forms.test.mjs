// Short forms of names that the owner adds, by keyboard: added, asked about, removed, taken back, kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, importText, openEntity, questions, ready, saved, stored, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const CARDS = ["Xandi Okafor", "Alexander Okafor"].map((name) => card(name, name)).join("");

/** Writes a sentence by keyboard alone, from the first field on. */
async function write(page, short, long) {
  await by(page, "short-form").focus();
  await page.keyboard.type(short);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(long);
  await page.keyboard.press("Enter");
}

const rows = (page) => by(page, "short-form-row").allInnerTexts();

test("a short form is added, asked about, removed and taken back by keyboard", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    assert.deepEqual(await questions(page), []);

    await page.locator("body").press("g");
    await page.keyboard.press("f");
    await by(page, "short-forms-none").waitFor();
    await session.screenshot("short-forms-none");
    await write(page, "Xandi", "Alexander");
    await by(page, "short-form-row").waitFor();
    await saved(page);
    assert.match((await rows(page))[0], /Xandi\s+Alexander/);
    await session.screenshot("short-forms");
    // The place for the next one.
    await until(page, () => document.activeElement?.id === "short-form");

    // What cannot be is said, and what was written stays.
    await write(page, "Bea", "Beate Maria");
    await by(page, "short-form-problem", '[data-code="bad_form"]').waitFor();
    assert.equal(await by(page, "long-form").inputValue(), "Beate Maria");
    await session.screenshot("short-forms-problem");

    const asked = await questions(page);
    assert.deepEqual(asked.map(({ kind }) => kind), ["alias"]);
    await page.reload();
    await ready(page);
    assert.deepEqual(await questions(page), asked, "a reload shows the same");

    await page.locator("body").press("g");
    await page.keyboard.press("f");
    await by(page, "short-form-remove").focus();
    await page.keyboard.press("Enter");
    await by(page, "short-forms-none").waitFor();
    await saved(page);
    assert.deepEqual(await questions(page), []);

    // `z` takes back what was said last: it holds again.
    await page.locator("body").press("z");
    await by(page, "question-row").waitFor();
    await saved(page);
    assert.equal((await questions(page)).length, 1);
    await verify(page);
    await by(page, "history-row", '[data-operation="short_forms"]').first().waitFor();
    await session.screenshot("short-forms-history");
    assert.equal(await by(page, "history-row", '[data-operation="short_forms"]').count(), 2);
  }));

test("one press adds one, what is typed meanwhile stays, and `z` takes back what is being saved", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    const entity = await openEntity(page, "Alexander Okafor");
    await stored(page, (memory, entity) => memory.edit({ what: "addName", entity, name: "A. Okafor" }), entity);
    await page.evaluate(() => (location.hash = "#/short-forms"));
    await write(page, "Xandi", "Alexander");
    await by(page, "short-form-row").waitFor();
    await saved(page);
    await by(page, "short-form").fill("Sascha");
    await by(page, "long-form").fill("Alexander");
    // Sent twice, the next one begun, and `z`, all before the first can be stored.
    await page.evaluate(() => {
      const form = document.querySelector('[data-testid="short-form-add"]');
      form.requestSubmit();
      form.requestSubmit();
      const short = document.querySelector('[data-testid="short-form"]');
      short.value = "Lex";
      short.dispatchEvent(new InputEvent("input", { bubbles: true }));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", bubbles: true, cancelable: true }));
    });
    await until(page, () => document.querySelector('[data-testid="live-polite"]').textContent.startsWith("Taken back"));
    await saved(page);
    assert.equal(await by(page, "short-form").inputValue(), "Lex");
    const forms = await stored(page, async (memory) => (await memory.shortForms.list()).items.map(({ short }) => short.text));
    assert.deepEqual(forms, ["Xandi"]);
    const { items } = await stored(page, (memory) => memory.history({ decisionsOnly: true }));
    assert.deepEqual(items.map(({ operation, undoable }) => [operation, undoable]), [["short_forms", false], ["short_forms", true], ["edit", true]]);
  }));

for (const [name, options] of [
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 390, height: 780 } }],
]) {
  test(`the page of short forms holds in a ${name} window`, () =>
    withBrowser(async (session, page) => {
      await ready(page);
      await importText(page, "cards.vcf", CARDS);
      await page.evaluate(() => (location.hash = "#/short-forms"));
      await write(page, "شادي", "Alexander");
      await by(page, "short-form-row").waitFor();
      await write(page, "Xandi", "Alexander");
      await until(page, () => document.querySelectorAll('[data-testid="short-form-row"]').length === 2);
      await saved(page);
      await session.screenshot(`short-forms-${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, "nothing is cut off at the side");
    }, options));
}
