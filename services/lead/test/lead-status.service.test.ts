import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http';
import { leadStatuses, type ServiceName } from '@earshot/proto/values';
import { canChange } from '../src/domain/change-lead-status.ts';
import { leadIn, publishedStatuses, startLead, type StatusEvent } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

function change(userId: string | null, id: string, body: unknown) {
  return world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body });
}

const allowed = [
  'new contacted',
  'new skipped',
  'contacted new',
  'contacted skipped',
  'skipped new',
  'skipped contacted',
];
const replied = ['contacted responded', 'responded contacted'];
const table = leadStatuses.flatMap((from) =>
  leadStatuses.flatMap((to) =>
    from === to ? [] : [{ from, to, ok: [...allowed, ...replied].includes(`${from} ${to}`) }],
  ),
);

/**
 * The status events of the lead. Changes another lead of the user and waits for that event, so that all earlier ones
 * have arrived.
 */
async function publishedOf(leadId: string): Promise<StatusEvent[]> {
  const { userId } = (await world.models().leads.findById(leadId).lean()) ?? { userId: '' };
  const later = await leadIn(world, userId, 'new');
  await change(userId, later, { status: 'skipped' });
  await until('a later event', () => publishedStatuses(world, later).length > 0);
  return publishedStatuses(world, leadId);
}

const noMessage = { messageType: null, messageId: null };

describe('the status of a lead', () => {
  it.each(table)('from $from to $to: $ok', async ({ from, to, ok }) => {
    const userId = newId();
    const id = await leadIn(world, userId, from);
    const answer = await change(userId, id, { status: to });
    expect(canChange(from, to)).toBe(ok);
    const stored = await world.models().leads.findById(id).lean();
    expect(stored?.status).toBe(ok ? to : from);
    if (!ok) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'lead.status-transition' } });
      return;
    }
    expect(answer).toMatchObject({ status: 200, body: { id, status: to } });
    expect(await publishedOf(id)).toEqual([
      { what: 'status', userId, leadId: id, from, to, revision: 1, ...noMessage },
    ]);
  });

  it.each(leadStatuses)('that it has already changes nothing: %s', async (status) => {
    const userId = newId();
    const id = await leadIn(world, userId, status);
    const stored = () => world.models().leads.findById(id, { outbox: 0, outboxAt: 0 }).lean();
    const before = await stored();
    expect(await change(userId, id, { status, messageType: 'dm', content: 'Hello' })).toMatchObject({
      status: 200,
      body: { id, status },
    });
    expect(await stored()).toEqual(before);
    expect(await publishedOf(id)).toEqual([]);
  });

  it('moves once when many ask at the same time', async () => {
    const userId = newId();
    const id = await leadIn(world, userId, 'new');
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(userId, id, { status: 'skipped' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual(Array<number>(8).fill(200));
    expect(await publishedOf(id)).toHaveLength(1);
  });
});

describe('one lead', () => {
  const read = (issuer: ServiceName, userId: string | null, id: string) =>
    world.services.fetch(leadContract.getLead, { userId, issuer, params: { id } });

  it.each<ServiceName>(['gateway', 'outreach'])('is read by %s as it is listed', async (issuer) => {
    const userId = newId();
    const id = await leadIn(world, userId, 'skipped');
    const listed = await world.services.fetch(leadContract.listLeads, { userId });
    const answer = await read(issuer, userId, id);
    expect(answer).toMatchObject({ status: 200, body: { id, userId, status: 'skipped', score: '8.2' } });
    expect(listed.body).toMatchObject({ leads: [answer.body] });
  });

  it("is its own user's alone, and read by no other service", async () => {
    const [userId, missing] = [newId(), { status: 404, body: { code: 'lead.not-found' } }];
    const id = await leadIn(world, userId, 'new');
    for (const issuer of ['gateway', 'outreach'] as const) {
      expect(await read(issuer, newId(), id)).toMatchObject(missing);
      expect(await read(issuer, userId, 'no such id $ne')).toMatchObject(missing);
      expect(await read(issuer, userId, newId())).toMatchObject(missing);
    }
    expect(await read('gateway', null, id)).toMatchObject({ status: 401 });
    expect(await read('scan', userId, id)).toMatchObject({ status: 403 });
  });
});
