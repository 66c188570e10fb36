// The main job in a real browser, on the optimised build: files → questions of all five kinds → one accepted, one
// rejected, one chosen, one undone → reload → the same; the records verify; the same files again ask nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, go, importFiles, openQuestion, questions, ready, saved, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const FILES = ["e2e-contacts.vcf", "e2e-conversation.jsonl"];

test("files become questions, questions decisions, and all of it stays", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importFiles(page, FILES);
    await session.screenshot("journey-import");
    const asked = await questions(page);
    await session.screenshot("journey-inbox");
    assert.deepEqual(asked.map(({ kind }) => kind).sort(), ["alias", "ambiguity", "collision", "merge", "new-name"]);

    // Accepted, by key.
    const alias = await openQuestion(page, "alias");
    await session.screenshot("journey-alias");
    assert.match(await by(page, "effect").innerText(), /Ravi Shankar/);
    await page.keyboard.press("a");
    await by(page, "question-row", `[data-id="${alias}"]`).waitFor({ state: "detached" });
    await saved(page);

    // Rejected: two people of one name. What was said of them becomes a question of its own.
    await openQuestion(page, "collision");
    await session.screenshot("journey-collision");
    await page.keyboard.press("x");
    await saved(page);

    // Chosen.
    const ambiguity = await openQuestion(page, "ambiguity");
    await session.screenshot("journey-ambiguity");
    await page.keyboard.press("1");
    await by(page, "question-row", `[data-id="${ambiguity}"]`).waitFor({ state: "detached" });
    await saved(page);

    // Accepted and undone.
    const merge = await openQuestion(page, "merge");
    await page.keyboard.press("a");
    await by(page, "question-row", `[data-id="${merge}"]`).waitFor({ state: "detached" });
    await saved(page);
    await page.keyboard.press("z");
    await by(page, "question-row", `[data-id="${merge}"]`).waitFor();
    await saved(page);

    const before = await questions(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(await questions(page), before, "a reload shows the same");
    await verify(page);
    await session.screenshot("journey-history");
    const rows = await by(page, "history-row").count();
    assert.ok(rows > 0);

    await go(page, "import");
    const reports = await importFiles(page, FILES, { anything: false });
    assert.equal(reports.length, FILES.length);
    assert.deepEqual(await questions(page), before, "the same files again ask nothing");
    await verify(page);
    assert.equal(await by(page, "history-row").count(), rows, "the same files again write nothing");
  }));

test("an entity is found by spelling and sound, and shows what was said of it", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importFiles(page, FILES);
    await go(page, "entities");
    for (const typed of ["Ravi Shankar", "ravi shankra", "Rawi Schankar"]) {
      await by(page, "entity-search").fill(typed);
      await by(page, "entity-row").filter({ hasText: "Ravi Shankar" }).first().waitFor();
    }
    await by(page, "entity-row").filter({ hasText: "Ravi Shankar" }).first().press("Enter");
    await by(page, "entity-name").waitFor();
    assert.match(await by(page, "entity-name").innerText(), /Ravi Shankar/);
    await session.screenshot("entity");
  }));

test("hostile names are text and nothing else", () =>
  withBrowser(async (session, page) => {
    // What the fixtures would do if they ran is to alert.
    const alerts = [];
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      return dialog.dismiss();
    });
    await ready(page);
    await importFiles(page, ["contacts-nasty.vcf", "conversation-nasty.jsonl"]);
    await session.screenshot("nasty-report");
    assert.ok((await by(page, "import-refused").count()) > 0, "what was not taken is listed");
    await questions(page);
    await go(page, "entities");
    await by(page, "entity-row").first().waitFor();
    await session.screenshot("nasty-entities");
    assert.deepEqual(alerts, [], "no name runs");
    assert.equal(await page.locator("main img").count(), 0, "no name becomes markup");
  }));

test("everything goes into one file and comes back into an empty memory", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await importFiles(page, FILES);
    await openQuestion(page, "alias");
    await page.keyboard.press("a");
    await saved(page);
    const before = await questions(page);
    await go(page, "history");
    const [download] = await Promise.all([page.waitForEvent("download"), by(page, "export").press("Enter")]);
    const path = await download.path();
    // Another origin's storage is another memory: 127.0.0.1 and localhost are two.
    const other = await session.context.newPage();
    await other.setViewportSize({ width: 1280, height: 800 });
    const url = new URL(session.url);
    url.hostname = "localhost";
    session.allow(/localhost/);
    await other.goto(url.href);
    await ready(other);
    await by(other, "import-export").first().setInputFiles(path);
    await other.waitForFunction(() => document.querySelector('[data-testid="status"]')?.innerText.startsWith("saved"));
    await go(other, "inbox");
    await by(other, "question-row").first().waitFor();
    assert.deepEqual((await questions(other)).map(({ id }) => id), before.map(({ id }) => id));
    await verify(other);
  }));

for (const form of ["vcard", "csv"])
  test(`contacts go out as ${form}, and back in nothing is new`, () =>
    withBrowser(async (session, page) => {
      await ready(page);
      await importFiles(page, FILES);
      const before = await questions(page);
      await go(page, "history");
      const [download] = await Promise.all([page.waitForEvent("download"), by(page, `export-${form}`).click()]);
      await go(page, "import");
      await by(page, "file-input").first().setInputFiles(await download.path());
      const report = by(page, "import-report").last();
      await report.waitFor();
      assert.match(await report.innerText(), /unchanged|already/i);
      assert.deepEqual((await questions(page)).map(({ id }) => id), before.map(({ id }) => id));
    }));
