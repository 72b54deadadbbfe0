import type { CommunityPost } from '@earshot/sources';
import { until } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import type { SentMessage } from '@earshot/proto/http/outreach';
import { activityItem, redditAccount, sentMessage } from '@earshot/proto/http/outreach';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { answerablePosts, leadFrom as makeLead } from '../src/find-leads.ts';
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
