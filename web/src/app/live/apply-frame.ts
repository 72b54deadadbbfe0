import type { ServerFrame } from '@earshot/proto/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { patchLead, patchLeadScore } from '../../features/leads/api/lead-cache.ts';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import type { LeadNews } from '../../features/leads/lead-news.ts';
import { latestScanQuery } from '../../features/scan/api/latest-scan.ts';
import { scanStatusQuery } from '../../features/scan/api/scan-status.ts';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import type { Toaster } from '../../lib/toaster.ts';

export interface LiveDeps {
  readonly queryClient: QueryClient;
  readonly toaster: Toaster;
  readonly leadNews: LeadNews;
  /** Asks for the shown lists again, soon and not more often than a person can read. */
  readonly refreshLists: () => void;
  /** The same for the notifications, which are written a little after the frame is sent. */
  readonly refreshNotifications: () => void;
  /** The same for the activity feed. */
  readonly refreshActivity: () => void;
}

const scanCompleteToastMs = 5000;

/** Brings what a frame says into the cache, and tells the user what is worth telling. */
export function applyFrame(frame: ServerFrame, deps: LiveDeps): void {
  const { queryClient, toaster, leadNews, refreshLists, refreshNotifications, refreshActivity } = deps;
  switch (frame.type) {
    case 'authenticated':
      return;
    case 'new_lead': {
      leadNews.tell(frame.data.title, frame.data.communityLabel);
      refreshNotifications();
      return refreshLists();
    }
    case 'scan_progress': {
      const job = frame.data;
      queryClient.setQueryData(scanStatusQuery(job.id).queryKey, job);
      // A scan of a schedule or of another tab: from now on it is the latest one, and it is tracked.
      const latest = queryClient.getQueryData(latestScanQuery.queryKey);
      if (latest?.id !== job.id) void queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
      return;
    }
    case 'scan_complete': {
      const { jobId, newLeads } = frame.data;
      leadNews.drop();
      toaster.show({ kind: 'success', ...scanTexts.completeLive(jobId, newLeads), durationMs: scanCompleteToastMs });
      void queryClient.invalidateQueries({ queryKey: scanStatusQuery(jobId).queryKey });
      void queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: leadListsKey });
      return refreshNotifications();
    }
    case 'lead_status_updated':
      patchLead(queryClient, frame.data.id, { status: frame.data.status });
      refreshActivity();
      return refreshLists();
    case 'lead_rescored':
      patchLeadScore(queryClient, frame.data.id, frame.data.score);
      return refreshLists();
    default:
      // Does not compile while the contract has a frame that no case handles.
      return frame satisfies never;
  }
}
