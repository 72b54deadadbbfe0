import { until } from '@earshot/core/testing';
import { leadContract, outreachContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  commentsOf,
  dmsOf,
  messageIn,
  messagesOf,
  noon,
  origin,
  type Person,
  person,
  post,
  sendComment,
  sendDm,
  startWorld,
} from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

const takenFor = (username: string) => world.site.taken.filter((written) => written.username === username);
const statusOf = async ({ userId, leadId }: Person) => {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId });
  return leadList.parse(body).leads.find(({ id }) => id === leadId)?.status;
};

describe('a direct message', () => {
  it('goes out through the account, is kept, stands in the feed, and makes the lead contacted', async () => {
    const who = await person(world, 'dm_shop');
    const sent = messageIn(await sendDm(world, who, { fields: { recipientUsername: ' u/wick_and_wax ' } }));
    expect(sent).toEqual({
      id: sent.id,
      userId: who.userId,
      leadId: who.leadId,
      leadTitle: post.title,
      redditAccountId: who.accountId,
      origin: 'account',
      variant: null,
      messageType: 'dm',
      content: 'Hello, may I help?',
      subject: 'Following up on your post',
      recipientUsername: 'wick_and_wax',
      source: 'sample',
      sourceLabel: 'Sample data',
      recipientLabel: 'u/wick_and_wax',
      postUrl: null,
      redditMessageId: null,
      status: 'sent',
      isPreview: false,
      errorMessage: null,
      code: null,
      replied: false,
      sentAt: noon.toISOString(),
      createdAt: noon.toISOString(),
    });
    expect(takenFor('dm_shop').map(({ path, form }) => [path, form])).toEqual([
      [
        '/api/compose',
        {
          to: 'wick_and_wax',
          subject: 'Following up on your post',
          text: 'Hello, may I help?',
          api_type: 'json',
          raw_json: '1',
        },
      ],
    ]);
    expect(await messagesOf(world, who.userId)).toEqual([sent]);
    const feed = await dmsOf(world, who.userId);
    const place = { source: 'sample', sourceLabel: 'Sample data', recipientLabel: 'u/wick_and_wax' };
    const kind = { activityType: 'dm', origin: 'account', isPreview: false };
    expect(feed).toEqual([
      {
        ...place,
        ...kind,
        id: feed[0]?.id,
        userId: who.userId,
        recipient: 'wick_and_wax',
        status: 'sent',
        content: sent.content,
        redditPostUrl: post.url,
        redditPostTitle: post.title,
        createdAt: noon.toISOString(),
      },
    ]);
    await until('the lead to be contacted', async () => (await statusOf(who)) === 'contacted');
    expect(await commentsOf(world, who.userId)).toEqual([]);
    // The lead service's event about it creates no second item.
    expect(await dmsOf(world, who.userId)).toEqual(feed);
  });
});

describe('a comment', () => {
  it('goes under the post of the lead', async () => {
    const who = await person(world, 'comment_shop');
    const sent = messageIn(await sendComment(world, who));
    expect(sent).toMatchObject({
      messageType: 'comment',
      status: 'sent',
      subject: null,
      recipientUsername: post.author,
      postUrl: post.url,
      redditMessageId: expect.stringMatching(/^t1_c\d+$/),
    });
    const forms = takenFor('comment_shop').map(({ path, form }) => [path, form['thing_id'], form['text']]);
    expect(forms).toEqual([['/api/comment', 't3_abc', 'This may help you.']]);
    expect(await commentsOf(world, who.userId)).toMatchObject([{ activityType: 'comment', status: 'sent' }]);
  });

  it('needs the post of the lead, by an address of Reddit or of our own', async () => {
    const who = await person(world, 'address_shop');
    const foreign = 'postUrl is not the address of a Sandbox post';
    const other = 'postUrl is not the post of this lead';
    for (const [postUrl, message] of [
      ['https://evil.example/comments/abc', foreign],
      ['http://127.0.0.1/sandbox/comments/abc', foreign],
      ['https://www.reddit.com/r/ecommerce/', foreign],
      ['https://www.reddit.com/comments/xyz', other],
    ] as const) {
      const answer = await sendComment(world, who, { fields: { postUrl } });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'request.invalid', message, fields: { postUrl: message } },
      });
    }
    expect(takenFor('address_shop')).toEqual([]);
    const headers = { 'x-earshot-origin': origin };
    for (const [number, postUrl] of [
      'https://www.reddit.com/r/ecommerce/comments/abc/x/',
      `${origin}/sandbox/comments/abc`,
    ].entries()) {
      const body = { accountId: who.accountId, leadId: who.leadId, postUrl, comment: `Number ${number}` };
      const answer = await world.services.fetch(outreachContract.sendComment, { userId: who.userId, body, headers });
      expect(messageIn(answer).status).toBe('sent');
    }
  });
});

describe('what is refused', () => {
  it('is not found if the account or lead belongs to another user', async () => {
    const [one, other] = [await person(world, 'one'), await person(world, 'other')];
    const noAccount = { status: 404, body: { code: 'account.not-found' } };
    const noLead = { status: 404, body: { code: 'lead.not-found' } };
    for (const send of [sendDm, sendComment]) {
      expect(await send(world, { ...one, accountId: other.accountId })).toMatchObject(noAccount);
      expect(await send(world, { ...one, accountId: 'none' })).toMatchObject(noAccount);
      expect(await send(world, { ...one, leadId: other.leadId })).toMatchObject(noLead);
      expect(await send(world, { ...one, leadId: 'none' })).toMatchObject(noLead);
    }
    expect(await messagesOf(world, one.userId)).toEqual([]);
    expect([takenFor('one'), takenFor('other')]).toEqual([[], []]);
  });

  it('is a call without a session, a key too long, an account that the site no longer takes', async () => {
    const who = await person(world, 'inactive_shop');
    for (const endpoint of [
      outreachContract.sendDirectMessage,
      outreachContract.sendComment,
      outreachContract.listSentMessages,
    ]) {
      expect(await world.services.fetch(endpoint, { userId: null })).toMatchObject({ status: 401 });
    }
    expect(await sendDm(world, who, { key: 'k'.repeat(201) })).toMatchObject({
      status: 400,
      body: { message: 'Idempotency-Key has at most 200 characters' },
    });
    world.site.endPermission('inactive_shop');
    const code = {
      status: 'failed',
      code: 'LINK_ENDED',
      errorMessage: expect.stringContaining('link the account again'),
    };
    expect(messageIn(await sendDm(world, who))).toMatchObject(code);
    expect(await sendDm(world, who)).toMatchObject({ status: 409, body: { code: 'account.inactive' } });
    expect(takenFor('inactive_shop')).toEqual([]);
  });
});

describe('the same again', () => {
  it('with the same key answers with the first and sends nothing', async () => {
    const who = await person(world, 'key_shop');
    const first = messageIn(await sendDm(world, who, { key: 'a' }));
    expect(messageIn(await sendDm(world, who, { key: 'a' }))).toEqual(first);
    const reused = { status: 409, body: { code: 'message.key-reused' } };
    expect(await sendDm(world, who, { key: 'a', fields: { message: 'Other words' } })).toMatchObject(reused);
    expect(await sendComment(world, who, { key: 'a' })).toMatchObject(reused);
    expect(takenFor('key_shop')).toHaveLength(1);
  });

  it('separates the keys of users, and sends the same text again under another key', async () => {
    const [one, other] = [await person(world, 'key_one'), await person(world, 'key_other')];
    const messages = [
      messageIn(await sendDm(world, one, { key: 'same' })),
      messageIn(await sendDm(world, other, { key: 'same' })),
      messageIn(await sendDm(world, one, { key: 'another' })),
    ];
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect([takenFor('key_one').length, takenFor('key_other').length]).toEqual([2, 1]);
  });

  it('fifty times at once under one key is sent once', async () => {
    const who = await person(world, 'fifty_shop');
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendDm(world, who, { key: 'fifty' })));
    expect(new Set(answers.map((answer) => messageIn(answer).id)).size).toBe(1);
    expect(answers.every(({ body }) => z.object({ status: z.literal('sent') }).safeParse(body).success)).toBe(true);
    expect(takenFor('fifty_shop')).toHaveLength(1);
  });

  it('without a key is a second click, for two minutes', async () => {
    const who = await person(world, 'click_shop');
    const clicks = await Promise.all(Array.from({ length: 10 }, () => sendComment(world, who)));
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const again = { status: 409, body: { code: 'message.already-sent' } };
    expect(await sendComment(world, who)).toMatchObject(again);
    expect(messageIn(await sendComment(world, who, { fields: { comment: 'Other words' } })).status).toBe('sent');
    world.pass(2 * 60_000);
    expect(messageIn(await sendComment(world, who)).status).toBe('sent');
    expect(takenFor('click_shop')).toHaveLength(3);
  });

  it('may be tried at once when it did not arrive', async () => {
    const who = await person(world, 'retry_shop');
    world.site.script({ takes: false, answer: { body: { json: { errors: [['USER_BLOCKED', '', 'to']] } } } });
    expect(messageIn(await sendDm(world, who)).status).toBe('failed');
    expect(messageIn(await sendDm(world, who)).status).toBe('sent');
  });
});

it('a draft that was sent as it was is marked, others are not', async () => {
  const who = await person(world, 'draft_shop');
  const { userId } = who;
  const business = { businessDescription: 'ParcelPilot: shipping software for small online shops.' };
  await world.services.fetch(leadContract.saveConfiguration, { userId, body: business });
  const params = { id: who.leadId };
  const drafts = [];
  for (const tone of ['casual', 'direct']) {
    const body = { messageType: 'dm', tone };
    const made = await world.services.fetch(outreachContract.generateMessage, { userId, params, body });
    drafts.push(generatedMessage.parse(made.body));
  }
  const [casual, direct] = drafts;
  messageIn(await sendDm(world, who, { fields: { message: casual?.message } }));
  const { body } = await world.services.fetch(outreachContract.listGeneratedMessages, { userId });
  const listed = z.array(generatedMessage).parse(body);
  expect(listed.find(({ id }) => id === casual?.id)).toMatchObject({
    status: 'sent',
    sentAt: world.now().toISOString(),
  });
  expect(listed.find(({ id }) => id === direct?.id)).toEqual(direct);
});
