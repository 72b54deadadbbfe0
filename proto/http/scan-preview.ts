import { z } from 'zod';
import { relevances } from '../values.ts';
import { timestamp } from './contract.ts';
import { aiAnalysis, businessProfile, configurationForm, score } from './lead.ts';
import { authorView, communityInput, communityView, sourceInput } from './source.ts';

/** One community, and unsaved settings to try. Absent settings keep their saved values. */
export const previewRequest = configurationForm
  .pick({ businessDescription: true, searchStrategy: true })
  .extend({ ...businessProfile.partial().shape, subreddit: communityInput, source: sourceInput.optional() });
export type PreviewRequest = z.infer<typeof previewRequest>;

/** A post of a preview: its score, and whether a scan would make it a lead. */
export const previewedPost = z.object({
  redditPostId: z.string(),
  title: z.string(),
  content: z.string(),
  author: z.string(),
  ...authorView,
  url: z.string(),
  postCreatedAt: timestamp,
  score,
  relevance: z.enum(relevances),
  matchReason: z.string(),
  aiAnalysis,
  wouldBeLead: z.boolean(),
});

export type PreviewedPost = z.infer<typeof previewedPost>;

/** The posts are sorted by score, best first. fetched = filtered + unscored + posts. Nothing of a preview is stored. */
export const scanPreview = z.object({
  subreddit: z.string(),
  ...communityView,
  /** The lowest score at which the search strategy makes a post a lead. */
  threshold: z.number(),
  fetched: z.number().int(),
  /** Excluded before scoring, because nothing in them relates to the business. */
  filtered: z.number().int(),
  unscored: z.number().int(),
  posts: z.array(previewedPost),
});
export type ScanPreview = z.infer<typeof scanPreview>;
