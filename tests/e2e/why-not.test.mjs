// Why two entities are not asked about, where an owner looks for it: on an entity's page, by keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, importText, ready, until } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const NAMES = ["Maria Okafor", "Mario Okafor", "Marja Okafor", "Tomasz Lindgren"];
const CARDS = NAMES.map((name) => `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${name}\r\nFN:${name}\r\nEND:VCARD\r\n`).join("");

/** Opens the page of an entity. */
async function openEntity(page, name) {
  await page.evaluate((name) => (location.hash = `#/entities?q=${encodeURIComponent(name)}`), name);
  const row = by(page, "entity-row").filter({ hasText: name }).first();
  await row.focus();
  await page.keyboard.press("Enter");
  await by(page, "entity-name").filter({ hasText: name }).waitFor();
}

/** Asks why by keyboard, and gives the code. */
async function ask(page, other) {
  const search = by(page, "why-not-search");
  await search.fill("");
  await search.focus();
  await page.keyboard.type(other);
  const choice = by(page, "why-not-choice").filter({ hasText: other }).first();
  await choice.waitFor();
  await choice.focus();
  await page.keyboard.press("Enter");
  await by(page, "why-not-answer").filter({ hasText: other }).waitFor();
  // A screen reader is taken there.
  await until(page, () => document.activeElement?.id === "why-not-answer");
  return by(page, "why-not-said").getAttribute("data-code");
}

for (const [name, options] of [
  ["wide", {}],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 390, height: 780 } }],
]) {
  test(`an entity's page says why another is not asked about (${name})`, () =>
    withBrowser(async (session, page) => {
      await ready(page);
      await importText(page, "cards.vcf", CARDS);
      await openEntity(page, "Maria Okafor");
      await by(page, "why-not").locator("summary").first().focus();
      await page.keyboard.press("Enter");
      await by(page, "why-not-search").waitFor();

      assert.equal(await ask(page, "Mario Okafor"), "given_names_differ");
      assert.match(await by(page, "why-not-said").innerText(), /read as two different names/);
      const likelihood = by(page, "why-not-likelihood").locator("p");
      assert.equal(await likelihood.isVisible(), false, "the number comes on demand");
      await by(page, "why-not-likelihood").locator("summary").focus();
      await page.keyboard.press("Enter");
      assert.match(await likelihood.innerText(), /0\.\d\d of 1/);
      await by(page, "why-not-answer").scrollIntoViewIfNeeded();
      await session.screenshot(`why-not-${name}`);

      assert.equal(await ask(page, "Tomasz Lindgren"), "too_far");
      await session.screenshot(`why-not-far-${name}`);
      assert.equal(await ask(page, "Marja Okafor"), "asked");
      await by(page, "why-not-question").focus();
      await page.keyboard.press("Enter");
      await by(page, "question").waitFor();
    }, options));
}
