import type { OutgoingEvent } from '@earshot/event-bus';
import { newId } from '@earshot/core';
import { figureOf, until } from '@earshot/core/testing';
import { startTestServices } from '@earshot/testing';
import { afterAll, expect, it } from '@jest/globals';
import { firstCopies } from '../src/events/first-copies.ts';
import { forwarding } from '../src/events/forward.ts';
import { realtimeService } from '../src/service.ts';
import type { PendingFrame } from '../src/streams/user-stream.ts';

const services = await startTestServices([realtimeService]);
afterAll(() => services.stop());

it('sends each event to clients once and in order, even if copies arrive after later events', async () => {
  const platform = services.platformOf('realtime');
  const { bus, event } = platform;
  const [userId, leadId] = [newId(), newId()];
  const sent: string[] = [];
  const streams = {
    send: async (to: string, pendingFrames: readonly PendingFrame[]) => {
      for (const { text, onSent } of to === userId ? pendingFrames : []) {
        sent.push(text);
        onSent(1);
      }
    },
    forget: async () => undefined,
  };
  const clients = { endSession: () => undefined, endUser: () => undefined };
  const running = await Promise.all(
    forwarding(streams, clients, async () => new Map(), platform).map((one) => bus.subscribe(one)),
  );
  const moved = (fromStatus: string, toStatus: string): OutgoingEvent =>
    event({ userId, payload: { case: 'leadStatusChanged', value: { leadId, fromStatus, toStatus } } });
  const [first, second, last] = [moved('new', 'contacted'), moved('contacted', 'new'), moved('new', 'responded')];
  for (const { record } of [first, second, first, second, first, last]) await bus.publish([record]);
  await until('the last status', () => sent.at(-1)?.includes('responded'));
  expect(sent.map((frames) => /"status":"(\w+)"/.exec(frames)?.[1])).toEqual(['contacted', 'new', 'responded']);
  await Promise.all(running.map((one) => one.stop()));
  expect(figureOf(await services.scrape(), 'socketLag', { type: 'lead.status-changed' })).toBe(3);
});

it('repeats an event that failed, and remembers a limited number of events', async () => {
  const once = firstCopies(2);
  const handled: string[] = [];
  const failing = async () => {
    throw new Error('no');
  };
  await expect(once('a', failing)).rejects.toThrow('no');
  for (const id of ['a', 'a', 'b', 'b', 'c', 'b', 'd', 'a']) await once(id, async () => void handled.push(id));
  expect(handled).toEqual(['a', 'b', 'c', 'd', 'a']);
});
