import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

/** No word has more characters a token in a text that people write; the rest of an endless text is not read at all. */
const charactersPerToken = 32;

/** Reads the tokenizer's file, and gives the function that cuts a text into at most so many tokens. */
export function tokenizer(): (text: string, maxTokens: number) => number[] {
  const settings: unknown = JSON.parse(readFileSync(new URL('../model/tokenizer.json', import.meta.url), 'utf8'));
  const made = new Tokenizer(settings, {});
  return (text, maxTokens) => {
    const { ids } = made.encode(text.slice(0, maxTokens * charactersPerToken));
    // The last token closes the text.
    return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)] : ids;
  };
}
