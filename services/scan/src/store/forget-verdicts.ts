import type { ForgetPost } from '@earshot/service-kit';
import type { VerdictModel } from './verdict-schema.ts';
import { verdictModel } from './verdict-schema.ts';

/**
 * Removes the words of a post from the verdicts of all users. Their scores stay, and no scan takes the post any more. A
 * found post is resolved as one that does not become a lead; if it has become one in the meantime, the lead service forgets
 * its words.
 */
export async function forgetVerdicts(
  model: VerdictModel,
  { source, postId }: { readonly source: string; readonly postId: string },
): Promise<void> {
  const words = { $unset: { evidence: 1 as const, waits: 1 as const, rescoreAt: 1 as const } };
  await model.updateMany({ postId, source, outcome: 'found' }, { ...words, $set: { outcome: 'duplicate' } });
  await model.updateMany({ postId, source }, words);
}

/** The hook of the verdicts. */
export const forgetInVerdicts: ForgetPost = (removed, { documents }) =>
  forgetVerdicts(verdictModel(documents), removed);
