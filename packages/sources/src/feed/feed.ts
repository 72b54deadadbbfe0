import { z } from 'zod';
import { defineSource } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { feedNames, readFeedName } from './names.ts';
import { feedReader, leastPauseMs } from './source.ts';

/**
 * Feeds of any site: RSS, Atom and JSON Feed. No site has a key, so nothing is set up; nothing can be sent either, so
 * people copy the text and open the post.
 */
export const feed = defineSource({
  id: 'feed',
  label: 'Feeds',
  ...feedNames,
  hasManySites: true,
  // A feed does not tell what became of posts that it no longer lists.
  keepsWordsDays: 30,
  // No standard states a number. Sites that publish one (Reddit, GitHub, dev.to) ask for minutes between two requests.
  budgetOf: (community) => ({
    key: `feed:${readFeedName(community).address}`,
    windows: [{ requests: 1, perSeconds: leastPauseMs / 1_000 }],
  }),
  sends: [],
  settings: z.object({}),
  secrets: [],
  needs: [],
  open: ({ outbound, kv, clock, meters }) => {
    // Each feed has a budget of its own.
    const metrics = sourceMetrics(meters, 'feed', async () => null);
    return { read: feedReader({ fetcher: outbound.guarded, kv, clock, metrics }), write: null };
  },
});
