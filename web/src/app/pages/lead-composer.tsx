import type { Lead } from '@earshot/proto/http/lead';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChangeLeadStatus } from '../../features/leads/api/change-lead-status.ts';
import { patchLead } from '../../features/leads/api/lead-cache.ts';
import { canBecome } from '../../features/leads/status-moves.ts';
import { Composer } from '../../features/outreach/components/composer.tsx';
import { modelUsageQuery } from '../../features/scan/api/model-usage.ts';

/** The composer inside a lead's card. */
export function LeadComposer({ lead }: { readonly lead: Lead }) {
  const { mutate } = useChangeLeadStatus();
  const usage = useQuery(modelUsageQuery);
  const queryClient = useQueryClient();
  // The server sets the lead to contacted; the live channel reports it a moment later.
  const onSent = () => {
    if (lead.status === 'new' || lead.status === 'skipped') patchLead(queryClient, lead.id, { status: 'contacted' });
  };
  return (
    <Composer
      lead={lead}
      steps={{
        may: (status) => canBecome(lead.status, status),
        change: (change) => mutate({ lead, change }),
      }}
      hasModel={usage.data?.configured ?? false}
      onSent={onSent}
    />
  );
}
