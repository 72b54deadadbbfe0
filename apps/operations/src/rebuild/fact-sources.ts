import {
  type CommunityFactDocument,
  type DiscoveryConversionDocument,
  type DiscoveryRequestDocument,
  leadFactOf,
  type ScanFactDocument,
  type UserFactDocument,
} from '@earshot/analytics/facts';
import { draftVariants, leadStatuses } from '@earshot/proto/values';
import { z } from 'zod';
import { type Collection, documentsOf, type Fact, type FactSource, idsAfter } from './repair.ts';

const owned = { _id: z.string(), userId: z.string() };
const source = z.string();
const lead = z.object({
  ...owned,
  score: z.number(),
  status: z.enum(leadStatuses),
  revision: z.number(),
  source,
  subreddit: z.string(),
  variant: z.enum(draftVariants).optional(),
  variantRevision: z.number().optional(),
  createdAt: z.date(),
});
const community = z.object({ ...owned, isActive: z.boolean(), removed: z.literal(true).optional(), source });
const scan = z.object({ ...owned, createdAt: z.date(), runningFor: z.string().optional() });
const user = z.object({ _id: z.string(), createdAt: z.date() });
const communityFact = z.object({ ...owned, source });
const request = z.object({
  _id: z.string(),
  descriptionHash: z.string(),
  visitor: z.string(),
  productCategory: z.string(),
  source,
  subreddits: z.array(z.string()),
  modelCalled: z.boolean(),
  at: z.date(),
});
const conversion = z.object({ ...owned, descriptionHash: z.string(), visitor: z.string(), at: z.date() });

/** Facts from the leads. */
export function leadFacts(leads: Collection): FactSource {
  return factsIn(leads, lead, ({ _id: id, ...fields }) => leadFactOf({ id, ...fields }));
}

/** Facts from the watched communities. A community that its owner no longer knows stays as inactive. */
export function communityFacts(communities: Collection): FactSource {
  const factOf = ({ _id, userId, isActive, removed, source }: z.output<typeof community>): CommunityFactDocument => ({
    _id,
    userId,
    isActive: isActive && removed !== true,
    source,
  });
  const remains = (fact: Fact) => {
    const known = communityFact.safeParse(fact);
    return known.success ? { ...known.data, isActive: false } : null;
  };
  return { ...factsIn(communities, community, factOf), remains };
}

/** Facts from the scan jobs. */
export function scanFacts(jobs: Collection): FactSource {
  return factsIn(jobs, scan, ({ _id, userId, createdAt, runningFor }): ScanFactDocument => {
    return { _id, userId, startedAt: createdAt, isActive: runningFor !== undefined };
  });
}

/** Facts from the accounts. */
export function userFacts(users: Collection): FactSource {
  return factsIn(users, user, ({ _id, createdAt }): UserFactDocument => {
    return { _id, userId: _id, registeredAt: createdAt };
  });
}

/** Facts from the public searches. Their service deletes searches that are older than the figures cover. */
export function discoveryRequestFacts(requests: Collection): FactSource {
  return factsIn(requests, request, ({ productCategory: category, ...fields }): DiscoveryRequestDocument => {
    return { ...fields, category };
  });
}

/** Facts from the conversions. */
export function discoveryConversionFacts(conversions: Collection): FactSource {
  return factsIn(conversions, conversion, (fields): DiscoveryConversionDocument => fields);
}

function factsIn<S extends z.ZodType>(
  owner: Collection,
  schema: S,
  factOf: (document: z.output<S>) => object & { _id: string },
): FactSource {
  return {
    idsAfter: (id, limit) => idsAfter(owner, id, limit),
    factsOf: async (ids) => {
      const documents = await documentsOf(owner, ids);
      return new Map(documents.map((document) => [document._id, { ...factOf(schema.parse(document)) }]));
    },
    remains: () => null,
  };
}
