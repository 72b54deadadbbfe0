import type { ScanJob } from '@earshot/proto/http/scan';
import { describe, expect, it } from '@jest/globals';
import { fullDate } from '../src/lib/format.ts';
import { longProblem, scanSummary } from '../src/features/scan/scan-summary.ts';
import { stepText } from '../src/features/scan/step-text.ts';
import { whyNoLeads } from '../src/features/scan/no-leads.ts';
import { triedAgain } from '../src/features/scan/tried-again.ts';
import { aJob } from './a-job.ts';

const summary = (change: Partial<ScanJob>) => scanSummary({ ...aJob, status: 'completed', ...change }).join(' ');

describe('the summary of the last scan', () => {
  it('contains the numbers of posts and new leads', () => {
    expect(summary({ processedThreads: 1412, newLeadsFound: 1 })).toBe('1,412 posts read, 1 new lead.');
  });

  it('explains why nothing was found', () => {
    const funnel = { ...aJob.funnel, known: 300, filtered: 80, belowThreshold: 30 };
    expect(summary({ processedThreads: 410, newLeadsFound: 0, funnel })).toBe(
      '410 posts read, 0 new leads. 300 known from earlier scans, 80 off topic or ruled out, 30 below your threshold.',
    );
  });

  it('counts posts that could not be scored', () => {
    const counts = { processedThreads: 40, newLeadsFound: 0 };
    expect(summary({ ...counts, funnel: { ...aJob.funnel, unscored: 40 } })).toBe(
      '40 posts read, 0 new leads. 40 posts could not be scored.',
    );
    const found = { processedThreads: 40, newLeadsFound: 2, funnel: { ...aJob.funnel, unscored: 1 } };
    expect(summary(found)).toBe('40 posts read, 2 new leads. 1 post could not be scored.');
  });

  it('names leads that wait and the limit; what failed stands beside it', () => {
    const change = {
      newLeadsFound: 2,
      funnel: { ...aJob.funnel, capped: 7 },
      limitResetsAt: '2026-01-02T00:00:00.000Z',
      errorMessage: 'r/gone does not exist',
    };
    expect(summary(change)).toMatch(
      /2 new leads\. 7 more leads wait for the next scan\. You reached your daily limit\. New leads arrive again from [^.]+\.$/,
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

describe('the step of a running scan', () => {
  const waitsUntil = '2026-01-02T09:00:00.000Z';
  const job = { ...aJob, waitsFor: 'Reddit', waitsUntil };
  it.each([
    [-1, 'Reading r/SaaS'],
    [0, 'Reading r/SaaS'],
    [1, 'Reddit’s limit: continues in about 10 s'],
    [38, 'Reddit’s limit: continues in about 40 s'],
    [60, 'Reddit’s limit: continues in about 60 s'],
    [61, 'Reddit’s limit: continues in about 2 min'],
  ])('%s s before the end of a limit', (seconds, text) => {
    expect(stepText(job, Date.parse(waitsUntil) - seconds * 1_000)).toBe(text);
  });

  it('does not name a limit that nothing waits for', () => {
    expect(stepText({ ...aJob, waitsFor: null, waitsUntil: null }, 0)).toBe('Reading r/SaaS');
    expect(stepText({ ...aJob, currentStep: '' }, 0)).toBe('Waiting to start');
  });
});

describe('when a community that could not be read is tried again', () => {
  const nextScanAt = '2026-01-02T09:00:00.000Z';
  const before = Date.parse(nextScanAt) - 1;

  it('is the time of the next scan, if it is known and not past', () => {
    expect(triedAgain({ nextScanAt }, 'daily', before)).toBe(
      `Tried again with the next scan: ${fullDate(nextScanAt)}.`,
    );
    expect(triedAgain({ nextScanAt }, 'daily', before + 1)).toBe('Tried again with the next daily scan.');
    expect(triedAgain({}, 'hourly', before)).toBe('Tried again with the next hourly scan.');
  });

  it('is the next scan that the user starts without a schedule', () => {
    expect(triedAgain({ nextScanAt: null }, 'manual', before)).toBe('Tried again when you start the next scan.');
  });
});

describe('an empty list after a scan', () => {
  const job = { ...aJob, status: 'completed', newLeadsFound: 0 } as const;
  const close = { posts: [], searched: ['r/sysadmin', 'r/webdev'], threshold: 7, isOutdated: false };
  const words = (funnel: Partial<ScanJob['funnel']>, change: Partial<ScanJob> = {}, found = close) =>
    whyNoLeads({ ...job, ...change, funnel: { ...aJob.funnel, ...funnel } }, found).join(' ');

  it('says what was searched, how many posts were read, why none is a lead, and what to do', () => {
    expect(words({ fetched: 33, filtered: 30, belowThreshold: 3 })).toBe(
      'Earshot searched r/sysadmin and r/webdev and read 33 posts. None is a lead: 30 off topic or ruled out and ' +
        '3 below your threshold of 7.0. Keep one of the posts below as a lead, search more broadly, or describe your ' +
        'business in your customers’ words.',
    );
    expect(words({ fetched: 1, filtered: 1 })).toBe(
      'Earshot searched r/sysadmin and r/webdev and read 1 post. None is a lead: 1 off topic or ruled out. ' +
        'Describe your business in your customers’ words, or choose communities where they ask for help.',
    );
    expect(words({ fetched: 9, known: 9 })).toMatch(
      /None is a lead: 9 known from earlier scans\. New leads appear when/,
    );
    expect(words({ fetched: 2, unscored: 2 })).toMatch(/2 without a score for now\. The next scan tries to score/);
  });

  it('says that there was nothing to read', () => {
    expect(words({})).toBe(
      'Earshot searched r/sysadmin and r/webdev and found no posts of the last 30 days. ' +
        'Choose communities in which people write more often.',
    );
    expect(words({}, { errorMessage: 'r/SaaS: No connection' })).toMatch(
      / Earshot could not read some of your communities\. See Settings > Sources for what to do\.$/,
    );
  });

  it('counts the communities that it does not name', () => {
    const searched = ['r/a', 'r/b', 'r/c', 'r/d', 'r/e'];
    expect(words({ fetched: 2, filtered: 2 }, {}, { ...close, searched })).toMatch(
      /^Earshot searched r\/a, r\/b, r\/c, and 2 more and read 2 posts\./,
    );
  });

  it('asks for a scan where this one was for another business, was cancelled or failed', () => {
    const below = { fetched: 3, belowThreshold: 3 };
    expect(words(below, {}, { ...close, isOutdated: true })).toMatch(
      /Your business or your settings changed after this scan\. Start a scan to judge the posts again\.$/,
    );
    expect(words(below, { status: 'cancelled' })).toMatch(/Start another one to read the rest\.$/);
    expect(words({}, { status: 'failed' })).toBe(
      'Earshot could not read your communities. Start a scan to try again, or choose other communities.',
    );
  });
});
