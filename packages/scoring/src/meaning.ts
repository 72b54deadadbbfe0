import { cosine } from '@earshot/encoder';
import { BODY_READ } from './post-reading.ts';
import { TITLE_READ } from './read-text.ts';
import type { Business, Post } from './scorer.ts';

/** A text as 384 numbers of -127 to 127; texts that mean nearly the same have nearly the same direction. */
export type Vector = Int8Array;

/**
 * The sentence encoder, as the scorer uses it. Each call gives one vector for each text, in order, or undefined where no
 * encoder works: the scores are then those of words alone.
 */
export interface Vectors {
  /** Of posts (`textOf`) and of their sentences. Each is encoded once for all users. */
  ofPosts(texts: readonly string[]): Promise<readonly Vector[] | undefined>;
  /** Of other texts. */
  ofTexts(texts: readonly string[]): Promise<readonly Vector[] | undefined>;
}

/** What is encoded of a post. The encoder reads its beginning only, about 160 pieces of words. */
export function textOf({ title, selftext }: Pick<Post, 'title' | 'selftext'>): string {
  return `${title.slice(0, TITLE_READ)}\n${selftext.slice(0, BODY_READ)}`;
}

/** What the meaning of a post shows about it, as cosines. */
export const MEANING_FEATURES = ['toDescription', 'toOffer', 'toProblem', 'toOthers'] as const;
export type MeaningFeature = (typeof MEANING_FEATURES)[number];

/** The features of a post whose meaning is not known. */
export const NO_MEANING: Readonly<Record<MeaningFeature, number>> = {
  toDescription: 0,
  toOffer: 0,
  toProblem: 0,
  toOthers: 0,
};

/** Something that the business says about itself: a problem that it solves, what it offers, or whom it does not serve. */
interface Statement {
  readonly kind: 'problem' | 'offer' | 'not-for';
  readonly text: string;
  readonly vector: Vector;
}

/** A business as vectors. */
export interface BusinessMeaning {
  readonly description: Vector;
  /** The description if the business names no offer. */
  readonly offer: Vector;
  readonly statements: readonly Statement[];
}

/** With fewer problems than this, the clauses of the description count as well. */
const ENOUGH_PROBLEMS = 3;
const REMEMBERED = 100;

/** Encodes businesses, and remembers the last ones: each is encoded once a version. */
export function businessMeanings(vectors: Vectors) {
  const known = new Map<string, Promise<BusinessMeaning | undefined>>();
  return (business: Business): Promise<BusinessMeaning | undefined> => {
    const key = JSON.stringify([business.description, business.profile]);
    const found = known.get(key);
    if (found) return found;
    if (known.size >= REMEMBERED) known.clear();
    const encoding = encodeBusiness(vectors, business).then((meaning) => {
      if (meaning === undefined) known.delete(key);
      return meaning;
    });
    known.set(key, encoding);
    return encoding;
  };
}

async function encodeBusiness(
  vectors: Vectors,
  { description, profile }: Business,
): Promise<BusinessMeaning | undefined> {
  const problems = profile?.problems ?? [];
  const clauses = problems.length < ENOUGH_PROBLEMS ? clausesOf(description) : [];
  const said = [
    ...problems.map((text) => ({ kind: 'problem' as const, text })),
    ...clauses.map((text) => ({ kind: 'offer' as const, text })),
    ...(profile?.notFor ?? []).map((text) => ({ kind: 'not-for' as const, text })),
  ];
  const offer = profile?.offer.trim() ?? '';
  const texts = [description, ...said.map(({ text }) => text), ...(offer === '' ? [] : [offer])];
  const encoded = await vectors.ofTexts(texts);
  const [whole] = encoded ?? [];
  if (!encoded || !whole) return undefined;
  const statements = said.flatMap((one, at): Statement[] => {
    const vector = encoded[at + 1];
    return vector ? [{ ...one, vector }] : [];
  });
  return { description: whole, offer: (offer === '' ? undefined : encoded.at(-1)) ?? whole, statements };
}

/** The clauses of a text, without the conjunctions between them. */
function clausesOf(text: string): string[] {
  return text
    .split(/[.;:,]\s|\s(?:and|or)\s/)
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 3);
}

/** How near a post is to what the business says about itself. `toOthers`: how much nearer it is to whom it does not serve. */
export function meaningFeatures(post: Vector, { description, offer, statements }: BusinessMeaning) {
  const near = (isWanted: (kind: Statement['kind']) => boolean): number[] =>
    statements.filter(({ kind }) => isWanted(kind)).map(({ vector }) => cosine(post, vector));
  const toDescription = cosine(post, description);
  const toOffer = cosine(post, offer);
  const toProblem = Math.max(...near((kind) => kind !== 'not-for'), -1);
  const others = Math.max(...near((kind) => kind === 'not-for'), -1);
  return { toDescription, toOffer, toProblem, toOthers: Math.max(0, others - Math.max(toOffer, toProblem)) };
}

/** The sentence of a post that comes nearest to a statement of the business. */
export interface Nearest {
  readonly statement: Pick<Statement, 'kind' | 'text'>;
  /** Verbatim words of the post. */
  readonly quote: string;
  /** Both say nearly the same. */
  readonly isSame: boolean;
}

/** Sentences that are encoded of a post, and the words that one needs to say something. */
const MOST_SENTENCES = 6;
const LEAST_WORDS = 4;
const LONGEST_QUOTE = 180;

/** The title and the first sentences of a post that say something, each verbatim; a long one without its end. */
export function sentencesOf({ title, selftext }: Pick<Post, 'title' | 'selftext'>): string[] {
  return [title.slice(0, TITLE_READ), ...selftext.slice(0, BODY_READ).split(/(?<=[.!?])\s+|\n+/)]
    .map((sentence) => sentence.trim())
    .map((text) => (text.length > LONGEST_QUOTE ? text.slice(0, LONGEST_QUOTE).replace(/\s\S*$/, '') : text))
    .filter((sentence, at) => sentence !== '' && (at === 0 || sentence.split(/\s+/).length >= LEAST_WORDS))
    .slice(0, MOST_SENTENCES);
}

/** Below these, a sentence or a whole post and a statement share a word or a mood, not a meaning. */
const NEAR = 0.53;
const POST_NEAR = 0.3;
/** From here on, a sentence and a statement say nearly the same. Below, they are about the same matter at most. */
const VERY_NEAR = 0.65;

/** The vector of a whole post, and its sentences with theirs. */
interface EncodedPost {
  readonly whole: Vector;
  readonly sentences: readonly string[];
  readonly vectors: readonly Vector[];
}

/**
 * The sentence nearest to what the business solves or offers, and the one nearest to whom it does not serve; null if none
 * is near. Of two statements the one that is also nearer to the whole post wins: a sentence may share a word with any.
 */
export function nearestOf({ whole, sentences, vectors }: EncodedPost, { statements }: BusinessMeaning) {
  const nearest = (isWanted: (kind: Statement['kind']) => boolean): Nearest | null => {
    let best: Nearest | null = null;
    let most = 0;
    for (const { kind, text, vector } of statements) {
      const ofPost = cosine(whole, vector);
      if (!isWanted(kind) || ofPost < POST_NEAR) continue;
      sentences.forEach((quote, at) => {
        const sentence = vectors[at];
        const near = sentence ? cosine(sentence, vector) : 0;
        if (near < NEAR || near + ofPost <= most) return;
        most = near + ofPost;
        best = { statement: { kind, text }, quote, isSame: near >= VERY_NEAR };
      });
    }
    return best;
  };
  return { own: nearest((kind) => kind !== 'not-for'), other: nearest((kind) => kind === 'not-for') };
}
