import { describe, expect, it } from '@jest/globals';
import { inTurn } from '../src/domain/in-turn.ts';
import { type Caps, decide, type LeadQuota, noQuota, refuseDuplicate } from '../src/domain/lead-quota.ts';

const evening = new Date('2026-11-21T23:59:59.999Z');
const midnight = new Date('2026-11-22T00:00:00.000Z');
const caps: Caps = { maxLeadsPerScan: 2, maxLeadsPerDay: 3 };
const post = (jobId: string, postKey: string) => ({ jobId, postKey });

/** Decides one post after the other. Returns the decisions and the final quota. */
function decideAll(posts: readonly [jobId: string, postId: string, now: Date][], start: LeadQuota = noQuota) {
  let quota = start;
  const decided = posts.map(([jobId, postId, now]) => {
    const decision = decide(quota, post(jobId, postId), caps, now);
    quota = decision.next ?? quota;
    return 'refused' in decision ? decision.refused : decision.admittedAt;
  });
  return { quota, decided };
}

describe('places for leads', () => {
  it('are limited by scan and by UTC day, each decision remembered', () => {
    const { quota, decided } = decideAll([
      ['one', 'a', evening],
      ['one', 'b', evening],
      ['one', 'c', evening],
      ['one', 'c', midnight],
      ['two', 'd', evening],
      ['two', 'e', evening],
      ['two', 'a', midnight],
      ['one', 'a', midnight],
    ]);
    expect(decided).toEqual([evening, evening, 'scan-limit', 'before', evening, 'daily-limit', midnight, evening]);
    expect(quota.days).toEqual([
      { day: '2026-11-21', taken: 3 },
      { day: '2026-11-22', taken: 1 },
    ]);
  });

  it('are given back by a duplicate that held one, once', () => {
    const { quota } = decideAll([['one', 'a', evening]]);
    const freed = refuseDuplicate(quota, post('one', 'a'));
    expect(freed?.days).toEqual([{ day: '2026-11-21', taken: 0 }]);
    expect(freed && refuseDuplicate(freed, post('one', 'a'))).toBeNull();
    expect(freed && decide(freed, post('one', 'a'), caps, evening)).toEqual({ refused: 'before', next: null });
    expect(refuseDuplicate(noQuota, post('one', 'z'))).toEqual({
      scans: [{ jobId: 'one', taken: [], refused: ['z'] }],
      days: [],
    });
  });

  it('do not grow with the years', () => {
    const dayMs = 24 * 3_600_000;
    const { quota } = decideAll(
      Array.from({ length: 400 }, (_, n) => [`job ${n}`, 'a', new Date(evening.getTime() + n * dayMs)]),
    );
    expect(quota.scans.map((scan) => scan.jobId)).toEqual(Array.from({ length: 8 }, (_, n) => `job ${392 + n}`));
    expect(quota.days).toHaveLength(3);
  });
});

describe('work in turn', () => {
  it('waits for the work of its key alone, also when that fails', async () => {
    const run = inTurn();
    const order: string[] = [];
    let finish = () => {};
    const first = run('a', async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      order.push('first');
      throw new Error('no');
    });
    const second = run('a', async () => void order.push('second'));
    await run('b', async () => void order.push('other'));
    finish();
    await expect(first).rejects.toThrow('no');
    await second;
    expect(order).toEqual(['other', 'first', 'second']);
  });
});
