import { createLogger, noMeters } from '@earshot/core';
import { localEncoder } from '@earshot/encoder';
import type { Vector, Vectors } from '@earshot/scoring';

/** The vectors of a command, each made once. `close` ends the thread of the encoder. */
interface LabVectors extends Vectors {
  close(): Promise<void>;
}

/** Rejects where the encoder does not work: figures of words alone would pass for those of the product. */
export function labVectors(): LabVectors {
  const encoder = localEncoder({ log: createLogger({ level: 'silent', name: 'lab' }), meters: noMeters });
  const known = new Map<string, Promise<Vector>>();
  const encoded = async (text: string): Promise<Vector> => {
    const [vector] = (await encoder.encode([text])) ?? [];
    if (!vector)
      throw new Error('The sentence encoder does not work here: run npm ci, and see docs/architecture/encoder.md');
    return vector;
  };
  const of = (texts: readonly string[]): Promise<Vector[]> =>
    Promise.all(
      texts.map((text) => {
        const vector = known.get(text) ?? encoded(text);
        known.set(text, vector);
        return vector;
      }),
    );
  return { ofPosts: of, ofTexts: of, close: () => encoder.close() };
}
