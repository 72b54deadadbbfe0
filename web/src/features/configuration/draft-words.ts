import { limits, longest } from '@earshot/proto/limits';
import { texts } from './texts.ts';

/** The sentences in the form, one a line, without empty lines. */
export const sentencesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Errors by field: too many sentences, or one that is too long. */
export function checkDraftWords(draftFacts: string): Readonly<Record<string, string>> {
  const sentences = sentencesIn(draftFacts);
  if (sentences.length > limits.draftFacts.most) return { draftFacts: texts.tooManyFacts };
  return sentences.some((one) => one.length > longest.draftFact) ? { draftFacts: texts.longFact } : {};
}
