import type { DashboardRepository } from '../domain/dashboard.ts';
import type { DiscoveryRepository } from '../domain/discovery-figures.ts';
import type { StatsRepository } from '../domain/stats.ts';
import type { Model } from 'mongoose';
import type { AnalyticsModels } from './models.ts';

const everSince = new Date(0);

/** One user's figures, each answered from an index. A lead counts once its creation event has arrived. */
export function statsStore({ lead, community }: AnalyticsModels): StatsRepository {
  return {
    leads: (userId, since = everSince) => lead.countDocuments({ userId, createdAt: { $gte: since } }).exec(),
    leadsWith: (userId, status) => lead.countDocuments({ userId, status, createdAt: { $gte: everSince } }).exec(),
    averageTenths: async (userId) => {
      const [found] = await lead
        .aggregate<{ average: number }>([
          { $match: { userId, tenths: { $gte: 0 } } },
          { $group: { _id: null, average: { $avg: '$tenths' } } },
        ])
        .exec();
      return found?.average ?? 0;
    },
    activeCommunities: (userId) => community.countDocuments({ userId, isActive: true }).exec(),
  };
}

/** Figures over all users, each counted in an index. */
export function dashboardStore({ user, lead, scan }: AnalyticsModels): DashboardRepository {
  return {
    users: (since = everSince) => user.countDocuments({ registeredAt: { $gte: since } }).exec(),
    leads: (since = everSince) => lead.countDocuments({ createdAt: { $gte: since } }).exec(),
    activeScans: () => scan.countDocuments({ isActive: true }).exec(),
  };
}

/** Conversions per parallel lookup. */
const together = 200;

/**
 * Figures of the public search. The server groups the requests that the index on the time selects, and returns only the
 * groups.
 */
export function discoveryStore({ request, conversion }: AnalyticsModels): DiscoveryRepository {
  const differing = async (facts: Pick<Model<never>, 'aggregate'>, since: Date, by: string) => {
    const [found] = await facts
      .aggregate<{ n: number }>([{ $match: { at: { $gte: since } } }, { $group: { _id: by } }, { $count: 'n' }])
      .exec();
    return found?.n ?? 0;
  };
  return {
    requestsSince: (since) => request.countDocuments({ at: { $gte: since } }).exec(),
    modelRequestsSince: (since) => request.countDocuments({ at: { $gte: since }, modelCalled: true }).exec(),
    descriptionsSince: (since) => differing(request, since, '$descriptionHash'),
    visitorsSince: (since) => differing(request, since, '$visitor'),
    conversionsSince: (since) => differing(conversion, since, '$userId'),
    convertedVisitorsSince: (since) => convertedVisitors(since, { request, conversion }),
    categoriesSince: async (since, limit) => {
      const found = await request
        .aggregate<{ _id: string; count: number }>([
          { $match: { at: { $gte: since } } },
          { $group: { _id: '$category', count: { $sum: 1 } } },
          { $sort: { count: -1, _id: 1 } },
          { $limit: limit },
        ])
        .exec();
      return found.map(({ _id, count }) => ({ name: _id, count }));
    },
    communitiesSince: (since, limit) => communitiesSince(request, since, limit),
    latestSince: async (since, limit) => {
      const found = await request
        .aggregate<{ _id: string; count: number; lastAt: Date }>([
          { $match: { at: { $gte: since } } },
          { $group: { _id: '$descriptionHash', count: { $sum: 1 }, lastAt: { $max: '$at' } } },
          { $sort: { lastAt: -1, _id: 1 } },
          { $limit: limit },
        ])
        .exec();
      return found.map(({ _id, count, lastAt }) => ({ hash: _id, count, lastAt }));
    },
    convertedAmong: async (hashes) => {
      const found = await conversion
        .aggregate<{ _id: string }>([
          { $match: { descriptionHash: { $in: [...hashes] } } },
          { $group: { _id: '$descriptionHash' } },
        ])
        .exec();
      return new Set(found.map(({ _id }) => _id));
    },
  };
}

async function communitiesSince(request: AnalyticsModels['request'], since: Date, limit: number) {
  const found = await request
    .aggregate<{ _id: { name: string; source: string }; count: number }>([
      { $match: { at: { $gte: since } } },
      { $unwind: '$subreddits' },
      {
        $group: {
          _id: { name: '$subreddits', source: '$source' },
          count: { $sum: 1 },
        },
      },
      { $sort: { count: -1, _id: 1 } },
      { $limit: limit },
    ])
    .exec();
  return found.map(({ _id: { name, source }, count }) => ({ name, source, count }));
}

interface Search {
  readonly descriptionHash: string;
  readonly visitor: string;
}

/** A conversion always follows its search, so only conversions since then matter. */
async function convertedVisitors(
  since: Date,
  { request, conversion }: Pick<AnalyticsModels, 'request' | 'conversion'>,
): Promise<number> {
  const pairs: AsyncIterable<{ _id: Search }> = conversion
    .aggregate<{ _id: Search }>([
      { $match: { at: { $gte: since } } },
      { $group: { _id: { descriptionHash: '$descriptionHash', visitor: '$visitor' } } },
    ])
    .cursor({ batchSize: together });
  const visitors = new Set<string>();
  let next: Search[] = [];
  const look = async () => {
    const found = await Promise.all(next.map((pair) => request.exists({ ...pair, at: { $gte: since } }).exec()));
    for (const [index, { visitor }] of next.entries()) if (found[index] !== null) visitors.add(visitor);
    next = [];
  };
  for await (const { _id } of pairs) {
    next.push(_id);
    if (next.length === together) await look();
  }
  await look();
  return visitors.size;
}
