/** A text as it is compared, and the way back to the original. */
export interface Folded {
  readonly original: string;
  /** Lower case, with plain signs. It may be shorter or longer than the original. */
  readonly text: string;
  /** The place in the original of a place in `text`. */
  readonly originOf: (at: number) => number;
}

/** A letter with its combining marks, or a character beyond ASCII. */
const cluster = /[A-Za-z][\u0300-\u036f]+|[^\0-\x7f]\p{M}*/gu;
const beyondAscii = /[^\0-\x7f]/;
/** Longer clusters are no letters: their normal form would only be expensive. In UTF-16 units. */
const clusterRead = 10;

/** Zero-width and direction marks, soft hyphens and variation selectors. */
const invisible =
  /^[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]/;
const apostrophe = /^[\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032\uff07]/;
const hyphen = /^[\u2010-\u2015]/;
/** Only these have a compatibility form that reads the same: "™" would become the letters "tm". */
const hasPlainForm = /^[\p{L}\p{N}\p{Z}\p{P}\uff00-\uffef]/u;
/** Signs of vowels that Arabic and Hebrew may leave out. */
const vowelSign = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/g;
/** Letters whose accent may be left out: Latin and Greek ones. */
const accented = /^[\p{Script=Latin}\p{Script=Greek}]/u;

/**
 * Letters with a mark that are letters of their own, with the spelling that their language uses without the mark. All
 * other Latin and Greek letters lose their marks: "é" is written "e" where the keyboard lacks it. "ñ" has no other spelling.
 */
const ownLetters: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ø', 'oe'],
  ['å', 'aa'],
  ['œ', 'oe'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ñ', 'ñ'],
  ['ё', 'е'],
]);

/**
 * The form in which texts are compared: lower case, without invisible characters, with plain apostrophes, hyphens and
 * spaces, letters in their compatibility form, and accents by the rule of `ownLetters`. Keywords, searches, the scorer and
 * the comparison of copies all use it, so that what looks the same is the same.
 */
export function fold(text: string): Folded {
  if (!beyondAscii.test(text)) return { original: text, text: text.toLowerCase(), originOf: (at) => at };
  const places: Place[] = [{ at: 0, origin: 0 }];
  let shift = 0;
  const plain = text.replace(cluster, (whole: string, index: number) => {
    const letter = foldedCluster(whole);
    if (letter.length !== whole.length) {
      places.push({ at: index + shift, origin: index });
      shift += letter.length - whole.length;
      places.push({ at: index + shift + whole.length, origin: index + whole.length });
    }
    return letter;
  });
  return { original: text, text: plain.toLowerCase(), originOf: (at) => originIn(places, at) };
}

interface Place {
  readonly at: number;
  readonly origin: number;
}

/** A place within a changed character is its start. */
function originIn(places: readonly Place[], at: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const before = places[low] ?? { at: 0, origin: 0 };
  const most = places[low + 1]?.origin ?? Infinity;
  return Math.min(before.origin + at - before.at, most);
}

const known = new Map<string, string>();
const mostKnown = 5_000;

function foldedCluster(whole: string): string {
  const read = whole.slice(0, clusterRead);
  const hit = known.get(read);
  if (hit !== undefined) return hit;
  if (known.size >= mostKnown) known.clear();
  const value = plainOf(read);
  known.set(read, value);
  return value;
}

function plainOf(read: string): string {
  if (invisible.test(read)) return '';
  if (apostrophe.test(read)) return "'";
  if (hyphen.test(read)) return '-';
  if (!hasPlainForm.test(read)) return read.replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const plain = read.normalize('NFKC').toLowerCase().normalize('NFC');
  return Array.from(plain, bareLetter).join('').replace(vowelSign, '').replace(/\s/g, ' ');
}

function bareLetter(letter: string): string {
  const own = ownLetters.get(letter);
  if (own !== undefined) return own;
  return accented.test(letter) || /^[\u0300-\u036f]/.test(letter)
    ? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
    : letter;
}
