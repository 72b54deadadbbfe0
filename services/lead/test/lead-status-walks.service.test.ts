import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { series, until } from '@earshot/core/testing';
import { create, MessageSentSchema } from '@earshot/proto/events';
import { leadContract } from '@earshot/proto/http';
import { type LeadStatus, leadStatuses, messageTypes } from '@earshot/proto/values';
import fc from 'fast-check';
import { onMessageSent } from '../src/events/on-message-sent.ts';
import { leadEvents } from '../src/events/lead-events.ts';
import { leadStore } from '../src/store/lead-store.ts';
import { leadIn, startLead, publishedStatuses } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

/** The allowed changes, written independently of the code. */
const steps = [
  'new contacted',
  'contacted new',
  'contacted skipped',
  'new skipped',
  'skipped new',
  'skipped contacted',
];
const allowed = new Set([...steps, 'contacted responded', 'responded contacted']);

type Action =
  | { readonly to: LeadStatus; readonly messageType: (typeof messageTypes)[number] | undefined }
  /** Publishes the n-th sent message, perhaps for the second time. */
  | { readonly sent: number };

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      to: fc.constantFrom(...leadStatuses),
      messageType: fc.constantFrom(undefined, ...messageTypes),
    }),
  },
  { weight: 1, arbitrary: fc.record({ sent: fc.integer({ min: 0, max: 3 }) }) },
);

interface Model {
  status: LeadStatus;
  revision: number;
  readonly sent: Set<number>;
  readonly published: string[];
}

/** Applies the expected change to the model. Returns the expected HTTP status (null: there is no response). */
function judge(model: Model, action: Action): number | null {
  const step = (to: LeadStatus, messageType: string | undefined) => {
    model.revision += 1;
    model.published.push(`${model.revision} ${model.status} ${to} ${messageType ?? '-'}`);
    model.status = to;
  };
  if ('sent' in action) {
    const fresh = !model.sent.has(action.sent);
    model.sent.add(action.sent);
    if (fresh && (model.status === 'new' || model.status === 'skipped')) step('contacted', 'dm');
    return null;
  }
  if (action.to === model.status) return 200;
  if (!allowed.has(`${model.status} ${action.to}`)) return 409;
  step(action.to, action.to === 'contacted' ? action.messageType : undefined);
  return 200;
}

async function perform(userId: string, id: string, action: Action): Promise<number | null> {
  if (!('sent' in action)) {
    const { to: status, messageType } = action;
    const body = { status, ...(messageType !== undefined && { messageType, content: 'Hello' }) };
    return (await world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body })).status;
  }
  await publishSent(userId, id, `${id} ${action.sent}`);
  return null;
}

/** Calls the real handler, as one delivery does. */
async function publishSent(userId: string, leadId: string, messageId: string): Promise<void> {
  const deps = world.admission();
  const leads = leadStore(world.models().leads);
  const { statusChanged } = leadEvents((facts) => world.platform.event(facts));
  const value = create(MessageSentSchema, { messageId, leadId, messageType: 'dm' });
  const envelope = { id: newId(), type: '', version: 1, producer: 'outreach', userId, key: userId };
  const rest = { $typeName: 'earshot.v1.Envelope' as const, correlationId: '', causationId: '' };
  await onMessageSent({ leads, statusChanged, saved: deps.saved })({
    ...envelope,
    ...rest,
    payload: { case: 'messageSent', value },
  });
}

describe('any walk of a lead', () => {
  it('follows the table of steps, and is published step by step', async () => {
    const walk = fc.record({ from: fc.constantFrom(...leadStatuses), path: fc.array(actions, { maxLength: 12 }) });
    const run = fc.asyncProperty(walk, async ({ from, path }) => {
      const userId = newId();
      const id = await leadIn(world, userId, from);
      const model: Model = { status: from, revision: 0, sent: new Set(), published: [] };
      for (const action of path) {
        const right = judge(model, action);
        expect(await perform(userId, id, action)).toBe(right);
        const stored = await world.models().leads.findById(id).lean();
        expect({ status: stored?.status, revision: stored?.revision }).toEqual({
          status: model.status,
          revision: model.revision,
        });
      }
      await until('the events', () => publishedStatuses(world, id).length >= model.published.length);
      const published = publishedStatuses(world, id).map(
        ({ revision, from: was, to, messageType }) => `${revision} ${was} ${to} ${messageType ?? '-'}`,
      );
      expect(published).toEqual(model.published);
    });
    await fc.assert(run, { numRuns: series({ ci: 10, soak: 400 }) });
  });

  it('of many at once is one of the walks that one after the other could be', async () => {
    const many = fc.array(actions, { minLength: 4, maxLength: 10 });
    const run = fc.asyncProperty(many, async (together) => {
      const userId = newId();
      const id = await leadIn(world, userId, 'new');
      await Promise.all(together.map((action) => perform(userId, id, action)));
      const stored = await world.models().leads.findById(id).lean();
      await until('the events', () => publishedStatuses(world, id).length >= (stored?.revision ?? 0));
      let status = 'new';
      for (const [n, published] of publishedStatuses(world, id).entries()) {
        expect(published).toMatchObject({ revision: n + 1, from: status });
        expect(allowed.has(`${published.from} ${published.to}`)).toBe(true);
        status = published.to;
      }
      expect({ status, revision: publishedStatuses(world, id).length }).toEqual({
        status: stored?.status,
        revision: stored?.revision,
      });
    });
    await fc.assert(run, { numRuns: series({ ci: 6, soak: 200 }) });
  });
});
