import { analyticsContract } from '@earshot/proto/http/analytics';
import { draftContract } from '@earshot/proto/http/drafts';
import { leadContract } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import { scanContract } from '@earshot/proto/http/scan';
import type { QueryClient } from '@tanstack/react-query';

/** Queries that the live channel updates. They are refetched even if they were loaded a moment ago. */
const pushedQueries = [leadContract.listLeads, scanContract.latestScan, scanContract.scanStatus];

/** Queries of what the live channel reports. Forms are not included, so unsaved input stays. */
const changedMeanwhile = [
  ...pushedQueries,
  leadContract.listSubreddits,
  outreachContract.listNotifications,
  outreachContract.listDirectMessages,
  outreachContract.listComments,
  outreachContract.listGeneratedMessages,
  outreachContract.listSentMessages,
  draftContract.listReminders,
  scanContract.listScanPosts,
  analyticsContract.stats,
  analyticsContract.leadFigures,
];

/** All drafts. The composer of a lead compares its own query, which has a longer key, with the text that is written. */
const allDraftsKey = [draftContract.listDrafts.path];

/** Refetches everything that frames may have changed while the channel was closed. */
export function refetchMissed(queryClient: QueryClient, after: 'start' | 'break'): void {
  for (const { path } of after === 'start' ? pushedQueries : changedMeanwhile) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
  if (after === 'break') void queryClient.invalidateQueries({ queryKey: allDraftsKey, exact: true });
}

/** Without the channel nothing reports a change, so what is shown next is asked for again. */
export function distrustCache(queryClient: QueryClient): void {
  for (const { path } of changedMeanwhile) {
    void queryClient.invalidateQueries({ queryKey: [path], refetchType: 'none' });
  }
  void queryClient.invalidateQueries({ queryKey: allDraftsKey, exact: true, refetchType: 'none' });
}
