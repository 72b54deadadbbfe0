import type { Lead } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { configurationQuery } from '../../features/configuration/api/configuration.ts';
import { useChangeLeadStatus } from '../../features/leads/api/change-lead-status.ts';
import { patchLead } from '../../features/leads/api/lead-cache.ts';
import { canBecome } from '../../features/leads/status-moves.ts';
import { Composer } from '../../features/outreach/components/composer.tsx';
import { type LeadSteps, ReplyActions } from '../../features/outreach/components/status-actions.tsx';
import { modelUsageQuery } from '../../features/scan/api/model.ts';

interface LeadComposerProps {
  readonly lead: Lead;
  /** Called when the user has given the lead another status. */
  readonly onLeave: (lead: Lead, status: LeadStatus) => void;
}

/** The composer inside a lead's card. Nothing is written about a removed post. */
export function LeadComposer({ lead, onLeave }: LeadComposerProps) {
  const { mutate, forget } = useChangeLeadStatus();
  const usage = useQuery(modelUsageQuery);
  const { data } = useQuery(configurationQuery);
  const settings = data && {
    lengths: { dm: data.defaultDmLength, comment: data.defaultReplyLength },
    ownTones: data.ownTones.map(({ name }) => name),
  };
  const queryClient = useQueryClient();
  // The server sets the lead to contacted; the live channel reports it a moment later.
  const onSent = () => {
    forget(lead.id);
    if (lead.status === 'responded') return;
    patchLead(queryClient, lead.id, { status: 'contacted' });
    onLeave(lead, 'contacted');
  };
  const steps: LeadSteps = {
    may: (status) => canBecome(lead.status, status),
    change: (change) => {
      if (mutate({ lead, change })) onLeave(lead, change.status);
    },
  };
  if (lead.removed !== null) return <ReplyActions lead={lead} steps={steps} />;
  return (
    <Composer
      lead={lead}
      steps={steps}
      settings={settings ?? null}
      hasModel={usage.data?.configured ?? false}
      onSent={onSent}
    />
  );
}
