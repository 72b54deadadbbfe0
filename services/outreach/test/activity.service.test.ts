import { newId } from '@earshot/core';
import { until, untilWithin } from '@earshot/core/testing';
import { create, LeadStatusChangedSchema } from '@earshot/proto/events';
import { leadContract, outreachContract } from '@earshot/proto/http';
import type { LeadStatus } from '@earshot/proto/values';
import { originHeader } from '@earshot/service-kit';
import { afterAll, describe, expect, it } from '@jest/globals';
import { outreachModels } from '../src/store/models.ts';
import {
  addLead,
  commentsOf,
  dmsOf,
  messageIn,
  messagesOf,
  noon,
  type Person,
  person,
  post,
  sendComment,
  sendDm,
  settle,
  startWorld,
} from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

async function lonely(): Promise<Person> {
  const userId = newId();
  return { userId, leadId: await addLead(world, userId), accountId: '' };
}

const details = {
  dm: { messageType: 'dm', content: 'Pasted by hand', recipient: post.author },
  comment: {
    messageType: 'comment',
    content: 'Written by hand',
    recipient: post.author,
    redditPostUrl: 'https://www.reddit.com/comments/abc',
    redditPostTitle: post.title,
  },
};
const change = async ({ userId, leadId }: Person, status: LeadStatus, contact: object = {}) => {
  const body = { status, ...contact };
  const answer = await world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id: leadId }, body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
};
/** Publishes an event of the lead service late or repeatedly. */
async function deliver({ userId, leadId }: Person, toStatus: LeadStatus, revision: number, messageType?: string) {
  const value = create(LeadStatusChangedSchema, {
    source: 'sample',
    leadId,
    fromStatus: 'new',
    toStatus,
    revision,
    ...(messageType !== undefined && { messageType }),
  });
  const { bus, event } = world.services.platformOf('lead');
  await bus.publish([event({ userId, payload: { case: 'leadStatusChanged', value } }).record]);
}
/**
 * Waits for the feed item of another lead of the user. Events of one user stay in order, so all earlier ones are
 * handled then.
 */
async function allHandled({ userId }: Person) {
  const leadId = await addLead(world, userId, `t3_${newId().slice(-6)}`);
  const content = `Sentinel ${newId()}`;
  await change({ userId, leadId, accountId: '' }, 'contacted', { ...details.dm, content });
  await until('the sentinel', async () => (await dmsOf(world, userId)).some((item) => item.content === content));
}
const real = <T extends { content: string }>(items: T[]) =>
  items.filter((item) => !item.content.startsWith('Sentinel'));

describe('contacts that the user records with a status', () => {
  it('appear in the feed within a second, and in the message history', async () => {
    const who = await lonely();
    await change(who, 'contacted', details.comment);
    const [item] = await untilWithin(1_000, 'the item', async () => {
      const items = await commentsOf(world, who.userId);
      return items.length > 0 && items;
    });
    expect(item).toEqual({
      id: item?.id,
      userId: who.userId,
      activityType: 'comment',
      origin: 'by-hand',
      recipient: post.author,
      status: 'sent',
      content: 'Written by hand',
      isPreview: false,
      redditPostUrl: 'https://www.reddit.com/comments/abc',
      redditPostTitle: post.title,
      createdAt: noon.toISOString(),
      source: 'sample',
      sourceLabel: 'Sample data',
      recipientLabel: `u/${post.author}`,
    });
    expect(await dmsOf(world, who.userId)).toEqual([]);
    const history = await messagesOf(world, who.userId);
    expect(history).toMatchObject([
      {
        leadId: who.leadId,
        redditAccountId: null,
        messageType: 'comment',
        content: 'Written by hand',
        recipientUsername: post.author,
        postUrl: 'https://www.reddit.com/comments/abc',
        status: 'sent',
        sentAt: noon.toISOString(),
        redditMessageId: null,
      },
    ]);
    expect(await settle(world, who.userId, history[0]?.id ?? '', { status: 'failed' })).toMatchObject({ status: 409 });
  });

  it('make one item, even if they are reported again', async () => {
    const who = await lonely();
    await change(who, 'contacted', details.dm);
    await deliver(who, 'contacted', 1, 'dm');
    await deliver(who, 'contacted', 1, 'dm');
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toHaveLength(1);
    expect(real(await messagesOf(world, who.userId))).toHaveLength(1);
  });

  it('without words, or of another kind, make none', async () => {
    const who = await lonely();
    await change(who, 'contacted');
    await change(who, 'responded');
    await deliver(who, 'contacted', 77, 'dm');
    await deliver(who, 'contacted', 78, 'pigeon');
    await deliver({ ...who, leadId: 'gone' }, 'contacted', 1, 'dm');
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toEqual([]);
    expect(real(await messagesOf(world, who.userId))).toEqual([]);
  });

  it('are removed with the step back to new, and created again by the next contact', async () => {
    const who = await lonely();
    await change(who, 'contacted', details.dm);
    await change(who, 'new');
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toEqual([]);
    expect(real(await messagesOf(world, who.userId))).toEqual([]);
    await change(who, 'contacted', { ...details.dm, content: 'Second thoughts' });
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toMatchObject([{ content: 'Second thoughts' }]);
  });

  it('are removed also when the step back arrives first, or arrives again later', async () => {
    const who = await lonely();
    await change(who, 'contacted', details.dm);
    await change(who, 'new');
    await allHandled(who);
    await deliver(who, 'contacted', 1, 'dm');
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toEqual([]);
    await change(who, 'contacted', details.dm);
    await deliver(who, 'new', 2);
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toHaveLength(1);
  });
});

describe('after a message that was sent', () => {
  it('a status of the same kind makes no second item, one of the other kind does', async () => {
    const who = await person(world, 'feed_shop');
    const sent = messageIn(await sendDm(world, who));
    const statusIs = async (status: LeadStatus) => {
      const { body } = await world.services.fetch(leadContract.listLeads, { userId: who.userId, query: { status } });
      return JSON.stringify(body).includes(who.leadId);
    };
    await until('the lead to be contacted', () => statusIs('contacted'));
    await change(who, 'new');
    await change(who, 'contacted', details.dm);
    await change(who, 'new');
    await change(who, 'contacted', details.comment);
    await allHandled(who);
    expect(real(await dmsOf(world, who.userId))).toMatchObject([{ content: sent.content }]);
    expect(await commentsOf(world, who.userId)).toMatchObject([{ content: 'Written by hand' }]);
  });

  it('a step back to new leaves its item', async () => {
    const who = await person(world, 'back_shop');
    messageIn(await sendComment(world, who));
    await deliver(who, 'new', 99);
    await allHandled(who);
    expect(await commentsOf(world, who.userId)).toMatchObject([{ status: 'sent' }]);
    expect(real(await messagesOf(world, who.userId))).toHaveLength(1);
  });

  it('one that failed leaves room for what the user does by hand', async () => {
    const who = await person(world, 'hand_shop');
    world.site.script({ takes: false, answer: { status: 403, body: '' } });
    expect(messageIn(await sendDm(world, who)).status).toBe('failed');
    await change(who, 'contacted', details.dm);
    await allHandled(who);
    const states = real(await dmsOf(world, who.userId)).map(({ content, status }) => [content, status]);
    expect(states.sort()).toEqual([
      ['Hello, may I help?', 'failed'],
      ['Pasted by hand', 'sent'],
    ]);
  });
});

describe('the feed', () => {
  it('shows the newest hundred first, to their user alone', async () => {
    const userId = newId();
    const { activity } = outreachModels(world.services.platformOf('outreach').documents);
    const facts = {
      userId,
      leadId: newId(),
      activityType: 'dm',
      recipient: 'jo',
      leadSource: 'sample',
      redditPostUrl: '',
      redditPostTitle: '',
    };
    await activity.insertMany(
      Array.from({ length: 101 }, (_, number) => ({
        _id: newId(),
        source: `test:${userId}:${number}`,
        ...facts,
        status: 'sent',
        content: `${number}`,
        createdAt: new Date(noon.getTime() + number * 1000),
      })),
    );
    const shown = await dmsOf(world, userId);
    expect(shown.map(({ content }) => content)).toEqual(Array.from({ length: 100 }, (_, number) => `${100 - number}`));
    expect(await dmsOf(world, newId())).toEqual([]);
  });

  it("completes addresses of the sandbox by the visitor's origin", async () => {
    const userId = newId();
    const { activity } = outreachModels(world.services.platformOf('outreach').documents);
    const lead = { leadId: newId(), leadSource: 'sample', redditPostTitle: '' };
    const facts = { userId, ...lead, activityType: 'dm', recipient: 'jo', status: 'sent' };
    const redditPostUrl = '/sandbox/r/SaaS/comments/1abc/';
    const dates = { content: '', createdAt: noon };
    await activity.insertMany([{ _id: newId(), source: `test:${userId}`, ...facts, ...dates, redditPostUrl }]);
    const headers = { [originHeader]: 'https://earshot.example' };
    const answer = await world.services.fetch(outreachContract.listDirectMessages, { userId, headers });
    expect(answer.body).toMatchObject([{ redditPostUrl: `https://earshot.example${redditPostUrl}` }]);
  });
});
