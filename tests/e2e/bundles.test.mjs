// Archives and folders: several at once, by dropping and by choosing, in slices, with a report of each file.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { by, card, go, many, ready, saved, stored, until, verify } from "./app.mjs";
import { withBrowser } from "./harness.mjs";
import { zip } from "./zip.mjs";

const USERS = '[{"id":"U1","profile":{"real_name":"Ana Ruiz","email":"ana@team.example"}},{"id":"U2","real_name":"Ben Okafor"}]';
const day = (user, text, ts) => `[{"type":"message","user":"${user}","text":"${text}","ts":"${ts}.000100"}]`;
const SLACK = [
  ["users.json", USERS],
  ["channels.json", '[{"id":"C1","name":"general"}]'],
  ["general/2026-02-14.json", day("U1", "Ask <@U2>", 1771061465)],
  ["general/2026-02-15.json", day("U2", "Fine.", 1771147865)],
];

/** Waits until the file of this name is done, also in a tab that draws no frames; its counts. */
async function done(page, name) {
  await until(page, (name) => {
    const item = document.querySelector(`[data-testid="import-item"][data-name="${name}"]`);
    return ["done", "failed", "asks", "cancelled", "left-out"].includes(item?.dataset.state);
  }, name);
  // Locators wait for frames, which a tab behind another one does not draw.
  return page.evaluate((name) => {
    const item = document.querySelector(`[data-testid="import-item"][data-name="${name}"]`);
    const { added, unchanged, refused } = item.querySelector('[data-testid="import-report"]')?.dataset ?? {};
    const parts = [...item.querySelectorAll('[data-testid="import-part"]')];
    return {
      state: item.dataset.state,
      said: item.innerText,
      added: Number(added),
      unchanged: Number(unchanged),
      refused: Number(refused),
      parts: Object.fromEntries(parts.map((part) => [part.dataset.name, part.dataset.code])),
    };
  }, name);
}

/** A folder on the disk with these files, for as long as the body runs. */
async function withFolder(files, body) {
  const folder = mkdtempSync(join(tmpdir(), "namesake-bundle-"));
  try {
    for (const [name, text] of files) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Drops files and folders of the disk on the page, as a person does. */
async function drop(page, paths) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const drag = (type, x) => session.send("Input.dispatchDragEvent", { type, x, y: 300, data });
  await page.evaluate(() => {
    globalThis.dragged = 0;
    addEventListener("dragover", () => (globalThis.dragged += 1));
  });
  await drag("dragEnter", 400);
  // The browser drops nothing before it heard that the page would take it: that is told with the next movement.
  const isTaken = () => globalThis.dragged > 2 && document.querySelector(".drop") !== null;
  let x = 400;
  do {
    await drag("dragOver", (x += 1));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  } while (x < 600 && !(await page.evaluate(isTaken)));
  await drag("drop", x);
}

const called = (page, name) => stored(page, async (memory, search) => (await memory.entities({ search })).total, name);
const conversations = (page) =>
  stored(page, async (memory) => {
    const all = [];
    for (let cursor; ; ) {
      const { items, next } = await memory.sources({ cursor });
      all.push(...items.map(({ name }) => name.text ?? name));
      if (!(cursor = next)) return all.sort();
    }
  });

test("files, an archive and a folder in one drop: each is read as what it is", () =>
  withFolder(
    [
      ["cards.vcf", card("u1", "Carla Diaz")],
      ["slack.zip", zip(SLACK)],
      ["takeout/Contacts/all.vcf", card("u2", "Maren Vogt")],
      ["takeout/Contacts/deep/er/more.vcf", card("u3", "Noor Haddad")],
      ["takeout/photo.jpg", "\xff\xd8\xff"],
    ],
    (folder) =>
      withBrowser(async (session, page) => {
        await ready(page);
        await drop(page, ["cards.vcf", "slack.zip", "takeout"].map((name) => join(folder, name)));
        const cards = await done(page, "cards.vcf");
        assert.deepEqual([cards.state, cards.added], ["done", 1]);
        const slack = await done(page, "slack.zip");
        assert.deepEqual([slack.state, slack.added], ["done", 2], slack.said);
        assert.equal(slack.parts["slack.zip/users.json"], "", "who its people are was read");
        const takeout = await done(page, "takeout");
        assert.deepEqual([takeout.state, takeout.added], ["done", 2], takeout.said);
        assert.equal(takeout.parts["takeout/photo.jpg"], "picture");
        await session.screenshot("bundles-dropped");
        await saved(page);
        for (const name of ["Carla Diaz", "Maren Vogt", "Noor Haddad", "Ben Okafor"]) {
          assert.equal(await called(page, name), 1, name);
        }
        await verify(page);
      }),
  ));

test("a folder of a Slack export is chosen, its people and channels are known, and the archive of it is the same", () =>
  withFolder(SLACK, (folder) =>
    withBrowser(async (session, page) => {
      await ready(page);
      await by(page, "folder-input").first().setInputFiles(folder);
      const name = folder.split("/").at(-1);
      const chosen = await done(page, name);
      assert.deepEqual([chosen.state, chosen.added, chosen.refused], ["done", 2, 0], chosen.said);
      await saved(page);
      assert.equal(await called(page, "Ana Ruiz"), 1);
      assert.ok((await conversations(page)).includes("#general"));
      await by(page, "file-input").first().setInputFiles({ name: "slack.zip", mimeType: "application/zip", buffer: zip(SLACK) });
      const again = await done(page, "slack.zip");
      assert.deepEqual([again.state, again.added, again.unchanged], ["done", 0, 2], again.said);
    }),
  ));

test("a cancel in the middle of a large archive keeps what was finished, and says so", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    const archive = zip([["a.vcf", card("u1", "Carla Diaz")], ["b.vcf", many(60_000)], ["c.vcf", card("u2", "Maren Vogt")]]);
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        // Once some of it was stored.
        const bar = document.querySelector('[data-testid="import-item"] progress');
        if (!(bar?.value > 0.05) || !document.querySelector('[data-testid="import-cancel"]')) return;
        const text = bar.parentElement.innerText;
        if (!text) return;
        observer.disconnect();
        document.querySelector('[data-testid="import-cancel"]').click();
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await by(page, "file-input").first().setInputFiles({ name: "all.zip", mimeType: "application/zip", buffer: archive });
    const report = await done(page, "all.zip");
    assert.equal(report.state, "done", report.said);
    assert.match(report.said, /Cancelled\. What is listed here was taken in and stays\./);
    assert.equal(report.parts["all.zip/a.vcf"], "", "it was finished");
    assert.ok(report.added >= 1 && report.added < 60_002, `${report.added} are stored`);
    await saved(page);
    assert.equal(await called(page, "Carla Diaz"), 1);
    assert.equal(await called(page, "Maren Vogt"), 0);
    await by(page, "file-input").first().setInputFiles({ name: "rest.zip", mimeType: "application/zip", buffer: zip([["c.vcf", card("u2", "Maren Vogt")], ["a.vcf", card("u1", "Carla Diaz")]]) });
    const rest = await done(page, "rest.zip");
    assert.deepEqual([rest.added, rest.unchanged], [1, 1], "and goes on");
    await verify(page);
  }));

test("the same archive from two tabs at once adds nothing twice", () =>
  withBrowser(async (session, one) => {
    await ready(one);
    await go(one, "import");
    const two = await session.open();
    await ready(two);
    const file = { name: "all.zip", mimeType: "application/zip", buffer: zip([...SLACK, ["people.vcf", many(2_000)]]) };
    // The first screen goes once there is something in the memory.
    await go(two, "import");
    for (const page of [one, two]) {
      await page.bringToFront();
      await by(page, "file-input").first().setInputFiles(file);
    }
    const [first, second] = await Promise.all([one, two].map((page) => done(page, "all.zip")));
    assert.deepEqual([first.state, second.state], ["done", "done"], first.said + second.said);
    assert.equal(first.added + second.added, 2_002);
    assert.equal(first.unchanged + second.unchanged, 2_002);
    await saved(two);
    assert.equal(await called(two, "Person 7 Number7"), 1);
    await verify(two);
  }));

test("a dropped folder that cannot be opened fails by itself, and so does a file", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    // What a disk that is taken away answers, no test can bring about: these are entries of the page's own making.
    await page.evaluate(([one, other]) => {
      const failing = (_, failed) => failed(new DOMException("gone", "NotReadableError"));
      const file = (name, text) => ({
        name, isDirectory: false, isFile: true, file: text === undefined ? failing : (found) => found(new File([text], name)),
      });
      const folder = (name, entries) => ({
        name,
        isDirectory: true,
        isFile: false,
        createReader: () => {
          const parts = [entries, []];
          return { readEntries: entries === undefined ? failing : (found) => found(parts.shift()) };
        },
      });
      const whole = folder("disk", [file("a.vcf", one), file("gone.vcf"), folder("locked"), folder("inner", [file("b.vcf", other)])]);
      const items = [
        { kind: "file", webkitGetAsEntry: () => folder("lost"), getAsFile: () => null },
        { kind: "file", webkitGetAsEntry: () => whole, getAsFile: () => null },
      ];
      const data = new DataTransfer();
      data.items.add(new File([""], "x"));
      Object.defineProperty(data, "items", { value: { length: 2, ...items } });
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [card("u1", "Carla Diaz"), card("u2", "Maren Vogt")]);
    const lost = await done(page, "lost");
    assert.equal(lost.state, "failed", lost.said);
    assert.match(lost.said, /could not be read/);
    const disk = await done(page, "disk");
    assert.deepEqual([disk.state, disk.added], ["done", 2], disk.said);
    assert.deepEqual(disk.parts, { "disk/gone.vcf": "unreadable", "disk/locked": "unreadable", "disk/a.vcf": "", "disk/inner/b.vcf": "" });
    await session.screenshot("bundles-unreadable");
    await verify(page);
  }));

test("a host imports a folder and an archive by the module", () =>
  withBrowser(async (session, page) => {
    await ready(page);
    const bytes = [...zip([["cards.vcf", card("u1", "Carla Diaz")]])];
    const [report, found, error] = await stored(page, async (memory, [bytes, other]) => {
      const files = [
        { path: "disk/all.zip", file: new Blob([new Uint8Array(bytes)]) },
        new File([other], "b.vcf"),
        { path: "disk/gone.vcf" },
      ];
      return [
        await memory.importFiles(files, { name: "disk" }),
        await memory.examineFiles(files, { name: "disk" }),
        await memory.importFiles([5]).catch(({ code, message }) => ({ code, message })),
      ];
    }, [bytes, card("u2", "Maren Vogt")]);
    assert.deepEqual([report.kind, report.added, report.partsTotal, report.partsRead], ["bundle", 2, 3, 2]);
    assert.deepEqual(report.parts.map(({ file, code }) => [file, code ?? ""]), [
      ["disk/gone.vcf", "unreadable"],
      ["b.vcf", ""],
      ["disk/all.zip/cards.vcf", ""],
    ]);
    assert.equal(found.kind, "bundle");
    assert.equal(error.code, "bad_argument");
    assert.match(error.message, /files must be Files/);
  }));
