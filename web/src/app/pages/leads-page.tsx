import type { Lead, Subreddit } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { Board } from '../../features/leads/components/board.tsx';
import { FilterBar } from '../../features/leads/components/filter-bar.tsx';
import { ListTools } from '../../features/leads/components/list-tools.tsx';
import { isNarrowed } from '../../features/leads/filters.ts';
import { texts } from '../../features/leads/texts.ts';
import { type LeadBoard, useLeadBoard } from '../../features/leads/use-lead-board.ts';
import { ComposerWaiting } from '../../features/outreach/components/composer-waiting.tsx';
import { contactOfDraft } from '../../features/outreach/contact.ts';
import { texts as outreachTexts } from '../../features/outreach/texts.ts';
import { LastScan } from '../../features/scan/components/last-scan.tsx';
import { ModelWarning } from '../../features/scan/components/model-line.tsx';
import { ProgressCard } from '../../features/scan/components/progress-card.tsx';
import { StartScanButton } from '../../features/scan/components/start-scan-button.tsx';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import { type TrackedScan, useTrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { LazyPart } from '../../components/lazy-part.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { Reconnecting } from '../../components/reconnecting.tsx';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { count } from '../../lib/format.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { useFirstWait } from '../../lib/use-first-wait.ts';
import { ActivityButton, ActivityPanel } from './activity-panel.tsx';
import { EmptyLeads } from './empty-leads.tsx';
import styles from './leads-page.module.css';
import { type LeadAddress, useLeadAddress } from './use-lead-address.ts';
import { useWhy } from './use-why.tsx';

/** Changes of leads do not re-render the feed: it loads its data itself. */
const Activity = memo(ActivityPanel);

/** A constant empty list, so that the filters do not re-render. */
const none: readonly Subreddit[] = [];

const LeadComposer = onDemandPart(async () => (await import('./lead-composer.tsx')).LeadComposer);

const compose = (lead: Lead) => (
  <LazyPart what={outreachTexts.composer} waiting={<ComposerWaiting />}>
    <LeadComposer lead={lead} />
  </LazyPart>
);

/** Shows the result of a tracked scan as a toast and refetches the lists. */
function useScanEnd(): (job: ScanJob) => void {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useCallback(
    (job) => {
      if (job.status === 'failed') {
        const description = job.errorMessage ?? scanTexts.failedReason;
        toaster.show({ kind: 'destructive', title: scanTexts.failed, description });
      } else toaster.show({ kind: 'success', ...scanTexts.complete(job.id, job.newLeadsFound) });
      void queryClient.invalidateQueries({ queryKey: leadListsKey });
    },
    [queryClient, toaster],
  );
}

/** Replaces a page number beyond the last page with the last page. */
function useLastPage({ filters, correctPage }: LeadAddress, { shown }: LeadBoard) {
  const last = shown.isStandIn ? 0 : shown.pages;
  const isBeyond = last > 0 && filters.page > last;
  useEffect(() => {
    if (isBeyond) correctPage(last);
  });
}

export function LeadsPage() {
  const address = useLeadAddress();
  const { filters, openId, open, change, clear, goTo } = address;
  const scan = useTrackedScan(useScanEnd());
  const isWaiting = useFirstWait(scan.isPending);
  const isScanning = scan.job?.status === 'processing';
  const board = useLeadBoard({ filters, openId, open, isScanning, contactOf: contactOfDraft, goTo });
  useLastPage(address, board);
  const subreddits = useQuery(subredditsQuery);
  const narrowed = isNarrowed(filters);
  const why = useWhy(scan);
  return (
    <div className={styles.columns} data-wide>
      <title>{texts.pageTitle}</title>
      <div className={styles.page} data-waiting={isWaiting}>
        <Top address={address} board={board} scan={scan} />
        <Scan scan={scan} onWhy={why.ask} />
        <FilterBar filters={filters} communities={subreddits.data ?? none} onChange={change} />
        <Board
          board={board}
          page={filters.page}
          onPage={goTo}
          compose={compose}
          empty={
            <EmptyLeads
              isNarrowed={narrowed}
              isScanning={scan.job !== null}
              onClear={clear}
              onWhy={scan.last && why.ask}
            />
          }
        />
      </div>
      <Activity />
      {why.dialog}
    </div>
  );
}

interface TopProps {
  readonly address: LeadAddress;
  readonly board: LeadBoard;
  readonly scan: TrackedScan;
}

/** Shows the number of leads and the actions for all of them. */
function Top({ address: { filters, clear }, board: { shown, help }, scan }: TopProps) {
  const { total } = shown;
  const narrowed = isNarrowed(filters);
  const offersFirstScan = total === 0 && !narrowed && scan.job === null;
  return (
    <div className={styles.top}>
      <p className={styles.total} aria-live="polite">
        {total === undefined ? '' : texts.found(count(total), total === 1)}
      </p>
      {narrowed && (
        <Button size="small" type="text" onClick={clear}>
          {texts.clear}
        </Button>
      )}
      <Reconnecting />
      <span className={styles.end}>
        <ListTools filters={filters} hasLeads={(total ?? 0) > 0} onHelp={() => help.set(true)} />
        <ActivityButton />
        {!offersFirstScan && <StartScanButton running={scan.job !== null} />}
      </span>
    </div>
  );
}

interface ScanProps {
  readonly scan: TrackedScan;
  readonly onWhy: () => void;
}

function Scan({ scan: { job, last, error, retry }, onWhy }: ScanProps) {
  return (
    <>
      {error && <LoadError what={scanTexts.what} error={error} onRetry={retry} />}
      {job ? (
        <ProgressCard job={job} onWhy={onWhy} />
      ) : last ? (
        <LastScan job={last} onWhy={onWhy} />
      ) : (
        <div className={styles.scanLine} />
      )}
      <ModelWarning />
    </>
  );
}
