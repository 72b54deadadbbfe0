import { z } from 'zod';
import { type Judge, noRoles, type Roles } from './judge.ts';
import json from './role-weights.json' with { type: 'json' };

type Encode = (texts: readonly string[]) => Promise<readonly Int8Array[] | undefined>;

const head = z.strictObject({ bias: z.number(), weights: z.array(z.number()) });
type Head = z.infer<typeof head>;
/** Learned from phrases of our own (`npm run lab -- roles`), for the vectors of one version of the encoder. */
const learned = z.strictObject({ encoder: z.string(), group: head, trouble: head, means: head }).parse(json);
const { group, trouble, means } = learned;
/** The version of the encoder for which the weights were learned. */
export const learnedFor = learned.encoder;

/** Judges by what the encoder reads in the texts; undefined while no encoder works. */
export function rolesBy(encode: Encode): (texts: readonly string[]) => Promise<Judge | undefined> {
  return async (texts) => {
    const vectors = await encode(texts);
    if (vectors === undefined) return undefined;
    const known = new Map<string, Roles>(texts.map((text, at) => [text, rolesOf(vectors[at] ?? new Int8Array())]));
    return (text) => known.get(text) ?? noRoles;
  };
}

function rolesOf(vector: Int8Array): Roles {
  const length = Math.hypot(...vector) || 1;
  const odds = ({ bias, weights }: Head) =>
    bias + weights.reduce((sum, weight, at) => sum + (weight * (vector[at] ?? 0)) / length, 0);
  return { group: odds(group), trouble: odds(trouble), means: odds(means) };
}
