// What the owner sees when something goes wrong: a sentence, what to do, and nothing lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, go, importFiles, many, openQuestion, questions, ready, saved, stoppable, stored, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const FILES = ["e2e-contacts.vcf", "e2e-conversation.jsonl"];

test("two tabs decide at once: nothing is lost, both show the same, one decision a question", () =>
  withBrowser(async (session, one) => {
    await ready(one);
    await importFiles(one, FILES);
    const two = await session.open();
    await ready(two);
    /** Opens a question of a kind in each tab. A tab behind another one draws nothing, so each comes to the front. */
    const openBoth = async (first, second) => {
      const ids = [];
      for (const [page, kind] of [[one, first], [two, second]]) {
        await page.bringToFront();
        ids.push(await openQuestion(page, kind));
      }
      return ids;
    };
    // The same question, answered differently in both at the same moment.
    const [id, same] = await openBoth("alias", "alias");
    assert.equal(same, id);
    await Promise.all([one.keyboard.press("a"), two.keyboard.press("x")]);
    await Promise.all([saved(one), saved(two)]);
    // Different questions at once.
    await openBoth("collision", "merge");
    await Promise.all([one.keyboard.press("x"), two.keyboard.press("a")]);
    await Promise.all([saved(one), saved(two)]);
    const gone = () =>
      !document.querySelector('[data-testid="question-row"]:is([data-kind="collision"], [data-kind="merge"])');
    await Promise.all([until(one, gone), until(two, gone)]);
    await one.bringToFront();
    // The tab that came second keeps its row, with the reason, until the owner has read it: no open question.
    const list = async (page) => (await questions(page)).filter(({ state }) => state === "open").map(({ id }) => id).sort();
    const due = await list(one);
    await two.bringToFront();
    // What one tab did is announced to the other, which reads its list again.
    await until(two, (due) => {
      const rows = [...document.querySelectorAll('[data-testid="question-row"][data-state="open"]')];
      return rows.map((row) => row.dataset.id).sort().join() === due.join();
    }, due);
    await one.bringToFront();
    await verify(one);
    await by(one, "decisions-only").press("Space");
    await until(one, () => document.querySelectorAll('[data-testid="history-row"]').length === 3);
  }));

test("the core stops: the app says so, starts it again, and nothing that was saved is gone", () =>
  withBrowser(
    async (session) => {
      await stoppable(session);
      const page = await session.open();
      await ready(page);
      await importFiles(page, FILES);
      await openQuestion(page, "alias");
      await page.keyboard.press("a");
      await saved(page);
      const before = await questions(page);
      const stopped = await page.evaluateHandle(() => globalThis.lastWorker);
      await page.evaluate(() => globalThis.stopEngine());
      await page.waitForFunction((old) => globalThis.lastWorker !== old, stopped);
      await ready(page);
      assert.deepEqual(await questions(page), before);
      await openQuestion(page, "collision");
      await page.keyboard.press("x");
      await saved(page);
      await verify(page);
    },
  ));

test("the browser cleared the store: the app says so and does not start as if new", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importFiles(page, FILES);
    await saved(page);
    session.allow(/storage_cleared|favicon/);
    await page.goto(new URL("manifest.webmanifest", session.url).href);
    const devtools = await session.context.newCDPSession(page);
    const { origin } = new URL(session.url);
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    await page.goto(session.url);
    const trouble = by(page, "trouble", '[data-code="storage_cleared"]');
    await trouble.waitFor();
    await session.screenshot("trouble-cleared");
    assert.ok(await by(page, "import-export").first().isVisible(), "it offers the import");
    await by(page, "trouble-start-empty").press("Enter");
    await by(page, "welcome").waitFor();
  }));

test("a database of a newer build: the app says to run that", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    // A plain file of the origin, which has no icon of its own; leaving the app closes its connection.
    session.allow(/favicon|newer/);
    await page.goto(new URL("manifest.webmanifest", session.url).href);
    await page.evaluate(
      () =>
        new Promise((done, failed) => {
          const request = indexedDB.open("namesake", 9_999);
          request.onsuccess = () => done(request.result.close());
          request.onerror = () => failed(request.error);
        }),
    );
    await page.goto(session.url);
    await by(page, "trouble", '[data-code="newer_database"]').waitFor();
    await session.screenshot("trouble-newer");
  }));

test("an import is cancelled: what was finished stays, and the report says so", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await by(page, "file-input").first().setInputFiles({
      name: "many.vcf",
      mimeType: "text/vcard",
      buffer: Buffer.from(many(60_000)),
    });
    await by(page, "import-cancel").first().press("Enter");
    const ended = ["done", "cancelled", "left-out"].map((state) => `[data-testid="import-item"][data-state="${state}"]`);
    const item = page.locator(ended.join());
    await item.waitFor();
    await session.screenshot("import-cancelled");
    await saved(page);
    let added = 0;
    // It may have ended before anything was taken in.
    if ((await item.getAttribute("data-state")) === "done") {
      assert.match(await item.innerText(), /Cancelled\./);
      added = Number(await by(page, "import-report").getAttribute("data-added"));
    }
    assert.ok(added < 60_000, `${added} were taken in`);
    assert.equal(await by(page, "organize-report").count(), 0, "no pairs are looked for");
    assert.equal((await stored(page, (memory) => memory.entities())).total, added);
    await verify(page);
  }));

test("a newcomer sees the point of the sample within a minute, by keyboard alone", () =>
  withBrowser(async (session, page) => {
    await by(page, "welcome").waitFor();
    await session.screenshot("welcome");
    await by(page, "load-sample").first().focus();
    await page.keyboard.press("Enter");
    await by(page, "organize-report", '[data-state="done"]').waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await by(page, "question-row").first().waitFor();
    const kinds = new Set((await questions(page)).map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ["alias", "ambiguity", "collision", "merge", "new-name"]);
    await session.screenshot("sample-inbox");
    const count = await by(page, "question-row").count();
    for (const key of ["j", "k", "x"]) await page.keyboard.press(key);
    await saved(page);
    await page.keyboard.press("z");
    await saved(page);
    await page.waitForFunction(
      (due) => document.querySelectorAll('[data-testid="question-row"]').length === due,
      count,
    );
    await page.keyboard.press("?");
    await by(page, "dialog").waitFor();
    await page.keyboard.press("Escape");
    await by(page, "dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("Control+k");
    await by(page, "palette-input").waitFor();
    await session.screenshot("palette");
    await page.keyboard.press("Escape");
    await go(page, "history");
    await verify(page);
  }));
