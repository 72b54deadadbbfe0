import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { type AdmissionDependencies, admitFoundPosts } from '../domain/admit-found-posts.ts';
import type { FoundPost } from '../domain/found-post.ts';

/** Each post that a scan found becomes a lead or is refused, once, even if its event is delivered repeatedly. */
export function onLeadsFound(deps: AdmissionDependencies & { saved: () => void }) {
  return async (events: readonly EventOf<'leadFound'>[]): Promise<void> => {
    await admitFoundPosts(events.map(foundPostOf), deps);
    deps.saved();
  };
}

function foundPostOf({ userId, payload: { value } }: EventOf<'leadFound'>): FoundPost {
  const { jobId, source, postId, businessVersion, threshold, rescued: isKept } = value;
  const { maxLeadsPerScan, maxLeadsPerDay } = value;
  const heardAt = value.heardAt === undefined ? null : timestampDate(value.heardAt);
  const facts = { userId, jobId, source, postId, businessVersion, threshold, isKept, heardAt };
  return { ...facts, maxLeadsPerScan, maxLeadsPerDay };
}
