import type { Lead, Subreddit } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { configurationQuery } from '../../features/configuration/api/configuration.ts';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { Board } from '../../features/leads/components/board.tsx';
import { FilterBar } from '../../features/leads/components/filter-bar.tsx';
import { ListTools } from '../../features/leads/components/list-tools.tsx';
import { isNarrowed } from '../../features/leads/filters.ts';
import { texts as firstRunTexts } from '../../features/first-run/texts.ts';
import { texts } from '../../features/leads/texts.ts';
import { useHasLeads } from '../../features/leads/use-has-leads.ts';
import { type LeadBoard, useLeadBoard } from '../../features/leads/use-lead-board.ts';
import { ComposerWaiting } from '../../features/outreach/components/composer-waiting.tsx';
import { contactOfDraft } from '../../features/outreach/contact.ts';
import { texts as outreachTexts } from '../../features/outreach/texts.ts';
import { LastScan } from '../../features/scan/components/last-scan.tsx';
import { Listening } from '../../features/scan/components/listening.tsx';
import { modelUsageQuery } from '../../features/scan/api/model.ts';
import { ModelOffer } from '../../features/model/components/model-offer.tsx';
import { ModelWarning } from '../../features/scan/components/model-line.tsx';
import { ProgressCard } from '../../features/scan/components/progress-card.tsx';
import { StartScanButton } from '../../features/scan/components/start-scan-button.tsx';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import { type TrackedScan, useTrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { LazyPart } from '../../components/lazy-part.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { Reconnecting } from '../../components/reconnecting.tsx';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { count } from '../../lib/format.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { useFirstWait } from '../../lib/use-first-wait.ts';
import { ActivityButton, ActivityPanel } from './activity-panel.tsx';
import { EmptyLeads } from './empty-leads.tsx';
import { FirstRunWaiting } from './first-run-waiting.tsx';
import styles from './leads-page.module.css';
import { SavedViews } from './saved-views.tsx';
import { type LeadAddress, useLeadAddress } from './use-lead-address.ts';
import { type FirstRunState, useFirstRun } from './use-first-run.ts';
import { useWhy } from './use-why.tsx';

/** Changes of leads do not re-render the feed: it loads its data itself. */
const Activity = memo(ActivityPanel);

/** A constant empty list, so that the filters do not re-render. */
const none: readonly Subreddit[] = [];

const LeadComposer = onDemandPart(async () => (await import('./lead-composer.tsx')).LeadComposer);

const FirstRun = onDemandPart(async () => (await import('./first-run.tsx')).FirstRun);
const WithdrawnLeads = onDemandPart(
  async () => (await import('../../features/leads/components/withdrawn-leads.tsx')).WithdrawnLeads,
);
const NearLeads = onDemandPart(async () => (await import('./near-leads.tsx')).NearLeads);

/** With fewer leads than this, the posts that came closest are shown too. */
const fewLeads = 3;

/** Returns the composer of a lead. The same function at each render, so that cards do not re-render. */
function useCompose({ leave }: LeadBoard) {
  return useCallback(
    (lead: Lead) => (
      <>
        <LazyPart what={outreachTexts.composer} waiting={<ComposerWaiting />}>
          <LeadComposer lead={lead} onLeave={leave} />
        </LazyPart>
        <OfferWithoutModel to="drafts" />
      </>
    ),
    [leave],
  );
}

/** What a model would add, if none is connected. */
function OfferWithoutModel({ to }: { readonly to: 'scores' | 'drafts' }) {
  const { data } = useQuery(modelUsageQuery);
  return data?.configured === false && <ModelOffer to={to} />;
}

/** Shows the result of a tracked scan as a toast and refetches the lists. */
function useScanEnd(): (job: ScanJob) => void {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useCallback(
    (job) => {
      if (job.status === 'failed') {
        const description = job.errorMessage ?? scanTexts.failedReason;
        toaster.show({ kind: 'destructive', title: scanTexts.failed, description });
      } else if (job.errorMessage !== null) {
        toaster.show({ kind: 'warning', ...scanTexts.completePartly(job.id, job.newLeadsFound, job.errorMessage) });
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
  const { filters, openId, isOpen, open, change, goTo } = address;
  const scan = useTrackedScan(useScanEnd());
  const isWaiting = useFirstWait(scan.isPending);
  const isScanning = scan.job?.status === 'processing';
  const board = useLeadBoard({ filters, openId, isOpen, open, isScanning, contactOf: contactOfDraft, goTo });
  useLastPage(address, board);
  const communities = useQuery(communitiesQuery);
  const narrowed = isNarrowed(filters);
  const compose = useCompose(board);
  const why = useWhy(scan);
  const { total } = board.shown;
  const hasLeads = useHasLeads(total);
  const isEmpty = hasLeads === false && openId === '';
  const firstRun = useFirstRun({ isEmpty, isUnknown: total === 0 && hasLeads === undefined, scan });
  if (firstRun.setUp !== 'done') return <SetUp firstRun={firstRun} />;
  const below = <Below {...{ scan, isEmpty, narrowed, total }} hasLeads={hasLeads === true} />;
  return (
    <div className={styles.columns} data-wide>
      <title>{texts.pageTitle}</title>
      <div className={styles.page} data-waiting={isWaiting}>
        <Top address={address} board={board} scan={scan} isEmpty={isEmpty} />
        <Scan scan={scan} isBrief={isEmpty} onWhy={why.ask} />
        {(total ?? 0) >= fewLeads && !narrowed && (scan.last?.newLeadsFound ?? fewLeads) < fewLeads && (
          <CloseCalls scan={scan} isEmpty={false} folded />
        )}
        {!isEmpty && <FilterBar filters={filters} communities={communities.data ?? none} onChange={change} />}
        <Board
          board={board}
          filters={filters}
          onPage={goTo}
          compose={compose}
          empty={
            <>
              <EmptyLeads address={address} hasLeads={hasLeads !== false} scan={scan} onWhy={why.ask} />
              {below}
            </>
          }
          below={below}
        />
      </div>
      {!isEmpty && <Activity />}
      {why.dialog}
    </div>
  );
}

/** The first steps of an account without leads, in place of its list. */
function SetUp({ firstRun: { setUp, started } }: { readonly firstRun: FirstRunState }) {
  return (
    <LazyPart what={firstRunTexts.what} waiting={<FirstRunWaiting />}>
      <title>{texts.pageTitle}</title>
      {setUp === 'missing' ? <FirstRun onStarted={started} /> : <FirstRunWaiting />}
    </LazyPart>
  );
}

interface BelowProps {
  readonly scan: TrackedScan;
  readonly isEmpty: boolean;
  readonly narrowed: boolean;
  readonly hasLeads: boolean;
  readonly total: number | undefined;
}

/** Below the list: in the default view the withdrawn leads, below a short list the posts that came closest, and what a model would add. */
function Below({ scan, isEmpty, narrowed, hasLeads, total }: BelowProps) {
  const isShort = (isEmpty || !narrowed) && (total ?? fewLeads) < fewLeads;
  return (
    <>
      {!narrowed && hasLeads && (
        <LazyPart what={texts.whatWithdrawn} waiting={null}>
          <WithdrawnLeads />
        </LazyPart>
      )}
      {isShort && <CloseCalls scan={scan} isEmpty={isEmpty} />}
      {scan.last && <OfferWithoutModel to="scores" />}
    </>
  );
}

interface CloseCallsProps {
  readonly scan: TrackedScan;
  readonly isEmpty: boolean;
  readonly folded?: boolean;
}

/** The posts that came closest in the last scan. */
function CloseCalls({ scan: { job, last }, isEmpty, folded = false }: CloseCallsProps) {
  if (job !== null || last?.status !== 'completed') return null;
  return (
    <LazyPart what={scanTexts.closeOnes} waiting={null}>
      <NearLeads job={last} folded={folded} isEmpty={isEmpty} />
    </LazyPart>
  );
}

interface TopProps {
  readonly address: LeadAddress;
  readonly board: LeadBoard;
  readonly scan: TrackedScan;
  /** There is nothing to export or to follow yet. */
  readonly isEmpty: boolean;
}

/** Shows the number of leads and the actions for all of them. */
function Top({ address, board: { shown, help }, scan, isEmpty }: TopProps) {
  const { filters, clear } = address;
  const { total } = shown;
  const narrowed = isNarrowed(filters);
  // The empty state offers it.
  const offersScan = isEmpty && scan.job === null;
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
      {!isEmpty && <SavedViews address={address} />}
      <Reconnecting />
      <span className={styles.end}>
        <ListTools filters={filters} isEmpty={isEmpty} hasLeads={(total ?? 0) > 0} onHelp={() => help.set(true)} />
        {!isEmpty && <ActivityButton />}
        {!offersScan && <StartScanButton running={scan.job !== null} />}
      </span>
    </div>
  );
}

interface ScanProps {
  readonly scan: TrackedScan;
  /** The empty list says why the scan found nothing. */
  readonly isBrief: boolean;
  readonly onWhy: () => void;
}

function Scan({ scan: { job, last, error, retry }, isBrief, onWhy }: ScanProps) {
  const hasProblem = typeof last?.errorMessage === 'string';
  const { data: saved } = useQuery({ ...configurationQuery, enabled: hasProblem });
  return (
    <>
      {error && <LoadError what={scanTexts.what} error={error} onRetry={retry} />}
      {job ? (
        <ProgressCard job={job} onWhy={onWhy} />
      ) : last ? (
        <LastScan job={last} isBrief={isBrief} onWhy={onWhy} frequency={saved?.scanFrequency} />
      ) : (
        <div className={styles.scanLine}>
          <Listening />
        </div>
      )}
      <ModelWarning />
    </>
  );
}
