import { type Encoder, vectorLength } from '../encoder.ts';

/**
 * An encoder for tests that need no model: texts that share words have a high cosine, others one near 0. The same text
 * always has the same vector.
 */
export function wordsEncoder(): Encoder & { readonly encoded: readonly string[] } {
  const encoded: string[] = [];
  return {
    version: 'words',
    encoded,
    encode: async (texts) => {
      encoded.push(...texts);
      return texts.map(vectorOf);
    },
    close: async () => undefined,
  };
}

/** As if a file or the runtime were missing. */
export const noEncoder: Encoder = {
  version: 'none',
  encode: async () => undefined,
  close: async () => undefined,
};

function vectorOf(text: string): Int8Array {
  const vector = new Int8Array(vectorLength);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
    vector[hash % vectorLength] = 20;
  }
  return vector;
}
