import { analyticsContract } from '@earshot/proto/http/analytics';
import { leadContract } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import { scanContract } from '@earshot/proto/http/scan';
import type { QueryClient } from '@tanstack/react-query';

/** Queries that the live channel updates. They are refetched even if they were loaded a moment ago. */
const pushedQueries = [leadContract.listLeads, scanContract.latestScan, scanContract.scanStatus];

/** Queries that may have changed while the channel was down. Forms are not included, so unsaved input stays. */
const changedMeanwhile = [
  ...pushedQueries,
  leadContract.listSubreddits,
  outreachContract.listNotifications,
  outreachContract.listDirectMessages,
  outreachContract.listComments,
  outreachContract.listGeneratedMessages,
  outreachContract.listSentMessages,
  analyticsContract.stats,
  analyticsContract.leadFigures,
];

/** Refetches everything that frames may have changed while the channel was closed. */
export function refetchMissed(queryClient: QueryClient, after: 'start' | 'break'): void {
  for (const { path } of after === 'start' ? pushedQueries : changedMeanwhile) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
}
