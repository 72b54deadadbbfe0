import { inTurns } from '@earshot/core';
import type { DraftVariant } from '@earshot/proto/values';
import { type Business, readBusiness } from './business.ts';
import { faultsOf } from './checks.ts';
import { compose, type Material } from './compose.ts';
import { type Compared, declineFor } from './declines.ts';
import { type Draft, type DraftBatch, type Drafted, type Drafter, type DraftRequest, withPostRead } from './drafter.ts';
import { type Encode, type Nearness, nearnessOf, toNearest } from './nearness.ts';
import { type OwnersWords, readOwnersWords, speaksOfAlternatives } from './owners-words.ts';
import { type Clause, clausesOf, statementsOf } from './post.ts';
import { NEAR_DUPLICATE, nearest } from './similarity.ts';
import { stemsOf } from './stems.ts';

/**
 * Drafts without a model: a clause of the post, one or two of the owner's own sentences, chosen by meaning where `encode`
 * is given, and the owner's closing. It declines where no sentence of the owner is near to the post, or where its author
 * needs nothing (docs/decisions/0126-drafts-of-the-owners-words.md). The same request with the same recent drafts
 * returns the same messages.
 */
export function keylessDrafter(encode?: Encode): Drafter {
  return {
    draft: async (request, batch) => {
      batch.signal?.throwIfAborted();
      return writeKeyless(request, batch, encode);
    },
  };
}

/** Writes drafts without a model, also to replace drafts of one. */
export async function writeKeyless(
  given: DraftRequest,
  { variants, recent, force }: Omit<DraftBatch, 'signal'>,
  encode?: Encode,
): Promise<Drafted> {
  const request = withPostRead(given);
  const reading = await read(request, encode);
  const declined = force === true ? null : declineFor(request, reading.words, reading);
  if (declined !== null) return { declined };
  const drafts: Draft[] = [];
  for (const variant of variants) {
    const others = [...recent, ...drafts.map(({ message }) => message)];
    drafts.push({ variant, message: await newest(request, reading, variant, others), origin: 'keyless' });
  }
  return { drafts };
}

interface Reading extends Compared {
  readonly business: Business;
  readonly words: OwnersWords;
  /** The clauses that can be quoted, the nearest to the offer or the problems first. */
  readonly quotes: readonly Clause[];
  /** The owner's sentences, the one to say first. */
  readonly facts: readonly { readonly text: string; readonly isNearer: boolean }[];
}

/** The most clauses of a post that are compared. */
const MOST_CLAUSES = 12;
/** An owner's sentence further away than this has nothing to do with the post. */
const FACT_NEAR = { meaning: 0.2, words: 0.01 } as const;

/** A price that nobody asked for, and what the business does not do, come after sentences that are about as near. */
const UNASKED_PRICE = 0.08;
const LIMIT = 0.06;
const LIMITS = /^(?:we|i|our|[\p{Lu}][\w]+)\s(?:do(?:es)?(?:n['’]t| not)|can(?:['’]t|not)|only|never)\b/iu;
const PRICE = /[$£€]\s?\d|\b\d+ ?(?:dollars|euros|pounds)\b/i;
const ASKS_PRICE =
  /[$£€]|\b(?:price\w*|pric(?:e|ing)|costs?|charge\w*|fees?|rates?|quote\w*|budget|cheap\w*|expensive|afford\w*|pay|paid|worth)\b/i;

async function read(request: DraftRequest, encode?: Encode): Promise<Reading> {
  const { lead, business: given } = request;
  const whole = `${lead.title}\n${lead.content.slice(0, 1000)}`;
  const business = readBusiness(given);
  const words = readOwnersWords(given, `${lead.title}\n${lead.content}`);
  const statements = statementsOf(lead).slice(0, MOST_CLAUSES);
  const clauses = clausesOf(lead).slice(0, MOST_CLAUSES);
  const self = business.introduce(' am');
  const ofPost = [whole, lead.title, ...statements, ...clauses.map(({ text }) => text)];
  const texts = [...ofPost, ...words.about, ...words.excluded, ...words.sentences, self];
  const nearness = await nearnessOf(texts, encode);
  const quotes = clauses
    .map((clause, index) => ({ clause, weight: weightOf(clause, words, nearness) - index * 0.005 }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ clause }) => clause);
  const asked = [lead.title, ...statements.filter((text) => text.endsWith('?'))];
  // The sentence that answers a question is near to that question, and still about the whole.
  const near = (text: string) =>
    (nearness.of(text, whole) + toNearest(text, statements, nearness) + toNearest(text, asked, nearness)) / 3;
  const isUnasked = (text: string) => PRICE.test(text) && !ASKS_PRICE.test(whole);
  const later = (text: string) => (isUnasked(text) ? UNASKED_PRICE : 0) + (LIMITS.test(text) ? LIMIT : 0);
  const isFirst = (text: string) => (words.competitors.length > 0 && speaksOfAlternatives(text, words) ? 1 : 0);
  const facts = words.sentences
    .filter((text) => !repeats(text, self, nearness))
    .map((text) => ({ text, weight: near(text) + isFirst(text) - later(text) }))
    .filter(({ weight }) => weight >= FACT_NEAR[nearness.kind])
    .sort((a, b) => b.weight - a.weight)
    .map(({ text, weight }) => ({ text, isNearer: weight > near(self) }));
  return { business, words, nearness, whole, statements, quotes, facts };
}

/** How well a clause tells what the post is about for this business. Titles, questions and what the author looks for tell more. */
function weightOf({ text, form }: Clause, { about }: OwnersWords, nearness: Nearness): number {
  return toNearest(text, about, nearness) + (form === 'says' ? 0 : 0.06);
}

/** Whether a sentence says what the introduction says, or repeats a list of it. */
function repeats(sentence: string, introduction: string, { of, kind }: Nearness): boolean {
  const [ofSentence, ofIntroduction] = [stemsOf(sentence), stemsOf(introduction)];
  const shared = [...ofSentence].filter((stem) => ofIntroduction.has(stem)).length;
  const isRepeated = shared >= LEAST_REPEATED && shared >= REPEATED * ofSentence.size;
  return isRepeated || of(sentence, introduction) > (kind === 'meaning' ? 0.8 : 0.6);
}

/** So many words, and so large a share of the words of a sentence, that the introduction has too, repeat it. */
const LEAST_REPEATED = 4;
const REPEATED = 0.7;

/** The first wording without faults that is not a near-duplicate, or else the one that differs most from the earlier drafts. */
async function newest(
  request: DraftRequest,
  reading: Reading,
  variant: DraftVariant,
  others: readonly string[],
): Promise<string> {
  let best: { message: string; shared: number } | null = null;
  const turn = inTurns();
  for (const material of materials(reading, variant)) {
    await turn();
    const message = compose(request, material, variant);
    if (faultsOf(request, message).length > 0) continue;
    const shared = nearest(message, others);
    if (shared <= NEAR_DUPLICATE) return message;
    if (best === null || shared < best.shared) best = { message, shared };
  }
  if (best === null) throw new Error('no draft passed the gate');
  return best.message;
}

/**
 * What a draft can be made of, the best first. The second variant begins with another of the owner's sentences. The last
 * ones state nothing about the business but its name: they pass the gate for every post and business.
 */
function* materials({ business, quotes, facts }: Reading, variant: DraftVariant): Generator<Material> {
  const ordered = variant === 'question-first' && facts.length > 1 ? [...facts.slice(1), ...facts.slice(0, 1)] : facts;
  const said = [...ordered.slice(0, 4), null];
  const quoted = quotes.length === 0 ? [null] : quotes.slice(0, 3);
  for (const quote of quoted) {
    for (const fact of said) {
      yield { business, quote, fact: fact?.text ?? null, isFactNearer: fact?.isNearer ?? false };
    }
  }
  const { name } = business;
  const introduce = (am: string) => (name === null ? 'I have a business in this field' : `I${am} with ${name}`);
  for (const quote of quoted) yield { business: { ...business, introduce }, quote, fact: null, isFactNearer: false };
}
