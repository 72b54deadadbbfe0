/**
 * A compact English stemmer: Porter's steps 1 and 5 and the suffixes that matter for matching trades ("invoicing" and
 * "invoices", "renovation" and "renovate"). A stem is a key shared by a word family; it may not be a real word.
 * Words with other letters than a to z are returned unchanged.
 */
export function stem(word: string): string {
  if (word.length <= 3 || /[^a-z]/.test(word)) return word;
  return tidy(derivation(inflection(singular(word))));
}

/** A stemmer that caches up to `limit` words, because posts repeat the same few thousand words. */
export function rememberingStemmer(limit = 50_000): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const hit = known.get(word);
    if (hit !== undefined) return hit;
    if (known.size >= limit) known.clear();
    const value = stem(word);
    known.set(word, value);
    return value;
  };
}

const VOWEL = /[aeiouy]/;

/** Approximates Porter's measure: the number of vowel-consonant sequences. */
function measure(base: string): number {
  return base.match(/[aeiouy][^aeiouy]/g)?.length ?? 0;
}

/** Removes the plural ending: "stories" becomes "story". */
export function singular(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function inflection(word: string): string {
  const found = /^(.+?)(?:ing|ed)$/.exec(word);
  const base = found?.[1];
  if (base === undefined || base.length < 3 || !VOWEL.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return base;
}

const DERIVATIONS: readonly (readonly [suffix: string, replacement: string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['ement', ''],
  ['ment', ''],
  ['ness', ''],
  ['ance', ''],
  ['ence', ''],
  ['able', ''],
  ['ible', ''],
  ['tion', 't'],
  ['sion', 's'],
  ['ful', ''],
  ['ity', ''],
  ['ize', ''],
  ['ise', ''],
  ['ive', ''],
  ['ate', ''],
  ['er', ''],
  ['or', ''],
  ['ly', ''],
  ['al', ''],
];

function derivation(word: string): string {
  let current = word;
  for (let round = 0; round < 2; round += 1) {
    const rule = DERIVATIONS.find(([suffix]) => current.endsWith(suffix));
    if (!rule) return current;
    const base = current.slice(0, -rule[0].length);
    // A short base would merge unrelated words ("mother" and "moth"), so two-letter suffixes need a measure of 2.
    if (measure(base) < (rule[0].length <= 2 ? 2 : 1) || base.length < 3) return current;
    current = base + rule[1];
  }
  return current;
}

function tidy(word: string): string {
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1);
  return word.length > 3 && /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}
