import { cosine } from '@earshot/encoder';
import { categoryByMeaning } from './catalogue/category-by-meaning.ts';
import type { Community } from './catalogue/community.ts';
import { type Cosines, likelihoods } from './fit.ts';
import type { KeylessRanker, Meaning } from './keyless-ranker.ts';
import type { Match } from './rank.ts';
import type { Suggestions } from './suggestions.ts';

/** What a description means, beside the communities that share words with it. Undefined while no encoder works. */
type ReadMeaning = (description: string, matches: readonly Match[]) => Promise<Meaning | undefined>;

type Encode = (texts: readonly string[]) => Promise<readonly Int8Array[] | undefined>;
/** Reads offer and audience of a description. */
type ReadParts = (description: string) => Promise<{ readonly offer: string; readonly audience: string }>;

/** The first sentences that say something, because a long description says several things. */
const mostSentences = 8;
const leastWords = 4;

/** Encodes each community once for the life of the process. */
export function meaningBy(encode: Encode, readParts: ReadParts): ReadMeaning {
  const compare = comparisonBy(encode, readParts);
  return async (description, matches) => {
    const compared = await compare(description, matches);
    if (compared === undefined) return undefined;
    const { parts, vectors, nearest, cosines } = compared;
    return {
      audience: parts.audience,
      productCategory: categoryByMeaning(parts.offer, vectors),
      nearest,
      likelihood: likelihoods(parts, matches, cosines),
    };
  };
}

/** Compares a description and its parts with communities. Gives undefined while no encoder works. */
export function comparisonBy(encode: Encode, readParts: ReadParts) {
  const known = new Map<string, Encoded>();
  return async (description: string, matches: readonly Match[]) => {
    const { offer, audience } = await readParts(description);
    const sentences = sentencesOf(description);
    const first = sentences[0] ?? description;
    const parts = { offer: offer || first, audience, first };
    const missing = matches.map(({ community }) => community).filter(({ name }) => !known.has(name));
    const own = [description, parts.offer, audience, first, sentences.slice(0, 2).join(' '), ...longOnes(sentences)];
    const encoded = await encode([...own, ...missing.flatMap(textsOf)]);
    if (encoded === undefined) return undefined;
    const at = (index: number) => encoded[index] ?? new Int8Array();
    for (const [index, { name }] of missing.entries())
      known.set(name, { text: at(own.length + 2 * index), audience: at(own.length + 2 * index + 1) });
    const longest = encoded.slice(0, own.length);
    const nearest = ({ name }: Community) =>
      Math.max(...longest.map((part) => cosine(part, known.get(name)?.text ?? new Int8Array())));
    return {
      parts,
      vectors: { offer: at(1), beginning: at(4) },
      nearest: new Map(matches.map(({ community }) => [community.name, nearest(community)])),
      cosines: new Map(
        matches.map(({ community: { name } }) => [name, cosinesOf(encoded, known.get(name), audience !== '')]),
      ),
    };
  };
}

interface Encoded {
  readonly text: Int8Array;
  readonly audience: Int8Array;
}

function cosinesOf(own: readonly Int8Array[], community: Encoded | undefined, hasAudience: boolean): Cosines {
  const nothing = new Int8Array();
  const { text, audience } = community ?? { text: nothing, audience: nothing };
  const near = (index: number, other: Int8Array) => cosine(own[index] ?? nothing, other);
  return {
    whole: near(0, text),
    offer: near(1, text),
    audience: hasAudience ? near(2, audience) : null,
    first: near(3, text),
  };
}

/** Suggests with what the description means, or by words alone. */
export function meaningfulSuggestions(keyless: KeylessRanker, readMeaning: ReadMeaning) {
  return async (description: string): Promise<Suggestions> =>
    keyless.suggest(description, await readMeaning(description, keyless.candidates(description)));
}

function textsOf({ name, description, audience, words }: Community): string[] {
  return [`${name}. ${description} ${audience}. ${words}`, audience];
}

function sentencesOf(description: string): string[] {
  return description.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
}

function longOnes(sentences: readonly string[]): string[] {
  return sentences.filter((sentence) => sentence.split(/\s+/).length >= leastWords).slice(0, mostSentences);
}
