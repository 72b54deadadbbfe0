/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { analyticsContract } from '@earshot/proto/http/analytics';
import { outreachContract } from '@earshot/proto/http/outreach';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { useLiveChannel } from '../src/app/live/use-live-channel.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { ToasterContext } from '../src/lib/toaster-context.ts';
import { FakeSocket } from './fake-socket.ts';

const browserSocket = globalThis.WebSocket;
const onSignedOut = () => {};
let sockets: FakeSocket[];

beforeEach(() => {
  jest.useFakeTimers();
  sockets = [];
  class Recorded extends FakeSocket {
    constructor() {
      super();
      sockets.push(this);
    }
  }
  Object.assign(globalThis, { WebSocket: Recorded });
});

afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, { WebSocket: browserSocket });
});

/** The live channel of an open page, after its first answer. */
function openPage() {
  const toaster = createToaster();
  const client = createQueryClient({ toaster, onSignedOut });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, createElement(ToasterContext, { value: toaster }, children));
  const { unmount } = renderHook(() => useLiveChannel('u1', onSignedOut), { wrapper });
  const [socket] = sockets;
  if (!socket) throw new Error('no socket was opened');
  act(() => {
    socket.open();
    socket.receive(JSON.stringify({ type: 'authenticated', data: { userId: 'u1' } }));
  });
  return { client, socket, unmount };
}

const newLead = (id: number) =>
  JSON.stringify({
    type: 'new_lead',
    data: {
      id: `${id}`,
      title: 'Need a tool',
      subreddit: 'SaaS',
      source: 'reddit',
      sourceLabel: 'Reddit',
      communityLabel: 'r/SaaS',
      score: '8.1',
    },
  });

it.each([
  ['figures', analyticsContract.stats.path],
  ['notifications', outreachContract.listNotifications.path],
])('%s are refetched every 5 s while new leads keep arriving', async (_, path) => {
  const { client, socket, unmount } = openPage();
  const read = jest.fn(async () => null);
  const stop = new QueryObserver(client, { queryKey: [path], queryFn: read }).subscribe(() => {});
  await jest.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  for (let seconds = 0; seconds < 21; seconds += 1) {
    socket.receive(newLead(seconds));
    await jest.advanceTimersByTimeAsync(1000);
  }
  expect(read.mock.calls.length - 1).toBeGreaterThanOrEqual(4);
  stop();
  unmount();
});

it.each([
  ['new leads', newLead(1), ['/api/leads', '/api/analytics/stats', '/api/leads/scan/latest']],
  [
    'a new status',
    JSON.stringify({ type: 'lead_status_updated', data: { id: 'a', status: 'contacted' } }),
    ['/api/leads', outreachContract.listSentMessages.path, '/api/reminders', '/api/activity/dms'],
  ],
])('%s make the lists stale that they change', async (_, frame, paths) => {
  const { client, socket, unmount } = openPage();
  for (const path of [...paths, '/api/views']) client.setQueryData([path], { leads: [] });
  act(() => socket.receive(frame));
  await jest.advanceTimersByTimeAsync(2000);
  const stale = client.getQueryCache().findAll({ stale: true });
  expect(stale.map(({ queryKey }) => queryKey[0]).sort()).toEqual([...paths].sort());
  unmount();
});
