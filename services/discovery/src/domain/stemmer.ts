/**
 * A small English stemmer: endings of number, tense and the commonest derivations go, so that "invoicing" and "invoices"
 * or "photographer" and "photography" meet. It need not give words, only the same key for a family.
 */
export function stem(word: string): string {
  if (word.length <= 3 || /[^a-z]/.test(word)) return word;
  const one = singular(word);
  return OWN.get(one) ?? tidy(derivation(inflection(one)));
}

/** Would be taken for another family: a contractor is no contract, marketing no market. */
const OWN = new Map(
  'career contractor engineer server router poster trailer character counter letter marketing running planner screening monitoring'
    .split(' ')
    .map((word) => [word, word]),
);
OWN.set('marketer', 'marketing').set('runner', 'running');

/** The word without the ending of a plural. */
export function singular(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

const VOWEL = /[aeiouy]/;

function inflection(word: string): string {
  const base = /^(.+?)(?:ing|ed)$/.exec(word)?.[1];
  return base === undefined || base.length < 3 || !VOWEL.test(base) ? word : whole(base);
}

/** What stood before -ing, -ed or -er: "running" has one n too many, "gaming" lost its e. */
function whole(base: string): string {
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return /^[^aeiou][aeiou][^aeiouwxy]$/.test(base) ? `${base}e` : base;
}

/** Longer endings first; one goes only if enough is left. */
const ENDINGS: readonly (readonly [ending: string, replacement: string])[] = [
  ['ization', ''],
  ['ographer', 'ograph'],
  ['ographic', 'ograph'],
  ['ography', 'ograph'],
  ['ation', ''],
  ['ement', ''],
  ['ment', ''],
  ['ness', ''],
  ['able', ''],
  ['ible', ''],
  ['ator', ''],
  ['tion', 't'],
  ['sion', 's'],
  ['ial', ''],
  ['ful', ''],
  ['ity', ''],
  ['ize', ''],
  ['ise', ''],
  ['ive', ''],
  ['ate', ''],
  ['or', ''],
  ['ly', ''],
  ['al', ''],
];

function derivation(word: string): string {
  const found = ENDINGS.find(([ending]) => word.endsWith(ending) && word.length - ending.length >= 4);
  if (found !== undefined) return word.slice(0, -found[0].length) + found[1];
  return word.length >= 5 && word.endsWith('er') && !word.endsWith('eer') ? whole(word.slice(0, -2)) : word;
}

/** "planned" meets "plan", "story" meets "stories"; four letters keep their e, else "care" were "car". */
function tidy(word: string): string {
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1);
  return word.length > 3 && word.endsWith('y') ? `${word.slice(0, -1)}i` : word;
}
