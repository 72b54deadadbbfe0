import type { ScanJob } from '@earshot/proto/http/scan';
import { leadThresholds, type SearchStrategy } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { configurationQuery } from '../../features/configuration/api/configuration.ts';
import { closePostsQuery } from '../../features/scan/api/scan-posts.ts';

/** The next broader strategy; none is broader than `broad`. */
const broaderOf: Readonly<Record<SearchStrategy, SearchStrategy | null>> = {
  focused: 'mixed',
  mixed: 'broad',
  broad: null,
};

interface Broader {
  readonly strategy: SearchStrategy;
  /** It makes at least one of the scan's close posts a lead. */
  readonly findsLeads: boolean;
}

/** The strategy to try after a scan with few leads. Null if there is none, or the configuration has not loaded yet. */
export function useBroader({ id }: ScanJob): Broader | null {
  const { data: saved } = useQuery(configurationQuery);
  const { data } = useQuery(closePostsQuery(id));
  const strategy = saved ? broaderOf[saved.searchStrategy] : null;
  if (strategy === null) return null;
  const findsLeads = (data?.posts ?? []).some(({ score }) => Number(score) >= leadThresholds[strategy]);
  return { strategy, findsLeads };
}
