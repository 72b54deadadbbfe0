import { splitSentences } from './sentences.ts';

/** Fails if a pattern is found, worded so that a writer can fix it. */
interface Pattern {
  readonly fault: string;
  readonly found: RegExp;
}

const SUBJECT = '(?:I|we|you|it|they|he|she)';

/**
 * Our own failures, as patterns over sentences without their quotations. A quotation appears as `""`.
 */
const PATTERNS: readonly Pattern[] = [
  {
    fault: 'it joins two clauses without a conjunction',
    // "it covers it sends invoices", "lets you you can pay"
    found: new RegExp(
      `\\b(?:covers?|includes?|offers?|provides?|handles?|supports?|lets you|is for|called)\\s+${SUBJECT}\\s+[a-z]+`,
      'i',
    ),
  },
  { fault: 'it repeats a word', found: /\b(?!that\b|had\b)(\p{L}+)\s+\1\b/iu },
  {
    fault: 'it has a pronoun twice',
    found: /\b(?:my|our|your|their) (?:my|our|your|their)\b|\b(?:I|we|they) (?:I|we|you|they) [a-z]+/i,
  },
  {
    fault: 'its verb does not agree with its subject',
    found:
      /(?:^|[.?:;,]\s+|\b(?:and|but|that|if|because|so|when|since)\s+)(?:(?:you|we|they) (?:is|am|has|does|was|wants|needs|doesn['’]t|isn['’]t)|(?:it|he|she) (?:are|am|have|do|don['’]t)|I (?:is|are|has|does))\b/im,
  },
  {
    fault: 'it has a wrong article',
    found: /\ba (?:an?|the|[aeio](?!ne\b|u)[a-z]+)\b|\ban (?:an?|the|[bcdfgjklmnpqrstvwxz][a-z]+)\b/,
  },
  { fault: 'it has stray punctuation', found: / [,.;:!?]|[,;:][,.;:]|(?<!\.)\.\.(?!\.)|\(\s*\)| {2}/ },
  { fault: 'it has a value that is missing', found: /\b(?:null|undefined|NaN)\b|\[object/ },
  { fault: 'it addresses the reader as the writer', found: /\bI(?: would|['’]d)\b[^.?]{0,200}\byourself\b/i },
  { fault: 'it shouts', found: /!/ },
];

/** A line that only greets, such as "Hello Robin,". */
const GREETING_LINE = /^\p{Lu}[^,.?!]{1,60},$/u;

/** The grammatical faults of a message in English; its quotations are the words of others and are not judged. */
export function grammarFaults(message: string): string[] {
  const own = withoutQuotes(message);
  const lines = own.split('\n').filter((line) => !GREETING_LINE.test(line));
  const sentences = lines.flatMap((line) => splitSentences(line));
  return [
    ...PATTERNS.filter(({ found }) => found.test(own)).map(({ fault }) => fault),
    ...(sentences.some(isSpliced) ? ['it joins two clauses without a conjunction'] : []),
    ...(sentences.slice(1).some((sentence) => /^\p{Ll}/u.test(sentence)) ? ['a sentence begins in lower case'] : []),
    ...(sentences.some((sentence) => !/[.?!"”)]$/.test(sentence)) ? ['a sentence does not end'] : []),
    ...((message.match(/"/g)?.length ?? 0) % 2 === 1 ? ['a quotation does not end'] : []),
  ];
}

/** Whether a sentence is said twice. */
export function repeatsItself(message: string): boolean {
  const sentences = message
    .split('\n')
    .flatMap((line) => splitSentences(line))
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
  return new Set(sentences).size < sentences.length;
}

/** The message with nothing in its quotation marks, except for a mark that ends a sentence. */
export function withoutQuotes(message: string): string {
  return message.replace(/"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/g, (quote) =>
    /[.?!]\s?["”“»]$/.test(quote) ? '"?"' : '""',
  );
}

/** A subject with its verb, at the beginning of a part of a sentence. */
const CLAUSE = new RegExp(
  `^${SUBJECT}(?:['’](?:m|re|s|ve|d|ll))?\\s+(?!who\\b|all\\b|both\\b|and\\b|or\\b)[a-z]+`,
  'i',
);
const HAS_CLAUSE = new RegExp(`\\b${SUBJECT}(?:['’](?:m|re|s|ve|d|ll)\\b|\\s+(?!who\\b|and\\b|or\\b)[a-z]+)`, 'i');
/** Words that make a clause depend on another one, wherever they stand or at the beginning of the sentence only. */
const DEPENDS =
  /\b(?:if|when|whenever|since|as|because|while|after|before|although|though|unless|until|once|where|wherever)\b|^(?:(?:for )?what|(?:just )?so|how|whether|whatever|which|that)\b/i;

/** Whether two main clauses are joined by nothing but a comma. */
function isSpliced(sentence: string): boolean {
  const parts = sentence.replace(/^(?:Hello|Hey|Hi|Dear) [\w-]+,\s*/, '').split(/,\s+/);
  return parts.some((part, index) => {
    const before = parts.slice(0, index).join(', ');
    return index > 0 && CLAUSE.test(part) && HAS_CLAUSE.test(before) && !DEPENDS.test(before);
  });
}
