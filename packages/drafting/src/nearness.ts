import { cosine } from '@earshot/encoder';
import { stemsOf } from './stems.ts';

/**
 * Turns texts into vectors, in their order. The cosine of two vectors tells how near the meanings of their texts are.
 * Undefined while there is no encoder, so that words decide.
 */
export type Encode = (texts: readonly string[]) => Promise<readonly Int8Array[] | undefined>;

/** How near two texts are, 0 to 1. */
export interface Nearness {
  readonly of: (one: string, other: string) => number;
  /** Whether meaning decides, or only words. */
  readonly kind: 'meaning' | 'words';
}

/** Compares any two of the texts. All are encoded in one call. */
export async function nearnessOf(texts: readonly string[], encode?: Encode): Promise<Nearness> {
  const distinct = [...new Set(texts)];
  const vectors = await encode?.(distinct);
  if (vectors === undefined) return { of: sharedWords, kind: 'words' };
  const byText = new Map(distinct.map((text, index) => [text, vectors[index]]));
  return {
    of: (one, other) => {
      const [a, b] = [byText.get(one), byText.get(other)];
      return a === undefined || b === undefined ? 0 : Math.max(0, cosine(a, b));
    },
    kind: 'meaning',
  };
}

/** The nearness of a text to the nearest of others; 0 without others. */
export function toNearest(text: string, others: readonly string[], { of }: Nearness): number {
  return Math.max(0, ...others.map((other) => of(text, other)));
}

/** The nearness of the two texts of both lists that are nearest to each other; 0 if a list is empty. */
export function nearestOf(texts: readonly string[], others: readonly string[], nearness: Nearness): number {
  return texts.reduce((most, text) => Math.max(most, toNearest(text, others, nearness)), 0);
}

/** The cosine of the sets of significant words. */
function sharedWords(one: string, other: string): number {
  const [a, b] = [stemsOf(one), stemsOf(other)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(a.size * b.size);
}
