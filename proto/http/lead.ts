import { z } from 'zod';
import { communityChecks, draftVariants, leadRatings, leadStatuses, messageTypes, relevances } from '../values.ts';
import { aiAnalysis, score } from './analysis.ts';
import { configuration, configurationForm, scanSettings } from './configuration.ts';
import { choice, endpointOf, idParams, noContent, timestamp } from './contract.ts';
import { bulkChange, bulkQuery, bulkResult, exportQuery, leadsQuery, leadsToJudgeQuery } from './lead-query.ts';
import { preview } from './list-page.ts';
import { postChanges } from './post-changes.ts';
import { authorView, communityForm, communityView, sourceInUse } from './source.ts';

const endpoint = endpointOf('lead');

export type { AiAnalysis, ScorePart } from './analysis.ts';
export { hasAuthor } from './lead-author.ts';
export { aiAnalysis, score, scorePart } from './analysis.ts';
export type { BulkChange, BulkResult, LeadsQuery } from './lead-query.ts';
export {
  bulkChange,
  bulkQuery,
  bulkResult,
  exportQuery,
  filter,
  leadsQuery,
  mostPerChange,
  positionProblem,
} from './lead-query.ts';
export type { BusinessProfile, Configuration, ConfigurationForm, OwnTone, ScanSettings } from './configuration.ts';
export {
  businessProfile,
  configuration,
  configurationForm,
  emptyProfile,
  profileIn,
  scanSettings,
} from './configuration.ts';

/** Where the author of a lead posted the same text again. `url` as that of the lead. */
export const leadPlace = z.object({
  subreddit: z.string(),
  ...communityView,
  url: z.string(),
  postCreatedAt: timestamp,
});
export type LeadPlace = z.infer<typeof leadPlace>;

/**
 * A post that may come from a customer. `score` is 0.0 to 10.0 with one decimal. The content is untrusted text. `url` is
 * absolute for browsers, whose origin completes addresses of the sandbox; services get them without an origin.
 */
export const lead = z.object({
  id: z.string(),
  userId: z.string(),
  redditPostId: z.string(),
  subreddit: z.string(),
  ...communityView,
  title: z.string(),
  /** In a list, the start of a long text. */
  content: z.string(),
  ...preview,
  author: z.string(),
  ...authorView,
  score,
  relevance: z.enum(relevances),
  matchReason: z.string(),
  url: z.string(),
  /** The other places of the same post, in the order in which scans found them. */
  alsoIn: z.array(leadPlace).default([]),
  aiAnalysis,
  /** Why a changed business withdrew the lead; it is skipped until the user keeps it. Null if it was not withdrawn. */
  withdrawn: z.object({ reason: z.string(), at: timestamp }).nullable().default(null),
  ...postChanges,
  status: z.enum(leadStatuses),
  /** The user's thumb rating; null if there is none. */
  rating: z.enum(leadRatings).nullable(),
  topComment: z.string().nullable(),
  replyUsername: z.string().nullable(),
  createdAt: timestamp,
  postCreatedAt: timestamp,
});
export type Lead = z.infer<typeof lead>;

/**
 * One page of leads. `total` counts the leads of all pages. `next` is opaque: as `after`, it continues the list at the
 * same place even if leads were added or removed meanwhile. It is absent if the page is not full, because nothing
 * follows.
 */
export const leadList = z.object({
  leads: z.array(lead),
  total: z.number().int(),
  totalPages: z.number().int(),
  next: z.string().optional(),
});
export type LeadList = z.infer<typeof leadList>;

/** The new status, and the message that was sent with it, if any. */
export const statusChange = z.object({
  status: choice('status', leadStatuses),
  messageType: choice('messageType', messageTypes).optional(),
  content: z.string().max(10_000, 'content has at most 10,000 characters').optional(),
  recipient: z.string().max(100, 'recipient has at most 100 characters').optional(),
  redditPostUrl: z.string().max(2_000, 'redditPostUrl has at most 2,000 characters').optional(),
  redditPostTitle: z.string().max(500, 'redditPostTitle has at most 500 characters').optional(),
  /** The approach of the draft that was sent. */
  variant: choice('variant', draftVariants).optional(),
});
export type StatusChange = z.infer<typeof statusChange>;

/** The thumb rating to set; null removes it. */
export const ratingForm = z.object({
  rating: z.enum(leadRatings, { error: `rating must be one of ${leadRatings.join(', ')} or null` }).nullable(),
});

/** The message with which a user contacted a lead. `revision` is the revision of the lead that this change created. */
export const contactDetails = z.object({
  leadId: z.string(),
  revision: z.number().int(),
  messageType: z.enum(messageTypes),
  content: z.string(),
  recipient: z.string(),
  redditPostUrl: z.string(),
  redditPostTitle: z.string(),
});
export type ContactDetails = z.infer<typeof contactDetails>;

/** A community on a user's list. Scans read the active ones. */
export const subreddit = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  ...communityView,
  isActive: z.boolean(),
  isStarred: z.boolean(),
  /** `failed`: the last scan could not read it, although it may exist. `problem` says why, also if it is `missing`. */
  check: z.enum(communityChecks),
  problem: z.string().nullable(),
  createdAt: timestamp,
});
export type Subreddit = z.infer<typeof subreddit>;

/** Leads, watched communities and configuration. Paths under `/internal` are for services only. */
export const leadContract = {
  listLeads: endpoint({
    summary: 'One page of the leads of the user, with previews of long texts',
    method: 'GET',
    path: '/api/leads',
    query: leadsQuery,
    response: leadList,
  }),
  listWithdrawnLeads: endpoint({
    summary: 'The leads that a new judgement withdrew and that the user has not kept, the latest first, at most 20',
    method: 'GET',
    path: '/api/leads/withdrawn',
    response: z.object({ leads: z.array(lead), total: z.number().int() }),
  }),
  getLead: endpoint({
    summary: 'One lead with its whole text',
    method: 'GET',
    path: '/api/leads/:id',
    callers: ['gateway', 'outreach'],
    params: idParams,
    response: lead,
    errors: ['lead.not-found'],
  }),
  changeLeadStatus: endpoint({
    summary: 'Moves a lead to another status',
    method: 'PATCH',
    path: '/api/leads/:id/status',
    params: idParams,
    body: statusChange,
    response: lead,
    errors: ['lead.not-found', 'lead.status-transition'],
  }),
  rateLead: endpoint({
    summary: 'Gives a lead a thumb, or takes it back; scans learn from it',
    method: 'PUT',
    path: '/api/leads/:id/rating',
    params: idParams,
    body: ratingForm,
    response: lead,
    errors: ['lead.not-found'],
  }),
  changeLeads: endpoint({
    summary: 'Changes the status or the rating of up to 100 leads that match the filters; `next` continues',
    method: 'POST',
    path: '/api/leads/bulk',
    query: bulkQuery,
    body: bulkChange,
    response: bulkResult,
  }),
  exportLeads: endpoint({
    summary: 'All leads that match the filters, as CSV (RFC 4180, UTF-8 with BOM)',
    method: 'GET',
    path: '/api/leads/export',
    query: exportQuery,
    produces: 'text/csv',
    response: noContent,
  }),
  getContactDetails: endpoint({
    summary: 'The message to the author of a lead that the user recorded with the status',
    method: 'GET',
    path: '/internal/leads/:id/contact',
    callers: ['outreach'],
    params: idParams,
    query: z.object({ revision: z.coerce.number().int() }),
    response: contactDetails.nullable(),
  }),
  getScanSettings: endpoint({
    summary: 'What a scan needs to know of the set-up of a user',
    method: 'GET',
    path: '/internal/scan-settings',
    callers: ['scan'],
    response: scanSettings,
  }),
  listLeadsToJudge: endpoint({
    summary:
      'Leads that were last judged for another version of the business, another threshold or other ratings; `next` continues',
    method: 'GET',
    path: '/internal/leads/to-judge',
    callers: ['scan'],
    query: leadsToJudgeQuery,
    response: z.object({ leads: z.array(lead), next: z.string().nullable() }),
  }),
  listSources: endpoint({
    summary: 'The sources of this installation',
    method: 'GET',
    path: '/api/sources',
    response: z.array(sourceInUse),
  }),
  listSubreddits: endpoint({
    summary: 'The communities that the user watches',
    method: 'GET',
    path: '/api/subreddits',
    callers: ['gateway', 'auth'],
    response: z.array(subreddit),
  }),
  addSubreddit: endpoint({
    summary:
      'Adds a community, which must exist unless its source does not answer within 3 s; one that is there already is answered with 200',
    method: 'POST',
    path: '/api/subreddits',
    statuses: [201, 200],
    body: communityForm,
    response: subreddit,
    errors: ['source.unknown', 'community.unknown', 'community.limit', 'community.search-limit'],
  }),
  deleteSubreddit: endpoint({
    summary: 'Takes a community off the list; its leads stay',
    method: 'DELETE',
    path: '/api/subreddits/:id',
    statuses: [204],
    params: idParams,
    response: noContent,
    errors: ['subreddit.not-found'],
  }),
  starSubreddit: endpoint({
    summary: 'Stars a community, or takes the star away',
    method: 'PATCH',
    path: '/api/subreddits/:id/star',
    params: idParams,
    body: z.object({ isStarred: z.boolean('isStarred must be true or false') }),
    response: subreddit,
    errors: ['subreddit.not-found'],
  }),
  removeSamples: endpoint({
    summary:
      'Removes everything of the user that is a sample: communities, leads, drafts, messages and linked accounts',
    method: 'DELETE',
    path: '/api/samples',
    statuses: [204],
    response: noContent,
  }),
  getConfiguration: endpoint({
    summary: 'The set-up of the user; the defaults before the first save',
    method: 'GET',
    path: '/api/configuration',
    callers: ['gateway', 'outreach'],
    response: configuration,
  }),
  saveConfiguration: endpoint({
    summary: 'Saves the set-up; absent fields keep their value',
    method: 'POST',
    path: '/api/configuration',
    body: configurationForm,
    response: configuration,
  }),
};
