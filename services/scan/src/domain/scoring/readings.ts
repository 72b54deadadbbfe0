/** A text as somebody may read it, and for each of its UTF-16 units where that stands in the original. */
export interface Reading {
  readonly text: string;
  /** Start in the original of each unit; one entry more than there are units, for the end. */
  readonly origin: readonly number[];
}

/** Zero-width and direction marks, soft hyphens, variation selectors, and the tag letters that nobody sees. */
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

/** The text in lower case, without what is invisible and in plain forms of its letters; `folded`: look-alikes as the Latin they look like. */
export function plainReading(text: string, folded: boolean): Reading {
  let plain = '';
  const origin: number[] = [];
  let at = 0;
  for (const symbol of text) {
    for (const unit of plainOf(symbol, folded)) {
      plain += unit;
      for (let n = 0; n < unit.length; n += 1) origin.push(at);
    }
    at += symbol.length;
  }
  return { text: plain, origin: [...origin, at] };
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

/** Letters in boxes and circles, and the halves of flags. */
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

/** Figures and signs read as the letters they stand for; a one is an i or an l. */
export function leetReading(reading: Reading, one: 'i' | 'l'): Reading {
  return {
    ...reading,
    text: reading.text.replace(/[0134578@$!|]/g, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign))),
  };
}

/** The letters alone, so that what is spaced, dotted or hyphenated apart stands together. */
export function compactReading({ text, origin }: Reading): Reading {
  const kept: number[] = [];
  const compact = text.replace(/[^a-z]|[a-z]/g, (unit, index: number) => {
    if (unit < 'a' || unit > 'z') return '';
    kept.push(origin[index] ?? 0);
    return unit;
  });
  return { text: compact, origin: [...kept, origin.at(-1) ?? 0] };
}

/** Every letter thirteen places on, as in ROT13. */
export function rot13Reading(reading: Reading): Reading {
  const turned = reading.text.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
  );
  return { ...reading, text: turned };
}

/** From the end to the beginning. */
export function reversedReading({ text, origin }: Reading): Reading {
  const units = Array.from({ length: text.length }, (_, index) => text[text.length - 1 - index] ?? '');
  const places = units.map((_, index) => origin[text.length - 1 - index] ?? 0);
  return { text: units.join(''), origin: [...places, 0] };
}

/** Words whose inner letters are out of order are read as the word that people read in them. */
export function unscrambledReading(reading: Reading, words: readonly string[]): Reading {
  const known = new Map(words.map((word) => [signature(word), word]));
  return { ...reading, text: reading.text.replace(/[a-z]{5,}/g, (word) => known.get(signature(word)) ?? word) };
}

function signature(word: string): string {
  return `${word.at(0)}${[...word.slice(1, -1)].sort().join('')}${word.at(-1)}`;
}

/** A run of an original that says something in code. */
export interface Encoded {
  readonly start: number;
  readonly end: number;
  readonly said: string;
}

const MOST_RUNS = 20;

/** What base64, hex, percent signs and character entities in a text say, where that is text. */
export function decodedRuns(text: string): Encoded[] {
  const runs: Encoded[] = [];
  const add = (pattern: RegExp, decode: (run: string) => string) => {
    for (const match of text.matchAll(pattern)) {
      const said = decode(match[0]);
      if (runs.length < MOST_RUNS && isText(said))
        runs.push({ start: match.index, end: match.index + match[0].length, said });
    }
  };
  add(/(?:[a-z0-9+/_-]{16,}\s?){1,40}={0,2}/gi, (run) =>
    Buffer.from(run.replace(/\s/g, ''), 'base64').toString('utf8'),
  );
  add(/(?:[0-9a-f]{2}[\s:]?){12,2000}/gi, (run) => Buffer.from(run.replace(/[^0-9a-f]/gi, ''), 'hex').toString('utf8'));
  add(/[^\s%]*(?:%[0-9a-f]{2}[^\s%]*){4,400}/gi, (run) =>
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

/** Nearly all letters, spaces and punctuation: what decodes by chance is not. */
function isText(said: string): boolean {
  const odd = said.match(/[^\p{L}\p{N}\p{P}\p{Z}\s$+<=>^`|~]|\ufffd/gu)?.length ?? 0;
  return said.length >= 8 && odd <= said.length * 0.05 && / /.test(said);
}
