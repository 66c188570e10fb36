// Files on their way in: several at once, what has to be said of them, and what the same file with something else said does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, many, ready, saved, stored, tabTo, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const CHAT = [
  "3/4/26, 09:31 - Ana Ruiz: Good morning from Oslo",
  "3/4/26, 09:32 - Ben Holt: Hello Ana",
  "5/4/26, 10:00 - Ana Ruiz: See you tomorrow",
  "",
].join("\n");
const TABLE = "Quién;Dónde\nAna Ruiz;Lima\nBen Holt;Rome\n";

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const item = (page, name, state) => by(page, "import-item", `[data-name="${name}"][data-state="${state}"]`);

/** Clicks an element in the moment in which another one is drawn; then drops a file in, if one is given. */
const clickWhen = (page, drawn, clicked, dropped) =>
  page.evaluate(([drawn, clicked, dropped]) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(drawn)) return;
      observer.disconnect();
      document.querySelector(clicked).click();
      if (!dropped) return;
      const files = new DataTransfer();
      files.items.add(new File([dropped.text], dropped.name));
      const input = document.querySelector('[data-testid="file-input"]');
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, [drawn, clicked, dropped]);

/** How many entities are called so. */
const called = (page, name) => stored(page, async (memory, search) => (await memory.entities({ search })).total, name);

test("several files at once: what is clear goes in, what is not is asked, by keyboard alone", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await by(page, "file-input").first().setInputFiles([
      file("chat.txt", CHAT),
      file("people.csv", TABLE),
      file("cards.vcf", card("u1", "Carla Diaz")),
    ]);
    await item(page, "cards.vcf", "done").waitFor();
    await item(page, "chat.txt", "asks").waitFor();
    await item(page, "people.csv", "asks").waitFor();
    await session.screenshot("import-asks");

    // The month first, in New York.
    await tabTo(page, "date-order-day");
    await page.keyboard.press("ArrowDown");
    assert.ok(await by(page, "date-order-month").isChecked());
    await tabTo(page, "import-zone");
    assert.notEqual(await by(page, "import-zone").inputValue(), "", "the browser's zone is offered");
    await by(page, "import-zone").fill("America/New_York");
    await page.keyboard.press("Enter");
    await item(page, "chat.txt", "done").waitFor();

    await by(page, "import-column", '[data-header="Quién"]').selectOption("name");
    await by(page, "import-column", '[data-header="Dónde"]').selectOption("city");
    await by(page, "import-answer").click();
    const report = item(page, "people.csv", "done").locator('[data-testid="import-report"]');
    await report.waitFor();
    assert.equal(await report.getAttribute("data-added"), "2");
    await saved(page);
    assert.equal(await called(page, "Ana Ruiz"), 1, "who speaks yields to the one in the table");
    assert.equal(await called(page, "Lima"), 0, "a city is no name");
    await session.screenshot("import-answered");
    await verify(page);
  }));

test("a file that is answered while pairs are looked for is taken in after", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await clickWhen(page, '[data-testid="organize-report"][data-state="running"]', '[data-testid="import-answer"]');
    await by(page, "file-input").first().setInputFiles([file("chat.txt", CHAT), file("cards.vcf", card("u1", "Carla Diaz"))]);
    await item(page, "chat.txt", "done").waitFor();
    await by(page, "organize-report", '[data-state="done"]').waitFor();
    await saved(page);
    assert.equal(await called(page, "Ben Holt"), 1);
  }));

test("a file that is dropped in after a cancel is taken in, what was cancelled is not", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    const next = { name: "next.vcf", text: card("u1", "Carla Diaz") };
    await clickWhen(page, '[data-testid="import-cancel"]', '[data-testid="import-cancel"]', next);
    await by(page, "file-input").first().setInputFiles([file("many.vcf", many(60_000)), file("chat.txt", CHAT)]);
    await item(page, "next.vcf", "done").waitFor();
    await item(page, "chat.txt", "left-out").waitFor();
    await saved(page);
    assert.equal(await called(page, "Carla Diaz"), 1);
    assert.equal(await called(page, "Ben Holt"), 0);
    await verify(page);
  }));

test("an answer that does not do is said again in the form, and nothing else has to be", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await by(page, "file-input").first().setInputFiles(file("chat.txt", CHAT));
    await by(page, "date-order-month").check();
    await by(page, "import-zone").fill("Middle/Nowhere");
    await by(page, "import-answer").click();
    await by(page, "import-error", '[data-code="bad_argument"]').waitFor();
    assert.equal(await by(page, "import-zone").inputValue(), "Middle/Nowhere");
    assert.ok(await by(page, "date-order-month").isChecked());
    await by(page, "import-zone").fill("+02:00");
    await by(page, "import-answer").click();
    await item(page, "chat.txt", "done").waitFor();

    await by(page, "file-input").first().setInputFiles(file("people.csv", TABLE));
    await by(page, "import-answer").click();
    await by(page, "import-error", '[data-code="bad_argument"]').waitFor();
    await by(page, "import-column", '[data-header="Quién"]').selectOption("name");
    await by(page, "import-answer").click();
    await item(page, "people.csv", "done").waitFor();
  }));

test("a column that is known can be left out, and one of any kind is listed", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    const table = "Quién;City;State\nAna Ruiz;Lima;Callao\n";
    await by(page, "file-input").first().setInputFiles(file("people.csv", table));
    const column = (header) => by(page, "import-column", `[data-header="${header}"]`);
    await column("Quién").selectOption("name");
    assert.equal(await column("State").inputValue(), "region");
    await column("City").selectOption("ignore");
    await by(page, "import-answer").click();
    await item(page, "people.csv", "done").waitFor();
    await saved(page);
    const told = await stored(page, async (memory) => {
      const { items } = await memory.entities();
      return JSON.stringify(await Promise.all(items.map(({ id }) => memory.entity(id))));
    });
    assert.match(told, /Callao/);
    assert.doesNotMatch(told, /Lima/);
  }));

test("the same chat with another order of dates adds nothing, and says so", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    const bring = async (order) => {
      await by(page, "file-input").first().setInputFiles(file("chat.txt", CHAT));
      await item(page, "chat.txt", "asks").waitFor();
      await by(page, order).check();
      await by(page, "import-answer").click();
      await item(page, "chat.txt", "done").waitFor();
      await until(page, () => !document.querySelector('[data-testid="import-cancel"]'));
    };
    await bring("date-order-day");
    await saved(page);
    await bring("date-order-month");
    assert.equal(await by(page, "import-report").getAttribute("data-added"), "0");
    assert.match(await by(page, "import-retimed").innerText(), /3 lines/);
    await verify(page);
  }));

test("a file that is left out is not taken", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    await by(page, "file-input").first().setInputFiles(file("chat.txt", CHAT));
    await by(page, "import-leave").press("Enter");
    await item(page, "chat.txt", "left-out").waitFor();
    await until(page, () => document.activeElement?.matches('[data-testid="import-item"] h2'));
    const counts = await stored(page, (memory) => memory.entities());
    assert.equal(counts.total, 0);
  }));
