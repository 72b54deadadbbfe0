import type { ScanJob } from '@earshot/proto/http/scan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { leadListsKey, leadsQuery } from '../../features/leads/api/list-leads.ts';
import { FilterBar } from '../../features/leads/components/filter-bar.tsx';
import { LeadList } from '../../features/leads/components/lead-list.tsx';
import { isNarrowed, type LeadFilters, noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';
import { texts } from '../../features/leads/texts.ts';
import { LastScan } from '../../features/scan/components/last-scan.tsx';
import { ProgressCard } from '../../features/scan/components/progress-card.tsx';
import { StartScanButton } from '../../features/scan/components/start-scan-button.tsx';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import { useTrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { LoadError } from '../../components/load-error.tsx';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { count } from '../../lib/format.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { EmptyLeads } from './empty-leads.tsx';
import styles from './leads-page.module.css';

/** Tells how a followed scan ended and has the lists read again. */
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

function useFilters() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const set = (wanted: LeadFilters, replace = false) => setSearch(writeFilters(wanted), { replace });
  return {
    filters,
    change: (part: Partial<LeadFilters>) => set({ ...filters, page: 1, ...part }),
    clear: () => set({ ...noFilters, sortBy: filters.sortBy }),
    goTo: (page: number) => {
      set({ ...filters, page });
      scrollTo({ top: 0 });
    },
    correctPage: (page: number) => set({ ...filters, page }, true),
  };
}

export function LeadsPage() {
  const { filters, change, clear, goTo, correctPage } = useFilters();
  const scan = useTrackedScan(useScanEnd());
  const leads = useQuery(leadsQuery(filters, scan.job?.status === 'processing'));
  const lastPage = leads.isPlaceholderData ? 0 : (leads.data?.totalPages ?? 0);
  const isBeyond = lastPage > 0 && filters.page > lastPage;
  useEffect(() => {
    if (isBeyond) correctPage(lastPage);
  });
  const subreddits = useQuery(subredditsQuery);
  const total = leads.data?.total;
  const isScanning = scan.job !== null;
  const narrowed = isNarrowed(filters);
  const offersFirstScan = total === 0 && !narrowed && !isScanning;
  return (
    <div className={styles.page}>
      <title>{texts.pageTitle}</title>
      <div className={styles.top}>
        <p className={styles.total} aria-live="polite">
          {total === undefined ? '' : texts.found(count(total), total === 1)}
        </p>
        {narrowed && (
          <Button size="small" type="text" onClick={clear}>
            {texts.clear}
          </Button>
        )}
        {!offersFirstScan && (
          <span className={styles.start}>
            <StartScanButton running={isScanning} />
          </span>
        )}
      </div>
      {scan.error && <LoadError what={scanTexts.what} error={scan.error} onRetry={scan.retry} />}
      {scan.job ? <ProgressCard job={scan.job} /> : scan.last && <LastScan job={scan.last} />}
      <FilterBar filters={filters} subreddits={(subreddits.data ?? []).map(({ name }) => name)} onChange={change} />
      <LeadList
        result={leads}
        page={filters.page}
        onPage={goTo}
        empty={<EmptyLeads isNarrowed={narrowed} isScanning={isScanning} onClear={clear} />}
      />
    </div>
  );
}
