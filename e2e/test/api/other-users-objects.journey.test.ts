import { until } from '@earshot/core/testing';
import { contracts, errorBody } from '@earshot/proto/http';
import { ownSession } from '@earshot/proto/http/gateway';
import { leadView } from '@earshot/proto/http/lead-views';
import { activityItem, sentMessage } from '@earshot/proto/http/outreach';
import { scanPosts } from '@earshot/proto/http/scan';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Founder, founder, linkAccount } from '../../src/founder.ts';
import { type OpenProduct, openProduct } from '../../src/product.ts';
import { Visitor } from '../../src/visitor.ts';

/** A user cannot see, change or use the data of another user. The calls answer as if it did not exist. */
let product: OpenProduct;
let owner: Founder;
let other: Visitor;
let own: { session: string; view: string; account: string; message: string; activity: string; post: string };

beforeAll(async () => {
  product = await openProduct();
  [owner, other] = await Promise.all([founder(product.url), Visitor.registered(product.url)]);
  const { visitor, leads } = owner;
  const [session] = await visitor.get(z.array(ownSession), '/api/auth/sessions');
  const account = await linkAccount(visitor, 'owner_of_things');
  // The cases below need the id of a stored message.
  const message = await visitor.get(sentMessage, '/api/reddit/send-dm', {
    method: 'POST',
    body: { accountId: account.id, recipientUsername: 'harbour_master', message: 'Hello there', leadId: leads[0].id },
  });
  const activity = await until('the entry in the feed', async () => {
    const [item] = await visitor.get(z.array(activityItem), '/api/activity/dms');
    return item?.id;
  });
  const view = await visitor.get(leadView, '/api/lead-views', { method: 'POST', body: { name: 'Mine', filters: {} } });
  const { posts } = await visitor.get(scanPosts, `/api/leads/scan/${owner.job.id}/posts`);
  own = {
    view: view.id,
    session: session?.id ?? '',
    account: account.id,
    message: message.id,
    activity,
    post: posts[0]?.postId ?? '',
  };
});
afterAll(() => product.stop());

const cases: readonly (readonly [call: string, body: (() => object) | null, code: string])[] = [
  ['GET /api/leads/{lead}', null, 'lead.not-found'],
  ['PATCH /api/leads/{lead}/status', () => ({ status: 'skipped' }), 'lead.not-found'],
  ['PUT /api/leads/{lead}/rating', () => ({ rating: 'down' }), 'lead.not-found'],
  ['POST /api/leads/{lead}/generate-message', () => ({ messageType: 'dm' }), 'lead.not-found'],
  ['PUT /api/leads/{lead}/drafts', () => ({ messageType: 'dm', text: 'Hi' }), 'lead.not-found'],
  ['PUT /api/leads/{lead}/reminder', () => ({ remindAt: null }), 'lead.not-found'],
  ['GET /api/leads/scan/status/{job}', null, 'scan.not-found'],
  ['POST /api/leads/scan/cancel/{job}', null, 'scan.not-found'],
  ['GET /api/leads/scan/{job}/posts', null, 'scan.not-found'],
  ['GET /api/leads/scan/{job}/close-posts', null, 'scan.not-found'],
  ['POST /api/leads/scan/{job}/posts/{post}/rescue', null, 'scan.not-found'],
  ['PATCH /api/lead-views/{view}', () => ({ name: 'Theirs' }), 'view.not-found'],
  ['DELETE /api/lead-views/{view}', null, 'view.not-found'],
  ['DELETE /api/subreddits/{community}', null, 'subreddit.not-found'],
  ['PATCH /api/subreddits/{community}/star', () => ({ isStarred: true }), 'subreddit.not-found'],
  ['DELETE /api/auth/sessions/{session}', null, 'session.not-found'],
  ['DELETE /api/reddit/accounts/{account}', null, 'account.not-found'],
  ['POST /api/reddit/accounts/{account}/check', null, 'account.not-found'],
  ['GET /api/reddit/messages/{message}', null, 'message.not-found'],
  ['GET /api/activity/{activity}', null, 'activity.not-found'],
  ['POST /api/reddit/messages/{message}/settle', () => ({ status: 'sent' }), 'message.not-found'],
  [
    'POST /api/reddit/send-dm',
    () => ({ accountId: own.account, recipientUsername: 'somebody', message: 'Hi', leadId: owner.leads[0].id }),
    'account.not-found',
  ],
  [
    'POST /api/reddit/send-comment',
    () => ({ accountId: own.account, postUrl: owner.leads[0].url, comment: 'Hi', leadId: owner.leads[0].id }),
    'account.not-found',
  ],
];

/** Calls whose objects cannot be made here, each with the test of another user's object. */
const elsewhere = new Map([['removePasskey', 'services/auth/test/passkeys.service.test.ts']]);

it('has a case for each call whose path names an object', () => {
  const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, '*');
  const covered = new Set(cases.map(([call]) => shapeOf(call)));
  const withId = Object.entries(contracts).filter(
    // Administrators may use the objects of others.
    ([, { callers, path, access }]) => callers.includes('gateway') && path.includes('/:') && access !== 'admin',
  );
  const missing = withId.filter(
    ([name, { method, path }]) => !covered.has(shapeOf(`${method} ${path}`)) && !elsewhere.has(name),
  );
  expect(missing.map(([name]) => `${name} needs a row in cases of other-users-objects.journey.test.ts`)).toEqual([]);
});

describe("another user's object", () => {
  it.each(cases)('%s is 404', async (call, body, code) => {
    const ids: Readonly<Record<string, string>> = {
      ...own,
      lead: owner.leads[0].id,
      job: owner.job.id,
      community: owner.communityId,
    };
    const [method = '', path = ''] = call.split(' ');
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
    const reply = await other.ask(target, { method, ...(body !== null && { body: body() }) });
    expect([reply.status, errorBody.parse(reply.body).code]).toEqual([404, code]);
  });

  it("a lead of somebody else cannot be written to through one's own account", async () => {
    const { id: accountId } = await linkAccount(other, 'another_one');
    const reply = await other.ask('/api/reddit/send-dm', {
      method: 'POST',
      body: { accountId, recipientUsername: 'somebody', message: 'Hi', leadId: owner.leads[0].id },
    });
    expect([reply.status, errorBody.parse(reply.body).code]).toEqual([404, 'lead.not-found']);
  });

  it('is in no list', async () => {
    const lists = [
      '/api/subreddits',
      '/api/generated-messages',
      '/api/drafts',
      '/api/reminders',
      '/api/activity/dms',
      '/api/activity/comments',
      '/api/reddit/messages',
      '/api/notifications',
    ];
    for (const path of lists) expect([path, (await other.ask(path)).body]).toEqual([path, []]);
    expect((await other.ask('/api/leads')).body).toEqual({ leads: [], total: 0, totalPages: 0 });
    expect((await other.ask('/api/leads/scan/latest')).body).toBeNull();
    expect((await other.ask('/api/leads/export')).body).not.toContain(owner.leads[0].title);
    expect((await other.ask('/api/analytics/stats')).body).toMatchObject({ totalLeads: 0, activeSubreddits: 0 });
  });
});
