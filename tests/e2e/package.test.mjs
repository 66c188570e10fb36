// The module as other developers get it (dist/package/), without the app, in a real Chromium: the messages, the
// faults, and pages with and without a strict policy.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withBrowser } from "./harness.mjs";
import { base, onPage } from "./package.mjs";

const cards = (count) =>
  Array.from({ length: count }, (_, n) => `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u${n}\r\nFN:Given${n} Family${n}\r\nEND:VCARD\r\n`).join("");

test("the plain page works under a strict policy", () =>
  withBrowser(
    async (_, page) => {
      await page.waitForFunction(() => /entities/.test(document.getElementById("state").textContent));
      await page.click("#say button");
      await page.waitForFunction(() => document.querySelectorAll("#questions li").length > 0);
      await page.click("#find button");
      await page.waitForFunction(() => document.querySelectorAll("#found li").length > 0);
      const before = await page.locator("#questions li").count();
      await page.click("#questions li button >> nth=0");
      await page.waitForFunction((count) => document.querySelectorAll("#questions li").length !== count, before);
    },
    { url: base, path: "strict/index.html" },
  ));

for (const policy of ["strict", "none", "no-worker"]) {
  test(`a memory is kept, verified, exported and restored (policy: ${policy})`, () =>
    onPage(policy, async (page, session) => {
      if (policy === "no-worker") session.allow(/worker/i);
      const told = await page.evaluate(async (text) => {
        const memory = await use.open("kept");
        const progress = [];
        const events = [];
        memory.subscribe((event) => events.push(event));
        const file = new File([text], "friends.vcf");
        const report = await memory.importFile(file, { onProgress: (step) => progress.push(step) });
        const again = await memory.importFile(file);
        const event = { id: "e1", source: "mail", text: "Given1 Family1 wrote." };
        const ingested = await memory.ingest(event);
        const repeated = await memory.ingest(event);
        const conflict = await use.error(memory.ingest({ ...event, text: "Somebody else wrote." }));
        const resolved = await memory.resolveEntity("Given1 Family1");
        const unknown = await memory.resolveEntity("Zzyzx Qwfp");
        const found = await memory.entities({ search: "Given7 Family7", limit: 5 });
        const all = await memory.entities({ limit: 50 });
        const one = await memory.entity(all.items[0].id);
        const why = await memory.whyNot(all.items[0].id, all.items[0].id);
        const verified = await memory.verify();
        await memory.rebuild();
        const reports = [];
        const exported = await memory.export({ onReport: (report) => reports.push(report) });
        const filled = await use.error(memory.import(new Blob(["{}"])));
        const head = (await memory.history({ limit: 1 })).items[0].hash;
        await memory.close();
        const closed = await use.error(memory.spaces());
        const other = await use.open("restored");
        const restored = await other.import(exported);
        const sameHead = (await other.history({ limit: 1 })).items[0].hash === head;
        const reopened = await use.open("kept", { expectData: true });
        const storage = await reopened.persist();
        return {
          report, again, ingested, repeated, conflict, resolved, unknown, found, all, one, why, verified, filled, closed, restored,
          sameHead, storage, progress: progress.length, changed: events.filter(({ type }) => type === "changed").length,
          reports, size: exported.size, opened: reopened.opened, spaces: await reopened.spaces(), sources: await reopened.sources(),
          counts: await reopened.inbox.counts(),
        };
      }, cards(1_200));
      assert.deepEqual([told.why.code, told.why.reasons], ["same_entity", []]);
      assert.equal(told.report.added, 1_200);
      assert.deepEqual(told.reports.map(({ size, missing }) => ({ size, missing })), [{ size: told.size, missing: [] }]);
      assert.ok(told.reports[0].missingTotal === 0);
      assert.equal(told.report.file, "friends.vcf");
      assert.equal(told.report.refusedTotal, 0);
      assert.equal(told.again.added, 0);
      assert.ok(told.progress > 0 && told.changed > 0);
      assert.equal(told.ingested.applied, true);
      assert.equal(told.repeated.applied, false);
      assert.equal(told.conflict.code, "event_conflict");
      assert.ok(told.conflict.isError && told.conflict.next);
      assert.equal(told.resolved.candidates.items[0].entity.name.text, "Given1 Family1");
      assert.equal(told.unknown.negative.kind, "unknown_entity");
      assert.ok(told.found.items.length > 0);
      assert.equal(told.all.items.length, 50);
      assert.equal(told.one.row.id, told.all.items[0].id);
      assert.deepEqual(told.verified.faults, []);
      assert.ok(["unknown_file", "damaged_export", "not_empty"].includes(told.filled.code), told.filled.code);
      assert.equal(told.closed.code, "not_open");
      assert.equal(told.restored.identical, true);
      assert.ok(told.sameHead && told.size > 0);
      assert.ok(told.opened.head > 0);
      assert.equal(typeof told.storage.persisted, "boolean");
      assert.deepEqual(told.spaces, ["personal"]);
      assert.ok(told.sources.total > 0 && told.counts.entities >= 1_200);
    }));

  test(`a panic restarts the engine and loses nothing (policy: ${policy})`, () =>
    onPage(policy, async (page, session) => {
      // The page of an engine without a worker sees the trap itself.
      session.allow(policy === "no-worker" ? /worker|unreachable|RuntimeError/i : /^worker console: /);
      const told = await page.evaluate(
        async ({ text, policy }) => {
          const memory = await use.open("panic", policy === "no-worker" ? {} : { startWorker: use.startWorker });
          const events = [];
          memory.subscribe((event) => events.push(event));
          await memory.ingest({ id: "e1", source: "mail", text: "Ada Lovelace wrote." });
          const importing = use.error(memory.importFile(new File([text], "many.vcf")));
          await use.until(() => events.filter(({ type }) => type === "changed").length > 1);
          const counting = use.error(memory.inbox.counts());
          const reported = Math.max(...events.filter(({ type }) => type === "changed").map(({ head }) => head));
          await use.crash();
          const failed = await Promise.all([importing, counting]);
          const stopped = events.find(({ type }) => type === "stopped");
          const after = await memory.inbox.counts();
          const verified = await memory.verify();
          return { failed, stopped, reported, after, verified, restarted: events.find(({ type }) => type === "restarted"), workers: use.workers };
        },
        { text: cards(20_000), policy },
      );
      assert.equal(told.failed[0].code, "core_stopped");
      assert.match(told.stopped.message, /a page asked for it/);
      assert.equal(told.workers, policy === "no-worker" ? 0 : 2);
      assert.ok(told.restarted.head >= told.reported, `${told.restarted.head} is less than ${told.reported}`);
      assert.ok(told.verified.head >= told.reported);
      assert.deepEqual(told.verified.faults, []);
      assert.ok(told.after.entities > 0);
    }));
}

for (const inPlace of [false, true]) {
  test(`an argument that does not fit is refused by its name (in place: ${inPlace})`, () =>
    onPage("strict", async (page) => {
      const told = await page.evaluate(async (inPlace) => {
        const memory = await use.open("refuses", { inPlace });
        const file = new File(["BEGIN:VCARD\r\nUID:a\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"], "one.vcf");
        const event = { id: "e", source: "mail", text: "Ada Lovelace wrote." };
        const long = "x".repeat(1_001);
        const throwing = { ...event, get text() { throw new Error("a getter threw"); } };
        const subscribing = (listener) => use.error((async () => memory.subscribe(listener))());
        const refused = [
          ["options", use.bare()],
          ["options", use.bare(null)],
          ["owner is missing.", use.bare({ actor: "a", inPlace })],
          ["owner", use.open("x", { owner: long, inPlace })],
          ["space", use.open("x", { space: "", inPlace })],
          ["options", memory.resolveEntity("x", null)],
          ["name", memory.resolveEntity()],
          ["name has 10001 bytes", memory.resolveEntity("x".repeat(10_001))],
          ["search", memory.entities({ search: "x".repeat(10_001) })],
          ["There is no argument page.", memory.entities({ page: 2 })],
          ["space must have 1 to 200 bytes", memory.entities({ space: "" })],
          ["space must have 1 to 200 bytes", memory.ingest(event, { space: "" })],
          ["signal", memory.importFile(file, { signal: {} })],
          ["onProgress", memory.importFile(file, { onProgress: 5 })],
          ["onReport", memory.export({ onReport: 5 })],
          ["file", memory.importFile(5)],
          ["file", memory.import("{}")],
          ["event.text is missing.", memory.ingest({ id: "e", source: "mail" })],
          ["event.text must be a string.", memory.ingest({ ...event, text: 5 })],
          ["event cannot be sent", memory.ingest(throwing)],
          ["event cannot be sent", memory.ingest({ ...event, text: () => {} })],
          ["event.speaker has 1001 bytes", memory.ingest({ ...event, speaker: long })],
          ["event.hints[0].known_entity_id", memory.ingest({ ...event, hints: [{ name: "Ada", known_entity_id: "garbage" }] })],
          ["items[0] must be [question id, decision].", memory.inbox.decideMany([["x"]])],
          ["decision.verdict must be one of accept,", memory.inbox.decide("x", { verdict: "maybe" })],
          ["until", memory.inbox.snooze("x", "tomorrow")],
          ["edit.what must be one of rename,", memory.edit({ what: "forget", entity: "x" })],
          ["edit.nickname", memory.edit({ what: "addName", entity: "x", name: "Ada", nickname: "Countess" })],
          ["must be a string", memory.edit({ what: "rename", entity: "x", name: 5 })],
          ["must be an object", memory.edit("rename")],
        ].map(async ([named, promise]) => ({ named, error: await use.error(promise) }));
        const told = { refused: await Promise.all(refused), subscribed: await subscribing(5), head: (await memory.verify()).head };
        let closing;
        const closer = { ...event, get text() { closing = memory.close(); throw new Error("closed meanwhile"); } };
        told.last = await use.error(memory.ingest(closer));
        told.closing = await use.error(closing);
        told.closedAgain = await use.error(memory.close());
        told.closed = await use.error(memory.spaces());
        return told;
      }, inPlace);
      for (const { named, error } of told.refused) {
        assert.ok(error?.isError && error.code === "bad_argument", `${named}: ${JSON.stringify(error)}`);
        assert.ok(error.message.includes(named), `${named}: ${error.message}`);
      }
      assert.equal(told.subscribed.code, "bad_argument");
      assert.equal(told.head, 0, "something refused was stored");
      assert.equal(told.last.isError, true);
      assert.deepEqual([told.closing, told.closedAgain, told.closed.code], [undefined, undefined, "not_open"]);
    }));
}

test("a host's short forms are taken at opening, once, and the owner's word stands", () =>
  onPage("none", async (page) => {
    const told = await page.evaluate(async () => {
      const card = (name) => `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${name}\r\nFN:${name}\r\nEND:VCARD\r\n`;
      const given = {
        shortForms: [{ short: "Xandi", long: "Alexander" }],
        abbreviations: [{ short: "NWP", long: "Northwind Payments" }],
      };
      const first = await use.open("forms", given);
      await first.importFile(new File([["Xandi Okafor", "Alexander Okafor", "NWP", "Northwind Payments"].map(card).join("")], "a.vcf"));
      await first.organize();
      const asked = (await first.inbox.counts()).open;
      const listed = await first.shortForms.list();
      const removed = await first.shortForms.remove([{ kind: "abbreviation", short: "nwp", long: "Northwind payments" }]);
      const head = (await first.history({ limit: 1 })).items[0].sequence;
      await first.close();
      const again = await use.open("forms", given);
      const same = (await again.history({ limit: 1 })).items[0].sequence === head && again.opened.head === head;
      const left = await again.shortForms.list();
      const undone = await again.undo(removed.statements[0]);
      const bad = await use.error(again.shortForms.add([{ kind: "givenName", short: "Xandi", long: "Anna Maria" }]));
      const atOpen = await use.error(use.open("bad", { shortForms: [{ short: "", long: "Alexander" }] }));
      const noList = await use.error(use.open("bad", { shortForms: "Xandi" }));
      const misspelt = await use.error(use.open("bad", { abbreviations: [{ short: "WG", full: "Working Group" }] }));
      return { asked, listed, removed, same, left, undone, back: await again.inbox.counts(), bad, atOpen, noList, misspelt };
    });
    assert.equal(told.asked, 2);
    assert.deepEqual(told.listed.items.map(({ kind, short, long }) => [kind, short.text, long.text]), [
      ["givenName", "Xandi", "Alexander"],
      ["abbreviation", "NWP", "Northwind Payments"],
    ]);
    assert.equal(told.removed.closed.length, 1);
    assert.ok(told.same, "what is given again is no record");
    assert.deepEqual(told.left.items.map(({ short }) => short.text), ["Xandi"]);
    assert.ok(told.undone.applied);
    assert.equal(told.back.open, 2);
    assert.deepEqual([told.bad.code, told.atOpen.code], ["bad_form", "bad_form"]);
    assert.deepEqual([told.noList.code, told.misspelt.code], ["bad_argument", "bad_argument"]);
    assert.match(told.misspelt.message, /full|long/);
  }));

test("what the owner changes by hand is previewed, stored, and taken back", () =>
  onPage("strict", async (page) => {
    const told = await page.evaluate(async () => {
      const card = (name) => `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${name}\r\nFN:${name}\r\nEMAIL:${name[0]}@x.example\r\nEND:VCARD\r\n`;
      const memory = await use.open("edits");
      await memory.importFile(new File([["Ada Lovelace", "Zbigniew Kowalczyk"].map(card).join("")], "a.vcf"));
      const [a, b] = (await memory.entities()).items.map(({ id }) => id);
      const parts = { names: [{ name: "Augusta King" }], fields: [{ field: "email", value: "A@x.example", kept: true }], kind: "person" };
      const edits = [
        { what: "rename", entity: a, name: "Ada King" },
        { what: "setKind", entity: a },
        { what: "setKind", entity: a, kind: "person" },
        { what: "merge", entities: [a, b], survivor: a },
        { what: "split", entity: a, parts },
      ];
      const out = [];
      for (const edit of edits) {
        const before = (await memory.entity(a)).checksum;
        const preview = await memory.previewEdit(edit);
        const done = await memory.edit(edit, { reason: "so it is" });
        const changed = (await memory.entity(a)).checksum !== before;
        if (done.edit) await memory.undo(done.edit.id);
        const lines = preview.lines.length;
        out.push({ what: edit.what, lines, stored: done.edit?.what, changed, back: (await memory.entity(a)).checksum === before });
      }
      return out;
    });
    assert.deepEqual(told, [
      { what: "rename", lines: 1, stored: "rename", changed: true, back: true },
      { what: "setKind", lines: 0, stored: undefined, changed: false, back: true },
      { what: "setKind", lines: 1, stored: "setKind", changed: true, back: true },
      { what: "merge", lines: 1, stored: "merge", changed: false, back: true },
      { what: "split", lines: 2, stored: "split", changed: false, back: true },
    ]);
  }));

test("an engine that stops at once is not started for ever", () =>
  onPage("strict", async (page, session) => {
    session.allow(/^worker console: |crash/);
    const told = await page.evaluate(async () => {
      const memory = await use.open("loop", { startWorker: use.startWorker });
      const events = [];
      memory.subscribe((event) => events.push(event.type));
      use.crashEvery = true;
      await use.crash();
      await use.until(() => events.includes("failed"));
      const started = use.workers;
      const failed = await use.error(memory.spaces());
      use.crashEvery = false;
      const works = await Promise.all([memory.inbox.counts(), memory.spaces()]);
      return { started, failed, works: works.length, workers: use.workers };
    });
    assert.equal(told.started, 2);
    assert.equal(told.failed.code, "core_stopped");
    assert.equal(told.works, 2);
    assert.equal(told.workers, 4);
  }));

test("a cleared store is said, also under our hands", () =>
  onPage("strict", async (page, session) => {
    const first = await page.evaluate(async () => {
      const memory = await use.open("cleared");
      await memory.ingest({ id: "e1", source: "mail", text: "Ada Lovelace wrote." });
      await memory.close();
      await use.deleteDatabase("cleared");
      const cleared = await use.error(use.open("cleared"));
      const empty = await use.open("cleared", { startEmpty: true });
      await empty.ingest({ id: "e2", source: "mail", text: "Ada Lovelace wrote." });
      globalThis.memory = empty;
      return { cleared, head: empty.opened.head };
    });
    assert.equal(first.cleared.code, "storage_cleared");
    assert.equal(first.head, 0);
    const devtools = await session.context.newCDPSession(page);
    await devtools.send("Storage.clearDataForOrigin", { origin: new URL(base).origin, storageTypes: "indexeddb" });
    const second = await page.evaluate(() => use.error(memory.ingest({ id: "e3", source: "mail", text: "Ada wrote." })));
    assert.equal(second.code, "storage_cleared");
    assert.ok(second.next);
  }));

test("a full disk changes nothing", () =>
  onPage("strict", async (page, session) => {
    const devtools = await session.context.newCDPSession(page);
    const origin = new URL(base).origin;
    const quota = (quotaSize) => devtools.send("Storage.overrideQuotaForOrigin", quotaSize ? { origin, quotaSize } : { origin });
    // Chromium looks at it when a database is opened, and then at what is left from time to time.
    await quota(1_000_000);
    const told = await page.evaluate(async () => {
      const memory = await use.open("full");
      // Text that does not compress.
      const noise = () => Array.from(crypto.getRandomValues(new Uint8Array(60_000)), (byte) => byte.toString(36)).join(" ");
      for (let n = 1; n < 100; n++) {
        const error = await use.error(memory.ingest({ id: `e${n}`, source: "mail", text: noise() }));
        if (!error) continue;
        const { head } = await memory.verify();
        await memory.close();
        const again = await use.open("full");
        return { n, error, head, stored: again.opened.head, verified: await again.verify() };
      }
    });
    assert.equal(told?.error.code, "storage_full", JSON.stringify(told));
    assert.match(told.error.message, /nothing was changed/i);
    assert.equal(told.stored, told.head);
    assert.deepEqual(told.verified.faults, []);
    await quota();
    await page.reload();
    await page.waitForFunction(() => globalThis.use);
    const later = await page.evaluate(async () => {
      const memory = await use.open("full");
      return memory.ingest({ id: "later", source: "mail", text: "Ada Lovelace wrote." });
    });
    assert.equal(later.applied, true);
  }));

test("two tabs decide at once and see each other", () =>
  onPage("strict", async (one, session) => {
    const two = await session.open("strict/blank.html");
    await two.waitForFunction(() => globalThis.use);
    const work = async (mark) => {
      const memory = await use.open("tabs");
      const events = [];
      memory.subscribe((event) => events.push(event));
      const event = (n) => ({ id: `${mark}${n}`, source: "mail", text: `Ada Lovelace wrote ${n}.` });
      for (let n = 0; n < 25; n++) await memory.ingest(event(n));
      await use.until(() => events.some(({ elsewhere }) => elsewhere));
      return true;
    };
    await Promise.all([one.evaluate(work, "one"), two.evaluate(work, "two")]);
    const told = await one.evaluate(async () => {
      const memory = await use.open("tabs");
      return { verified: await memory.verify(), sources: await memory.sources() };
    });
    assert.deepEqual(told.verified.faults, []);
    assert.ok(told.verified.head >= 50);
  }));
