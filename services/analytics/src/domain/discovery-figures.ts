import type { DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import { type AdminTimeRange, costOfPublicRequest } from '@earshot/proto/values';
import { communityView } from '@earshot/sources';
import { sinceOf } from './dashboard.ts';
import { percent } from './stats.ts';

export interface Named {
  readonly name: string;
  readonly count: number;
}

/** The requests for one description since a given time. */
export interface RequestedDescription {
  readonly hash: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** Counts over the public search. */
export interface DiscoveryRepository {
  requestsSince(since: Date): Promise<number>;
  /** Requests for which a model was called, and those that do not say it. */
  modelRequestsSince(since: Date): Promise<number>;
  descriptionsSince(since: Date): Promise<number>;
  visitorsSince(since: Date): Promise<number>;
  /** Accounts that were created after a search, however many searches there were. */
  conversionsSince(since: Date): Promise<number>;
  /** Visitors with a search since then that led to an account. */
  convertedVisitorsSince(since: Date): Promise<number>;
  /** The most frequent first, equal ones by name. */
  categoriesSince(since: Date, limit: number): Promise<Named[]>;
  /** Communities of the same name count by source. */
  communitiesSince(since: Date, limit: number): Promise<(Named & { readonly source: string })[]>;
  /** Ordered by the last request, latest first. */
  latestSince(since: Date, limit: number): Promise<RequestedDescription[]>;
  /** The descriptions among these that led to an account. */
  convertedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Finds descriptions by hash; unknown ones are missing. */
export type Descriptions = (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const topCategories = 5;
const topCommunities = 10;
const latestDescriptions = 20;

/**
 * Figures of the public search within the range. `conversions` counts the accounts within the range that a visitor
 * created after searching. `conversionRate` is the share of the visitors with a search within the range who have since
 * created an account. `recentRequests` lists each description once.
 */
export async function discoveryFigures(
  range: AdminTimeRange,
  now: Date,
  deps: { facts: DiscoveryRepository; descriptionsOf: Descriptions },
): Promise<DiscoveryAnalytics> {
  const { facts } = deps;
  const since = sinceOf(range, now);
  const [
    totalRequests,
    modelRequests,
    uniqueDescriptions,
    conversions,
    visitors,
    converted,
    categories,
    communities,
    recentRequests,
  ] = await Promise.all([
    facts.requestsSince(since),
    facts.modelRequestsSince(since),
    facts.descriptionsSince(since),
    facts.conversionsSince(since),
    facts.visitorsSince(since),
    facts.convertedVisitorsSince(since),
    facts.categoriesSince(since, topCategories),
    facts.communitiesSince(since, topCommunities),
    recentOf(since, deps),
  ]);
  return {
    totalRequests,
    modelRequests,
    uniqueDescriptions,
    conversions,
    conversionRate: percent(converted, visitors),
    // The cost per request is given to four decimals, so sums have four decimals too.
    estimatedCost: Number((totalRequests * costOfPublicRequest).toFixed(4)),
    categories: Object.fromEntries(categories.map(({ name, count }) => [name, count])),
    topSubreddits: communities.map((one) => ({ ...one, ...communityView(one) })),
    recentRequests,
  };
}

async function recentOf(
  since: Date,
  { facts, descriptionsOf }: { facts: DiscoveryRepository; descriptionsOf: Descriptions },
): Promise<DiscoveryAnalytics['recentRequests']> {
  const latest = await facts.latestSince(since, latestDescriptions);
  const hashes = latest.map(({ hash }) => hash);
  const [descriptions, converted] = await Promise.all([descriptionsOf(hashes), facts.convertedAmong(hashes)]);
  return latest.map(({ hash, count, lastAt }) => ({
    description: descriptions.get(hash) ?? '',
    createdAt: lastAt.toISOString(),
    requestCount: count,
    converted: converted.has(hash),
  }));
}
