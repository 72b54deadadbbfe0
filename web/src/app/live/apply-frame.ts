import type { ScanJob } from '@earshot/proto/http/scan';
import type { ServerFrame } from '@earshot/proto/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { leadQuery } from '../../features/leads/api/get-lead.ts';
import { patchLead, patchLeadScore } from '../../features/leads/api/lead-cache.ts';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import type { LeadNews } from '../../features/leads/lead-news.ts';
import { latestScanQuery, scanStatusQuery } from '../../features/scan/api/scan.ts';
import { isRunning } from '../../features/scan/is-running.ts';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import type { ToastKind, Toaster } from '../../lib/toaster.ts';

export interface LiveDeps {
  readonly queryClient: QueryClient;
  readonly toaster: Toaster;
  readonly leadNews: LeadNews;
  /** Refetches the visible lists soon, at most as often as a person can read. */
  readonly refreshLists: () => void;
  /** Refetches the notifications a little later, because they are written after the frame is sent. */
  readonly refreshNotifications: () => void;
  /** Refetches the activity feed in the same way. */
  readonly refreshActivity: () => void;
}

const scanCompleteToastMs = 5000;

type ScanEnd = Extract<ServerFrame, { type: 'scan_complete' }>['data'];

/** Writes the content of a frame to the cache and shows a toast for news. */
export function applyFrame(frame: ServerFrame, deps: LiveDeps): void {
  const { queryClient, leadNews, refreshLists, refreshNotifications, refreshActivity } = deps;
  switch (frame.type) {
    case 'authenticated':
    case 'resync':
      return;
    case 'new_lead': {
      leadNews.announce(frame.data.title, frame.data.communityLabel);
      refreshNotifications();
      return refreshLists();
    }
    case 'scan_progress': {
      const job = frame.data;
      queryClient.setQueryData(scanStatusQuery(job.id).queryKey, job);
      // The scan was started by a schedule or in another tab. It is now the latest scan, so this tab must track it.
      const latest = queryClient.getQueryData(latestScanQuery.queryKey);
      if (latest?.id === job.id) {
        if (!isRunning(job)) queryClient.setQueryData(latestScanQuery.queryKey, { ...latest, ...job });
      } else void queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
      return;
    }
    case 'scan_complete': {
      leadNews.drop();
      announceEnd(frame.data, deps);
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
    case 'lead_place_added':
    case 'lead_post_removed':
      void queryClient.invalidateQueries({ queryKey: leadQuery(frame.data.id).queryKey });
      return refreshLists();
    default:
      // Fails to compile while a frame of the contract has no case here.
      return frame satisfies never;
  }
}

/** Announces a finished scan: in green only if all of its communities are known to have been read. */
function announceEnd({ jobId, newLeads }: ScanEnd, { queryClient, toaster }: LiveDeps): void {
  const show = (kind: ToastKind, problem: string | null) =>
    toaster.show({ kind, ...scanTexts.completeLive(jobId, newLeads, problem), durationMs: scanCompleteToastMs });
  const showResult = ({ errorMessage }: ScanJob) => show(errorMessage === null ? 'success' : 'warning', errorMessage);
  const query = scanStatusQuery(jobId);
  const known = queryClient.getQueryData(query.queryKey);
  if (known && !isRunning(known)) {
    showResult(known);
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
    return;
  }
  // The frame with the ended job, which has the problems, did not arrive.
  void queryClient.cancelQueries({ queryKey: query.queryKey });
  queryClient.fetchQuery({ ...query, staleTime: 0 }).then(showResult, () => show('plain', null));
}
