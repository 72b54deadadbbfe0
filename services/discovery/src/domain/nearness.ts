import { cosine } from '@earshot/encoder';
import type { Community } from './catalogue/community.ts';
import type { KeylessRanker } from './keyless-ranker.ts';
import type { Suggestions } from './suggestions.ts';

/**
 * How near communities are to a description, by their names: the cosine of their texts, or of the nearest sentence of the
 * description, because a long description says several things. Undefined while no encoder works.
 */
type Nearness = (
  description: string,
  communities: readonly Community[],
) => Promise<ReadonlyMap<string, number> | undefined>;

type Encode = (texts: readonly string[]) => Promise<readonly Int8Array[] | undefined>;

/** The first sentences that say something. */
const mostSentences = 8;
const leastWords = 4;

/** Encodes each community once for the life of the process. */
export function nearnessBy(encode: Encode): Nearness {
  const known = new Map<string, Int8Array>();
  return async (description, communities) => {
    const missing = communities.filter(({ name }) => !known.has(name));
    const parts = [description, ...sentencesOf(description)];
    const encoded = await encode([...parts, ...missing.map(textOf)]);
    if (encoded === undefined) return undefined;
    for (const [at, { name }] of missing.entries()) known.set(name, encoded[parts.length + at] ?? new Int8Array());
    const own = encoded.slice(0, parts.length);
    const nearest = ({ name }: Community) =>
      Math.max(...own.map((part) => cosine(part, known.get(name) ?? new Int8Array())));
    return new Map(communities.map((community) => [community.name, nearest(community)]));
  };
}

/** Suggests without the communities that share words with the description but are about something else. */
export function nearSuggestions(keyless: KeylessRanker, nearness: Nearness) {
  return async (description: string): Promise<Suggestions> =>
    keyless.suggest(description, await nearness(description, keyless.candidates(description)));
}

function textOf({ name, description, audience, words }: Community): string {
  return `${name}. ${description} ${audience}. ${words}`;
}

function sentencesOf(description: string): string[] {
  return description
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => sentence.split(/\s+/).length >= leastWords)
    .slice(0, mostSentences);
}
