import { faultsOf } from './checks.ts';
import { composeEnglish } from './compose-english.ts';
import { composeForeign } from './compose-foreign.ts';
import type { Draft, DraftRequest, Drafter, DraftBatch } from './drafter.ts';
import { languageOfPost } from './language.ts';
import { NEAR_DUPLICATE, nearest } from './similarity.ts';

/** The most phrasings tried until one is new enough; far more than a user requests. */
const PHRASINGS = 96;

/** The number of approaches: help first, begin with the author's case, or introduce the writer first. */
const APPROACHES = 3;

/**
 * Drafts without a model: the question and words of the post, advice before any offer, and the business as its
 * description presents it. Drafts are in German, French or Spanish for posts in these languages, but plainer. For all
 * other posts they are in English, with a note if the post is not. The same request with the same recent drafts returns
 * the same messages (docs/decisions/0034-keyless-drafts.md).
 */
export function keylessDrafter(): Drafter {
  return {
    draft: (request, batch) =>
      batch.signal?.aborted ? Promise.reject(abortReason(batch.signal)) : Promise.resolve(writeKeyless(request, batch)),
  };
}

/** Writes drafts synchronously, also to replace drafts of a model. `from` is the approach of the first draft. */
export function writeKeyless(request: DraftRequest, batch: Omit<DraftBatch, 'signal'>, from = 0): Draft[] {
  const messages: string[] = [];
  for (let index = 0; index < batch.count; index += 1) {
    messages.push(freshOne(request, from + index, batch.count > 1, [...batch.recent, ...messages]));
  }
  return messages.map((message) => ({ message, origin: 'keyless' }));
}

/**
 * The first phrasing that has no faults and is not a near-duplicate, or else the one that differs most from the earlier
 * drafts.
 */
function freshOne(request: DraftRequest, approach: number, keepsApproach: boolean, recent: readonly string[]): string {
  let best = { message: '', shared: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < PHRASINGS; turn += 1) {
    // A single draft may change its approach when phrasings run out. Variants keep theirs, because it distinguishes
    // them.
    const way = keepsApproach ? approach : approach + Math.floor(turn / 8);
    const message = compose(request, way % APPROACHES, turn);
    const shared = nearest(message, recent) + (faultsOf(request, message).length > 0 ? 2 : 0);
    if (shared <= NEAR_DUPLICATE) return message;
    if (shared < best.shared) best = { message, shared };
  }
  return best.message;
}

/** From this phrasing on, the post is only quoted, in case rephrasing it does not lead to a usable draft. */
const QUOTING = PHRASINGS / 2;

function compose(request: DraftRequest, approach: number, turn: number): string {
  const language = languageOfPost(request.lead);
  if (language === 'de' || language === 'fr' || language === 'es')
    return composeForeign(request, language, approach, turn);
  return composeEnglish(request, { approach, turn, quoting: turn >= QUOTING, foreign: language !== 'en' });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
