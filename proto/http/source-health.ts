import { z } from 'zod';
import { communityNouns, communityTroubles, sourceStates } from '../values.ts';
import { endpointOf, timestamp } from './contract.ts';
import { communityView, sourceView } from './source.ts';

/** Whether the posts of a source arrive. Times and figures that are not known are null. */
export const sourceHealth = z.object({
  ...sourceView,
  /** True if the sandbox invents the posts. */
  sample: z.boolean(),
  communityNoun: z.enum(communityNouns),
  state: z.enum(sourceStates),
  /** When the state began. */
  since: timestamp.nullable(),
  /** Why posts are missing, in the words of the site. Also given while only some communities cannot be read. */
  cause: z.string().nullable(),
  nextTryAt: timestamp.nullable(),
  /** When the newest post was written. */
  lastPostAt: timestamp.nullable(),
  /** New posts of the last 24 hours. */
  postsLastDay: z.number().int().nullable(),
  /** The mean of the seven days before. Null if fewer than two days are known. */
  usualPostsADay: z.number().nullable(),
  /** Requests that the site still allows in its current window. Null if it does not report them. */
  budgetLeft: z.number().int().nullable(),
  /** The communities that were read or tried in the last 24 hours; of the user alone if each has its own site. */
  communities: z.object({ read: z.number().int(), failing: z.number().int(), silent: z.number().int() }),
  /** The settings by which the operator connects the source. */
  settings: z.array(z.string()),
});
export type SourceHealth = z.infer<typeof sourceHealth>;

/** A community of the user from which no posts arrive. */
export const communityHealth = z.object({
  name: z.string(),
  ...communityView,
  trouble: z.enum(communityTroubles),
  /** Since when it cannot be read, or the time of its last post. */
  since: timestamp.nullable(),
  /** Why it cannot be read, in the words of its site; null for a silent one. */
  cause: z.string().nullable(),
  nextTryAt: timestamp.nullable(),
  /** The usual time between two of its posts, in seconds. */
  usualGapSeconds: z.number().nullable(),
});
export type CommunityHealth = z.infer<typeof communityHealth>;

const sources = z.array(sourceHealth);
const endpoint = endpointOf('scan');

/** The state of the sources in use. */
export const sourceHealthContract = {
  sourcesHealth: endpoint({
    summary: 'Whether the posts of each source arrive, and the communities of the user that fail or are silent',
    method: 'GET',
    path: '/api/sources/health',
    response: z.object({ sources, communities: z.array(communityHealth) }),
  }),
  allSourcesHealth: endpoint({
    summary: 'Whether new posts of each source arrive for all users',
    method: 'GET',
    path: '/api/admin/sources/health',
    access: 'admin',
    response: z.object({ sources }),
  }),
};

/** Who has communities of a source. */
export const sourceUsersContract = {
  listSourceUsers: endpointOf('lead')({
    summary: 'The users who have an active community of a source; `next` continues',
    method: 'GET',
    path: '/internal/sources/:source/users',
    callers: ['scan'],
    params: z.object({ source: z.string() }),
    query: z.object({ after: z.string().default('') }),
    response: z.object({ users: z.array(z.string()), next: z.string().nullable() }),
  }),
};
