import { fold } from '@earshot/text';

/** Scripts that write words without spaces between them, so that a keyword may stand anywhere in a text. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const startsWithWord = new RegExp(String.raw`^(?!${unspaced})[\p{L}\p{N}]`, 'u');
const endsWithWord = new RegExp(String.raw`(?!${unspaced})[\p{L}\p{N}]$`, 'u');

/**
 * Tells whether a text contains one of the keywords: as whole words, however their case, apostrophes, hyphens and accents
 * are written (`fold`), with any space between the words, and with an English plural ending or without. Null if there are
 * no keywords.
 */
export function keywordFinder(keywords: readonly string[]): ((text: string) => boolean) | null {
  const patterns = keywords.map((keyword) => fold(keyword).text.trim()).flatMap((given) => patternOf(given) ?? []);
  if (patterns.length === 0) return null;
  const pattern = new RegExp(patterns.join('|'), 'u');
  return (text) => pattern.test(fold(text).text);
}

function patternOf(given: string): string | null {
  if (given === '') return null;
  const words = given.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const before = startsWithWord.test(given) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = endsWithWord.test(given) ? String.raw`(?:'?s|es)?(?![\p{L}\p{N}])` : '';
  return `${before}${words.join(String.raw`\s+`)}${after}`;
}
