import { postFates } from '@earshot/proto/values';
import { expect, it } from '@jest/globals';
import { funnelSteps } from '../src/features/scan/funnel-steps.ts';
import { aJob } from './a-job.ts';

const funnel = {
  ...aJob.funnel,
  fetched: 1412,
  known: 900,
  stale: 30,
  filtered: 400,
  unscored: 2,
  scored: 80,
  belowThreshold: 60,
  capped: 5,
  duplicate: 1,
  created: 11,
  pending: 3,
};

it('each step is the one above minus the posts dropped between, down to the new leads', () => {
  let left = 0;
  for (const { kind, count } of funnelSteps({ funnel, status: 'completed' })) {
    if (kind === 'all') left = count;
    else if (kind === 'less') left -= count;
    else expect(left).toBe(count);
  }
  expect(left).toBe(funnel.created);
});

it('every fate of a post has one line, and posts on their way have theirs while there are any', () => {
  const fates = funnelSteps({ funnel, status: 'completed' }).flatMap(({ fate }) => fate ?? []);
  expect(fates.toSorted()).toEqual(postFates.toSorted());
  const keys = (pending: number) =>
    funnelSteps({ funnel: { ...funnel, pending }, status: 'completed' }).map(({ key }) => key);
  expect(keys(3)).toContain('pending');
  expect(keys(0)).not.toContain('pending');
});

it('posts that a cancelled scan kept are over no limit', () => {
  const label = (status: 'completed' | 'cancelled') =>
    funnelSteps({ funnel, status }).find(({ fate }) => fate === 'capped')?.label;
  expect(label('completed')).toBe('over your limit of leads');
  expect(label('cancelled')).toBe('kept for the next scan');
});
