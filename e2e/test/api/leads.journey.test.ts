import { analyticsContract } from '@earshot/proto/http';
import { bulkResult, lead, leadList } from '@earshot/proto/http/lead';
import { activityItem, generatedMessage, notification, redditAccount, sentMessage } from '@earshot/proto/http/outreach';
import { modelUsage, performanceMetrics, scanPreview } from '@earshot/proto/http/scan';
import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Founder } from '../../src/founder.ts';
import { founder, linkAccount } from '../../src/founder.ts';
import type { OpenProduct } from '../../src/product.ts';
import { openProduct } from '../../src/product.ts';

/** Tests each call for leads, outreach and figures through the gateway, on any installation. */
let product: OpenProduct;
let member: Founder;
const post = (body?: object) => ({ method: 'POST', ...(body !== undefined && { body }) });

beforeAll(async () => {
  product = await openProduct();
  member = await founder(product.url);
});
afterAll(() => product.stop());

describe('leads', () => {
  it('a preview of one community scores its posts and stores nothing', async () => {
    const { visitor } = member;
    const before = (await visitor.ask('/api/leads')).body;
    const preview = await visitor.get(scanPreview, '/api/leads/scan/preview', post({ subreddit: 'r/webdev' }));
    expect(preview.subreddit).toBe('webdev');
    expect(preview.fetched).toBe(preview.filtered + preview.unscored + preview.posts.length);
    const scores = preview.posts.map((one) => Number(one.score));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const one of preview.posts) expect(one.wouldBeLead).toBe(Number(one.score) >= preview.threshold);
    expect((await visitor.ask('/api/leads')).body).toEqual(before);
    const metrics = await visitor.get(performanceMetrics, '/api/performance/metrics');
    expect(metrics).toMatchObject({ scansCompleted: 1, totalLeadsFound: member.job.newLeadsFound });
    const usage = await visitor.get(modelUsage, '/api/model-usage');
    expect(usage).toMatchObject({ configured: false, away: false, tokensToday: 0 });
  });

  it('are exported as they are listed', async () => {
    const { visitor } = member;
    const { total } = await visitor.get(leadList, '/api/leads?limit=1');
    const reply = await visitor.ask('/api/leads/export');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toContain('leads.csv');
    const head = 'id,title,subreddit,author,score,relevance,status,matchReason,url,createdAt,postCreatedAt,source\r\n';
    expect(
      String(reply.body)
        .replace(/^\uFEFF/, '')
        .startsWith(head),
    ).toBe(true);
    for (const one of (await visitor.get(leadList, `/api/leads?limit=${total}`)).leads) {
      expect(reply.body).toContain(one.id);
      // Addresses serve outside of Earshot's pages too, also those of the sandbox.
      expect(one.url).toMatch(/^https?:\/\//);
      expect(reply.body).toContain(one.url);
    }
  });

  it('all that match are changed by one call, and the answer says how to take it back', async () => {
    const { visitor, leads } = member;
    const [first, second] = leads.toReversed();
    const both = `ids=${first?.id},${second?.id}`;
    const change = (query: string, body: object) => visitor.get(bulkResult, `/api/leads/bulk?${query}`, post(body));
    const skipped = async () => (await visitor.get(leadList, '/api/leads?status=skipped')).leads.map(({ id }) => id);
    const { changed } = await change(`${both}&status=new`, { status: 'skipped' });
    expect(changed).toHaveLength(2);
    for (const one of changed) expect(one).toMatchObject({ status: 'new', rating: null });
    expect((await skipped()).sort()).toEqual([first?.id, second?.id].sort());
    expect((await visitor.ask(`/api/leads/export?${both}`)).body).toContain(first?.id);
    expect((await change(`${both}&status=new`, { status: 'contacted' })).changed).toEqual([]);
    expect((await change('status=skipped', { status: 'new' })).changed).toHaveLength(2);
    expect(await skipped()).toEqual([]);
  });

  it('one is read by its id as it is listed, and beside the calls whose paths look like an id', async () => {
    const { visitor, leads } = member;
    expect(await visitor.get(lead, `/api/leads/${leads[0].id}`)).toEqual(leads[0]);
    const reply = await visitor.ask('/api/leads/scan');
    expect([reply.status, reply.body]).toMatchObject([404, { code: 'lead.not-found' }]);
    expect((await visitor.ask('/api/leads/export')).headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it('a page beyond the end is empty and its totals are right', async () => {
    const { total } = await member.visitor.get(leadList, '/api/leads');
    const beyond = await member.visitor.get(leadList, '/api/leads?page=999&limit=10');
    expect(beyond).toEqual({ leads: [], total, totalPages: Math.ceil(total / 10) });
  });

  it('an ended scan cannot be cancelled', async () => {
    const reply = await member.visitor.ask(`/api/leads/scan/cancel/${member.job.id}`, post());
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'scan.ended' }]);
  });

  it('a contacted one is in the activity feed soon, once, and leaves it when it is new again', async () => {
    const { visitor, leads } = member;
    const one = leads[1];
    const change = (body: object) => visitor.ask(`/api/leads/${one.id}/status`, { method: 'PATCH', body });
    const details = {
      status: 'contacted',
      messageType: 'comment',
      content: 'Have you looked at InvoiceNest?',
      recipient: one.author,
      redditPostUrl: one.url,
      redditPostTitle: one.title,
    };
    const changed = await change(details);
    expect([changed.status, lead.parse(changed.body).status]).toEqual([200, 'contacted']);
    const feed = async () =>
      (await visitor.get(z.array(activityItem), '/api/activity/comments')).filter(
        (item) => item.redditPostUrl === one.url,
      );
    await until('the item', async () => (await feed()).length === 1);
    expect(await feed()).toMatchObject([
      {
        recipient: one.author,
        content: details.content,
        redditPostTitle: one.title,
        status: 'sent',
        activityType: 'comment',
      },
    ]);
    expect((await change(details)).status).toBe(200);
    expect((await change({ status: 'responded' })).status).toBe(200);
    expect((await change({ status: 'new' })).body).toMatchObject({ code: 'lead.status-transition' });
    await change({ status: 'contacted' });
    expect((await change({ status: 'new' })).status).toBe(200);
    await until('the item to be withdrawn', async () => (await feed()).length === 0);
  });
});

describe('outreach', () => {
  it('a draft, a linked account, a sent message: the lead is contacted and the feed has one item', async () => {
    const { visitor, leads } = member;
    const one = leads[0];
    const draft = await visitor.get(
      generatedMessage,
      `/api/leads/${one.id}/generate-message`,
      post({ messageType: 'dm', tone: 'direct', force: true }),
    );
    const account = await linkAccount(visitor, 'quiet_harbour');
    expect(account).toEqual(redditAccount.parse(account));
    const body = { accountId: account.id, recipientUsername: one.author, message: draft.message, leadId: one.id };
    const headers = { 'idempotency-key': `key-${one.id}` };
    const sent = await visitor.get(sentMessage, '/api/reddit/send-dm', { ...post(body), headers });
    expect(sent).toMatchObject({ status: 'sent', messageType: 'dm', leadId: one.id, errorMessage: null });
    expect(await visitor.get(sentMessage, '/api/reddit/send-dm', { ...post(body), headers })).toEqual(sent);
    const reused = await visitor.ask('/api/reddit/send-dm', { ...post({ ...body, message: 'Other words' }), headers });
    expect([reused.status, reused.body]).toMatchObject([409, { code: 'message.key-reused' }]);
    await until('the lead to be contacted', async () => {
      const contacted = await visitor.get(leadList, '/api/leads?status=contacted&limit=100');
      return contacted.leads.some(({ id }) => id === one.id);
    });
    const items = await visitor.get(z.array(activityItem), '/api/activity/dms');
    expect(items.filter(({ redditPostTitle }) => redditPostTitle === one.title)).toHaveLength(1);
    expect((await visitor.get(z.array(generatedMessage), '/api/generated-messages'))[0]).toMatchObject({
      id: draft.id,
      status: 'sent',
    });
    expect((await visitor.ask(`/api/reddit/accounts/${account.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await visitor.ask('/api/reddit/accounts')).body).toEqual([]);
  });

  it('a comment is posted below the post', async () => {
    const { visitor, leads } = member;
    const one = leads.at(-1) ?? leads[0];
    const account = await linkAccount(visitor, 'second_harbour');
    const body = { accountId: account.id, postUrl: one.url, comment: 'Have a look at InvoiceNest', leadId: one.id };
    const sent = await visitor.get(sentMessage, '/api/reddit/send-comment', post(body));
    expect(sent).toMatchObject({
      status: 'sent',
      messageType: 'comment',
      redditMessageId: expect.stringMatching(/^t1_/),
    });
    const settled = await visitor.ask(`/api/reddit/messages/${sent.id}/settle`, post({ status: 'failed' }));
    expect([settled.status, settled.body]).toMatchObject([409, { code: 'message.settled' }]);
    expect((await visitor.get(z.array(sentMessage), '/api/reddit/messages'))[0]).toEqual(sent);
  });

  it('an ended scan is news until it is read', async () => {
    const { visitor } = member;
    const list = await until('the news', async () => {
      const all = await visitor.get(z.array(notification), '/api/notifications');
      return all.length > 0 && all;
    });
    expect(list).toMatchObject([{ isRead: false }]);
    const read = await visitor.get(z.array(notification), '/api/notifications/read', post());
    expect(read.map(({ id, isRead }) => [id, isRead])).toEqual(list.map(({ id }) => [id, true]));
  });
});

describe('figures', () => {
  it('count the leads, the communities and the replies', async () => {
    const { visitor, job } = member;
    const figures = await until('the figures', async () => {
      const now = await visitor.get(analyticsContract.stats.response, '/api/analytics/stats?tz=Europe/Berlin');
      return now.totalLeads === job.newLeadsFound && now.activeSubreddits === 1 && now;
    });
    expect(figures.averageScore).toBeGreaterThan(0);
  });
});
