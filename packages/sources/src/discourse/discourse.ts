import { z } from 'zod';
import { defineSource } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { discourseClient, forumBudget } from './client.ts';
import { discourseNames, searchIn } from './names.ts';
import { discourseReader } from './source.ts';

/** Searches of public Discourse forums, through the JSON of their pages. Nothing can be sent: people answer on the forum. */
export const discourse = defineSource({
  id: 'discourse',
  label: 'Discourse forums',
  ...discourseNames,
  hasManySites: true,
  budgetOf: (community) => forumBudget(searchIn(community).forum),
  sends: [],
  settings: z.object({}),
  secrets: [],
  needs: [],
  open: ({ outbound, kv, clock, meters, log }) => {
    const metrics = sourceMetrics(meters, 'discourse', async () => null);
    const ask = discourseClient({ fetcher: outbound.guarded, kv, clock, metrics });
    return { read: discourseReader({ ask, kv, clock, log }), write: null };
  },
});
