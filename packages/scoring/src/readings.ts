/** One interpretation of a text, with the position in the original for each of its UTF-16 units. */
export interface Reading {
  readonly text: string;
  /** The start of each unit in the original, plus one entry for the end. */
  readonly origin: readonly number[];
}

/**
 * Invisible characters: zero-width and direction marks, soft hyphens and variation selectors. `TAG_START` to `TAG_END`
 * are the tag characters, which are invisible too.
 */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]/u;
const TAG_START = 0xe0000;
const TAG_END = 0xe007f;

/** Letters of other scripts that look like Latin ones, and small capitals. */
const LOOK_ALIKES = new Map([
  ...pairs('абвеѕіјкмнорстухҺԁԛԝӏгпьѵ', 'abbesijkmhopctyxhdqwlrnbv'),
  ...pairs('αβγεζηικμνορτυχω', 'abyeznikuvoptuxw'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢıłøđ', 'abcdefghijklmnopqrstuvwyzilod'),
  ...pairs('‘’“”–—', '\'\'""--'),
]);

function pairs(from: string, to: string): [string, string][] {
  const letters = [...to];
  return [...from].map((letter, index) => [letter, letters[index] ?? letter]);
}

/**
 * The text in lower case, without invisible characters and with letters in their compatibility form. `folded`: accents
 * are removed, and look-alikes become the Latin letters that they resemble. A run of white space becomes one line break, or
 * one space: phrases are found across it, and no run makes a search long.
 */
export function plainReading(text: string, folded: boolean): Reading {
  const units: string[] = [];
  const origin: number[] = [];
  let at = 0;
  for (const symbol of text) {
    for (const unit of plainOf(symbol, folded)) {
      const isSpace = /\s/.test(unit);
      if (isSpace && units.at(-1) === '\n') continue;
      if (isSpace && units.at(-1) === ' ') {
        if (unit === '\n') units[units.length - 1] = '\n';
        continue;
      }
      units.push(isSpace && unit !== '\n' ? ' ' : unit);
      for (let n = 0; n < unit.length; n += 1) origin.push(at);
    }
    at += symbol.length;
  }
  return { text: units.join(''), origin: [...origin, at] };
}

function plainOf(symbol: string, folded: boolean): string {
  const code = symbol.codePointAt(0) ?? 0;
  if (code < 0x80) return symbol.toLowerCase();
  if (code >= TAG_START && code <= TAG_END) return code > 0xe0020 ? String.fromCodePoint(code - TAG_START) : '';
  if (INVISIBLE.test(symbol)) return '';
  const plain = (letterSign(code) ?? symbol.normalize('NFKC')).toLowerCase();
  if (!folded) return plain;
  const bare = plain.normalize('NFD').replace(/\p{M}/gu, '');
  return [...bare].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
}

/** Converts letters in boxes and circles, and regional indicators (the halves of flags), to plain letters. */
function letterSign(code: number): string | null {
  const first = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6].find((start) => code >= start && code < start + 26);
  return first === undefined ? null : String.fromCodePoint(97 + code - first);
}

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** Decodes leetspeak: digits and signs become the letters that they replace. A 1 becomes `one`. */
export function leetReading(reading: Reading, one: 'i' | 'l'): Reading {
  return {
    ...reading,
    text: reading.text.replace(/[0134578@$!|]/g, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign))),
  };
}

/** Only the letters, so that words split by spaces, dots or hyphens are found too. */
export function compactReading({ text, origin }: Reading): Reading {
  const offsets: number[] = [];
  const compact = text.replace(/[^a-z]|[a-z]/g, (unit, index: number) => {
    if (unit < 'a' || unit > 'z') return '';
    offsets.push(origin[index] ?? 0);
    return unit;
  });
  return { text: compact, origin: [...offsets, origin.at(-1) ?? 0] };
}

/** The text decoded from ROT13. */
export function rot13Reading(reading: Reading): Reading {
  const turned = reading.text.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
  );
  return { ...reading, text: turned };
}

/** The text in reverse order. */
export function reversedReading({ text, origin }: Reading): Reading {
  const units = Array.from({ length: text.length }, (_, index) => text[text.length - 1 - index] ?? '');
  const places = units.map((_, index) => origin[text.length - 1 - index] ?? 0);
  return { text: units.join(''), origin: [...places, 0] };
}

/** Replaces words with swapped inner letters by the words in `words` that they resemble. */
export function unscrambledReading(reading: Reading, words: readonly string[]): Reading {
  const known = new Map(words.map((word) => [signature(word), word]));
  return { ...reading, text: reading.text.replace(/[a-z]{5,}/g, (word) => known.get(signature(word)) ?? word) };
}

function signature(word: string): string {
  return `${word.at(0)}${[...word.slice(1, -1)].sort().join('')}${word.at(-1)}`;
}

/** An encoded part of a text, and its decoded content. */
export interface Encoded {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

const MOST_RUNS = 20;

/** Decodes base64, hex, percent encoding and character entities in a text. Only results that are readable text are returned. */
export function decodedRuns(text: string): Encoded[] {
  const runs: Encoded[] = [];
  const add = (pattern: RegExp, decode: (run: string) => string) => {
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0]);
      if (runs.length < MOST_RUNS && isText(decoded))
        runs.push({ start: match.index, end: match.index + match[0].length, decoded });
    }
  };
  add(/(?:[a-z0-9+/_-]{16,}\s?){1,40}={0,2}/gi, (run) =>
    Buffer.from(run.replace(/\s/g, ''), 'base64').toString('utf8'),
  );
  add(/(?:[0-9a-f]{2}[\s:]?){12,2000}/gi, (run) => Buffer.from(run.replace(/[^0-9a-f]/gi, ''), 'hex').toString('utf8'));
  add(/[^\s%]{0,40}(?:%[0-9a-f]{2}[^\s%]*){4,400}/gi, (run) =>
    Buffer.from(
      run.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8'),
  );
  add(/(?:&#x?[0-9a-f]{2,6};\s?){6,2000}/gi, (run) =>
    run.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      entity(Number.parseInt(digits, hex === '' ? 10 : 16)),
    ),
  );
  return runs;
}

function entity(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Whether nearly all characters are letters, spaces or punctuation. Data that decodes by chance fails this test. */
function isText(text: string): boolean {
  const odd = text.match(/[^\p{L}\p{N}\p{P}\p{Z}\s$+<=>^`|~]|\ufffd/gu)?.length ?? 0;
  return text.length >= 8 && odd <= text.length * 0.05 && / /.test(text);
}
