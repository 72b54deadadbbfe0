import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/platform';
import { until } from '@earshot/platform/testing';
import { leadContract } from '@earshot/proto/http';
import type { LeadStatus } from '@earshot/proto/values';
import { leadStatuses } from '@earshot/proto/values';
import { canChange } from '../src/domain/change-lead-status.ts';
import type { LeadWorld } from './support.ts';
import { deliver, foundPost, startLead } from './support.ts';

let world: LeadWorld;
beforeAll(async () => {
  world = await startLead();
});
afterAll(() => world.stop());

/** A lead of the user in the given status. */
async function leadIn(userId: string, status: LeadStatus): Promise<string> {
  const jobId = newId();
  await deliver(userId, foundPost({ jobId, postId: `t3_${jobId.slice(-6)}` }), world.admission());
  const lead = await world.models().leads.findOneAndUpdate({ userId, jobId }, { $set: { status } }).lean();
  if (lead === null) throw new Error('the lead is not there');
  return lead._id;
}

function change(userId: string | null, id: string, body: unknown) {
  return world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body });
}

const allowed = ['new contacted', 'new skipped', 'contacted new', 'skipped new', 'skipped contacted'];
const replied = ['contacted responded', 'responded contacted'];
const table = leadStatuses.flatMap((from) =>
  leadStatuses.map((to) => ({ from, to, ok: [...allowed, ...replied].includes(`${from} ${to}`) })),
);

describe('the status of a lead', () => {
  it.each(table)('from $from to $to: $ok', async ({ from, to, ok }) => {
    const userId = newId();
    const id = await leadIn(userId, from);
    const answer = await change(userId, id, { status: to });
    expect(canChange(from, to)).toBe(ok);
    const stored = await world.models().leads.findById(id).lean();
    expect(stored?.status).toBe(ok ? to : from);
    if (!ok) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'lead.status-transition' } });
      return;
    }
    expect(answer).toMatchObject({ status: 200, body: { id, status: to } });
    const told = await until('the event', () =>
      world.told.find((event) => event.what === 'status' && event.leadId === id),
    );
    expect(told).toEqual({ what: 'status', userId, leadId: id, from, to });
  });

  it('takes the details of a contact', async () => {
    const userId = newId();
    const body = {
      status: 'contacted',
      messageType: 'comment',
      content: 'Hello',
      recipient: 'jo',
      redditPostUrl: 'https://www.reddit.com/x',
      redditPostTitle: 'Title',
    };
    expect(await change(userId, await leadIn(userId, 'new'), body)).toMatchObject({ status: 200 });
  });

  it('moves once when many ask at the same time', async () => {
    const userId = newId();
    const id = await leadIn(userId, 'new');
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(userId, id, { status: 'skipped' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    await until('the event', () => world.told.some((event) => event.what === 'status' && event.leadId === id));
    await leadIn(userId, 'new');
    expect(world.told.filter((event) => event.what === 'status' && event.leadId === id)).toHaveLength(1);
  });

  it.each([
    [{}, 'status', 'status must be one of new, contacted, responded, skipped'],
    [{ status: 'done' }, 'status', 'status must be one of new, contacted, responded, skipped'],
    [{ status: 'contacted', messageType: 'fax' }, 'messageType', 'messageType must be one of dm, comment'],
    [{ status: 'contacted', content: 'x'.repeat(10_001) }, 'content', 'content has at most 10,000 characters'],
  ])('refuses %j', async (body, field, message) => {
    const userId = newId();
    const answer = await change(userId, await leadIn(userId, 'new'), body);
    expect(answer).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
  });

  it("names nothing but the user's own leads", async () => {
    const id = await leadIn(newId(), 'new');
    const missing = { status: 404, body: { code: 'lead.not-found', message: 'This lead does not exist' } };
    expect(await change(newId(), id, { status: 'skipped' })).toMatchObject(missing);
    expect(await change(newId(), 'no such id $ne', { status: 'skipped' })).toMatchObject(missing);
    expect(await change(null, id, { status: 'skipped' })).toMatchObject({ status: 401 });
    const asOutreach = { issuer: 'outreach', params: { id } } as const;
    const read = (userId: string) => world.services.fetch(leadContract.getLead, { ...asOutreach, userId });
    expect(await read(newId())).toMatchObject(missing);
  });

  it('is read by outreach alone over the internal address', async () => {
    const userId = newId();
    const id = await leadIn(userId, 'skipped');
    const read = (issuer: 'outreach' | 'gateway') =>
      world.services.fetch(leadContract.getLead, { userId, issuer, params: { id } });
    expect(await read('outreach')).toMatchObject({ status: 200, body: { id, status: 'skipped', score: '8.2' } });
    expect(await read('gateway')).toMatchObject({ status: 403 });
  });
});
