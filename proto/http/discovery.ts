import { z } from 'zod';
import { discoveryDescription, relevances } from '../values.ts';
import { cookieNames, visitorCookie } from './cookies.ts';
import { businessProfile } from './configuration.ts';
import { endpointOf, noContent, timestamp } from './contract.ts';
import { communityInput, communityView, sourceErrors, sourceInput } from './source.ts';

const endpoint = endpointOf('discovery');

/** A community that may be worth watching. `subscribers` is null if the source does not report it. */
export const subredditSuggestion = z.object({
  name: z.string(),
  ...communityView,
  displayName: z.string(),
  title: z.string(),
  description: z.string(),
  subscribers: z.number().int().nullable(),
  isNsfw: z.boolean(),
});
export type SubredditSuggestion = z.infer<typeof subredditSuggestion>;

/**
 * A community that may suit a product. `members` is a text such as `over 500K members`. `unavailable` is the reason why
 * this installation cannot read it, and null if it can.
 */
export const discoveredCommunity = z.object({
  name: z.string(),
  ...communityView,
  members: z.string(),
  category: z.string(),
  relevance: z.enum(relevances),
  description: z.string(),
  reason: z.string(),
  unavailable: z.string().nullable(),
});

/** The answer to a visitor's product description. */
export const discovery = z.object({
  success: z.literal(true),
  suggestions: z.object({
    targetAudience: z.string(),
    productCategory: z.string(),
    suggestions: z.array(discoveredCommunity),
  }),
});
export type Discovery = z.infer<typeof discovery>;

const tooShort = `Please provide a more detailed product description (at least ${discoveryDescription.min} characters).`;

/** The profile fields that a description suggests. The keyword lists are never proposed. */
export const proposedProfile = businessProfile.omit({ targetKeywords: true, excludedKeywords: true });
export type ProposedProfile = z.infer<typeof proposedProfile>;

/**
 * A community for a business. `members` is a text such as `over 500K members`. `postsPerDay` and `newestPost` are null
 * if its source did not answer in time or it has no posts.
 */
export const rankedCommunity = z.object({
  name: z.string(),
  ...communityView,
  members: z.string(),
  reason: z.string(),
  postsPerDay: z.number().nullable(),
  newestPost: z.object({ title: z.string(), url: z.string() }).nullable(),
});
export type RankedCommunity = z.infer<typeof rankedCommunity>;

/** A forum, tag or feed for a business. `title` is what people call it; `isReady` if its site answered just now. */
export const rankedPlace = rankedCommunity.omit({ members: true }).extend({ title: z.string(), isReady: z.boolean() });
export type RankedPlace = z.infer<typeof rankedPlace>;

/**
 * Where people may ask for what a business offers: communities of the sampled site where it is connected, searches of other sites
 * (`isReady` if their site answered just now), places of further sites, and communities of the sample data where it is in use. `notInSample` fit
 * better than those, but the sandbox does not have them; empty where that site is connected.
 */
export const businessCommunities = z.object({
  communities: z.array(rankedCommunity),
  samples: z.array(rankedCommunity),
  notInSample: z.array(z.object({ name: z.string(), ...communityView })),
  searches: z.array(z.object({ name: z.string(), ...communityView, reason: z.string(), isReady: z.boolean() })),
  places: z.array(rankedPlace),
});
export type BusinessCommunities = z.infer<typeof businessCommunities>;

/** `offer` and `problems`: the words for the searches that are offered, else read from the description. */
const searchedFor = businessProfile.pick({ offer: true, problems: true, location: true }).partial();

const describedBusiness = z.object({
  businessDescription: z
    .string('businessDescription must be text')
    .trim()
    .min(1, 'businessDescription is required')
    .max(5_000, 'The business description has at most 5,000 characters'),
});

const noAddress = 'Enter the address of your website, such as acme.example';
/** An address as people type it, with or without `https://`. */
const websiteAddress = z
  .string({ error: noAddress })
  .trim()
  .min(1, noAddress)
  .max(500, 'An address has at most 500 characters')
  .transform((typed) => (/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`))
  .refine((address) => isWebAddress(address), { error: noAddress });

function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const hasHost = /[^.]\.[^.]|^\[|^localhost$/.test(hostname);
  return /^https?:$/.test(protocol) && hasHost && username === '' && password === '';
}

/** An entry on the waitlist. */
export const waitlistEntry = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  source: z.string(),
  referralCode: z.string().nullable(),
  isConfirmed: z.boolean(),
  notificationsSent: z.boolean(),
  createdAt: timestamp,
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

const short = (name: string) => z.string(`${name} must be text`).trim().max(100, `${name} has at most 100 characters`);
const invalidEmail = 'Please enter a valid email address';

/** Finds communities for people, and manages the waitlist. */
export const discoveryContract = {
  suggestSubreddits: endpoint({
    summary: 'Searches the source for communities; commas separate up to four searches',
    method: 'GET',
    path: '/api/subreddits/suggestions',
    query: z.object({
      query: z
        .string('query is required')
        .trim()
        .min(1, 'query is required')
        .regex(/[^,\s]/, 'query is required')
        .max(200, 'query has at most 200 characters'),
      limit: z.coerce
        .number({ error: 'limit must be a number' })
        .int('limit must be a whole number')
        .min(1, 'limit must be 1 or more')
        .max(20, 'limit must be 20 or less')
        .default(20),
      source: sourceInput.optional(),
    }),
    errors: ['source.unknown', ...sourceErrors],
    response: z.array(subredditSuggestion),
  }),
  discoverSubreddits: endpoint({
    summary: 'Communities that suit a product, for anybody',
    method: 'POST',
    path: '/api/public/discover-subreddits',
    access: 'public',
    cookies: cookieNames(visitorCookie),
    reportsSuccess: true,
    body: z.object({
      productDescription: z
        .string({ error: tooShort })
        .trim()
        .min(discoveryDescription.min, tooShort)
        .max(discoveryDescription.max, `The description has at most ${discoveryDescription.max} characters`),
    }),
    response: discovery,
    errors: ['rate.limited', 'discovery.failed'],
  }),
  proposeProfile: endpoint({
    summary: 'The profile fields that a business description suggests; nothing is saved',
    method: 'POST',
    path: '/api/business/profile',
    body: describedBusiness,
    response: proposedProfile,
    errors: ['rate.limited'],
  }),
  describeByWebsite: endpoint({
    summary: 'A description of the business in the words of its website; nothing is saved',
    method: 'POST',
    path: '/api/business/website',
    body: z.object({ address: websiteAddress }),
    response: z.object({ businessDescription: z.string() }),
    errors: ['rate.limited', 'website.unreadable'],
  }),
  rankCommunities: endpoint({
    summary: 'Up to 8 existing communities that fit a business, the best first',
    method: 'POST',
    path: '/api/business/communities',
    body: describedBusiness.extend(searchedFor.shape),
    response: businessCommunities,
    errors: ['rate.limited'],
  }),
  checkCommunity: endpoint({
    summary: 'Whether a community exists, and names near to one that does not; null if its source does not answer',
    method: 'POST',
    path: '/internal/discovery/check-community',
    callers: ['lead'],
    body: z.object({ name: communityInput, source: sourceInput }),
    response: z.object({
      exists: z.boolean().nullable(),
      /** The final name, where the site decides what the typed one means. */
      name: z.string().optional(),
      near: z.array(z.string()),
    }),
    errors: ['source.unknown', ...sourceErrors],
  }),
  forgetAddress: endpoint({
    summary: 'Takes the address of an account that is deleted from the waitlist',
    method: 'POST',
    path: '/internal/discovery/forget-address',
    callers: ['auth'],
    statuses: [204],
    body: z.object({ email: z.string().min(1) }),
    response: noContent,
  }),
  describeRequests: endpoint({
    summary: 'The descriptions behind the hashes that events carry; unknown hashes are left out',
    method: 'POST',
    path: '/internal/discovery/descriptions',
    callers: ['analytics'],
    body: z.object({ hashes: z.array(z.string()).max(1_000) }),
    response: z.array(
      z.object({
        hash: z.string(),
        productDescription: z.string(),
        requestCount: z.number().int(),
        converted: z.boolean(),
      }),
    ),
  }),
  joinWaitlist: endpoint({
    summary: 'Puts an address on the waitlist',
    method: 'POST',
    path: '/api/waitlist/signup',
    access: 'public',
    statuses: [201],
    body: z.object({
      email: z
        .string({ error: 'Email is required' })
        .trim()
        .min(1, 'Email is required')
        .max(254, invalidEmail)
        .pipe(z.email(invalidEmail)),
      firstName: short('firstName').optional(),
      lastName: short('lastName').optional(),
      source: short('source').min(1, 'source is empty').default('landing'),
      referralCode: short('referralCode').optional(),
    }),
    response: waitlistEntry,
    errors: ['waitlist.already', 'rate.limited'],
  }),
};
