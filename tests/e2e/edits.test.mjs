// What the owner changes by hand on an entity's page, by keyboard alone: each edit says what it does before it is stored, is
// stored as the module tells it, and is taken back to the letter.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, importText, openEntity, openForm, ready, saved, stoppable, stored, tabTo, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const CARDS = [
  card("a", "Dana Holt", "NICKNAME:Danny Holt", "EMAIL:paint@x.example", "EMAIL:cars@x.example", "TEL;VALUE=uri:tel:+1-202-555-0142"),
  card("b", "Zbigniew Kowalczyk", "ORG:Northwind"),
  card("c", "Maren Vogt"),
].join("");
const CHAT = ["Dana Holt paints.", "Dana Holt fixes cars.", "Dana Holt sold a picture."]
  .map((text, n) => `${JSON.stringify({ speaker: "Priya", text, time: `2026-03-02T09:0${n}:00Z` })}\n`)
  .join("");

/** The entity as the module tells it. */
const view = (page, id) => stored(page, (memory, id) => memory.entity(id), id);

/** All of it but the revision, which counts what was taken back as well. */
const content = ({ revision, ...rest }) => rest;

/** Waits for what the edit on the bar would change, stores it, and returns what was said. */
async function store(page) {
  await by(page, "edit-bar", '[data-state="ready"]').waitFor();
  const said = await by(page, "edit-preview").innerText();
  await tabTo(page, "edit-store");
  await page.keyboard.press("Enter");
  await saved(page);
  return said.replace(/\s+/g, " ").trim();
}

/** Writes in the field that Tab leads to. */
async function write(page, id, text) {
  await tabTo(page, id);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

const names = (view) => view.names.map(({ name }) => name.text);
const values = (view, field) => view.fields.filter((one) => one.field === field).map(({ value }) => value.text);

/** The edits of one entity: what is done, what is said before, and how the module tells of it afterwards. */
const EDITS = [
  {
    says: "Dana Holt also answers to D. Holt.",
    async make(page) {
      await write(page, "edit-name", "D. Holt");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.ok(names(view).includes("D. Holt")),
    back: "edit-name",
  },
  {
    says: "Dana Holt is called Danielle Holt from now on.",
    async make(page) {
      await write(page, "edit-name", "Danielle Holt");
      await tabTo(page, "edit-prefer");
      await page.keyboard.press("Space");
      await tabTo(page, "edit-name-add");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.equal(view.row.name.text, "Danielle Holt"),
    back: "edit-name-add",
  },
  {
    says: "Danielle Holt is called Dana Holt from now on.",
    async make(page) {
      await tabTo(page, "edit-name-prefer", "Prefer Dana Holt");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.equal(view.row.name.text, "Dana Holt"),
  },
  {
    says: "Dana Holt no longer answers to Danny Holt.",
    async make(page) {
      await tabTo(page, "edit-name-remove", "Remove Danny Holt");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.ok(!names(view).includes("Danny Holt")),
    back: "form-title",
  },
  {
    says: "Dana Holt also has the birthday 1980-02-01.",
    async make(page) {
      await write(page, "edit-field", "Birthday");
      await write(page, "edit-value", "1980-02-01");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.deepEqual(values(view, "birthday"), ["1980-02-01"]),
    back: "edit-value",
  },
  {
    says: "Dana Holt no longer has the phone +1-202-555-0142.",
    async make(page) {
      await tabTo(page, "edit-field-remove", "+1-202-555-0142");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.deepEqual(values(view, "phone"), []),
    back: "form-title",
  },
  {
    says: "Dana Holt is a person.",
    async make(page) {
      await write(page, "edit-kind", "person");
      await page.keyboard.press("Enter");
    },
    holds: (view) => assert.equal(view.row.kind, "person"),
    back: "edit-kind",
  },
];

test("names, fields and kind are edited, and taken back one by one", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    const id = await openEntity(page, "Dana Holt");
    const before = [await view(page, id)];
    await openForm(page, "edit");
    await session.screenshot("edit");
    for (const { make, says, holds, back } of EDITS) {
      await make(page);
      assert.equal(await store(page), says);
      const now = await view(page, id);
      holds(now);
      before.push(now);
      if (back) await until(page, (id) => (document.activeElement?.dataset.testid ?? "") === id, back);
    }
    await session.screenshot("edit-done");
    assert.equal(await by(page, "edit-name").inputValue(), "", "what is stored is not written twice");
    before.pop();
    // Out of the field, then back to the entity.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await until(page, () => document.activeElement?.dataset.testid === "open-edit");
    assert.match(await page.evaluate(() => location.hash), /\?q=Dana%20Holt$/, "the search is kept");
    for (const due of before.reverse()) {
      await page.keyboard.press("z");
      await saved(page);
      assert.equal((await view(page, id)).checksum, due.checksum);
    }
    await verify(page);
  }));

test("what cannot be is said on the bar, and what changes nothing is not stored", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    const id = await openEntity(page, "Maren Vogt");
    const before = await view(page, id);
    await openForm(page, "edit");
    await tabTo(page, "edit-name-remove");
    await page.keyboard.press("Enter");
    await by(page, "edit-refused", '[data-code="bad_argument"]').waitFor();
    await page.keyboard.press("Enter");
    await write(page, "edit-name", "Maren Vogt");
    // Writing takes the edit off the bar.
    await by(page, "edit-bar", '[data-state="none"]').waitFor();
    await page.keyboard.press("Enter");
    await by(page, "edit-bar", '[data-state="same"]').waitFor();
    await until(page, () => document.activeElement?.id === "edit-store");
    await page.keyboard.press("Enter");
    await tabTo(page, "edit-cancel");
    await page.keyboard.press("Enter");
    // Back where it was opened.
    await until(page, () => document.activeElement?.id === "edit-name");
    assert.equal((await view(page, id)).revision, before.revision);
  }));

/** Picks another entity and says what is true of the two. */
async function relate(page, other, act) {
  await openForm(page, "relate");
  await write(page, "relate-search", other.slice(0, -2));
  await by(page, "relate-search-choice", '[aria-selected="true"]').filter({ hasText: other }).waitFor();
  await page.keyboard.press("Enter");
  await by(page, "relate-other").filter({ hasText: other }).waitFor();
  await until(page, () => document.activeElement?.dataset.testid === "relate-ask");
  await page.keyboard.press("Space");
  for (let at = ["relate-ask", "relate-merge", "relate-not-same"].indexOf(act); at > 0; at -= 1) {
    await page.keyboard.press("ArrowDown");
  }
  await until(page, (act) => document.querySelector(`[data-testid="${act}"]`).checked, act);
}

/** What is said of two: what the page says before, and how the module tells of it afterwards. */
const RELATIONS = [
  {
    act: "relate-ask",
    says: /^You will be asked whether Dana Holt and Zbigniew Kowalczyk are the same\.$/,
    holds: (a, b) => assert.deepEqual([a.questions.length, b.questions], [1, a.questions]),
  },
  {
    act: "relate-merge",
    says: /^Zbigniew Kowalczyk \(Northwind\) is read as Dana Holt .*every name and field is kept\.$/,
    holds: (a, b) => assert.deepEqual([b.row.id, a.absorbed.length], [a.row.id, 1]),
  },
  {
    act: "relate-not-same",
    says: /^One pair is kept apart/,
    holds: (a, b) => assert.deepEqual(a.notSame.map(({ id }) => id), [b.row.id]),
  },
];

test("two are asked about, merged and kept apart by hand", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    const b = await openEntity(page, "Zbigniew Kowalczyk");
    const a = await openEntity(page, "Dana Holt");
    const both = async () => [await view(page, a), await view(page, b)];
    const before = await both();
    for (const { act, says, holds } of RELATIONS) {
      await relate(page, "Zbigniew Kowalczyk", act);
      assert.match(await store(page), says);
      // The form is done: back at what opened it.
      await until(page, () => document.activeElement?.dataset.testid === "open-relate");
      await session.screenshot(act);
      holds(...(await both()));
      await page.keyboard.press("z");
      await saved(page);
      assert.deepEqual((await both()).map(content), before.map(content), `${act} is taken back`);
    }
    // The other one survives, if the owner says so; why is kept with it.
    await relate(page, "Zbigniew Kowalczyk", "relate-merge");
    await tabTo(page, "relate-survivor-1");
    await page.keyboard.press("ArrowDown");
    await until(page, () => /Dana Holt.* is read as Zbigniew/.test(document.querySelector('[data-testid="edit-preview"]').innerText));
    await tabTo(page, "edit-why");
    await page.keyboard.type("he told me");
    await store(page);
    const [merged] = await both();
    assert.equal(merged.row.id, b);
    const history = await stored(page, (memory) => memory.history({ decisionsOnly: true, limit: 1 }));
    assert.equal(history.items[0].edit.reason, "he told me");
  }));

test("nobody is picked from the list of another text, and nothing is stored before it is shown", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    const id = await openEntity(page, "Dana Holt");
    const before = await view(page, id);
    await openForm(page, "relate");
    await write(page, "relate-search", "Maren");
    await by(page, "relate-search-choice").filter({ hasText: "Maren Vogt" }).waitFor();
    // Another text and Enter in one go: the list on show does not answer it.
    await page.evaluate(() => {
      const input = document.querySelector('[data-testid="relate-search"]');
      input.value = "Zbigniew";
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    });
    await by(page, "relate-search-choice").filter({ hasText: "Zbigniew" }).waitFor();
    assert.equal(await by(page, "relate-other").count(), 0);
    await page.keyboard.press("Enter");
    await by(page, "relate-other").filter({ hasText: "Zbigniew" }).waitFor();
    // Chosen and sent in one go: what it changes was not shown.
    await page.evaluate(() => {
      document.querySelector('[data-testid="relate-merge"]').click();
      document.querySelector('[data-testid="edit-bar"]').requestSubmit();
    });
    await by(page, "edit-bar", '[data-state="ready"]').waitFor();
    assert.equal((await view(page, id)).absorbed.length, 0);
    // While it is being saved the form stays, and `z` takes back this and nothing before it.
    await page.evaluate(() => {
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      document.querySelector('[data-testid="edit-bar"]').requestSubmit();
      press("Escape");
      globalThis.stayed = location.hash;
      press("z");
    });
    await saved(page);
    assert.match(await page.evaluate(() => globalThis.stayed), /\/relate/);
    await until(page, () => !location.hash.includes("/relate"));
    await saved(page);
    assert.deepEqual(content(await view(page, id)), content(before));
    const acts = await stored(page, (memory) => memory.history({ decisionsOnly: true }));
    assert.deepEqual(acts.items.map(({ undoable }) => undoable), [false], "it was stored once, and taken back");
  }));

test("an entity that is two is split by mentions, names and fields", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", CARDS);
    await importText(page, "chat.jsonl", CHAT);
    const id = await openEntity(page, "Dana Holt");
    const before = await view(page, id);
    assert.equal(before.mentions.total, 3);
    await openForm(page, "split");
    await by(page, "edit-bar", '[data-state="none"]').waitFor();
    const where = async (text, keys) => {
      await tabTo(page, "split-where", text);
      for (const key of keys) await page.keyboard.press(key);
    };
    await where("Name Dana Holt", ["ArrowDown", "ArrowDown"]);
    await where("cars@x.example", ["ArrowDown"]);
    await page.evaluate(() => document.querySelector('[data-testid="split-name"]').focus());
    for (;;) {
      await tabTo(page, "split-mention");
      if (await page.evaluate(() => document.activeElement.closest("label").innerText.includes("fixes cars"))) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Space");
    await until(page, () => document.querySelector('[data-testid="edit-preview"]').innerText.includes("1 mention will be read as the new"));
    await session.screenshot("split");
    const said = await store(page);
    assert.match(said, /A new entry is made: Dana Holt\./);
    assert.match(said, /no longer has the email cars@x\.example/);
    await until(page, () => document.activeElement?.dataset.testid === "open-split");
    const old = await view(page, id);
    assert.deepEqual([values(old, "email"), old.mentions.total, old.notSame.length], [["paint@x.example"], 2, 1]);
    const fresh = await view(page, old.notSame[0].id);
    assert.deepEqual([fresh.row.name.text, values(fresh, "email")], ["Dana Holt", ["cars@x.example"]]);
    assert.deepEqual(fresh.mentions.items.map(({ sentence }) => sentence.text), ["Dana Holt fixes cars."]);
    await page.keyboard.press("z");
    await saved(page);
    assert.deepEqual(content(await view(page, id)), content(before));
    await verify(page);
  }));

/** Opens the app with `stopEngine()`, after which the engine comes to nothing that is sent in the same turn. */
async function openStoppable(session) {
  await stoppable(session);
  const page = await session.open();
  await ready(page);
  await importText(page, "cards.vcf", CARDS);
  return page;
}

test("what is said while another edit fails is what the bar shows afterwards", () =>
  withBrowser(async (session) => {
    const page = await openStoppable(session);
    await openEntity(page, "Dana Holt");
    await relate(page, "Zbigniew Kowalczyk", "relate-merge");
    await by(page, "edit-bar", '[data-state="ready"]').waitFor();
    await page.evaluate(() => {
      globalThis.stopEngine();
      document.querySelector('[data-testid="edit-bar"]').requestSubmit();
      document.querySelector('[data-testid="relate-not-same"]').click();
    });
    await until(page, () => /kept apart/.test(document.querySelector('[data-testid="edit-preview"]').innerText));
    assert.match(await store(page), /^One pair is kept apart/);
    const acts = await stored(page, (memory) => memory.history({ decisionsOnly: true }));
    assert.deepEqual(acts.items.map(({ edit }) => edit.what), ["notSame"]);
  }));

for (const [outcome, stop, says] of [
  ["stored", false, /^Stored\..*M\. Vogt/],
  ["not stored", true, /^The engine stopped before it answered/],
]) {
  test(`what a form sent is told and not shown on the form after it, if it was ${outcome}`, () =>
    withBrowser(async (session) => {
      const page = await openStoppable(session);
      const id = await openEntity(page, "Maren Vogt");
      await openForm(page, "edit");
      await write(page, "edit-name", "M. Vogt");
      await page.keyboard.press("Enter");
      await by(page, "edit-bar", '[data-state="ready"]').waitFor();
      // Sent and left in one go; whatever the bar of the other form says from then on is kept.
      await page.evaluate((stop) => {
        globalThis.barSaid = [];
        const look = () => {
          if (document.querySelector('[data-testid="relate-form"]')) {
            globalThis.barSaid.push(document.querySelector('[data-testid="edit-bar"]')?.innerText ?? "");
          }
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        if (stop) globalThis.stopEngine();
        document.querySelector('[data-testid="edit-bar"]').requestSubmit();
        location.hash = location.hash.replace("/edit", "/relate");
      }, stop);
      await by(page, "notice").filter({ hasText: says }).waitFor();
      await saved(page);
      await by(page, "relate-form").waitFor();
      await by(page, "edit-bar", '[data-state="none"]').waitFor();
      const said = await page.evaluate(() => globalThis.barSaid.filter(Boolean));
      assert.deepEqual([...new Set(said)], ["Pick the other one, then say what is true."]);
      assert.equal(names(await view(page, id)).includes("M. Vogt"), !stop);
    }));
}

test("an edit of which nobody knows whether it was stored says so, and can be looked for or sent again", () =>
  withBrowser(async (session) => {
    const page = await openStoppable(session);
    const id = await openEntity(page, "Maren Vogt");
    await openForm(page, "edit");
    await write(page, "edit-name", "M. Vogt");
    await page.keyboard.press("Enter");
    await by(page, "edit-bar", '[data-state="ready"]').waitFor();
    // The engine stops before it comes to the edit.
    await page.evaluate(() => {
      globalThis.stopEngine();
      document.querySelector('[data-testid="edit-bar"]').requestSubmit();
    });
    await by(page, "edit-problem", '[data-code="core_stopped"]').waitFor();
    await session.screenshot("edit-unknown");
    assert.match(await by(page, "edit-look").getAttribute("href"), /#\/history/);
    // What it would change now tells that it was not stored; so it is sent again.
    await by(page, "edit-bar", '[data-state="ready"]').waitFor();
    assert.equal(await store(page), "Maren Vogt also answers to M. Vogt.");
    assert.deepEqual(names(await view(page, id)), ["Maren Vogt", "M. Vogt"]);
  }));
