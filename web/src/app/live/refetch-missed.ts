import { analyticsContract } from '@earshot/proto/http/analytics';
import { leadContract } from '@earshot/proto/http/lead';
import { outreachContract } from '@earshot/proto/http/outreach';
import { scanContract } from '@earshot/proto/http/scan';
import type { QueryClient } from '@tanstack/react-query';

/** What the live channel tells of: asked for again even when it was only a moment ago. */
const toldLive = [leadContract.listLeads, scanContract.latestScan, scanContract.scanStatus];

/** What may have changed while nobody listened. Forms are not among it: what one is writing stays. */
const changedMeanwhile = [
  ...toldLive,
  leadContract.listSubreddits,
  outreachContract.listNotifications,
  outreachContract.listDirectMessages,
  outreachContract.listComments,
  outreachContract.listGeneratedMessages,
  outreachContract.listSentMessages,
  analyticsContract.stats,
];

/** Everything that the channel would have told is asked for again. */
export function refetchMissed(queryClient: QueryClient, after: 'start' | 'break'): void {
  for (const { path } of after === 'start' ? toldLive : changedMeanwhile) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
}
