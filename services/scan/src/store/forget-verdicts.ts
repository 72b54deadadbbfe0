import type { ForgetPost } from '@earshot/service-kit';
import { verdictModel } from './verdict-schema.ts';

/**
 * Removes the words of a post from the verdicts of all users. Their scores stay, and no scan takes the post any more. A
 * found post is resolved as one that does not become a lead; if it has become one in the meantime, the lead service forgets
 * its words.
 */
export const forgetInVerdicts: ForgetPost = async ({ source, postId }, { documents }) => {
  const model = verdictModel(documents);
  const words = { $unset: { evidence: 1 as const, waits: 1 as const, rescoreAt: 1 as const } };
  await model.updateMany({ postId, source, outcome: 'found' }, { ...words, $set: { outcome: 'duplicate' } });
  await model.updateMany({ postId, source }, words);
};
