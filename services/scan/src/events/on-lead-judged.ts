import { sourceOfOldData } from '@earshot/sources';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { leadRatings, leadStatuses } from '@earshot/proto/values';
import type { UserAction } from '@earshot/scoring';
import type { LabelStore } from '../domain/labels.ts';

interface Deps {
  readonly labels: LabelStore;
}

/** Stores the changed status of a lead (contacted, skipped or undone) as a label. */
export function onLeadStatusChanged({ labels }: Deps) {
  return async (event: EventOf<'leadStatusChanged'>): Promise<void> => {
    const { leadId, toStatus, revision } = event.payload.value;
    const status = leadStatuses.find((one) => one === toStatus);
    if (status === undefined) throw new Error(`lead ${leadId} has an unknown status`);
    await keep(labels, event, { kind: 'status', status, revision });
  };
}

/** Stores the thumb of a lead, or its removal, as a label. */
export function onLeadRated({ labels }: Deps) {
  return async (event: EventOf<'leadRated'>): Promise<void> => {
    const { leadId, rating: given, revision } = event.payload.value;
    const rating = leadRatings.find((one) => one === given) ?? null;
    if (given !== undefined && rating === null) throw new Error(`lead ${leadId} has an unknown rating`);
    await keep(labels, event, { kind: 'thumb', rating, revision });
  };
}

async function keep(
  labels: LabelStore,
  { userId, occurredAt, payload }: EventOf<'leadStatusChanged'> | EventOf<'leadRated'>,
  action: UserAction,
): Promise<void> {
  const { source = sourceOfOldData, postId, parts } = payload.value;
  // Events from earlier versions do not name the post and are ignored.
  if (postId === '' || occurredAt === undefined) return;
  await labels.keep({ userId, source, postId, parts, at: timestampDate(occurredAt), action });
}
