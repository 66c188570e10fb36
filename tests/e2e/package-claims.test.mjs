// A host with an extractor: a conversation with claims goes in through the module, and comes out as what it means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage } from "./package.mjs";

/** What the tests' pages do first: a memory with a conversation in it, under `host`. */
const HOST = async () => {
  const memory = await use.open("host");
  /** A claim that cites its whole text. */
  const says = (text, subject, predicate, object, more) => ({ subject, predicate, object, evidence: [{ start: 0, end: text.length }], ...more });
  const tell = (id, speaker, time, text, claims, more = {}) =>
    memory.ingest({ id, source: "chat", session: "talk", speaker, time, text, claims: claims.map((claim) => says(text, ...claim)), ...more });
  /** Claims in short: who, what, whom, and where that stands. */
  const claims = async (filter) => {
    const end = ({ entity, word, reference }) => entity?.name.text ?? (reference ? `(${word.text})` : `${word.text}?`);
    const { items } = await memory.claims({ filter });
    return items.map(({ subject, predicate, object, standing }) =>
      `${end(subject)} ${predicate} ${object.entity ? end(object.entity) : object.value.value}${standing === "inForce" ? "" : `, ${standing}`}`);
  };
  const entity = async (name) => (await memory.resolveEntity(name)).candidates.items[0].entity.id;
  const steps = (found) => found?.map(({ from, to, predicate, verified, backwards }) => [from.name.text, predicate, to.name.text, verified, backwards]);
  globalThis.host = { memory, says, tell, claims, entity, steps };
};

const onHost = (body) =>
  onPage("strict", async (page) => {
    await page.evaluate(HOST);
    await body(page);
  });

test("a conversation with claims: verdicts, what binds a word, where it stands in the text", () =>
  onHost(async (page) => {
    const told = await page.evaluate(async () => {
      const { memory, tell, claims, says } = host;
      const text = "🔥 I live in Leeds with Omar. You know it.";
      const sent = [["I", "lives_in", "Leeds"], ["I", "lives_with", "Omar"], ["I", "knows", "Priya"], ["You", "knows_of", "Omar"]];
      const report = await tell("1", "Dana", 1_000, text, sent);
      const again = await tell("1", "Dana", 1_000, text, sent);
      const conflict = await use.error(tell("1", "Dana", 1_000, text, [["I", "left", "Leeds"]]));
      const other = await memory.ingest({ id: "2", source: "chat", session: "talk", text: "Dana is 40 years old.", claims: [
        says("Dana is 40 years old.", "Dana", "age", undefined, { value: { type: "number", value: "40", unit: "years" } }),
        says("Dana is 40 years old.", "Dana", "age", undefined, { value: { type: "number", value: "41", unit: "years" } }),
      ] });
      const owned = await tell("3", undefined, 2_000, "I like Rust.", [["I", "likes", "Rust"]], { role: "user", firstPersonOwner: true });
      const all = (await memory.claims()).items;
      return {
        text, report, again, conflict, other, owned, all,
        short: await claims(), event: await memory.event(report.event), unknown: await use.error(memory.event(crypto.randomUUID())),
        found: await memory.searchText("LEEDS"), verified: await memory.verify(),
      };
    });
    const why = (report) => report.claims.map(({ stored, reason, explanation }) => (stored ? "stored" : explanation && reason));
    assert.deepEqual(why(told.report), ["stored", "stored", "object_not_grounded", "stored"]);
    assert.deepEqual([told.again.applied, told.again.claims, told.conflict.code], [false, told.report.claims, "event_conflict"]);
    assert.deepEqual(why(told.other), ["stored", "quantity_not_grounded"]);
    // The speaker is one, whether by their word or by their name; the owner has no name; “You” stays in its message.
    assert.deepEqual(told.short, ["Dana lives_in Leeds", "Dana lives_with Omar", "(You) knows_of Omar", "Dana age 40", " likes Rust"]);
    assert.deepEqual(told.all.map(({ subject }) => [subject.word.text, subject.binding]), [
      ["I", "speaker"], ["I", "speaker"], ["You", "reference"], ["Dana", undefined], ["I", "owner"],
    ]);
    assert.equal(told.all[0].subject.entity.id, told.all[3].subject.entity.id);
    assert.deepEqual(told.all[4].subject.entity.name, { text: "", pieces: ["owner"] });
    const { sentence } = told.all[0];
    assert.deepEqual(sentence.marks.map(({ start, end }) => sentence.text.slice(start, end)), ["I", "Leeds"]);
    // The event, whole: text, what its words mean, and what was not kept.
    assert.equal(told.event.text, told.text);
    const spans = told.event.mentions.items.map(({ span, end, outcome }) => [told.text.slice(span.start, span.end) === end.word.text, end.word.text, outcome]);
    assert.deepEqual(spans, told.report.mentions.map(({ name, outcome }) => [true, name.text, outcome]));
    assert.deepEqual(told.event.notStored.map(({ subject, predicate, object, reason }) => [subject.text, predicate, object.text, reason]), [
      ["I", "knows", "Priya", "object_not_grounded"],
    ]);
    assert.equal(told.unknown.code, "not_found");
    assert.deepEqual(told.found.items.map(({ sentence, claims }) => [sentence.text.includes("Leeds"), claims.length]), [[true, 2]]);
    assert.deepEqual(told.verified.faults, []);
  }));

test("a later message cites what was known before, to which nothing is added", () =>
  onHost(async (page) => {
    const told = await page.evaluate(async () => {
      const { memory, tell, claims } = host;
      const before = "I live in Leeds with Omar.";
      const first = await tell("1", "Dana", 1_000, before, [["I", "lives_with", "Omar"]]);
      const known = [{ event: first.event, span: { start: 0, end: before.length } }];
      const sent = [["Omar", "moved_to", "York", { known: [0] }], ["Omar", "likes", "Leeds", { known: [0] }], ["Omar", "left", "York"]];
      const later = await tell("2", "Dana", 2_000, "He moved to York.", sent, { known });
      const gone = await use.error(tell("3", "Dana", 3_000, "He left.", [], { known: [{ ...known[0], event: crypto.randomUUID() }] }));
      const mentions = (await memory.event(first.event)).mentions.total;
      return { later, gone, mentions, first: first.mentions.length, short: await claims(), all: (await memory.claims()).items };
    });
    const why = told.later.claims.map(({ stored, reason }) => (stored ? "stored" : reason));
    assert.deepEqual(why, ["stored", "nothing_new", "subject_not_grounded"]);
    assert.deepEqual(told.short, ["Dana lives_with Omar", "Omar moved_to York"]);
    assert.deepEqual([told.mentions, told.gone.code], [told.first, "not_found"]);
    const { sentence, known } = told.all[1];
    assert.deepEqual([sentence.text, known.map(({ text }) => text)], ["He moved to York.", ["I live in Leeds with Omar."]]);
  }));

test("a contradiction is asked, decided and taken back", () =>
  onHost(async (page) => {
    const told = await page.evaluate(async () => {
      const { memory, tell, claims } = host;
      await tell("1", "Dana", 1_000, "I live in Leeds.", [["I", "lives_in", "Leeds"]]);
      await tell("2", "Omar", 2_000, "Dana lives in York.", [["Dana", "lives_in", "York"]]);
      const before = (await memory.inbox.counts()).contradiction;
      const declared = await memory.declarePredicates(["Lives in"]);
      const same = await memory.declarePredicates(["lives-in"]);
      const predicates = await memory.predicates();
      const id = declared.opened[0];
      const question = await memory.inbox.get(id);
      const listed = await memory.inbox.list({ filter: { kinds: ["contradiction"] } });
      const preview = await memory.preview(id, { verdict: "choose", choice: question.rivals[0].claim.id });
      const outcomes = [];
      for (const decision of [{ verdict: "accept" }, { verdict: "choose", choice: question.rivals[0].claim.id }, { verdict: "reject" }]) {
        const { review } = await memory.inbox.decide(id, decision);
        outcomes.push([await claims({}), await claims({ inForce: true }).then(({ length }) => length), (await memory.inbox.counts()).contradiction]);
        await memory.undo(review.id);
      }
      const wrong = await use.error(memory.inbox.decide(id, { verdict: "choose", choice: id }));
      await memory.undo(declared.statement);
      return { before, declared, same, predicates, question, listed, preview, outcomes, wrong, after: (await memory.inbox.counts()).contradiction };
    });
    assert.deepEqual([told.before, told.declared.opened.length, told.same.statement, told.after], [0, 1, undefined, 0]);
    assert.deepEqual(told.predicates.items, [{ predicate: "lives_in", singleValued: true, claims: 2 }]);
    assert.deepEqual(told.listed.items.map(({ id, names }) => [id, names.map(({ text }) => text)]), [[told.declared.opened[0], ["Dana", "Leeds", "York"]]]);
    assert.deepEqual(told.question.rivals.map(({ says, supports, sentences }) => [says[0].name.text, supports, sentences.map(({ text }) => text)]), [
      ["Leeds", 1, ["I live in Leeds."]],
      ["York", 1, ["Dana lives in York."]],
    ]);
    const words = told.preview.lines.map((line) => line.map((bit) => bit.text ?? bit.name.text).join(""));
    assert.deepEqual(words, ["“lives in York” no longer holds. The sentence stays."]);
    assert.deepEqual(told.outcomes, [
      [["Dana lives_in Leeds, superseded", "Dana lives_in York"], 1, 0],
      [["Dana lives_in Leeds", "Dana lives_in York, superseded"], 1, 0],
      [["Dana lives_in Leeds, kept", "Dana lives_in York, kept"], 2, 0],
    ]);
    assert.equal(told.wrong.code, "bad_argument");
  }));

test("what is near, and the way from one to another: an alias that is only proposed leads nowhere unless asked for", () =>
  onHost(async (page) => {
    const told = await page.evaluate(async () => {
      const { memory, tell, entity, steps } = host;
      const card = (name) => `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${name}\r\nFN:${name}\r\nEND:VCARD\r\n`;
      await memory.importFile(new File([card("Ann Smith"), card("Anne Smith")], "cards.vcf"));
      await memory.organize();
      await tell("1", "Dana", 1_000, "I met Ann Smith.", [["I", "met", "Ann Smith"]]);
      await tell("2", "Dana", 2_000, "Anne Smith works for Northwind.", [["Anne Smith", "works_for", "Northwind"]]);
      const [dana, northwind] = [await entity("Dana"), await entity("Northwind")];
      const near = async (options) => {
        const { steps: found, more } = await memory.neighborhood(dana, options);
        return [steps(found), more];
      };
      const way = async (options) => {
        const { steps: found, explanation } = await memory.shortestPath(dana, northwind, options);
        return [steps(found), typeof explanation];
      };
      const out = { near: await near(), far: await near({ depth: 3 }), unverified: await near({ depth: 3, unverified: true }), bounded: await near({ depth: 3, unverified: true, limit: 1 }) };
      out.way = await way();
      out.proposed = await way({ unverified: true });
      const { items } = await memory.inbox.list({ filter: { kinds: ["alias"] } });
      await memory.inbox.decide(items[0].id, { verdict: "accept" });
      out.accepted = (await memory.shortestPath(dana, northwind)).steps.map(({ predicate, verified, supports }) => [predicate, verified, supports]);
      out.nobody = [await use.error(memory.neighborhood("nobody")), await use.error(memory.shortestPath(dana, crypto.randomUUID()))];
      return out;
    });
    const met = ["Dana", "met", "Ann Smith", true, false];
    const alias = ["Ann Smith", "same_as", "Anne Smith", false, false];
    const works = ["Anne Smith", "works_for", "Northwind", true, false];
    assert.deepEqual([told.near, told.far], [[[met], false], [[met], false]]);
    assert.deepEqual([told.unverified, told.bounded], [[[met, alias, works], false], [[met], true]]);
    assert.deepEqual([told.way, told.proposed], [[undefined, "string"], [[met, alias, works], "undefined"]]);
    assert.deepEqual(told.accepted, [["met", true, 1], ["works_for", true, 1]]);
    assert.deepEqual(told.nobody.map(({ code }) => code), ["not_found", "not_found"]);
  }));

test("what does not fit is refused by the name of its field, and nothing is stored", () =>
  onHost(async (page) => {
    const refused = await page.evaluate(async () => {
      const { memory } = host;
      const claim = { subject: "Dana", predicate: "lives_in", object: "Leeds", evidence: [{ start: 0, end: 5 }] };
      const { evidence, ...bare } = claim;
      const ingest = (claim, more) => memory.ingest({ id: "x", source: "chat", text: "Dana lives in Leeds.", claims: [claim], ...more });
      const calls = [
        ["event.claims[0].evidence is missing.", ingest(bare)],
        ["event.claims[0].evidence is empty", ingest({ ...bare, evidence: [] })],
        ["event.claims[0].evidence[0]", ingest({ ...bare, evidence: [{ start: 0, end: 99 }] })],
        ["event.claims[0].evidence[0].start must be a whole number", ingest({ ...bare, evidence: [{ start: 0.5, end: 2 }] })],
        ["event.claims[0].speech_act", ingest({ ...claim, speech_act: "question" })],
        ["event.claims[0].speechAct", ingest({ ...claim, speechAct: "shout" })],
        ["event.claims[0].polarity", ingest({ ...claim, polarity: "maybe" })],
        ["event.claims[0].confidence", ingest({ ...claim, confidence: NaN })],
        ["event.claims[0].confidence must be a number", ingest({ ...claim, confidence: "high" })],
        ["event.claims[0].value.type", ingest({ ...claim, object: undefined, value: { type: "colour", value: "red" } })],
        ["event.claims[0].object", ingest({ ...claim, object: undefined })],
        ["event.claims[0].predicate", ingest({ ...claim, predicate: "x".repeat(257) })],
        ["event.claims[0].subject", ingest({ ...claim, subject: "x".repeat(4_097) })],
        ["event.claims[0].validFrom", ingest({ ...claim, validFrom: "yesterday" })],
        ["event.claims has 1001", ingest(claim, { claims: Array(1_001).fill(claim) })],
        ["event.claims must be a list.", ingest(claim, { claims: claim })],
        ["event.extraction must be a whole number", ingest(claim, { extraction: 1.5 })],
        ["event.firstPersonOwner", ingest(claim, { firstPersonOwner: true, speaker: "Dana", role: "user" })],
        ["filter.end", memory.claims({ filter: { end: "above", entity: crypto.randomUUID() } })],
        ["filter.entity", memory.claims({ filter: { entity: "Dana" } })],
        ["filter.event", memory.claims({ filter: { event: "1" } })],
        ["filter.predicate has 1001 bytes", memory.claims({ filter: { predicate: "x".repeat(1_001) } })],
        ["limit", memory.claims({ limit: 0 })],
        ["depth", memory.neighborhood(crypto.randomUUID(), { depth: 4 })],
        ["text must have a letter or a digit", memory.searchText("…")],
        ["text has 10001 bytes", memory.searchText("x".repeat(10_001))],
        ["text is missing.", memory.searchText()],
        ["predicates[1]", memory.declarePredicates(["lives_in", " "])],
        ["predicates[0] has 257 bytes", memory.declarePredicates(["x".repeat(257)])],
        ["predicates must be a list.", memory.declarePredicates("lives_in")],
        ["cursor", memory.predicates({ cursor: "x" })],
        ["space must have 1 to 200 bytes", memory.declarePredicates(["lives_in"], { space: "" })],
      ].map(async ([named, promise]) => ({ named, error: await use.error(promise) }));
      return { told: await Promise.all(calls), head: (await memory.verify()).head };
    });
    for (const { named, error } of refused.told) {
      assert.ok(error?.isError && error.code === "bad_argument", `${named}: ${JSON.stringify(error)}`);
      assert.ok(error.message.includes(named), `${named}: ${error.message}`);
    }
    assert.equal(refused.head, 0, "something refused was stored");
  }));
