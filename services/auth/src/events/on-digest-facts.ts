import type { EventOf } from '@earshot/event-bus';
import { closeDigest, type CollectingDependencies, collectLeads, type NewLead } from '../domain/mails/digests.ts';
import type { MailChoices } from '../domain/mails/mail-choices.ts';
import { timestampDate } from '@earshot/proto/events';
import { notificationMethods } from '@earshot/proto/values';

type Dependencies = CollectingDependencies & { readonly now: () => Date };

/** Adds new leads to the digests of users who want them, each lead once. */
export function onLeadsCreated(deps: Dependencies) {
  return (events: readonly EventOf<'leadCreated'>[]): Promise<void> =>
    collectLeads(events.map(newLeadOf), deps.now(), deps);
}

/** Closes the digest of an ended scan, regardless of its outcome. */
export function onScanEnded(deps: Dependencies) {
  return async ({ userId, payload }: EventOf<'scanEnded'>): Promise<void> => {
    const { job } = payload.value;
    if (job === undefined) return;
    await closeDigest({ jobId: job.id, userId, newLeads: job.newLeadsFound }, deps.now(), deps);
  };
}

/** Stores the user's notification method. Methods that this version does not know are ignored. */
export function onConfigurationSaved({ choices }: { choices: MailChoices }) {
  return async ({ userId, payload }: EventOf<'configurationSaved'>): Promise<void> => {
    const { notificationMethod, revision } = payload.value;
    const method = notificationMethods.find((known) => known === notificationMethod);
    if (method !== undefined) await choices.note(userId, { method, revision });
  };
}

function newLeadOf({ userId, payload }: EventOf<'leadCreated'>): NewLead {
  const { leadId, jobId, source, community, score, heard, createdAt } = payload.value;
  const heardAt = heard && createdAt !== undefined ? timestampDate(createdAt) : null;
  return { userId, jobId, leadId, source, community, score, heardAt };
}
