// Uses every method and every type of the module as another developer would. It is only type-checked:
// `cargo xtask test --only types`. What it does at run time is tested by tests/e2e/package.test.mjs.

import { NamesakeError, open } from '../../dist/package/namesake.js';
import type * as N from '../../dist/package/namesake.js';

/** Fails to compile unless both are the same type. */
function same<A, B>(..._: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]): void {}

const memory: N.Memory = await open({ owner: 'ada', actor: 'check' });
await open({
  name: 'other',
  owner: 'ada',
  actor: 'check',
  space: 'work',
  storage: 'memory',
  expectData: true,
  startEmpty: false,
  inPlace: true,
  shortForms: [{ short: 'Xandi', long: 'Alexander' }],
  abbreviations: [{ short: 'WG', long: 'Working Group' }],
  startWorker: () => new Worker('./worker.js', { type: 'module' }),
});
// @ts-expect-error an owner is needed
await open({ actor: 'check' });
// @ts-expect-error there is no such storage
await open({ owner: 'ada', actor: 'check', storage: 'disk' });

const opened: N.Opened = memory.opened;
same<typeof opened.head, number>();
const truth: N.StorageTruth = opened.storage;
const { persisted, used, quota } = truth;
console.log(persisted, used?.toFixed(), quota?.toFixed(), opened.spaces.join(), opened.damaged, opened.fromSnapshot);

const stop = new AbortController();
const onProgress = ({ stage, done, total }: N.Progress) => console.log(stage, done / (total ?? 1));
const report = await memory.importFile(new File(['BEGIN:VCARD'], 'friends.vcf'), { kind: 'vcard', onProgress, signal: stop.signal });
const refused: N.Refused | undefined = report.refused[0];
console.log(report.added, report.cancelled, refused?.line, refused?.reason, refused?.excerpt.pieces);
await memory.importFile(new Blob([]), { fileName: 'chat.jsonl', space: 'work' });
await memory.importFile(new Blob([]), { dateOrder: 'day', zone: 'Europe/Oslo', columns: { Person: 'name' }, kind: 'document' });
// @ts-expect-error a file is no text
await memory.importFile('BEGIN:VCARD');
// @ts-expect-error there is no such order
await memory.importFile(new Blob([]), { dateOrder: 'weeks' });
const told: N.FileExamination = await memory.examineFile(new Blob([]), { fileName: 'chat.txt', onProgress, signal: stop.signal });
console.log(told);

const ingested = await memory.ingest({ id: 'e1', source: 'mail', text: 'Anna called.' });
await memory.ingest({ id: 'e2', source: 'mail', text: 'Anna called.', speaker: 'Ben', time: Date.now(), hints: [{ name: 'Anna', kind: 'person' }] });
for (const { outcome, entity, provisional, span } of ingested.mentions) console.log(outcome, entity, provisional, span.start);

const known: N.KnownEvidence = { event: '00000000-0000-4000-8000-000000000000', span: { start: 0, end: 16 } };
const shown: N.HostClaim = { subject: 'Omar', predicate: 'moved_to', object: 'York', evidence: [{ start: 0, end: 17 }], known: [0] };
const claim: N.HostClaim = { subject: 'I', predicate: 'lives_in', object: 'Leeds', evidence: [{ start: 0, end: 16 }] };
const aged: N.HostClaim = { subject: 'I', predicate: 'age', value: { type: 'number', value: '40', unit: 'years' }, polarity: 'positive', speechAct: 'assertion', update: true, validFrom: '2026-01-01', confidence: 0.9, evidence: [{ start: 0, end: 5 }] };
const understood = await memory.ingest({ id: 'e3', source: 'chat', text: 'I live in Leeds.', speaker: 'Dana', claims: [claim, aged], extraction: 2, planPolicy: 2, speakerReferences: true, speakerGrounding: true });
await memory.ingest({ id: 'e4', source: 'chat', text: 'I live in Leeds.', role: 'user', claims: [claim], firstPersonOwner: true });
for (const { stored, id, reason, explanation } of understood.claims) console.log(stored, id, reason, explanation);
const declared: N.PredicatesSaid = await memory.declarePredicates(['lives_in'], { singleValued: true, space: 'work' });
const predicates: N.Page<N.PredicateRow> = await memory.predicates({ limit: 10 });
console.log(declared.statement, declared.opened.length, predicates.items[0]?.singleValued, predicates.items[0]?.claims);
const claims: N.Page<N.ClaimRow> = await memory.claims({ filter: { entity: 'id', end: 'subject', predicate: 'lives_in', inForce: true }, limit: 10 });
const said1: N.ClaimRow | undefined = claims.items[0];
if (said1 && 'entity' in said1.object) console.log(said1.object.entity.word.text, said1.subject.binding === 'speaker', said1.standing === 'inForce', said1.sentence.marks.length);
else if (said1 && 'value' in said1.object) console.log(said1.object.value.value, said1.relationship, said1.supersededBy);
const near: N.Neighborhood = await memory.neighborhood('id', { depth: 2, limit: 10, unverified: true });
const way: N.FoundPath = await memory.shortestPath('a', 'b', { unverified: false });
console.log(near.steps[0]?.to.name.text, near.more, way.steps?.length, way.explanation);
const hits: N.Page<N.TextHit> = await memory.searchText('leeds', { limit: 5 });
const event: N.EventView = await memory.event(understood.event, { cursor: 'x' });
console.log(hits.items[0]?.claims.length, event.text, event.mentions.items[0]?.outcome, event.notStored[0]?.reason);
// @ts-expect-error a claim has to cite where it stands
await memory.ingest({ id: 'e5', source: 'chat', text: 'x', claims: [{ subject: 'I', predicate: 'is', object: 'x' }] });

const resolution = await memory.resolveEntity('Anna', { cursor: 'x' });
const candidate: N.Candidate | undefined = resolution.candidates.items[0];
console.log(candidate?.tier, candidate?.score, candidate?.reasons[0]?.code, resolution.negative?.explanation);

const rows: N.Page<N.EntityRow> = await memory.entities();
const found: N.Page<N.Candidate> = await memory.entities({ search: 'anna', limit: 10 });
same<(typeof rows.items)[number], N.EntityRow>();
const view: N.EntityView = await memory.entity(rows.items[0]?.id ?? found.items[0]!.entity.id);
if (typeof view.status === 'object') console.log(view.status.redirected);
console.log(view.names[0]?.source, view.fields[0]?.value.text, view.mentions.items[0]?.sentence.marks[0]?.end);
const sources: N.Page<N.SourceRow> = await memory.sources();
const spaces: string[] = await memory.spaces();
console.log(sources.total, spaces.length);

const counts: N.InboxCounts = await memory.inbox.counts();
const kinds: N.QuestionKind[] = ['collision', 'merge', 'alias', 'ambiguity', 'contradiction', 'correction', 'newName'];
const page = await memory.inbox.list({ filter: { kinds, status: 'open', search: 'an', entity: 'id' }, limit: 20 });
const first: N.QuestionRow = page.items[0]!;
const question: N.QuestionView = await memory.inbox.get(first.id);
const member: N.Member | undefined = question.members[0];
const rival: N.Rival | undefined = question.rivals?.[0];
console.log(counts.contradiction, rival?.claim.id, rival?.supports, rival?.sentences[0]?.text);
console.log(counts.newName, member?.sentences[0]?.text, question.compared[0]?.comparison, question.stale[0]?.field);
const verdicts: N.Verdict[] = ['accept', 'reject', 'cantTell', 'snooze', 'choose', 'someoneNew'];
const decision: N.Decision = { verdict: verdicts[4]!, choice: 'id', ticks: ['id'], survivor: 'id', reason: 'why' };
const preview: N.Preview = await memory.preview(first.id, decision);
for (const line of preview.lines) for (const bit of line) console.log('text' in bit ? bit.text : bit.name.text);
const decided: N.Decided = await memory.inbox.decide(first.id, { verdict: 'accept' });
const many: N.DecidedItem[] = await memory.inbox.decideMany([[first.id, { verdict: 'reject' }]]);
await memory.inbox.snooze(first.id, new Date(), { reason: 'later' });
await memory.inbox.refresh(first.id);
// @ts-expect-error there is no such verdict
await memory.inbox.decide(first.id, { verdict: 'maybe' });

const forms: N.ShortForm[] = [{ kind: 'givenName', short: 'Xandi', long: 'Alexander' }, { kind: 'abbreviation', short: 'WG', long: 'Working Group' }];
const said: N.ShortFormsSaid = await memory.shortForms.add(forms, { space: 'work' });
const taken: N.ShortFormsSaid = await memory.shortForms.remove(forms);
const added: N.Page<N.ShortFormRow> = await memory.shortForms.list({ limit: 10, cursor: 'x' });
console.log(said.changed, said.opened.length, taken.closed.length, said.left, added.items[0]?.short.text, added.items[0]?.statement);
// @ts-expect-error there is no such kind
await memory.shortForms.add([{ kind: 'nickname', short: 'Xandi', long: 'Alexander' }]);
const why: N.WhyNot = await memory.whyNot('a', 'b');
console.log(why.code, why.explanation, why.question, why.likelihood?.toFixed(), why.reasons[0]?.code);
const edit: N.Edit = { what: 'rename', entity: 'id', name: 'Anna Bell' };
const planned: N.Preview = await memory.previewEdit(edit);
const edited: N.Edited = await memory.edit(edit, { reason: 'she said so', space: 'work' });
await memory.edit({ what: 'merge', entities: ['a', 'b'], survivor: 'a' });
const halves: N.Edited = await memory.split('id', { mentions: ['m'], names: [{ name: 'Anna', kept: true }], fields: [{ field: 'email', value: 'a@b.example', kept: false }] });
console.log(planned.survivor, edited.edit?.what, halves.entity, (await memory.previewSplit('id', { mentions: ['m'] })).mentions);
// @ts-expect-error there is no such edit
await memory.edit({ what: 'forget', entity: 'id' });

const undone: N.Undone = await memory.undo(decided.review.id, { together: true });
const history: N.Page<N.HistoryRow> = await memory.history({ decisionsOnly: true, limit: 50 });
const organized: N.OrganizeReport = await memory.organize({ budget: 1000, onProgress, signal: stop.signal });
const verified: N.VerifyReport = await memory.verify({ onProgress });
console.log(undone.applied, many[0]?.error?.code, history.items[0]?.checksum, organized.unfinished, verified.faults[0]?.code);
same<Awaited<ReturnType<typeof memory.rebuild>>, void>();
await memory.rebuild();
const file: Blob = await memory.export({ onProgress });
const cards: Blob = await memory.exportContacts('vcard', { space: 'work', onReport: (report) => console.log(report.entities) });
// @ts-expect-error there is no such form
await memory.exportContacts('xlsx');
console.log(cards.size);
const restored: N.RestoreReport = await memory.import(file, { signal: stop.signal, partial: true });
console.log(restored.identical, restored.missing[0]?.why, restored.missingTotal, restored.fault, restored.setAside, (await memory.persist()).persisted);

const unsubscribe = memory.subscribe((event) => {
  switch (event.type) {
    case 'changed':
      return console.log(event.head, event.elsewhere);
    case 'stopped':
      return console.log(event.message);
    case 'restarted':
      return console.log(event.head);
    case 'failed':
      return console.log(event.error.code);
    default:
      same<typeof event, never>();
  }
});
unsubscribe();

try {
  await memory.close();
} catch (error) {
  if (error instanceof NamesakeError) {
    const code: N.ErrorCode = error.code;
    const known: 'undo_first' extends N.ErrorCode ? true : false = true;
    console.log(code, known, error.message, error.next, error.changes[0]?.before[0]?.text, error.operations.join());
  }
}

// The messages themselves, for who speaks to the worker without the proxy.
const message: N.ToEngine = { id: 1, call: { method: 'entities', params: { space: 'personal', limit: 10 } } };
declare const answer: N.FromEngine;
if (answer.type === 'answer' && answer.reply.kind === 'entities') same<typeof answer.reply.value, N.Page<N.EntityRow>>();
console.log(message);
