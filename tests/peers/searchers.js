// Namesake and two searchers of npm, each as `build(names, setting) → search(text) → names, best first`.
//
// minisearch.js and fuse.js come out of node_modules and lie beside this file only where the bench serves it. Settings are
// those that the peers' documentation suggests for fuzzy search, and what did better on these names in trials.

import { cards } from '../bench-cards.js';
import { call, importFile, resolveEntity, start } from '../bench-engine.js';
import { remove } from '../bench-idb.js';
import Fuse from './fuse.js';
import MiniSearch from './minisearch.js';

const MEMORY = 'bench-peers';
const TEN = 10;

export const SEARCHERS = {
  // Through its public API, over real IndexedDB: building is an import, from the file to what is stored.
  Namesake: {
    settings: { '': {} },
    prepare: (names) => ({ file: cards(names, 'p'), count: names.length }),
    async build({ file, count }) {
      await remove(MEMORY);
      await start();
      await call('open', { name: MEMORY, owner: 'bench', actor: 'bench', version: 1 });
      const { added } = await importFile(file, 'cards.vcf');
      if (added !== count) throw new Error(`${added} of ${count} cards were taken`);
      return async (text) => (await resolveEntity(text)).candidates.items.map(({ entity }) => entity.name.text);
    },
  },

  minisearch: {
    settings: {
      'fuzzy 0.2, prefix': { fuzzy: 0.2, prefix: true },
      'fuzzy 0.3': { fuzzy: 0.3 },
      'fuzzy 0.34, prefix': { fuzzy: 0.34, prefix: true },
    },
    build(names, searchOptions) {
      const index = new MiniSearch({ fields: ['name'], searchOptions });
      index.addAll(names.map((name, id) => ({ id, name })));
      return (text) => index.search(text).slice(0, TEN).map(({ id }) => names[id]);
    },
  },

  // Looks at every name, so it is asked only some of the queries.
  'fuse.js': {
    settings: {
      'threshold 0.4, ignoreLocation': { threshold: 0.4, ignoreLocation: true },
      'threshold 0.4, useTokenSearch': { threshold: 0.4, useTokenSearch: true },
    },
    samples: { edits: 50, variants: 200 },
    build(names, options) {
      const fuse = new Fuse(names, options);
      return (text) => fuse.search(text, { limit: TEN }).map(({ item }) => item);
    },
  },
};
