// Files on their way in: several at once, what has to be said of them, and what the same file with something else said does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, card, ready, saved, stored, tabTo, until, verify } from "./app.mjs";
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
    await by(page, "import-leave").click();
    await item(page, "chat.txt", "cancelled").waitFor();
    const counts = await stored(page, (memory) => memory.entities());
    assert.equal(counts.total, 0);
  }));
