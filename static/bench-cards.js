// What a bench fills a memory with: contact cards out of names, with duplicates planted among them. The same in every run.

/** Numbers that look random (mulberry32). */
export function random(seed) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (bound) => Math.floor(next() * bound);
  const shuffle = (items) => {
    for (let at = items.length - 1; at > 0; at--) {
      const other = below(at + 1);
      [items[at], items[other]] = [items[other], items[at]];
    }
    return items;
  };
  return { below, shuffle };
}

/** Distinct names out of syllables, with frequencies that fall as those of real names do. */
export function madeUp(count) {
  const starts = ['ba', 'ce', 'do', 'fa', 'gri', 'ha', 'ju', 'ka', 'lo', 'mi', 'no', 'pe', 'ro', 'sha', 'ta', 'vi'];
  const ends = ['bert', 'lin', 'mar', 'na', 'nelle', 'rick', 'sen', 'ska', 'ton', 'vers', 'wyn', 'zar'];
  const { below } = random(1);
  const word = (spread) => {
    const n = Math.floor((below(spread) * below(spread)) / spread); // the product favours low numbers
    const text = starts[n % 16] + starts[(n >> 4) % 16] + ends[(n >> 8) % 12];
    return text[0].toUpperCase() + text.slice(1);
  };
  const names = new Set();
  while (names.size < count) names.add(`${word(1500)} ${word(3000)}`);
  return [...names];
}

/** Where the random numbers begin by which duplicates are planted: each is another set of edits of the same names. */
export const SEEDS = [20, 21, 22];

/** `size` cards: 19 of 20 with a name of their own, one of 20 with a name that is one edit away from another's. */
export function withDuplicates(names, size, seed) {
  const draw = random(seed);
  const own = size - Math.floor(size / 20);
  const all = names.slice(0, own);
  const taken = new Set(all.map((name) => name.toLowerCase()));
  const planted = [];
  while (all.length < size) {
    const original = names[draw.below(own)];
    const edited = oneEdit(original, draw.below);
    if (!edited || taken.has(edited.toLowerCase())) continue;
    taken.add(edited.toLowerCase());
    planted.push([original, edited]);
    all.push(edited);
  }
  return { file: cards(draw.shuffle(all), 'c'), planted };
}

/** A vCard file with a card a name; `series` keeps its ids, addresses and numbers apart from those of other files. */
export function cards(names, series) {
  const text = names.map((plain, n) => {
    const name = plain.replace(/[,;]/g, '\\,');
    const at = name.lastIndexOf(' ');
    const [given, family] = at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
    return (
      `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${series}-${n}@example.org\r\nFN:${name}\r\nN:${family};${given};;;\r\n` +
      `EMAIL;TYPE=INTERNET:${series}${n}.${n % 7919}@example.org\r\n` +
      `TEL;TYPE=CELL:+1 555 ${String(n).padStart(7, '0')}${(series.charCodeAt(0) % 90) + 10}\r\n` +
      `ORG:Example ${n % 1000}\r\nEND:VCARD\r\n`
    );
  });
  return new Blob(text);
}

/** A name with one letter put in, left out, replaced, or two exchanged; nothing if that would be no duplicate. */
function oneEdit(name, below) {
  const letters = [...name];
  const at = below(letters.length);
  const letter = String.fromCharCode(97 + below(26));
  if (letters[at] === ' ') return;
  switch (below(4)) {
    case 0:
      letters.splice(at, 0, letter);
      break;
    case 1:
      letters.splice(at, 1);
      break;
    case 2:
      letters[at] = letter;
      break;
    default:
      if ((letters[at + 1] ?? ' ') === ' ') return;
      [letters[at], letters[at + 1]] = [letters[at + 1], letters[at]];
  }
  const edited = letters.join('');
  const whole = edited.split(' ').every((word) => word.length > 1);
  return whole && edited.toLowerCase() !== name.toLowerCase() ? edited : undefined;
}
