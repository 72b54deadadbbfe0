import { generatedMessage } from '@earshot/proto/http/outreach';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { scanJob } from '@earshot/proto/http/scan';
import type { ChatRequest, FakeAnswer, FakeOpenAi } from '@earshot/testing/fake-open-ai';
import { lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

const asked = z.object({ posts: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })) });
const started = z.object({ jobId: z.string() });
const none = { category: 'none', quote: null } as const;
const toDraft = z.object({ post: z.object({ author: z.string(), title: z.string() }) });
const offer = 'InvoiceNest sends proposals, collects deposits and chases clients who do not pay.';

/** Rates every post with "invoic" in its title as a core fit that asks for a tool. */
function judge(request: ChatRequest): FakeAnswer {
  const data = asked.safeParse(JSON.parse(lastMessage(request, 'user')));
  if (!data.success) {
    const { author, title } = toDraft.parse(JSON.parse(lastMessage(request, 'user'))).post;
    const message = `Hi ${author}, you ask "${title}" ${offer}`;
    return { content: JSON.stringify({ drafts: [{ message }] }) };
  }
  const posts = data.data.posts.map(({ key, title }) => {
    const quote = /invoic\w*/i.exec(title)?.[0];
    const fit = quote === undefined ? none : { category: 'core', quote };
    const need = quote === undefined ? none : { category: 'provider', quote };
    return { key, fit, need, stage: none, urgency: none, disqualifiers: [] };
  });
  return { content: JSON.stringify({ posts }) };
}

let product: Product;
let fake: FakeOpenAi;
let behave: (request: ChatRequest) => FakeAnswer;

beforeAll(async () => {
  fake = await startFakeOpenAi((request) => behave(request));
  product = await startProduct({ settings: { OPENAI_API_KEY: 'sk-secret-of-a-test', OPENAI_BASE_URL: fake.baseUrl } });
});
afterAll(async () => {
  await product.stop();
  await fake.close();
});
beforeEach(() => {
  behave = judge;
});

let visitors = 0;

/** Registers a visitor with a unique business, because the product reuses the model's answers for equal businesses. */
async function setUp(): Promise<Visitor> {
  const visitor = await Visitor.registered(product.url);
  visitors += 1;
  const settings = { businessDescription: `${business} Branch ${visitors}.`, defaultDmLength: 'sentences' };
  await visitor.ask('/api/configuration', { method: 'POST', body: settings });
  await visitor.get(subreddit, '/api/subreddits', { method: 'POST', body: { name: 'freelance' } });
  return visitor;
}

async function scan(visitor: Visitor): Promise<ScanJob> {
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', { method: 'POST' });
  return until('the scan to end', async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return ['completed', 'failed'].includes(job.status) ? job : null;
  });
}

it("scores and drafts with the user's model, and code adds up the model's scores", async () => {
  const visitor = await setUp();
  const job = await scan(visitor);
  expect(job).toMatchObject({ status: 'completed', funnel: { unscored: 0, pending: 0 } });
  const { leads } = await visitor.get(leadList, '/api/leads');
  expect(leads.length).toBeGreaterThan(0);
  expect(leads.every(({ title }) => /invoic/i.test(title))).toBe(true);
  expect(fake.calls.at(-1)?.model).toBe('gpt-5-mini');

  const path = `/api/leads/${leads[0]?.id ?? ''}/generate-message`;
  const message = await visitor.get(generatedMessage, path, {
    method: 'POST',
    body: { messageType: 'dm', tone: 'direct' },
  });
  expect(message).toMatchObject({ origin: 'model', message: expect.stringContaining(offer) });
  expect(message.message).toContain(leads[0]?.title);
  expect(fake.calls.at(-1)?.model).toBe('gpt-5');
});

it('posts that the model did not judge are unscored, and the next scan asks again', async () => {
  const visitor = await setUp();
  behave = () => ({ content: JSON.stringify({ posts: [] }) });
  const first = await scan(visitor);
  expect(first.status).toBe('completed');
  expect(first.funnel.unscored).toBeGreaterThan(0);
  expect(first.newLeadsFound).toBe(0);
  behave = judge;
  const second = await scan(visitor);
  expect(second.funnel).toMatchObject({ unscored: 0, scored: first.funnel.unscored });
  expect(second.newLeadsFound).toBeGreaterThan(0);
});

it('a draft that the model refuses is written and marked as without it, and the lead does not change', async () => {
  const visitor = await setUp();
  await scan(visitor);
  const { leads } = await visitor.get(leadList, '/api/leads');
  behave = () => ({ refusal: 'I would rather not' });
  const path = `/api/leads/${leads[0]?.id ?? ''}/generate-message`;
  const body = { messageType: 'comment', tone: 'casual', force: true };
  const message = await visitor.get(generatedMessage, path, { method: 'POST', body });
  expect(message.origin).toBe('keyless');
  expect(message.message).toContain('InvoiceNest');
  expect(message.rules?.verdict).toBe('avoid');
  expect((await visitor.get(leadList, '/api/leads?status=new')).total).toBe(leads.length);
});
