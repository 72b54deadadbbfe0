import { afterAll, expect, it } from '@jest/globals';
import { consume, OutageError } from '@earshot/event-bus';
import { defineService, type ServiceParts } from '../src/service/service.ts';
import { figureOf, until } from '@earshot/core/testing';
import { startTestServices } from '@earshot/testing';
import { z } from 'zod';

/** Fails once or always, depending on the lead's id. */
const outages = new Set<string>();
const listener = defineService({
  name: 'analytics',
  database: null,
  config: z.object({}),
  serves: [],
  calls: [],
  publishes: [],
  consumes: ['leadStatusChanged'],
  start: async (): Promise<ServiceParts> => ({
    subscriptions: [
      consume({
        group: 'analytics',
        topic: 'lead.events',
        retry: { attempts: 2, baseMs: 1, maxMs: 1 },
        handlers: {
          leadStatusChanged: async ({ payload: { value } }) => {
            if (value.leadId.startsWith('bad')) throw new Error('no');
            if (value.leadId.startsWith('away') && !outages.has(value.leadId)) {
              outages.add(value.leadId);
              throw new OutageError('the database', new Error('gone'));
            }
          },
        },
      }),
    ],
  }),
});

const services = await startTestServices([listener]);
afterAll(() => services.stop());

function moved(leadId: string) {
  const value = { leadId, fromStatus: 'new', toStatus: 'contacted' };
  return services.platformOf('analytics').event({ userId: leadId, payload: { case: 'leadStatusChanged', value } });
}

it('counts and times deliveries of what a group is interested in, and reports dead letters and lag', async () => {
  const { bus, event } = services.platformOf('analytics');
  const here = { group: 'analytics', topic: 'lead.events' };
  expect(figureOf(await services.scrape(), 'deadLetters', here)).toBe(0);
  const passedOver = event({
    userId: 'somebody',
    payload: { case: 'communityRemoved', value: { communityId: 'c' } },
  });
  const strange = { ...moved('strange').record, headers: { ...moved('strange').record.headers, type: 'user-12345' } };
  const all = ['good-1', 'good-2', 'bad-1', 'away-1'].map((id) => moved(id).record);
  await bus.publish([...all, passedOver.record, strange]);
  const scrape = await until('everything handled', async () => {
    const text = await services.scrape();
    const isDone = figureOf(text, 'eventsHandled', { ...here, outcome: 'ok' }) === 3;
    return isDone && figureOf(text, 'deadLetters', here) === 1 && figureOf(text, 'consumerLag', here) === 0 && text;
  });
  expect(figureOf(scrape, 'eventsHandled', { ...here, outcome: 'failed' })).toBe(2);
  expect(figureOf(scrape, 'eventsHandled', { ...here, outcome: 'postponed' })).toBe(1);
  const type = 'lead.status-changed';
  expect(figureOf(scrape, 'eventSeconds', { ...here, type, outcome: 'ok' })).toBe(3);
  expect(figureOf(scrape, 'eventSeconds', { ...here, type, outcome: 'failed' })).toBe(2);
  expect(figureOf(scrape, 'eventSeconds', here)).toBe(6);
  expect(scrape).not.toContain('user-12345');
});
