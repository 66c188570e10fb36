// Why two entities are not asked about, where an owner looks for it: on an entity's page, by keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, importText, openEntity, ready, until } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const CARDS = ["Maria Okafor", "Mario Okafor", "Marja Okafor", "Tomasz Lindgren"].map((name) => card(name, name)).join("");

/** Asks why by keyboard, and gives the code. */
async function ask(page, other) {
  await by(page, "why-not-search").focus();
  await page.keyboard.type(other);
  // The first is active, as it has exactly this name.
  await by(page, "why-not-search-choice", '[aria-selected="true"]').filter({ hasText: other }).waitFor();
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
