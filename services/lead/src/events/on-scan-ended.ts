import type { EventOf } from '@earshot/event-bus';
import { CommunityRead } from '@earshot/proto/events';
import type { CommunityRepository } from '../domain/community.ts';

/** Records which communities a scan could read, and why it could not read others. Those that it left keep their state. */
export function onScanEnded({ communities }: { readonly communities: Pick<CommunityRepository, 'setCheck'> }) {
  return async ({ userId, payload }: EventOf<'scanEnded'>): Promise<void> => {
    const scanned = payload.value.communities;
    const of = (wanted: CommunityRead) => scanned.filter(({ read }) => read === wanted);
    await communities.setCheck(userId, of(CommunityRead.DONE), { check: 'passed', problem: null });
    const unread = scanned.filter(({ read }) => read !== CommunityRead.DONE);
    for (const [problem, some] of Map.groupBy(unread, (one) => one.problem ?? null)) {
      const missing = some.filter(({ read }) => read === CommunityRead.MISSING);
      await communities.setCheck(userId, missing, { check: 'missing', problem });
      const failed = some.filter(({ read }) => read !== CommunityRead.MISSING);
      if (problem !== null) await communities.setCheck(userId, failed, { check: 'failed', problem });
    }
  };
}
