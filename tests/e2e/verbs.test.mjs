// Every answer to a question, by keyboard alone, as the module tells of it afterwards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, go, importFiles, importText, openQuestion, questions, ready, saved, stored, told, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const FILES = ["e2e-contacts.vcf", "e2e-conversation.jsonl"];

/** Kind of question, key, and how the module tells of it. */
const ANSWERS = [
  ["alias", "a", ["decided", "accept"]],
  ["merge", "x", ["decided", "reject"]],
  ["collision", "u", ["open", "cantTell"]],
  ["new-name", "s", ["snoozed", "snooze"]],
  ["new-name", "a", ["decided", "accept"]],
  ["new-name", "x", ["decided", "reject"]],
  ["ambiguity", "1", ["decided", "choose"]],
  ["ambiguity", "n", ["decided", "someoneNew"]],
  ["ambiguity", "x", ["decided", "reject"]],
];

test("each answer is stored as it was given, and taken back", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importFiles(page, FILES);
    const asked = (await questions(page)).map(({ id }) => id).sort();
    for (const [kind, key, due] of ANSWERS) {
      const id = await openQuestion(page, kind);
      await page.keyboard.press(key);
      await saved(page);
      assert.deepEqual(await told(page, id), due, `${kind}: ${key}`);
      await page.keyboard.press("z");
      await saved(page);
      assert.deepEqual(await told(page, id), ["open"], `${kind}: ${key} is taken back`);
    }
    assert.deepEqual((await questions(page)).map(({ id }) => id).sort(), asked);
    await verify(page);
  }));

test("a member of a group is unticked, and kept apart from the others", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", ["1", "2", "3"].map((uid) => card(uid, "Dana Holt")).join(""));
    const id = await openQuestion(page, "collision");
    await by(page, "tick-3").waitFor();
    await page.keyboard.press("2");
    await until(page, () => !document.querySelector('[data-testid="tick-2"]').checked);
    // What one is left with is nothing to say.
    await page.keyboard.press("3");
    await by(page, "too-few").waitFor();
    await page.keyboard.press("a");
    await saved(page);
    assert.deepEqual(await told(page, id), ["open"]);
    await page.keyboard.press("3");
    await by(page, "too-few").waitFor({ state: "detached" });
    await page.keyboard.press("a");
    await saved(page);
    assert.deepEqual(await told(page, id), ["decided", "accept"]);
    const rows = await stored(page, async (memory) => {
      const { items } = await memory.entities();
      return Promise.all(items.map(({ id }) => memory.entity(id)));
    });
    assert.equal(rows.length, 2, "two are one");
    assert.deepEqual(rows.map((one) => one.notSame.map(({ id }) => id)), [[rows[1].row.id], [rows[0].row.id]]);
    await page.keyboard.press("z");
    await saved(page);
    assert.deepEqual(await told(page, id), ["open"]);
  }));

test("of a group of three none are the same, and none of them was meant", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", ["1", "2", "3"].map((uid) => card(uid, "Dana Holt")).join(""));
    const entities = await stored(page, async (memory) => (await memory.entities()).items.map(({ id }) => id));
    /** Whom each is not the same as. */
    const apart = () =>
      stored(page, async (memory, ids) => {
        const views = await Promise.all(ids.map((id) => memory.entity(id)));
        return views.map(({ notSame }) => notSame.map(({ id }) => id).sort());
      }, entities);
    const group = await openQuestion(page, "collision");
    await page.keyboard.press("x");
    await saved(page);
    assert.deepEqual(await told(page, group), ["decided", "reject"]);
    const others = entities.map((one) => entities.filter((other) => other !== one).sort());
    assert.deepEqual(await apart(), others, "every pair is kept apart");
    // Who is meant is asked, as they are three.
    const said = JSON.stringify({ speaker: "Priya", text: "I met Dana Holt today.", time: "2026-03-02T09:00:00Z" });
    await go(page, "import");
    await importText(page, "chat.jsonl", `${said}\n`);
    const which = await openQuestion(page, "ambiguity");
    await by(page, "candidate-3").waitFor();
    assert.match(await by(page, "act-reject").innerText(), /^None of these/);
    await page.keyboard.press("x");
    await saved(page);
    assert.deepEqual(await told(page, which), ["decided", "reject"]);
    await page.keyboard.press("z");
    await saved(page);
    assert.deepEqual(await told(page, which), ["open"]);
    await page.keyboard.press("z");
    await saved(page);
    assert.deepEqual(await told(page, group), ["open"]);
    assert.deepEqual(await apart(), entities.map(() => []));
    await verify(page);
  }));

test("a question about something that changed is asked again, and can be accepted then", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importText(page, "cards.vcf", card("1", "Ann Smith") + card("2", "Anne Smith"));
    const id = await openQuestion(page, "alias");
    await stored(page, async (memory) => {
      const { items } = await memory.entities();
      await memory.edit({ what: "addField", entity: items[0].id, field: "title", value: "Chief" });
    });
    await by(page, "stale").waitFor();
    assert.match(await by(page, "stale").innerText(), /Title\s+none\s+Chief/);
    await page.keyboard.press("a");
    await saved(page);
    assert.deepEqual(await told(page, id), ["open"], "nothing is accepted that was not asked");
    await page.keyboard.press("r");
    await saved(page);
    await by(page, "stale").waitFor({ state: "detached" });
    const fresh = await by(page, "question").getAttribute("data-id");
    assert.notEqual(fresh, id);
    await by(page, "act-accept", ":enabled").waitFor();
    await page.keyboard.press("a");
    await saved(page);
    assert.deepEqual(await told(page, fresh), ["decided", "accept"]);
  }));
