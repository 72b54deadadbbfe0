import type { Encoder } from '@earshot/encoder';
import type { Vectors } from '../meaning.ts';

/** The vectors of an encoder, none of them kept. */
export function vectorsOf({ encode }: Pick<Encoder, 'encode'>): Vectors {
  return { ofPosts: (texts) => encode(texts), ofTexts: (texts) => encode(texts) };
}

/** As if no encoder worked. */
export const noVectors: Vectors = { ofPosts: async () => undefined, ofTexts: async () => undefined };
