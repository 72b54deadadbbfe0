import type { CountedLeads, LeadFiguresRepository } from '../domain/lead-figures.ts';
import type { AnalyticsModels } from './models.ts';

type Grouped = Omit<CountedLeads, 'count'>;

/** The leads of a user. The server groups them and returns only the groups. A lead counts once it was created. */
export function leadFigureStore({ lead }: Pick<AnalyticsModels, 'lead'>): LeadFiguresRepository {
  return {
    counted: async (userId) => {
      const found = await lead
        .aggregate<{ _id: Grouped; count: number }>([
          { $match: { userId, createdAt: { $gte: new Date(0) } } },
          {
            $group: {
              _id: {
                source: '$source',
                community: { $ifNull: ['$subreddit', null] },
                tenths: '$tenths',
                status: '$status',
                variant: { $ifNull: ['$variant', null] },
              },
              count: { $sum: 1 },
            },
          },
        ])
        .exec();
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },
    foundBetween: async (userId, from, to) => {
      const filter = { userId, createdAt: { $gte: from, $lt: to } };
      const found = await lead.find(filter, { _id: 0, createdAt: 1 }).lean().exec();
      return found.flatMap(({ createdAt }) => createdAt ?? []);
    },
  };
}
