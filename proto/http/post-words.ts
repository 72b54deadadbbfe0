import { z } from 'zod';
import { aiAnalysis } from './analysis.ts';
import { endpointOf, timestamp } from './contract.ts';

/** The most leads or posts of one call. */
export const mostPerWordsCall = 100;

/** What messages to the user need of a lead. The title of a removed post is its label. */
export const leadWords = z.object({ id: z.string(), title: z.string(), matchReason: z.string() });
export type LeadWords = z.infer<typeof leadWords>;

/** Identifies a verdict of the user: the post, and the version of the business that it was judged for. */
export const foundPostRef = z.object({ source: z.string(), postId: z.string(), businessVersion: z.string() });
export type FoundPostRef = z.infer<typeof foundPostRef>;

/** A found post with its words and its verdict. */
export const foundPostWords = foundPostRef.extend({
  subreddit: z.string(),
  title: z.string(),
  content: z.string(),
  author: z.string(),
  url: z.string(),
  postCreatedAt: timestamp,
  score: z.number(),
  matchReason: z.string(),
  aiAnalysis,
  /** The user's learned adjustments that the score contains; null if it contains none. */
  learnedVersion: z.string().nullable(),
});
export type FoundPostWords = z.infer<typeof foundPostWords>;

/** A new score of a post that may be a lead. */
export const newScore = z.object({
  source: z.string(),
  postId: z.string(),
  score: z.number(),
  matchReason: z.string(),
  aiAnalysis,
  /** Null if the score only replaces a provisional one. */
  rejudgement: z
    .object({
      businessVersion: z.string(),
      /** The lowest score of a lead. */
      threshold: z.number(),
      learnedVersion: z.string().nullable(),
      /** Why scans of this business drop the post, whatever its score; null if they do not. */
      dropReason: z.string().nullable(),
      /** The text that was scored. */
      title: z.string(),
      content: z.string(),
    })
    .nullable(),
});
export type NewScore = z.infer<typeof newScore>;

/** The calls in which services exchange words of posts, because no event contains any. */
export const postWordsContract = {
  listLeadWords: endpointOf('lead')({
    summary: 'Titles and reasons of leads of the user; unknown ids are left out',
    method: 'POST',
    path: '/internal/leads/words',
    callers: ['auth', 'realtime'],
    body: z.object({ ids: z.array(z.string()).max(mostPerWordsCall) }),
    response: z.array(leadWords),
  }),
  applyScores: endpointOf('lead')({
    summary: 'Gives leads new scores and returns which of the posts are leads; repetition changes nothing',
    method: 'POST',
    path: '/internal/leads/scores',
    callers: ['scan', 'scan-worker'],
    body: z.object({ scores: z.array(newScore).max(mostPerWordsCall) }),
    response: z.object({ leads: z.array(z.object({ source: z.string(), postId: z.string() })) }),
  }),
  listFoundPosts: endpointOf('scan')({
    summary: 'Found posts of the user; posts that were removed or are no longer found are left out',
    method: 'POST',
    path: '/internal/found-posts',
    callers: ['lead'],
    body: z.object({ posts: z.array(foundPostRef).max(mostPerWordsCall) }),
    response: z.array(foundPostWords),
  }),
};
