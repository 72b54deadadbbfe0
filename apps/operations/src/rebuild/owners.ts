import type {
  CommunityFactDocument,
  DiscoveryConversionDocument,
  DiscoveryRequestDocument,
  ScanFactDocument,
  UserFactDocument,
} from '@earshot/analytics/facts';
import { leadFactOf } from '@earshot/analytics/facts';
import { leadStatuses } from '@earshot/proto/values';
import { z } from 'zod';
import type { Collection, Fact, Truth } from './mend.ts';
import { documentsOf, idsAfter } from './mend.ts';

const owned = { _id: z.string(), userId: z.string() };
const lead = z.object({
  ...owned,
  score: z.number(),
  status: z.enum(leadStatuses),
  // Leads of an older version count no changes.
  revision: z.number().default(0),
  createdAt: z.date(),
});
const community = z.object({ ...owned, isActive: z.boolean(), removed: z.literal(true).optional() });
const scan = z.object({ ...owned, createdAt: z.date(), runningFor: z.string().optional() });
const user = z.object({ _id: z.string(), createdAt: z.date() });
const communityFact = z.object(owned);
const request = z.object({
  _id: z.string(),
  descriptionHash: z.string(),
  visitor: z.string(),
  productCategory: z.string(),
  subreddits: z.array(z.string()),
  at: z.date(),
});
const conversion = z.object({ ...owned, descriptionHash: z.string(), visitor: z.string(), at: z.date() });

/** What the leads say. */
export function leadTruth(leads: Collection): Truth {
  return truthIn(leads, lead, ({ _id: id, ...fields }) => leadFactOf({ id, ...fields }));
}

/** What the lists of communities say: one that is on none any more is known to be off for good. */
export function communityTruth(communities: Collection): Truth {
  const factOf = ({ _id, userId, isActive, removed }: z.output<typeof community>): CommunityFactDocument => ({
    _id,
    userId,
    isActive: isActive && removed !== true,
  });
  const remains = (fact: Fact) => {
    const known = communityFact.safeParse(fact);
    return known.success ? { ...known.data, isActive: false } : null;
  };
  return { ...truthIn(communities, community, factOf), remains };
}

/** What the scan jobs say. */
export function scanTruth(jobs: Collection): Truth {
  return truthIn(jobs, scan, ({ _id, userId, createdAt, runningFor }): ScanFactDocument => {
    return { _id, userId, startedAt: createdAt, isActive: runningFor !== undefined };
  });
}

/** What the accounts say. */
export function userTruth(users: Collection): Truth {
  return truthIn(users, user, ({ _id, createdAt }): UserFactDocument => {
    return { _id, userId: _id, registeredAt: createdAt };
  });
}

/** What the public searches say, as far back as figures look; older ones are forgotten. */
export function discoveryRequestTruth(requests: Collection): Truth {
  return truthIn(requests, request, ({ productCategory: category, ...fields }): DiscoveryRequestDocument => {
    return { ...fields, category };
  });
}

/** What the conversions say. */
export function discoveryConversionTruth(conversions: Collection): Truth {
  return truthIn(conversions, conversion, (fields): DiscoveryConversionDocument => fields);
}

function truthIn<S extends z.ZodType>(
  owner: Collection,
  schema: S,
  factOf: (document: z.output<S>) => object & { _id: string },
): Truth {
  return {
    idsAfter: (id, limit) => idsAfter(owner, id, limit),
    factsOf: async (ids) => {
      const documents = await documentsOf(owner, ids);
      return new Map(documents.map((document) => [document._id, { ...factOf(schema.parse(document)) }]));
    },
    remains: () => null,
  };
}
