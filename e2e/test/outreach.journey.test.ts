import type { CommunityPost } from '@earshot/sources';
import { until } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import type { SentMessage } from '@earshot/proto/http/outreach';
import { activityItem, notification, redditAccount, sentMessage } from '@earshot/proto/http/outreach';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { answerablePosts, leadFrom as makeLead, postBy as findPost } from '../src/find-leads.ts';
import { answerSandbox, linkAccount } from '../src/link-account.ts';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

type Founder = Visitor & { readonly userId: string };

const leadFrom = async (founder: Founder, post: CommunityPost) => (await makeLead(product, founder.userId, post)).id;
async function aPost(): Promise<CommunityPost> {
  const [post] = await answerablePosts(product, 'smallbusiness');
  if (post === undefined) throw new Error('the sandbox has no post');
  return post;
}
const postBy = (author: string) => findPost(product, author);
const send = (founder: Founder, path: string, body: object, key?: string): Promise<SentMessage> =>
  founder.get(sentMessage, path, {
    method: 'POST',
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

describe('from a lead to an answer, through the gateway', () => {
  it('an account is linked, a comment and a direct message arrive, and all lists contain them', async () => {
    const founder = await Visitor.registered(product.url);
    const post = await aPost();
    const leadId = await leadFrom(founder, post);
    const accountId = await linkAccount(founder, 'quiet_otter');
    const ids = { accountId, leadId };
    const commented = await send(founder, '/api/reddit/send-comment', {
      ...ids,
      postUrl: post.url,
      comment: 'Try a list',
    });
    expect(commented).toMatchObject({ status: 'sent', redditMessageId: expect.stringMatching(/^t1_/) });
    const words = { recipientUsername: post.author, message: 'I wrote below your post' };
    const wrote = await send(founder, '/api/reddit/send-dm', { ...ids, ...words }, 'one');
    expect(wrote).toMatchObject({ status: 'sent', subject: 'Following up on your post' });
    expect(await send(founder, '/api/reddit/send-dm', { ...ids, ...words }, 'one')).toEqual(wrote);

    const page = await founder.ask(post.url, { headers: { accept: 'text/html' } });
    expect(page.body).toContain('Try a list');
    const inbox = await founder.ask(`/sandbox/message/inbox/${post.author}/`, { headers: { accept: 'text/html' } });
    expect(String(inbox.body).split('I wrote below your post')).toHaveLength(2);
    expect(await founder.get(z.array(activityItem), '/api/activity/comments')).toMatchObject([{ status: 'sent' }]);
    expect(await founder.get(z.array(activityItem), '/api/activity/dms')).toMatchObject([{ status: 'sent' }]);
    expect(await founder.get(z.array(sentMessage), '/api/reddit/messages')).toEqual([wrote, commented]);
    await until('the lead to be contacted', async () => {
      const { leads } = await founder.get(leadList, '/api/leads?status=contacted');
      return leads.length === 1;
    });
    expect((await founder.ask(`/api/reddit/accounts/${accountId}`, { method: 'DELETE' })).status).toBe(204);
    expect(await founder.get(z.array(redditAccount), '/api/reddit/accounts')).toEqual([]);
  });

  it('a user who declines on the page of the site returns without an account', async () => {
    const founder = await Visitor.registered(product.url);
    expect(await answerSandbox(founder, 'shy_otter', 'Decline')).toBe('/dashboard/settings?linkError=denied');
  });
});

describe('failures of the site', () => {
  // As listed in ../shared/design/reddit-api.md.
  const codes =
    'RATELIMIT SUBREDDIT_RATELIMIT USER_DOESNT_EXIST NO_USER INVALID_USER USER_BLOCKED USER_BLOCKED_MESSAGE ' +
    'NOT_WHITELISTED_BY_USER_MESSAGE RESTRICTED_TO_PM USER_MUTED NO_SUBJECT NO_TEXT TOO_LONG TOO_OLD THREAD_LOCKED ' +
    'DELETED_COMMENT DELETED_THING SUBREDDIT_NOTALLOWED BANNED_FROM_SUBREDDIT DOMAIN_BANNED IN_TIMEOUT ' +
    'VERIFIED_USER_REQUIRED BAD_CAPTCHA';

  it('each code of a refusal reaches the person in words', async () => {
    const founder = await Visitor.registered(product.url);
    const leadId = await leadFrom(founder, await aPost());
    const accountId = await linkAccount(founder, 'patient_otter');
    for (const code of codes.split(' ')) {
      const words = { recipientUsername: `error_${code}`, message: `To ${code}` };
      const failed = await send(founder, '/api/reddit/send-dm', { accountId, leadId, ...words });
      const text = expect.stringMatching(/^[A-Z][a-z ][^_]+$/);
      expect(failed).toMatchObject({ status: 'failed', code, errorMessage: text, sentAt: null });
    }
    const news = await until('the news of them', async () => {
      const all = await founder.get(z.array(notification), '/api/notifications');
      return all.length === codes.split(' ').length && all;
    });
    expect(new Set(news.map(({ kind }) => kind))).toEqual(new Set(['send-failed']));
    const feed = await founder.get(z.array(activityItem), '/api/activity/dms');
    expect(new Set(feed.map(({ status }) => status))).toEqual(new Set(['failed']));
  });

  it('a wait, a ban and an unconfirmed message are reported', async () => {
    const founder = await Visitor.registered(product.url);
    const leadId = await leadFrom(founder, await aPost());
    const accountId = await linkAccount(founder, 'careful_otter');
    const dm = (recipientUsername: string) =>
      send(founder, '/api/reddit/send-dm', { accountId, leadId, recipientUsername, message: 'Hello' });
    expect((await dm('sandbox_ratelimited')).errorMessage).toContain('try again in 9 minutes');
    expect((await dm('sandbox_ratelimited_words')).errorMessage).toContain('try again in 10 minutes');
    expect(await dm('sandbox_banned')).toMatchObject({ status: 'failed', code: 'HTTP_403' });
    const text = 'We could not confirm it; check your Reddit chat';
    for (const name of ['sandbox_500', 'sandbox_503', 'sandbox_malformed', 'sandbox_hang']) {
      expect(await dm(name)).toMatchObject({ status: 'pending', errorMessage: text });
    }
  });

  it('a comment whose answer is lost or broken is found among those of the account', async () => {
    const founder = await Visitor.registered(product.url);
    const accountId = await linkAccount(founder, 'lost_otter');
    for (const author of ['sandbox_malformed', 'sandbox_hang']) {
      const post = await postBy(author);
      const words = { accountId, leadId: await leadFrom(founder, post), postUrl: post.url, comment: 'Are you there?' };
      const found = await send(founder, '/api/reddit/send-comment', words);
      expect(found).toMatchObject({ status: 'sent', redditMessageId: expect.stringMatching(/^t1_/) });
    }
  });

  it('a revoked permission makes the account inactive; an expired token is renewed unnoticed', async () => {
    const founder = await Visitor.registered(product.url);
    const post = await aPost();
    const leadId = await leadFrom(founder, post);
    const words = { leadId, recipientUsername: post.author, message: 'Hello' };
    const expired = await linkAccount(founder, 'sandbox_expired');
    expect(await send(founder, '/api/reddit/send-dm', { ...words, accountId: expired })).toMatchObject({
      status: 'sent',
    });
    const revoked = await linkAccount(founder, 'sandbox_revoked');
    const failed = await send(founder, '/api/reddit/send-dm', { ...words, accountId: revoked }, 'as revoked');
    expect(failed).toMatchObject({ status: 'failed', code: 'LINK_ENDED' });
    const accounts = await founder.get(z.array(redditAccount), '/api/reddit/accounts');
    expect(accounts.map(({ username, isActive }) => [username, isActive])).toEqual([
      ['sandbox_expired', true],
      ['sandbox_revoked', false],
    ]);
    const body = { ...words, accountId: revoked };
    expect(await founder.ask('/api/reddit/send-dm', { method: 'POST', body })).toMatchObject({ status: 409 });
  });
});
