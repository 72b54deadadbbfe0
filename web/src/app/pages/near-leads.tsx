import type { ScanJob } from '@earshot/proto/http/scan';
import type { SearchStrategy } from '@earshot/proto/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { configurationQuery } from '../../features/configuration/api/get-configuration.ts';
import { changeConfiguration } from '../../features/configuration/api/save-configuration.ts';
import { useStartScan } from '../../features/scan/api/start-scan.ts';
import { ClosePosts } from '../../features/scan/components/close-posts.tsx';
import { texts } from '../../features/scan/texts.ts';
import { isSignedOut, messageOf } from '../../lib/api-error.ts';
import { useToaster } from '../../lib/toaster-context.ts';

/** The next broader strategy; none is broader than `broad`. */
const broaderOf: Readonly<Record<SearchStrategy, SearchStrategy | null>> = {
  focused: 'mixed',
  mixed: 'broad',
  broad: null,
};

interface NearLeadsProps {
  readonly job: ScanJob;
  /** Shows one line that opens the posts. */
  readonly folded: boolean;
  /** Says that the posts no longer apply, unless the page says so already. */
  readonly saysOutdated: boolean;
}

/** After a scan with few leads: the posts that came closest, and the next broader strategy. */
export function NearLeads({ job, ...look }: NearLeadsProps) {
  const { data: saved } = useQuery(configurationQuery);
  const next = saved ? broaderOf[saved.searchStrategy] : null;
  return <ClosePosts job={job} {...look} broader={next && <Broader strategy={next} />} />;
}

/** Selects the strategy and scans again. */
function Broader({ strategy }: { readonly strategy: SearchStrategy }) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const start = useStartScan();
  const select = useMutation({
    mutationFn: () => changeConfiguration(queryClient, { searchStrategy: strategy }),
    onSuccess: (saved) => {
      queryClient.setQueryData(configurationQuery.queryKey, saved);
      start.mutate();
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.notBroader, description: messageOf(error) });
    },
  });
  return (
    <Button loading={select.isPending || start.isPending} onClick={() => select.mutate()}>
      {texts.broader[strategy]}
    </Button>
  );
}
