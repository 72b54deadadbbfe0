import type { OutgoingEvent } from '@earshot/event-bus';
import { newId } from '@earshot/core';
import type { TestServices } from '@earshot/testing';
import { figureOf, until } from '@earshot/core/testing';
import { startTestServices } from '@earshot/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstCopies } from '../src/events/first-copies.ts';
import { forwarding } from '../src/events/forward.ts';
import { realtimeService } from '../src/service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([realtimeService]);
});
afterAll(() => services.stop());

it('tells clients of an event once and in order, though copies come again after later events', async () => {
  const platform = services.platformOf('realtime');
  const { bus, event } = platform;
  const [userId, leadId] = [newId(), newId()];
  const told: string[] = [];
  const clients = {
    send: (to: string, frames: readonly object[]) => (to === userId ? told.push(JSON.stringify(frames)) : 0),
    endSession: () => undefined,
    endUser: () => undefined,
  };
  const running = await Promise.all(forwarding(clients, platform).map((subscription) => bus.subscribe(subscription)));
  const moved = (fromStatus: string, toStatus: string): OutgoingEvent =>
    event({ userId, payload: { case: 'leadStatusChanged', value: { leadId, fromStatus, toStatus } } });
  const [first, second, last] = [moved('new', 'contacted'), moved('contacted', 'new'), moved('new', 'responded')];
  for (const { record } of [first, second, first, second, first, last]) await bus.publish([record]);
  await until('the last status', () => told.at(-1)?.includes('responded'));
  expect(told.map((frames) => /"status":"(\w+)"/.exec(frames)?.[1])).toEqual(['contacted', 'new', 'responded']);
  await Promise.all(running.map((one) => one.stop()));
  expect(figureOf(await services.scrape(), 'socketLag', { type: 'lead.status-changed' })).toBe(3);
});

it('handles an event again that failed, and remembers only so many', () => {
  const once = firstCopies(2);
  const handled: string[] = [];
  const failing = () => {
    throw new Error('no');
  };
  expect(() => once('a', failing)).toThrow('no');
  for (const id of ['a', 'a', 'b', 'b', 'c', 'b', 'a']) once(id, () => void handled.push(id));
  expect(handled).toEqual(['a', 'b', 'c', 'a']);
});
