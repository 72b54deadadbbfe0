import type { EventOf } from '@earshot/event-bus';
import { CommunityRead } from '@earshot/proto/events';
import type { CommunityRepository } from '../domain/community.ts';

/** Records which communities a scan could read, and which do not exist. Others keep their state. */
export function onScanEnded({ communities }: { readonly communities: Pick<CommunityRepository, 'setCheck'> }) {
  return async ({ userId, payload }: EventOf<'scanEnded'>): Promise<void> => {
    const scanned = payload.value.communities;
    const of = (wanted: CommunityRead) => scanned.filter(({ read }) => read === wanted);
    await communities.setCheck(userId, of(CommunityRead.DONE), 'passed');
    await communities.setCheck(userId, of(CommunityRead.MISSING), 'missing');
  };
}
