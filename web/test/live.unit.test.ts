import { leadContract } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import type { ServerFrame } from '@earshot/proto/realtime';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { applyFrame } from '../src/app/live/apply-frame.ts';
import { leadQuery } from '../src/features/leads/api/get-lead.ts';
import { createLeadNews } from '../src/features/leads/lead-news.ts';
import { latestScanQuery, scanStatusQuery } from '../src/features/scan/api/scan.ts';
import { debounce } from '../src/lib/debounce.ts';
import { throttle } from '../src/lib/throttle.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { aJob as job } from './a-job.ts';
import { aLead } from './a-lead.ts';

function setUp() {
  const queryClient = new QueryClient();
  // The end of a scan arrives after the frame with the ended job.
  for (const id of ['job-1', 'job-2']) endScan(queryClient, { id });
  const toaster = createToaster();
  const refreshLists = jest.fn();
  const refreshNotifications = jest.fn();
  const refreshActivity = jest.fn();
  const refreshes = { refreshLists, refreshNotifications, refreshActivity };
  return { queryClient, toaster, leadNews: createLeadNews(toaster), ...refreshes };
}

const community = { subreddit: 'SaaS', source: 'reddit', sourceLabel: 'Reddit', communityLabel: 'r/SaaS' };
const newLead = (id: string, title: string): ServerFrame => ({
  type: 'new_lead',
  data: { id, title, ...community, score: '8.1' },
});

function endScan(queryClient: QueryClient, part: Partial<ScanJob>): void {
  const ended: ScanJob = { ...job, status: 'completed', ...part };
  queryClient.setQueryData(scanStatusQuery(ended.id).queryKey, ended);
}

describe('frames of the live channel', () => {
  it('a new lead refetches the lists and shows a toast for 4 s', () => {
    const deps = setUp();
    applyFrame(newLead('l', 'Need a tool'), deps);
    expect(deps.refreshLists).toHaveBeenCalledTimes(1);
    expect(deps.refreshNotifications).toHaveBeenCalledTimes(1);
    expect(deps.toaster.current()).toMatchObject({
      title: 'New Lead Found!',
      description: 'Need a tool in r/SaaS',
      durationMs: 4000,
    });
  });

  it('many new leads share one toast, which is dropped when the scan finishes first', () => {
    jest.useFakeTimers();
    const deps = setUp();
    const shown = jest.fn();
    deps.toaster.subscribe(shown);
    for (const n of [1, 2, 3]) {
      applyFrame(newLead(`${n}`, `Post ${n}`), deps);
    }
    jest.advanceTimersByTime(1000);
    expect(deps.toaster.current()?.description).toBe('Post 3 in r/SaaS, and 2 more');
    expect(shown).toHaveBeenCalledTimes(2);
    applyFrame(newLead('4', 'Post 4'), deps);
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-1', newLeads: 4 } }, deps);
    jest.advanceTimersByTime(5000);
    expect(deps.toaster.current()?.title).toBe('Scan Complete!');
    jest.useRealTimers();
  });

  it('progress moves the tracked job', () => {
    const deps = setUp();
    applyFrame({ type: 'scan_progress', data: job }, deps);
    expect(deps.queryClient.getQueryData(scanStatusQuery('job-1').queryKey)).toEqual(job);
  });

  it('progress of a job that is not tracked yet makes the latest job stale', () => {
    const deps = setUp();
    const older: ScanJob = { ...job, id: 'older', status: 'completed' };
    deps.queryClient.setQueryData(latestScanQuery.queryKey, older);
    applyFrame({ type: 'scan_progress', data: job }, deps);
    expect(deps.queryClient.getQueryState(latestScanQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('the end of a scan is green if all communities were read, else amber', () => {
    const deps = setUp();
    endScan(deps.queryClient, { id: 'job-1', errorMessage: 'r/SaaS: No connection' });
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-1', newLeads: 3 } }, deps);
    expect(deps.toaster.current()).toMatchObject({
      kind: 'warning',
      description: 'Found 3 new leads. Not read: r/SaaS: No connection',
    });
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-2', newLeads: 3 } }, deps);
    expect(deps.toaster.current()?.kind).toBe('success');
  });

  it.each([
    ['amber if a community failed', { ...job, status: 'completed', errorMessage: 'r/SaaS: No connection' }, 'warning'],
    ['green if none failed', { ...job, status: 'completed' }, 'success'],
    ['neither if the scan cannot be read', undefined, 'plain'],
  ])('without the frame of its last progress, the end of a scan is read again: %s', async (_, answer, kind) => {
    const deps = setUp();
    deps.queryClient.setQueryData(scanStatusQuery('job-1').queryKey, job);
    const status = answer === undefined ? 503 : 200;
    const read = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(answer ?? {}, { status }));
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-1', newLeads: 3 } }, deps);
    expect(deps.toaster.current()).toBeNull();
    await new Promise<void>((resolve) => deps.toaster.subscribe(resolve));
    expect(deps.toaster.current()).toMatchObject({ title: 'Scan Complete!', kind });
    read.mockRestore();
  });

  it('the end of a scan with one lead names one lead', () => {
    const deps = setUp();
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-2', newLeads: 1 } }, deps);
    expect(deps.toaster.current()?.description).toBe('Found 1 new lead');
  });

  it('the end of a scan is announced once, by the live channel', () => {
    const deps = setUp();
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-1', newLeads: 3 } }, deps);
    const expectedToast = { title: 'Scan Complete!', description: 'Found 3 new leads', durationMs: 5000 };
    expect(deps.toaster.current()).toMatchObject(expectedToast);
    deps.toaster.show({ title: 'Scan Complete', subject: 'scan-complete job-1', onlyIfNew: true });
    expect(deps.toaster.current()?.title).toBe('Scan Complete!');
  });

  it('a status changed elsewhere changes in every list that shows the lead, in its place', () => {
    const deps = setUp();
    const key = [leadContract.listLeads.path, { page: 1 }];
    deps.queryClient.setQueryData(key, {
      leads: [
        { id: 'a', status: 'new' },
        { id: 'b', status: 'new' },
      ],
      total: 2,
      totalPages: 1,
    });
    applyFrame({ type: 'lead_status_updated', data: { id: 'b', status: 'skipped' } }, deps);
    expect(deps.queryClient.getQueryData(key)).toMatchObject({
      leads: [
        { id: 'a', status: 'new' },
        { id: 'b', status: 'skipped' },
      ],
    });
    expect(deps.refreshActivity).toHaveBeenCalledTimes(1);
  });

  it('a later score of the model is shown in every list with the lead, and its details are refetched', () => {
    const deps = setUp();
    const key = [leadContract.listLeads.path, { page: 1 }];
    const leads = [
      { id: 'a', score: '6.4' },
      { id: 'b', score: '7.0' },
    ];
    deps.queryClient.setQueryData(key, { leads, total: 2, totalPages: 1 });
    deps.queryClient.setQueryData(leadQuery('a').queryKey, { ...aLead('a'), score: '6.4' });
    applyFrame({ type: 'lead_rescored', data: { id: 'a', score: '8.1' } }, deps);
    expect(deps.queryClient.getQueryData(key)).toMatchObject({
      leads: [
        { id: 'a', score: '8.1' },
        { id: 'b', score: '7.0' },
      ],
    });
    expect(deps.queryClient.getQueryState(leadQuery('a').queryKey)?.isInvalidated).toBe(true);
    expect(deps.refreshLists).toHaveBeenCalledTimes(1);
  });

  it.each(['lead_place_added', 'lead_post_removed'] as const)('%s refetches the lists and the lead', (type) => {
    const deps = setUp();
    for (const id of ['a', 'b']) deps.queryClient.setQueryData(leadQuery(id).queryKey, aLead(id));
    applyFrame({ type, data: { id: 'a' } }, deps);
    const isStale = (id: string) => deps.queryClient.getQueryState(leadQuery(id).queryKey)?.isInvalidated;
    expect([isStale('a'), isStale('b')]).toEqual([true, false]);
    expect(deps.refreshLists).toHaveBeenCalledTimes(1);
    expect(deps.toaster.current()).toBeNull();
  });
});

describe('throttle', () => {
  it('runs at once, then at intervals, and does not lose the last request', () => {
    jest.useFakeTimers();
    const work = jest.fn();
    const { run } = throttle(work, 1000);
    for (let request = 0; request < 50; request += 1) run();
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(10_000);
    expect(work).toHaveBeenCalledTimes(2);
    run();
    expect(work).toHaveBeenCalledTimes(3);
  });
});

describe('debounce', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('runs once after a pause', () => {
    const work = jest.fn();
    const { run } = debounce(work, { afterMs: 2000, mostMs: 5000 });
    run();
    jest.advanceTimersByTime(1999);
    run();
    jest.advanceTimersByTime(1999);
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('runs every 5 s while calls keep coming, and once more after the last', () => {
    const work = jest.fn();
    const { run } = debounce(work, { afterMs: 2000, mostMs: 5000 });
    for (let passedMs = 0; passedMs < 15_300; passedMs += 300) {
      run();
      jest.advanceTimersByTime(300);
    }
    expect(work).toHaveBeenCalledTimes(3);
    jest.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('runs no more once it is stopped', () => {
    const work = jest.fn();
    const { run, stop } = debounce(work, { afterMs: 2000, mostMs: 5000 });
    run();
    stop();
    jest.advanceTimersByTime(60_000);
    expect(work).not.toHaveBeenCalled();
  });
});
