/** The end of a sentence, except for the full stop of abbreviations such as "e.g." or "Dr.". */
const END = /(?<!\b(?:st|dr|mr|mrs|ms|vs|no|inc|ltd|co|etc|approx|e\.g|i\.e|a\.m|p\.m|u\.s))[.!?]["')]*\s+/gi;

/** The sentences of a text, each with its end mark. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(END)) {
    sentences.push(text.slice(from, match.index + match[0].length).trim());
    from = match.index + match[0].length;
  }
  return [...sentences, text.slice(from).trim()].filter((sentence) => sentence !== '');
}

/** The paragraphs of a message, separated by empty lines. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
