import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { leadRatings, leadStatuses } from '@earshot/proto/values';
import type { UserAction } from '@earshot/scoring';
import type { UserId } from '@earshot/proto/refs';
import type { LabelStore, MeaningOf } from '../domain/labels.ts';

interface Deps {
  readonly labels: LabelStore;
  readonly meaningOf: MeaningOf;
  /** Called after a label was stored or removed. */
  readonly labelled: (userId: UserId) => Promise<void>;
}

/** Stores the status that the user gave a lead (contacted, skipped or undone) as a label. */
export function onLeadStatusChanged(deps: Deps) {
  return async (event: EventOf<'leadStatusChanged'>): Promise<void> => {
    const { leadId, toStatus, revision, byScore } = event.payload.value;
    if (byScore) return;
    const status = leadStatuses.find((one) => one === toStatus);
    if (status === undefined) throw new Error(`lead ${leadId} has an unknown status`);
    await keep(deps, event, { kind: 'status', status, revision });
  };
}

/** Stores the thumb of a lead, or its removal, as a label. */
export function onLeadRated(deps: Deps) {
  return async (event: EventOf<'leadRated'>): Promise<void> => {
    const { leadId, rating: given, revision } = event.payload.value;
    const rating = leadRatings.find((one) => one === given) ?? null;
    if (given !== undefined && rating === null) throw new Error(`lead ${leadId} has an unknown rating`);
    await keep(deps, event, { kind: 'thumb', rating, revision });
  };
}

async function keep(
  { labels, meaningOf, labelled }: Deps,
  { userId, occurredAt, payload }: EventOf<'leadStatusChanged'> | EventOf<'leadRated'>,
  action: UserAction,
): Promise<void> {
  const { source, postId } = payload.value;
  if (occurredAt === undefined) throw new Error(`the event about post ${postId} has no time`);
  const vector = await meaningOf({ source, id: postId });
  await labels.keep({ userId, source, postId, vector, at: timestampDate(occurredAt), action });
  await labelled(userId);
}
