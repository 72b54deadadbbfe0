import { consume } from '@earshot/event-bus';
import type { EventCase } from '@earshot/proto/events';
import { startTestServices } from '@earshot/testing';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineService } from '../src/service/service.ts';

/** A service that declares some events and handles `leadCreated`. */
const start = (consumes: readonly EventCase[]) => {
  const service = defineService({
    name: 'scan',
    database: null,
    config: z.object({}),
    serves: [],
    calls: [],
    publishes: [],
    consumes,
    start: async () => ({
      subscriptions: [
        consume({ group: 'scan', topic: 'lead.events', handlers: { leadCreated: async () => undefined } }),
      ],
    }),
  });
  return startTestServices([service]);
};

it('a service that handles the events it declares starts', async () => {
  const services = await start(['leadCreated']);
  await services.stop();
});

it('a service with a declared event that has no handler does not start, and names the event', async () => {
  await expect(start(['leadCreated', 'leadRated'])).rejects.toThrow(
    'scan has no handler for events in its consumes: add one in src/events for leadRated',
  );
});

it('a service that handles an event it does not declare does not start, and names the event', async () => {
  await expect(start([])).rejects.toThrow(
    'scan handles events that its definition must list in consumes: lead.created',
  );
});
