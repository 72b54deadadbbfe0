import { leadContract } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { applyFrame } from '../src/app/live/apply-frame.ts';
import { createLeadNews } from '../src/features/leads/lead-news.ts';
import { latestScanQuery } from '../src/features/scan/api/latest-scan.ts';
import { scanStatusQuery } from '../src/features/scan/api/scan-status.ts';
import { openLiveChannel, reconnectDelayMs } from '../src/lib/live-channel.ts';
import { throttle } from '../src/lib/throttle.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { aJob as job } from './a-job.ts';

function setUp() {
  const queryClient = new QueryClient();
  const toaster = createToaster();
  const refreshLists = jest.fn();
  return { queryClient, toaster, leadNews: createLeadNews(toaster), refreshLists };
}

describe('frames of the live channel', () => {
  it('a new lead asks for the lists and tells for 4 s', () => {
    const deps = setUp();
    applyFrame({ type: 'new_lead', data: { id: 'l', title: 'Need a tool', subreddit: 'SaaS', score: '8.1' } }, deps);
    expect(deps.refreshLists).toHaveBeenCalledTimes(1);
    expect(deps.toaster.current()).toMatchObject({
      title: 'New Lead Found!',
      description: 'Need a tool in r/SaaS',
      durationMs: 4000,
    });
  });

  it('many new leads share one toast, and what a finished scan overtakes is not told after it', () => {
    jest.useFakeTimers();
    const deps = setUp();
    const shown = jest.fn();
    deps.toaster.subscribe(shown);
    for (const n of [1, 2, 3]) {
      applyFrame({ type: 'new_lead', data: { id: `${n}`, title: `Post ${n}`, subreddit: 'SaaS', score: '8.1' } }, deps);
    }
    jest.advanceTimersByTime(1000);
    expect(deps.toaster.current()?.description).toBe('Post 3 in r/SaaS, and 2 more');
    expect(shown).toHaveBeenCalledTimes(2);
    applyFrame({ type: 'new_lead', data: { id: '4', title: 'Post 4', subreddit: 'SaaS', score: '8.1' } }, deps);
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

  it('progress of a job that nobody tracks yet makes the latest job stale', () => {
    const deps = setUp();
    const older: ScanJob = { ...job, id: 'older', status: 'completed' };
    deps.queryClient.setQueryData(latestScanQuery.queryKey, older);
    applyFrame({ type: 'scan_progress', data: job }, deps);
    expect(deps.queryClient.getQueryState(latestScanQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('the end of a scan is told once, by the live channel', () => {
    const deps = setUp();
    applyFrame({ type: 'scan_complete', data: { jobId: 'job-1', newLeads: 3 } }, deps);
    expect(deps.toaster.current()).toMatchObject({ title: 'Scan Complete!', description: 'Found 3 new leads' });
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
  });
});

/** A socket whose events the test makes. */
class FakeSocket extends EventTarget {
  readonly OPEN = 1;
  readyState: WebSocket['readyState'] = 0;
  readonly sent: string[] = [];
  closedWith: number | undefined;
  send(text: string) {
    this.sent.push(text);
  }
  close(code: number) {
    this.closedWith = code;
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  receive(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  end(code: number) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

function openFake() {
  jest.useFakeTimers();
  const sockets: FakeSocket[] = [];
  const heard = { frames: jest.fn(), listening: jest.fn(), signedOut: jest.fn() };
  const close = openLiveChannel({
    url: 'ws://here/ws',
    userId: 'u1',
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    onFrame: heard.frames,
    onListening: heard.listening,
    onSignedOut: heard.signedOut,
  });
  const authenticated = JSON.stringify({ type: 'authenticated', data: { userId: 'u1' } });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  };
  return { sockets, heard, close, authenticated, last };
}

describe('the live channel', () => {
  it('says who is there as soon as it is open', () => {
    const { last } = openFake();
    last().open();
    expect(last().sent).toEqual(['{"type":"authenticate","userId":"u1"}']);
  });

  it('drops what breaks the contract', () => {
    const { last, heard } = openFake();
    last().open();
    for (const data of ['{', '{"type":"surprise","data":{}}', '{"type":"new_lead","data":{}}', 7]) last().receive(data);
    expect(heard.frames).not.toHaveBeenCalled();
  });

  it('asks for what it missed once it listens, and again 3 s after a break', () => {
    const { sockets, heard, last, authenticated } = openFake();
    last().open();
    last().receive(authenticated);
    expect(heard.listening).toHaveBeenCalledTimes(1);
    last().end(1006);
    jest.advanceTimersByTime(reconnectDelayMs - 1);
    expect(sockets).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    last().open();
    last().receive(authenticated);
    expect(heard.listening).toHaveBeenCalledTimes(2);
  });

  it('does not come back after a normal end', () => {
    const { sockets, last, heard } = openFake();
    last().end(1000);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(heard.signedOut).not.toHaveBeenCalled();
  });

  it('goes to login when the session is over', () => {
    const { sockets, last, heard } = openFake();
    last().end(4401);
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(heard.signedOut).toHaveBeenCalledTimes(1);
  });

  it('stays closed once it was ended, also in the middle of a wait', () => {
    const { sockets, last, close } = openFake();
    last().end(1006);
    close();
    jest.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('closes a socket that opens after the end', () => {
    const { last, close } = openFake();
    close();
    last().open();
    expect(last().closedWith).toBe(1000);
    expect(last().sent).toEqual([]);
  });
});

describe('throttle', () => {
  it('works at once, then once in a while, and does not lose the last wish', () => {
    jest.useFakeTimers();
    const work = jest.fn();
    const { run } = throttle(work, 1000);
    for (let wish = 0; wish < 50; wish += 1) run();
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(10_000);
    expect(work).toHaveBeenCalledTimes(2);
    run();
    expect(work).toHaveBeenCalledTimes(3);
  });
});
