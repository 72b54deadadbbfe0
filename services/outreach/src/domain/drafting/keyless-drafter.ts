import { readDetails } from './details.ts';
import type { PostDetails } from './details.ts';
import type { DraftRequest, Drafter } from './drafter.ts';
import { readFacts } from './facts.ts';
import { ADVICE, PHRASES } from './phrases.ts';
import type { Phrases, Verb } from './phrases.ts';

/**
 * Drafts without any model: a detail of the post in its own words, advice that helps before anything is offered, the
 * business as its description has it. The same request gives the same message; different posts vary in their wording.
 */
export function keylessDrafter(): Drafter {
  return {
    draft: (request, signal) =>
      signal?.aborted ? Promise.reject(abortReason(signal)) : Promise.resolve({ message: write(request) }),
  };
}

/** The sentences that a message may be made of; null where the post or the description gives nothing. */
interface Sentences {
  readonly opening: string;
  readonly detail: string | null;
  readonly tiedAdvice: string;
  readonly advice: string;
  readonly moreAdvice: string;
  readonly offer: string;
  readonly disclosure: string;
  readonly more: string | null;
  readonly phrases: Phrases;
}

function write(request: DraftRequest): string {
  const said = sentencesFor(request);
  const paragraphs = request.messageType === 'dm' ? directMessage(said, request) : comment(said, request);
  return paragraphs
    .map((sentences) => sentences.filter((sentence) => sentence !== null).join(' '))
    .join(request.length === 'multiple_paragraphs' ? '\n\n' : ' ');
}

function directMessage(said: Sentences, { length }: DraftRequest): (string | null)[][] {
  const { opening, detail, advice, offer, more } = said;
  const { bridge, closing } = said.phrases;
  if (length === 'sentences') return [[opening, offer, closing]];
  if (length === 'single_paragraph') return [[opening, detail, advice, offer, more, closing]];
  return [[opening, detail], [advice], [offer, more, bridge], [closing]];
}

/** Help stands first, and who is writing is said before anything is offered. */
function comment(said: Sentences, { length }: DraftRequest): (string | null)[][] {
  const { tiedAdvice, moreAdvice, disclosure, more } = said;
  const { bridge, publicClosing } = said.phrases;
  if (length === 'sentences') return [[tiedAdvice, disclosure, publicClosing]];
  if (length === 'single_paragraph') return [[tiedAdvice, moreAdvice, disclosure, more, publicClosing]];
  return [[tiedAdvice], [moreAdvice], [disclosure, more, bridge], [publicClosing]];
}

function sentencesFor({ business, lead, tone }: DraftRequest): Sentences {
  const phrases = PHRASES[tone];
  const facts = readFacts(business.description);
  const details = readDetails(lead);
  const seed = hash(`${lead.author}\n${lead.title}\n${lead.content}`);
  const advice = pick(ADVICE[details.kind], seed);
  const quote = details.detail ?? details.headline;
  return {
    opening: pick(
      phrases.opening,
      seed,
    )({
      author: /^[\w-]{1,40}$/.test(lead.author) ? lead.author : 'there',
      post: postNamed(details),
      community: communityNamed(lead.subreddit),
    }),
    detail:
      details.detail &&
      pick(phrases.detail, seed >>> 3)({ verb: verbOf(details.detail), quote: inner(details.detail) }),
    tiedAdvice: quote
      ? phrases.tiedAdvice({ verb: verbOf(quote), quote: inner(quote) }, advice)
      : phrases.advice(advice),
    advice: phrases.advice(advice),
    moreAdvice: phrases.moreAdvice(pick(ADVICE[details.kind], seed + 1)),
    offer: phrases.offer(facts),
    disclosure: phrases.disclosure(facts),
    more: facts.more,
    phrases,
  };
}

function postNamed({ headline }: PostDetails): string {
  return headline === null ? 'post' : `${verbOf(headline) === 'ask' ? 'question' : 'post'} "${inner(headline)}"`;
}

function communityNamed(subreddit: string): string {
  const name = /^(?:r\/)?(\w{2,30})$/.exec(subreddit.trim())?.[1];
  return name === undefined ? '' : ` in r/${name}`;
}

function verbOf(quote: string): Verb {
  return /^(?:how|what|which|who|whose|where|when|why|is|are|am|can|could|should|shall|does|do|did|any|anyone|has|have|would|will)\b/i.test(
    quote,
  )
    ? 'ask'
    : 'say';
}

/** Inside quotation marks others become single ones. */
function inner(quote: string): string {
  return quote.replaceAll('"', "'");
}

function pick<T>(choices: readonly [T, ...T[]] | readonly T[], seed: number): T {
  const chosen = choices[seed % choices.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

/** FNV-1a: varies the wording from post to post, the same for the same post. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 1;
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
