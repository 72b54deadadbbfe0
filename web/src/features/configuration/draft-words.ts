import { texts } from './texts.ts';

/** As the contract has it (`draftLimits` in proto/http/configuration.ts, which would bring its schemas into the bundle). */
export const draftLimits = { most: 12, sentence: 200, closing: 120 } as const;

/** The sentences in the form, one a line, without empty lines. */
export const sentencesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Errors by field: too many sentences, or one that is too long. */
export function checkDraftWords(draftFacts: string): Readonly<Record<string, string>> {
  const sentences = sentencesIn(draftFacts);
  if (sentences.length > draftLimits.most) return { draftFacts: texts.tooManyFacts };
  return sentences.some((one) => one.length > draftLimits.sentence) ? { draftFacts: texts.longFact } : {};
}
