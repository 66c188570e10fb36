// Compiled, never run: what a host's page writes, as the module's types must allow it under --strict,
// and what they must refuse (each line after a `@ts-expect-error`).

import { NamesakeError, open } from "namesake";
import type { Decision, EntityView, ErrorCode, Memory, MemoryEvent, QuestionKind, QuestionRow, Resolution, Verdict } from "namesake";

const memory: Memory = await open({ owner: "ada", actor: "my-app", space: "work", storage: "indexeddb" });

/** A question answered: one, several, or a typed negative. */
async function whoIs(name: string): Promise<string> {
  const found: Resolution = await memory.resolveEntity(name);
  if (found.negative) return found.negative.explanation;
  const [first, ...others] = found.candidates.items;
  if (!first || others.length > 0) return `${found.candidates.total} people are called that`;
  const view: EntityView = await memory.entity(first.entity.id);
  return `${view.row.mentions} mentions, found by tier ${first.tier satisfies number}`;
}

/** Every page of a list. */
async function* everyQuestion(kinds: QuestionKind[]): AsyncGenerator<QuestionRow> {
  let cursor: string | undefined;
  do {
    const page = await memory.inbox.list({ filter: { kinds }, limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** Decisions, alone and together, with a preview before and an undo after. */
async function decide(question: string): Promise<ErrorCode | undefined> {
  const decision: Decision = { verdict: "accept", reason: "the same e-mail address" };
  try {
    const preview = await memory.preview(question, decision);
    if (preview.implied.length > 0) return undefined;
    const { review, applied } = await memory.inbox.decide(question, decision);
    if (applied) await memory.undo(review.id, { together: true });
    const items = await memory.inbox.decideMany([[question, { verdict: "reject" }]]);
    return items.find((item) => item.error)?.error?.code;
  } catch (error) {
    if (!(error instanceof NamesakeError)) throw error;
    if (error.code === "stale") await memory.inbox.refresh(question);
    console.warn(error.message, error.next, error.changes.map((change) => change.field));
    return error.code;
  }
}

/** Work that takes long: heard of, and stopped. */
async function long(file: File): Promise<void> {
  const stop = new AbortController();
  const options = { onProgress: ({ done, total }: { done: number; total?: number }) => console.log(done, total), signal: stop.signal };
  const report = await memory.importFile(file, options);
  if (!report.cancelled) await memory.organize({ budget: 100_000, ...options });
  await memory.ingest({ id: "message-1", source: "chat", speaker: "Ada", text: "Anna called.", time: Date.now() });
  const copy: Blob = await memory.export(options);
  console.log(copy.size, (await memory.verify()) satisfies object);
}

/** Changes, here and in other tabs. */
const end: () => void = memory.subscribe((event: MemoryEvent) => {
  switch (event.type) {
    case "changed":
      return console.log(event.head, event.elsewhere);
    case "stopped":
      return console.log(event.message);
    case "restarted":
      return console.log(event.head);
    case "failed":
      return console.log(event.error.next);
    default:
      // Every kind is named above.
      return event satisfies never;
  }
});

// @ts-expect-error A memory has an owner.
void open({ actor: "my-app" });
// @ts-expect-error There is no such verdict.
const wrong: Verdict = "merge";
// @ts-expect-error There is no such storage.
void open({ owner: "ada", actor: "my-app", storage: "localstorage" });
// @ts-expect-error What comes back is a promise.
void memory.resolveEntity("Ada").candidates;

export { decide, end, everyQuestion, long, whoIs, wrong };
