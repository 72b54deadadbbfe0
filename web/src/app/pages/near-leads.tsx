import type { ScanJob } from '@earshot/proto/http/scan';
import type { SearchStrategy } from '@earshot/proto/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { changeConfiguration, configurationQuery } from '../../features/configuration/api/configuration.ts';
import { useStartScan } from '../../features/scan/api/scan.ts';
import { ClosePosts } from '../../features/scan/components/close-posts.tsx';
import { texts } from '../../features/scan/texts.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { useBroader } from './use-broader.ts';

interface NearLeadsProps {
  readonly job: ScanJob;
  /** Shows one line that opens the posts. */
  readonly folded: boolean;
  /** The account has no lead, and the page explains why. */
  readonly isEmpty: boolean;
}

/** After a scan with few leads: the posts that came closest, and the next broader strategy. */
export function NearLeads({ job, folded, isEmpty }: NearLeadsProps) {
  const next = useBroader(job);
  const broader = next && <Broader strategy={next.strategy} isMain={isEmpty && next.findsLeads} />;
  return <ClosePosts job={job} folded={folded} saysOutdated={!folded && !isEmpty} broader={broader} />;
}

interface BroaderProps {
  readonly strategy: SearchStrategy;
  /** It is the page's main action. */
  readonly isMain: boolean;
}

/** Selects the strategy and scans again. */
function Broader({ strategy, isMain }: BroaderProps) {
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const start = useStartScan();
  const select = useMutation({
    mutationFn: () => changeConfiguration(queryClient, { searchStrategy: strategy }),
    onSuccess: (saved) => {
      queryClient.setQueryData(configurationQuery.queryKey, saved);
      start.mutate();
    },
    onError: failed(texts.notBroader),
  });
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      loading={select.isPending || start.isPending}
      onClick={() => select.mutate()}
    >
      {texts.broader[strategy]}
    </Button>
  );
}
