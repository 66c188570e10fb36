// What messages mean, in the app: claims on entities and in their messages, contradictions decided by keyboard alone, the
// owner as “You”, predicates, and sentences found by search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, go, openEntity, openQuestion, questions, ready, saved, stored, tabTo, told, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

/** Ingests messages with claims, as a host beside the app does. [id, speaker, text, claims, more] */
const tell = (page, messages) =>
  stored(page, async (memory, messages) => {
    for (const [id, speaker, text, claims, { mayFail, ...more } = {}] of messages) {
      const whole = { start: 0, end: text.length };
      const sent = claims.map(([subject, predicate, object, more]) => ({ subject, predicate, object, evidence: [whole], ...more }));
      const report = await memory.ingest({ id, source: "talk", speaker, time: Date.UTC(2026, 2, Number(id)), text, claims: sent, ...more });
      const lost = report.claims.find(({ stored }) => !stored);
      if (lost && !mayFail) throw new Error(`${text}: ${lost.reason}`);
    }
  }, messages);

const declare = (page, ...predicates) => stored(page, (memory, predicates) => memory.declarePredicates(predicates), predicates);

/** Where each claim stands, oldest first. */
const standings = (page) => stored(page, async (memory) => (await memory.claims()).items.map(({ standing }) => standing));

const LEEDS = ["1", undefined, "Dana lives in Leeds.", [["Dana", "lives_in", "Leeds"]]];
const YORK = ["2", "Dana", "I live in York.", [["I", "lives_in", "York"]]];
const YORK_AGAIN = ["3", "Omar", "Dana lives in York these days.", [["Dana", "lives_in", "York"]]];
/** The owner's own words. */
const mine = (id, text, ...claim) => [id, undefined, text, [claim], { role: "user", firstPersonOwner: true }];

/** Keys, how the module tells of the answer, and where the three claims then stand. */
const ANSWERS = [
  ["a", ["decided", "accept"], ["superseded", "inForce", "inForce"]],
  ["1", ["decided", "choose"], ["inForce", "superseded", "superseded"]],
  ["2", ["decided", "choose"], ["superseded", "inForce", "inForce"]],
  ["x", ["decided", "reject"], ["kept", "kept", "kept"]],
  ["u", ["open", "cantTell"], ["inForce", "inForce", "inForce"]],
  ["s", ["snoozed", "snooze"], ["inForce", "inForce", "inForce"]],
];

test("a contradiction is listed, shown and decided by keyboard alone, and every answer is taken back", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await declare(page, "lives_in");
    await tell(page, [LEEDS, YORK, YORK_AGAIN]);
    await by(page, "nav-kind-contradiction").waitFor();
    assert.match(await by(page, "nav-kind-contradiction").innerText(), /Contradictions\s*1/);
    const asked = (await questions(page)).filter(({ kind }) => kind === "contradiction");
    assert.equal(asked.length, 1);
    assert.match(asked[0].text, /Dana: Leeds · York/);

    await openQuestion(page, "contradiction");
    assert.match(await by(page, "question-title").innerText(), /^Dana · lives in: Leeds or York\?$/);
    const sides = await by(page, "rival").evaluateAll((rows) =>
      rows.map((row) => [row.dataset.supports, [...row.querySelectorAll("mark")].map((mark) => mark.textContent)]),
    );
    assert.deepEqual(sides, [["1", ["Dana", "Leeds"]], ["2", ["I", "York", "Dana", "York"]]]);
    assert.match(await by(page, "rival").nth(1).innerText(), /“I” is the speaker/);
    assert.match(await by(page, "effect").innerText(), /^“lives in Leeds” no longer holds\. The sentence stays\.$/);
    await by(page, "effect-keep").getByText("holds beside what else is said").first().waitFor();
    await by(page, "rival-1").getByText("no longer holds").first().waitFor();
    assert.equal(await by(page, "tick-1").count() + (await by(page, "survivor-1").count()), 0);

    for (const [key, due, claims] of ANSWERS) {
      const id = await openQuestion(page, "contradiction");
      await by(page, "act-accept", ":enabled").waitFor();
      await page.keyboard.press(key);
      await saved(page);
      assert.deepEqual(await told(page, id), due, key);
      assert.deepEqual(await standings(page), claims, key);
      await page.keyboard.press("z");
      await saved(page);
      assert.deepEqual(await told(page, id), ["open"], `${key} is taken back`);
      assert.deepEqual(await standings(page), ["inForce", "inForce", "inForce"], `${key} is taken back`);
    }
    // What was decided is told in its own words, and a number that stands for nothing does nothing.
    const id = await openQuestion(page, "contradiction");
    await by(page, "act-accept", ":enabled").waitFor();
    await page.keyboard.press("9");
    await page.keyboard.press("x");
    await saved(page);
    assert.deepEqual(await told(page, id), ["decided", "reject"]);
    await go(page, "decided");
    await by(page, "question-row").filter({ hasText: "all hold" }).first().waitFor();
    await verify(page);
    assert.match(await by(page, "history-row", '[data-operation="review"]').first().innerText(), /kept all that is said: Dana lives in/);
  }));

test("claims stand on the page of their entity, with their sentences, and lead to their message", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await declare(page, "lives_in");
    await tell(page, [
      LEEDS, YORK, YORK_AGAIN,
      ["4", "Dana", "I do not know Omar. Did you meet Priya?", [["I", "knows", "Omar", { polarity: "negative" }], ["you", "met", "Priya", { speechAct: "question" }]]],
      ["5", "Dana", "I use Dense-Mem. It is fast.", [["I", "uses", "Dense-Mem"], ["I", "knows", "Priya"]], { mayFail: true }],
    ]);
    await openQuestion(page, "contradiction");
    await by(page, "act-accept", ":enabled").waitFor();
    await page.keyboard.press("a");
    await saved(page);

    await openEntity(page, "Dana");
    await by(page, "entity-claim").first().waitFor();
    const york = by(page, "entity-claims").locator('[data-testid="entity-claim"]').filter({ hasText: "York" });
    assert.equal(await york.getAttribute("data-supports"), "2");
    assert.match(await york.innerText(), /Dana lives in York said 2 times/);
    assert.match(await york.innerText(), /“I” is the speaker/);
    assert.match(await by(page, "entity-claims").innerText(), /Dana knows Omar\s*denied/i);
    // What no longer holds is folded away, and its sentence is still there.
    const past = by(page, "entity-past");
    assert.match(await past.innerText(), /^No longer: 1$/);
    await past.locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await past.getByText("Dana lives in Leeds.").waitFor();

    await openEntity(page, "Dense-Mem");
    await by(page, "entity-claim").first().waitFor();
    await tabTo(page, "to-event");
    await page.keyboard.press("Enter");
    await by(page, "event").waitFor();
    assert.match(await by(page, "event-text").innerText(), /I use Dense-Mem\. It is fast\./);
    const mentions = await by(page, "event-mention").evaluateAll((rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ")));
    assert.ok(mentions.some((text) => /^I: Dana .*“I” is the speaker/.test(text)), mentions.join("; "));
    assert.ok(mentions.some((text) => text.startsWith("Dense-Mem")), mentions.join("; "));
    assert.match(await by(page, "event-claims").innerText(), /Dana uses Dense-Mem/);
    assert.equal(await by(page, "event-not-stored").getAttribute("data-reason"), "object_not_grounded");
    await until(page, () => document.activeElement?.id === "event-title");
    await page.keyboard.press("Escape");
    await by(page, "entity-name").filter({ hasText: "Dense-Mem" }).waitFor();
  }));

test("the owner is “You” wherever a name is shown", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await declare(page, "lives_in");
    await tell(page, [mine("1", "I live in Leeds.", "I", "lives_in", "Leeds"), mine("2", "I live in York.", "I", "lives_in", "York"), mine("3", "I know Omar.", "I", "knows", "Omar")]);
    const asked = (await questions(page)).filter(({ kind }) => kind === "contradiction");
    assert.match(asked[0].text, /You \(the owner\): Leeds · York/);
    await openQuestion(page, "contradiction");
    assert.match(await by(page, "question-title").innerText(), /^You \(the owner\) · lives in: Leeds or York\?$/);
    assert.match(await page.title(), /You \(the owner\)/);
    await page.keyboard.press("2");
    await saved(page);

    await go(page, "entities");
    const row = by(page, "entity-row").filter({ hasText: "You (the owner)" });
    await row.press("Enter");
    await by(page, "entity-name").filter({ hasText: "You (the owner)" }).waitFor();
    assert.match(await by(page, "entity-claims").innerText(), /You \(the owner\) lives in York/);
    assert.match(await by(page, "entity-claims").innerText(), /“I” is you/);
    await openEntity(page, "Omar");
    assert.match(await by(page, "entity-claims").innerText(), /You \(the owner\) knows Omar/);
    await verify(page);
    const bare = await page.evaluate(() => [...document.querySelectorAll("bdi")].filter((one) => one.textContent.trim() === "").length);
    assert.equal(bare, 0);
    assert.match(await by(page, "history-row", '[data-operation="review"]').first().innerText(), /chose what holds: You \(the owner\) lives in/);
  }));

test("predicates are declared and taken back by keyboard, and a search finds sentences", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await tell(page, [LEEDS, YORK]);
    await by(page, "nav-entities").waitFor();
    await page.locator("body").press("g");
    await page.keyboard.press("p");
    const row = by(page, "predicate-row", '[data-predicate="lives_in"]');
    await row.waitFor();
    assert.match(await row.innerText(), /lives in\s+2 claims\s+several/);
    await row.locator("button").focus();
    await page.keyboard.press("Enter");
    await by(page, "predicate-row", '[data-single="true"]').waitFor();
    await saved(page);
    await by(page, "nav-kind-contradiction").waitFor();
    // One that is not in use yet.
    await by(page, "predicate").focus();
    await page.keyboard.type("Works for");
    await page.keyboard.press("Enter");
    await by(page, "predicate-row", '[data-predicate="works_for"]').waitFor();
    await saved(page);
    await until(page, () => document.activeElement?.id === "predicate");
    await page.keyboard.type("  ");
    await page.keyboard.press("Enter");
    await by(page, "predicate-problem", '[data-code="bad_argument"]').waitFor();
    await page.keyboard.press("Escape");
    for (const left of [1, 0]) {
      await page.locator("body").press("z");
      await until(page, (left) => document.querySelectorAll('[data-testid="predicate-row"][data-single="true"]').length === left, left);
      await saved(page);
    }
    await by(page, "nav-kind-contradiction").waitFor({ state: "detached" });

    await page.evaluate(() => (location.hash = "#/entities?q=york"));
    await by(page, "sentence-row").waitFor();
    assert.match(await by(page, "sentences-found").innerText(), /1 sentence found/i);
    await by(page, "sentence-row").press("Enter");
    await by(page, "event-text").getByText("I live in York.").waitFor();
    await verify(page);
  }));

for (const [name, options] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 390, height: 780 } }],
  ["narrow-dark", { viewport: { width: 390, height: 780 }, colorScheme: "dark" }],
]) {
  test(`what is said holds in a ${name} window, and hostile text is text`, () =>
    withBrowser(async (session, page) => {
      const HOSTILE = "<img src=x onerror=alert(1)>";
      const long = `${"Dana, far from being a short sentence, ".repeat(6)}lives in Llanfairpwllgwyngyllgogerychwyrndrobwll.`;
      const place = "Llanfairpwllgwyngyllgogerychwyrndrobwll";
      await ready(page);
      await declare(page, "lives_in");
      await tell(page, [
        LEEDS, YORK, YORK_AGAIN,
        ["4", undefined, long, [["Dana", "lives_in", place, { validFrom: "2026-01-01", confidence: 0.8 }]]],
        ["5", undefined, `Dana wrote ${HOSTILE} today.`, [["Dana", HOSTILE, "today"]], { mayFail: true }],
        mine("6", "I know Dana.", "I", "knows", "Dana"),
      ]);
      const fits = async (what) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${what} is cut off at the side`);
        assert.equal(await page.locator("main img").count(), 0, what);
        await session.screenshot(`claims-${what}-${name}`);
      };
      const question = (await stored(page, (memory) => memory.inbox.list({ filter: { kinds: ["contradiction"] } }))).items[0];
      await page.evaluate((id) => (location.hash = `#/inbox/${id}`), question.id);
      await by(page, "rival-1").getByText("no longer holds").first().waitFor();
      await fits("question");
      const entity = await stored(page, async (memory) => (await memory.resolveEntity("Dana")).candidates.items[0].entity.id);
      await page.evaluate((id) => (location.hash = `#/entities/${id}`), entity);
      await by(page, "entity-claim").first().waitFor();
      await by(page, "entity-claim").first().scrollIntoViewIfNeeded();
      await fits("entity");
      const event = await stored(page, async (memory) => (await memory.claims()).items[3].sentence.event);
      await page.evaluate((id) => (location.hash = `#/event/${id}`), event);
      await by(page, "event-claim").first().waitFor();
      await fits("event");
      await page.evaluate(() => (location.hash = "#/predicates"));
      await by(page, "predicate-row").first().waitFor();
      await fits("predicates");
      await page.evaluate(() => (location.hash = "#/entities?q=lives"));
      await by(page, "sentence-row").first().waitFor();
      await fits("search");
    }, options));
}
