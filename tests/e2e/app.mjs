// What the owner does in the app, for end-to-end tests: by the ids that web/app/src/lib.rs lists.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

/** A fixture's path. */
export const fixture = (name) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** One element by its test id. */
export const by = (page, id, extra = "") => page.locator(`[data-testid="${id}"]${extra}`);

/** Waits until the app has opened its memory. */
export async function ready(page) {
  await page.waitForFunction(() => !document.querySelector("#boot"));
  await by(page, "status").waitFor();
}

/** Goes to a screen by its entry in the navigation, by keyboard. */
export async function go(page, where) {
  const link = by(page, `nav-${where}`);
  await link.waitFor();
  await link.press("Enter");
}

/** Brings files in and waits until all is done. Returns the texts of the reports. Nothing new is not organized. */
export async function importFiles(page, names, { anything = true } = {}) {
  await by(page, "file-input").first().setInputFiles(names.map(fixture));
  const done = names.map((name) => by(page, "import-item", `[data-name="${name}"][data-state="done"]`).waitFor());
  await Promise.all(done);
  if (anything) await by(page, "organize-report", '[data-state="done"]').waitFor();
  return by(page, "import-report").allInnerTexts();
}

/** Brings in a file that is written here, and waits until all is done. */
export async function importText(page, name, text) {
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
  await by(page, "file-input").first().setInputFiles(file);
  await by(page, "import-item", `[data-name="${name}"][data-state="done"]`).waitFor();
  await by(page, "organize-report", '[data-state="done"]').waitFor();
}

/** The open questions of the inbox, as the list shows them. */
export async function questions(page) {
  await go(page, "inbox");
  await by(page, "inbox-list").or(by(page, "inbox-empty")).first().waitFor();
  const shown = () =>
    by(page, "question-row").evaluateAll((rows) =>
      rows.map((row) => ({
        id: row.dataset.id,
        kind: row.dataset.kind,
        state: row.dataset.state,
        text: row.innerText.replace(/\s+/g, " "),
      })),
    );
  const rows = await shown();
  // What was asked just now may not be on the list yet.
  if (rows.length > 0 || (await stored(page, async (memory) => (await memory.inbox.counts()).open)) === 0) return rows;
  await by(page, "question-row").first().waitFor();
  return shown();
}

/** Opens the first question of a kind, by keyboard, and returns its id. */
export async function openQuestion(page, kind) {
  await go(page, "inbox");
  const row = by(page, "question-row", `[data-kind="${kind}"]`).first();
  const id = await row.getAttribute("data-id");
  await row.press("Enter");
  await by(page, "question", `[data-id="${id}"]`).waitFor();
  return id;
}

/** Waits until everything that was decided is stored. */
export async function saved(page) {
  await until(page, () => {
    const status = document.querySelector('[data-testid="status"]');
    return status?.dataset.saving === "0" && status.textContent.trim().startsWith("saved");
  });
}

/**
 * What is stored, as the module tells it: it is opened beside the app, and the body gets the memory.
 * @template T
 * @param {(memory: any, arg: any) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function stored(page, body, arg) {
  const memory = await page.evaluateHandle(async () => {
    const { open } = await import(new URL("namesake.js", location.href).href);
    const startWorker = () => globalThis.namesakeBoot.startWorker();
    return open({ name: "namesake", owner: "me", actor: "test", startWorker });
  });
  try {
    return await memory.evaluate(body, arg);
  } finally {
    await memory.evaluate((memory) => memory.close());
  }
}

/** A question as the module tells it: its status, and the answers in force. */
export async function told(page, id) {
  const view = await stored(page, (memory, id) => memory.inbox.get(id), id);
  return [view.row.status, ...view.decisions.filter((one) => !one.undoneBy).map(({ verdict }) => verdict)];
}

/** Lets the pages of a session stop their newest engine with `stopEngine()`: it comes to nothing that is sent after. */
export async function stoppable(session) {
  session.allow(/panicked|core_stopped|unreachable|Crash/i);
  await session.context.addInitScript(() => {
    const Real = Worker;
    globalThis.Worker = class extends Real {
      constructor(...args) {
        super(...args);
        globalThis.lastWorker = this;
      }
    };
    globalThis.stopEngine = () => globalThis.lastWorker.postMessage({ id: 987654, call: { method: "crash" } });
  });
}

/** A contact card; what is written in `more` are lines of it. */
export const card = (uid, name, ...more) =>
  ["BEGIN:VCARD", "VERSION:4.0", `UID:${uid}`, `FN:${name}`, ...more, "END:VCARD", ""].join("\r\n");

/** So many contact cards of different people. */
export const many = (count) => Array.from({ length: count }, (_, n) => card(`many-${n}`, `Person ${n} Number${n}`)).join("");

/** Moves on with Tab until the element with this test id has the focus; with a text, one that says it. */
export async function tabTo(page, id, text = "") {
  const there = ([id, text]) => {
    const element = document.activeElement;
    const says = `${element.ariaLabel ?? ""} ${element.innerText ?? ""}`;
    return element.dataset.testid === id && says.replaceAll(/[\u2068\u2069]/g, "").includes(text);
  };
  for (let presses = 0; presses < 250; presses += 1) {
    if (await page.evaluate(there, [id, text])) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${id} “${text}”`);
}

/** Opens an entity by its name, by keyboard, and returns its id. */
export async function openEntity(page, name) {
  await page.evaluate((name) => (location.hash = `#/entities?q=${encodeURIComponent(name)}`), name);
  const row = by(page, "entity-row").filter({ hasText: name }).first();
  await row.focus();
  await page.keyboard.press("Enter");
  await by(page, "entity-name").filter({ hasText: name }).waitFor();
  return by(page, "entity").getAttribute("data-id");
}

/** Opens a form of the entity on show, by keyboard. */
export async function openForm(page, form) {
  await tabTo(page, `open-${form}`);
  await page.keyboard.press("Enter");
  await until(page, () => document.activeElement?.id === "form-title");
}

/** Waits until a function in the page says true; also in a tab behind another one, which draws no frames. */
export const until = (page, holds, arg) => page.waitForFunction(holds, arg, { polling: 50 });

/** Verifies on the history screen; fails on any fault. */
export async function verify(page) {
  await go(page, "history");
  await by(page, "history-verify").press("Enter");
  const report = by(page, "verify-report", "[data-faults]");
  await report.waitFor();
  assert.equal(await report.getAttribute("data-faults"), "0", await report.innerText());
}
