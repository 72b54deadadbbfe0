import type { ScanJob } from '@earshot/proto/http/scan';
import { describe, expect, it } from '@jest/globals';
import { longProblem, scanSummary } from '../src/features/scan/scan-summary.ts';
import { aJob } from './a-job.ts';

const summary = (change: Partial<ScanJob>) => scanSummary({ ...aJob, status: 'completed', ...change }).join(' ');

describe('the summary of the last scan', () => {
  it('contains the numbers of posts and new leads', () => {
    expect(summary({ processedThreads: 1412, newLeadsFound: 1 })).toBe('1,412 posts read, 1 new lead.');
  });

  it('explains why nothing was found', () => {
    const funnel = { ...aJob.funnel, known: 300, filtered: 80, belowThreshold: 30 };
    expect(summary({ processedThreads: 410, newLeadsFound: 0, funnel })).toBe(
      '410 posts read, 0 new leads. 300 known from earlier scans, 80 about something else, 30 below your score.',
    );
  });

  it('names leads that wait, the limit and communities that failed', () => {
    const change = {
      newLeadsFound: 2,
      funnel: { ...aJob.funnel, capped: 7 },
      limitResetsAt: '2026-01-02T00:00:00.000Z',
      errorMessage: 'r/gone does not exist',
    };
    expect(summary(change)).toMatch(
      /2 new leads\. 7 more leads wait for the next scan\. You reached your daily limit\. .+ r\/gone does not exist\.$/,
    );
  });

  it('leaves a long account of failures out, for the page to show on demand', () => {
    const errorMessage = Array.from({ length: 40 }, (_, n) => `r/gone_${n}: This community does not exist`).join('; ');
    const job = { ...aJob, status: 'completed' as const, errorMessage };
    expect(scanSummary(job).join(' ')).not.toContain('gone');
    expect(longProblem(job)).toBe(errorMessage);
    expect(longProblem({ ...job, errorMessage: 'r/gone does not exist' })).toBeNull();
  });

  it('gives the reason of a failed scan, or the general one', () => {
    expect(summary({ status: 'failed', errorMessage: 'All communities are private' })).toBe(
      'Failed: All communities are private.',
    );
    expect(summary({ status: 'failed' })).toBe('Failed: An error occurred during the scan.');
  });
});
