/** Scripts that write words without spaces between them, so that a keyword may stand anywhere in a text. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const startsWithWord = new RegExp(String.raw`^(?!${unspaced})[\p{L}\p{N}]`, 'u');
const endsWithWord = new RegExp(String.raw`(?!${unspaced})[\p{L}\p{N}]$`, 'u');

/**
 * Tells whether a text contains one of the keywords: as whole words, in upper or lower case, with any space between the
 * words, and with an English plural ending or without. Null if there are no keywords.
 */
export function keywordFinder(keywords: readonly string[]): ((text: string) => boolean) | null {
  const patterns = keywords.filter((keyword) => keyword.trim() !== '').map(patternOf);
  if (patterns.length === 0) return null;
  const pattern = new RegExp(patterns.join('|'), 'iu');
  return (text) => pattern.test(text.normalize('NFC'));
}

function patternOf(keyword: string): string {
  const given = keyword.normalize('NFC').trim();
  const words = given.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const before = startsWithWord.test(given) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = endsWithWord.test(given) ? String.raw`(?:['’]?s|es)?(?![\p{L}\p{N}])` : '';
  return `${before}${words.join(String.raw`\s+`)}${after}`;
}
