import { faultsOf } from './checks.ts';
import { composeEnglish } from './compose-english.ts';
import { composeForeign } from './compose-foreign.ts';
import type { Draft, DraftRequest, Drafter, DraftWish } from './drafter.ts';
import { languageOfPost } from './language.ts';
import { NEAR_DUPLICATE, nearest } from './similarity.ts';

/** Phrasings tried until one is new enough; there are many more than a user asks for. */
const PHRASINGS = 96;

/** Ways to go about a message: help first, begin with the author's case, or say first who is writing. */
const APPROACHES = 3;

/**
 * Drafts without any model: what the post asks and says, advice that helps before anything is offered, the business as its
 * description has it. In German, French and Spanish for posts in these, plainer; in English for all other posts, which it
 * then says. The same request beside the same recent drafts gives the same messages.
 */
export function keylessDrafter(): Drafter {
  return {
    draft: (request, wish) =>
      wish.signal?.aborted ? Promise.reject(abortReason(wish.signal)) : Promise.resolve(writeKeyless(request, wish)),
  };
}

/** The drafts themselves, for whoever needs some in place of a model's. `from`: the approach of the first. */
export function writeKeyless(request: DraftRequest, wish: Omit<DraftWish, 'signal'>, from = 0): Draft[] {
  const messages: string[] = [];
  for (let index = 0; index < wish.count; index += 1) {
    messages.push(freshOne(request, from + index, wish.count > 1, [...wish.recent, ...messages]));
  }
  return messages.map((message) => ({ message, origin: 'keyless' }));
}

/** The first phrasing that is not a near-duplicate, else the one that has least in common with what was there before. */
function freshOne(request: DraftRequest, approach: number, keepsApproach: boolean, recent: readonly string[]): string {
  let best = { message: '', shared: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < PHRASINGS; turn += 1) {
    // A single draft may begin otherwise when its first manner is used up; variants keep what tells them apart.
    const way = keepsApproach ? approach : approach + Math.floor(turn / 8);
    const message = compose(request, way % APPROACHES, turn);
    const shared = nearest(message, recent) + (faultsOf(request, message).length > 0 ? 2 : 0);
    if (shared <= NEAR_DUPLICATE) return message;
    if (shared < best.shared) best = { message, shared };
  }
  return best.message;
}

/** From here on a post that resists being turned towards its author is only quoted. */
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
