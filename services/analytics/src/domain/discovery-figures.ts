import type { DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import type { AdminTimeRange } from '@earshot/proto/values';
import { costOfPublicRequest } from '@earshot/proto/values';
import { communityView, sourceOfOldData } from '@earshot/sources';
import { sinceOf } from './dashboard.ts';
import { percent } from './stats.ts';

export interface Named {
  readonly name: string;
  readonly count: number;
}

/** What was asked for one description since a moment. */
export interface RequestedDescription {
  readonly hash: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** What is counted of the public search since a moment. */
export interface DiscoveryRepository {
  requestsSince(since: Date): Promise<number>;
  descriptionsSince(since: Date): Promise<number>;
  /** Searches by different visitors or for different descriptions. */
  searchesSince(since: Date): Promise<number>;
  conversionsSince(since: Date): Promise<number>;
  /** Of those searches, the ones whose visitor has made an account. */
  convertedSearchesSince(since: Date): Promise<number>;
  /** The most frequent first, equal ones by name. */
  categoriesSince(since: Date, limit: number): Promise<Named[]>;
  subredditsSince(since: Date, limit: number): Promise<Named[]>;
  /** The one that was asked for last first. */
  latestSince(since: Date, limit: number): Promise<RequestedDescription[]>;
  /** Which of these descriptions have led to an account. */
  convertedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The descriptions by their hashes; those that nobody knows are missing. */
export type Descriptions = (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const topCategories = 5;
const topSubreddits = 10;
const latestDescriptions = 20;

/**
 * How visitors used the public search within the range. `conversions` are those that happened within it.
 * `conversionRate`: a search is a visitor with a description, asked for within the range, however often; the rate is the
 * share of them whose visitor has made an account since. `recentRequests` names each description once.
 */
export async function discoveryFigures(
  range: AdminTimeRange,
  now: Date,
  deps: { facts: DiscoveryRepository; descriptionsOf: Descriptions },
): Promise<DiscoveryAnalytics> {
  const { facts } = deps;
  const since = sinceOf(range, now);
  const [totalRequests, uniqueDescriptions, conversions, searches, converted, categories, subreddits, recentRequests] =
    await Promise.all([
      facts.requestsSince(since),
      facts.descriptionsSince(since),
      facts.conversionsSince(since),
      facts.searchesSince(since),
      facts.convertedSearchesSince(since),
      facts.categoriesSince(since, topCategories),
      facts.subredditsSince(since, topSubreddits),
      recentOf(since, deps),
    ]);
  return {
    totalRequests,
    uniqueDescriptions,
    conversions,
    conversionRate: percent(converted, searches),
    // Ten thousandths of a dollar have four decimals, their sums too.
    estimatedCost: Number((totalRequests * costOfPublicRequest).toFixed(4)),
    categories: Object.fromEntries(categories.map(({ name, count }) => [name, count])),
    // Searches of versions that knew one source name none, and others do not name theirs either.
    topSubreddits: subreddits.map((one) => ({ ...one, ...communityView({ source: sourceOfOldData, name: one.name }) })),
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
