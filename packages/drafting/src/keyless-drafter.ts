import type { DraftVariant } from '@earshot/proto/values';
import { faultsOf } from './checks.ts';
import { composeEnglish, composeSimple } from './compose-english.ts';
import { composeForeign } from './compose-foreign.ts';
import type { Draft, DraftRequest, Drafter, DraftBatch } from './drafter.ts';
import { languageOfPost } from './language.ts';
import { NEAR_DUPLICATE, nearest } from './similarity.ts';

/** The most wordings tried until one is new enough; more than differ. */
const WORDINGS = 48;
/** The most wordings tried of the simplest form. */
const SIMPLE_WORDINGS = 9;

/**
 * Drafts without a model, from whole sentences: our own, the owner's, and quotations of the post. There is advice only for
 * posts that certainly need it. Drafts are in German, French or Spanish for posts in these languages, but plainer. For all
 * other posts they are in English, with a note if the post is not. The same request with the same recent drafts returns
 * the same messages (docs/decisions/0034-keyless-drafts.md).
 */
export function keylessDrafter(): Drafter {
  return {
    draft: (request, batch) =>
      batch.signal?.aborted ? Promise.reject(abortReason(batch.signal)) : Promise.resolve(writeKeyless(request, batch)),
  };
}

/** Writes drafts synchronously, also to replace drafts of a model. */
export function writeKeyless(request: DraftRequest, { variants, recent }: Omit<DraftBatch, 'signal'>): Draft[] {
  const written: Draft[] = [];
  for (const variant of variants) {
    const others = [...recent, ...written.map(({ message }) => message)];
    written.push({ variant, message: newest(request, variant, others), origin: 'keyless' });
  }
  return written;
}

/** The first wording without faults that is not a near-duplicate, or else the one that differs most from the earlier drafts. */
function newest(request: DraftRequest, variant: DraftVariant, others: readonly string[]): string {
  let best: { message: string; shared: number } | null = null;
  for (const message of wordings(request, variant)) {
    if (faultsOf(request, message).length > 0) continue;
    const shared = nearest(message, others);
    if (shared <= NEAR_DUPLICATE) return message;
    if (best === null || shared < best.shared) best = { message, shared };
  }
  if (best === null) throw new Error('no draft passed the gate');
  return best.message;
}

/** All wordings of an approach, the simplest ones last: they pass the gate for every post and business. */
function* wordings(request: DraftRequest, variant: DraftVariant): Generator<string> {
  const language = languageOfPost(request.lead);
  const foreign = language !== 'en';
  if (language === 'de' || language === 'fr' || language === 'es') {
    for (let turn = 0; turn < WORDINGS; turn += 1)
      yield composeForeign(request, language, { variant, turn, simple: false });
    for (let turn = 0; turn < SIMPLE_WORDINGS; turn += 1)
      yield composeForeign(request, language, { variant, turn, simple: true });
    return;
  }
  for (let turn = 0; turn < WORDINGS; turn += 1) yield composeEnglish(request, { variant, turn, foreign });
  for (let turn = 0; turn < SIMPLE_WORDINGS; turn += 1) yield composeSimple(request, { variant, turn, foreign });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
