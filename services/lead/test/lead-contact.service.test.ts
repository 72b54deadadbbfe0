import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { create, MessageSentSchema } from '@earshot/proto/events';
import { leadContract } from '@earshot/proto/http';
import type { LeadStatus } from '@earshot/proto/values';
import { leadIn, startLead, publishedStatuses } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

function change(userId: string, id: string, body: unknown) {
  return world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id }, body });
}

async function contactOf(userId: string | null, id: string, revision: number) {
  const query = { revision: String(revision) };
  return world.services.fetch(leadContract.getContactDetails, { userId, issuer: 'outreach', params: { id }, query });
}

async function send(userId: string, leadId: string, messageId: string, messageType = 'dm'): Promise<void> {
  const value = create(MessageSentSchema, { messageId, leadId, messageType });
  const event = world.platform.event({ userId, payload: { case: 'messageSent', value } });
  await world.platform.bus.publish([event.record]);
}

/** Sends a message about another lead of the user and waits for its event, so all earlier messages are handled. */
async function allDealtWith(userId: string): Promise<void> {
  const id = await leadIn(world, userId, 'new');
  await send(userId, id, newId());
  await until('the last one', () => publishedStatuses(world, id).length > 0);
}

describe('the message with which a lead was contacted', () => {
  const body = {
    status: 'contacted',
    messageType: 'comment',
    content: 'Hello, this may help.',
    recipient: 'someone',
    redditPostUrl: 'https://www.reddit.com/x',
    redditPostTitle: 'Title',
  };

  it('is kept by revision, and given to outreach alone', async () => {
    const userId = newId();
    const id = await leadIn(world, userId, 'new');
    await change(userId, id, body);
    await change(userId, id, { status: 'new' });
    await change(userId, id, { ...body, messageType: 'dm', content: 'Hello again' });
    const { status: _, ...details } = body;
    expect(await contactOf(userId, id, 1)).toMatchObject({
      status: 200,
      body: { leadId: id, revision: 1, ...details },
    });
    expect(await contactOf(userId, id, 2)).toMatchObject({ status: 200, body: null });
    expect((await contactOf(userId, id, 3)).body).toMatchObject({ messageType: 'dm', content: 'Hello again' });
    expect((await contactOf(newId(), id, 1)).body).toBeNull();
    expect(await contactOf(null, id, 1)).toMatchObject({ status: 401 });
    const asGateway = { userId, params: { id }, query: { revision: '1' } };
    expect(await world.services.fetch(leadContract.getContactDetails, asGateway)).toMatchObject({ status: 403 });
    const published = await until(
      'three events',
      () => publishedStatuses(world, id).length === 3 && publishedStatuses(world, id),
    );
    expect(published.map(({ revision, messageType }) => [revision, messageType])).toEqual([
      [1, 'comment'],
      [2, null],
      [3, 'dm'],
    ]);
  });

  it.each([undefined, '', 'javascript:alert(1)', '//elsewhere.example'])(
    "takes the post's own author, address and title if none are given; address: %s",
    async (redditPostUrl) => {
      const userId = newId();
      const id = await leadIn(world, userId, 'new');
      await change(userId, id, {
        status: 'contacted',
        messageType: 'dm',
        content: 'Hi',
        recipient: ' ',
        redditPostUrl,
      });
      const { title, url, author } = (await world.models().leads.findById(id).lean()) ?? {};
      expect((await contactOf(userId, id, 1)).body).toEqual({
        leadId: id,
        revision: 1,
        messageType: 'dm',
        content: 'Hi',
        recipient: author,
        redditPostUrl: url,
        redditPostTitle: title,
      });
    },
  );

  it('is none without its kind (fully engaged), nor with another status', async () => {
    const userId = newId();
    const [engaged, skipped] = [await leadIn(world, userId, 'new'), await leadIn(world, userId, 'new')];
    await change(userId, engaged, { status: 'contacted', content: 'Hello' });
    await change(userId, skipped, { ...body, status: 'skipped' });
    for (const id of [engaged, skipped]) {
      expect((await contactOf(userId, id, 1)).body).toBeNull();
      const [published] = await until(
        'the event',
        () => publishedStatuses(world, id).length > 0 && publishedStatuses(world, id),
      );
      expect(published?.messageType).toBeNull();
    }
  });

  it('is not returned with the lead', async () => {
    const userId = newId();
    const id = await leadIn(world, userId, 'new');
    expect(JSON.stringify((await change(userId, id, body)).body)).not.toContain('this may help');
    expect(JSON.stringify(await world.services.fetch(leadContract.listLeads, { userId }))).not.toContain('may help');
  });
});

describe('a message that was really sent', () => {
  it.each<LeadStatus>(['new', 'skipped'])('makes a lead contacted that is %s', async (from) => {
    const [userId, messageId] = [newId(), newId()];
    const id = await leadIn(world, userId, from);
    await send(userId, id, messageId, 'comment');
    const [published] = await until(
      'the event',
      () => publishedStatuses(world, id).length > 0 && publishedStatuses(world, id),
    );
    const change = { from, to: 'contacted', revision: 1, messageType: 'comment', messageId };
    expect(published).toEqual({ what: 'status', userId, leadId: id, ...change });
    expect((await world.models().leads.findById(id).lean())?.status).toBe('contacted');
  });

  it.each<LeadStatus>(['contacted', 'responded'])('changes nothing of a lead that is %s', async (status) => {
    const userId = newId();
    const id = await leadIn(world, userId, status);
    await send(userId, id, newId());
    await allDealtWith(userId);
    expect(publishedStatuses(world, id)).toEqual([]);
    expect((await world.models().leads.findById(id).lean())?.status).toBe(status);
  });

  it.each<LeadStatus>(['new', 'contacted'])(
    'reported again does not undo a step of the user; the lead was %s',
    async (from) => {
      const [userId, messageId] = [newId(), newId()];
      const id = await leadIn(world, userId, from);
      await send(userId, id, messageId);
      await allDealtWith(userId);
      await change(userId, id, { status: 'new' });
      await send(userId, id, messageId);
      await allDealtWith(userId);
      expect((await world.models().leads.findById(id).lean())?.status).toBe('new');
      await send(userId, id, newId());
      await allDealtWith(userId);
      expect((await world.models().leads.findById(id).lean())?.status).toBe('contacted');
    },
  );

  it("touches no other user's lead, and none that is not there", async () => {
    const [userId, stranger] = [newId(), newId()];
    const id = await leadIn(world, userId, 'new');
    await send(stranger, id, newId());
    await send(stranger, 'gone', newId());
    await send(stranger, '', newId());
    await allDealtWith(stranger);
    expect((await world.models().leads.findById(id).lean())?.status).toBe('new');
    expect(await world.platform.bus.deadLetters('lead')).toEqual([]);
  });
});
