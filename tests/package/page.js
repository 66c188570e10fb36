// A page of somebody else over Namesake: takes text and files in, finds names, asks the owner. Text is only ever text.

import { NamesakeError, open } from './package/namesake.js';

const $ = (id) => document.getElementById(id);
const say = (text) => ($('state').textContent = text);
const item = (text, ...more) => {
  const row = document.createElement('li');
  row.append(Object.assign(document.createElement('bdi'), { textContent: text }), ...more);
  return row;
};
const button = (text, act) => {
  const made = Object.assign(document.createElement('button'), { textContent: text, type: 'button' });
  made.addEventListener('click', () => attempt(act));
  return made;
};

/** Runs something, and tells what an error says to do. */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof NamesakeError)) throw error;
    say(`${error.message} ${error.next} [${error.code}]`);
  }
}

async function questions(memory) {
  const { items, total } = await memory.inbox.list({ limit: 20 });
  const decide = (id, verdict) => async () => {
    const { review } = await memory.inbox.decide(id, { verdict });
    say(`stored as ${review.checksum.slice(0, 8)}`);
  };
  $('questions').replaceChildren(
    ...items.map(({ id, kind, names }) =>
      item(
        `${kind}: ${names.map((name) => name.text).join(' / ')} `,
        button('the same', decide(id, 'accept')),
        button('not the same', decide(id, 'reject')),
      ),
    ),
  );
  say(`${total} questions, ${(await memory.inbox.counts()).entities} entities`);
}

await attempt(async () => {
  const name = new URLSearchParams(location.search).get('name') ?? 'page';
  const memory = await open({ name, owner: 'ada', actor: 'page' });
  memory.subscribe((event) => attempt(() => (event.type === 'stopped' ? say('starting again…') : questions(memory))));
  $('say').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get('text');
    attempt(() => memory.ingest({ id: crypto.randomUUID(), source: 'page', text, hints: [] }));
  });
  $('file').addEventListener('change', ({ target }) =>
    attempt(async () => {
      const report = await memory.importFile(target.files[0], { onProgress: ({ done, total }) => say(`${done} of ${total}`) });
      say(`${report.added} new, ${report.refusedTotal} refused, ${report.questions} questions`);
    }),
  );
  $('find').addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(async () => {
      const { candidates, negative } = await memory.resolveEntity(new FormData(event.target).get('name'));
      const rows = candidates.items.map(({ entity, reasons }) => item(`${entity.name.text}: ${reasons.map((reason) => reason.code).join(', ')}`));
      $('found').replaceChildren(...(negative ? [item(negative.explanation)] : rows));
    });
  });
  await questions(memory);
});
