import { keywordFinder } from './keywords.ts';
import type { PostReading } from './post-reading.ts';
import { leaveReading, readPost } from './post-reading.ts';
import type { Business, Post } from './scorer.ts';

/** Why a post is not worth scoring. */
export type DropReason = 'empty' | 'removed' | 'excluded-keyword' | 'no-target-keyword' | 'no-shared-topic';

export interface Prefiltered<P extends Post> {
  readonly kept: readonly P[];
  readonly dropped: readonly { readonly id: string; readonly reason: DropReason; readonly note: string }[];
}

/** Low on purpose: a dropped lead is lost, while an unrelated post only costs a scoring. */
const LEAST_FIT = 0.24;
/**
 * The minimum for a post that states a need in one of the business's communities, because the community itself
 * indicates part of the topic.
 */
const LEAST_FIT_OF_A_NEED = 0.1;

/** The sentence that users see for each reason. */
export const dropNotes: Readonly<Record<DropReason, string>> = {
  empty: 'The post has no text.',
  removed: 'The post was removed or deleted.',
  'excluded-keyword': 'The post contains one of your excluded keywords.',
  'no-target-keyword': 'The post contains none of your target keywords.',
  'no-shared-topic': 'The post shares hardly any topic with your business.',
};

/**
 * Drops posts that are not worth scoring, each with its reason. The input order is kept. A post stays if it shares at
 * least a few words with the business description or with the thesaurus families of these words, contains one of the
 * target keywords, if there are any, and none of the excluded ones.
 */
export function prefilterer(): <P extends Post>(business: Business, posts: readonly P[]) => Prefiltered<P> {
  return (business, posts) => {
    const chosen = new Set(business.communities.map((name) => name.toLowerCase()));
    const target = keywordFinder(business.profile?.targetKeywords ?? []);
    const excluded = keywordFinder(business.profile?.excludedKeywords ?? []);
    const reasonFor = (post: Post): DropReason | null => {
      const text = `${post.title} ${post.selftext}`.trim();
      if (text === '') return 'empty';
      if (/^\[(?:removed|deleted)\]$/.test(post.selftext.trim()) || /^\[deleted/.test(post.title)) return 'removed';
      if (excluded?.(text)) return 'excluded-keyword';
      if (target?.(text) === false) return 'no-target-keyword';
      const reading = readPost(business, post);
      const fit = reading.fit.value;
      const isNear =
        fit >= LEAST_FIT ||
        (fit >= LEAST_FIT_OF_A_NEED && chosen.has(post.community.toLowerCase()) && statesNeed(reading));
      if (!isNear) return 'no-shared-topic';
      leaveReading(post, reading);
      return null;
    };
    const judged = posts.map((post) => ({ post, reason: reasonFor(post) }));
    return {
      kept: judged.filter(({ reason }) => reason === null).map(({ post }) => post),
      dropped: judged.flatMap(({ post, reason }) => (reason ? [{ id: post.id, reason, note: dropNotes[reason] }] : [])),
    };
  };
}

function statesNeed(reading: PostReading): boolean {
  return reading.needs().some(({ category }) => category !== 'question');
}
