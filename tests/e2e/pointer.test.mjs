// Decisions by mouse and by touch, in a wide and a narrow window: everything that keys do has something to press.

import assert from "node:assert/strict";
import { test } from "node:test";
import { by, importFiles, ready, saved, told, until } from "./app.mjs";
import { withBrowser } from "./harness.mjs";

const FILES = ["e2e-contacts.vcf", "e2e-conversation.jsonl"];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 780 };

const click = (page, element) => element.click();

/** Touches the middle of an element, as soon as a touch would reach it. */
async function tap(page, element) {
  await element.click({ trial: true });
  const { x, y, width, height } = await element.boundingBox();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
}

for (const [name, viewport, how] of [
  ["by mouse in a wide window", WIDE, click],
  ["by mouse in a narrow window", NARROW, click],
  ["by touch in a narrow window", NARROW, tap],
]) {
  const narrow = viewport === NARROW;
  test(`questions are answered, taken back and ticked ${name}`, () =>
    withBrowser(async (session, page) => {
      const press = (id, extra) => how(page, by(page, id, extra).first());
      const toList = async () => {
        if (narrow) await press("back");
        await by(page, "question-row").first().waitFor();
      };
      /** Opens the first question of a kind, and returns its id. */
      const open = async (kind) => {
        const id = await by(page, "question-row", `[data-kind="${kind}"]`).first().getAttribute("data-id");
        await press("question-row", `[data-id="${id}"]`);
        await by(page, "question", `[data-id="${id}"]`).waitFor();
        return id;
      };
      /** Waits until the page shows that a question is answered. */
      const answered = async (id) => {
        await until(page, (id) => !document.querySelector(`[data-testid="question"][data-id="${id}"]`), id);
        await saved(page);
      };
      await ready(page);
      await importFiles(page, FILES);
      if (narrow) await press("nav-menu");
      await press("nav-inbox");
      const alias = await open("alias");
      await press("act-accept");
      await answered(alias);
      assert.deepEqual(await told(page, alias), ["decided", "accept"]);
      // It is shown again, and answered otherwise.
      await press(narrow ? "act-undo-top" : "act-undo");
      await by(page, "question", `[data-id="${alias}"]`).waitFor();
      await saved(page);
      assert.deepEqual(await told(page, alias), ["open"]);
      await press("act-reject");
      await answered(alias);
      assert.deepEqual(await told(page, alias), ["decided", "reject"]);
      await toList();
      const ambiguity = await open("ambiguity");
      await press("candidate-1");
      await answered(ambiguity);
      assert.deepEqual(await told(page, ambiguity), ["decided", "choose"]);
      await toList();
      const name = await by(page, "row-tick").first().getAttribute("data-id");
      await press("row-tick", `[data-id="${name}"]`);
      await until(page, () => document.querySelector('[data-testid="bulk"]').dataset.ticked === "1");
      await press("many-snooze");
      await press("many-confirm");
      await by(page, "question-row", `[data-id="${name}"]`).waitFor({ state: "detached" });
      await saved(page);
      assert.deepEqual(await told(page, name), ["snoozed", "snooze"]);
      await session.screenshot(`pointer-${narrow ? "narrow" : "wide"}`);
    }, { viewport }));
}
