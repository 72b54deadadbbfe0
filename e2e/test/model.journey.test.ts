import { generatedMessage } from '@earshot/proto/http/outreach';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { type ScanJob, scanJob } from '@earshot/proto/http/scan';
import {
  type ChatRequest,
  type FakeAnswer,
  type FakeOpenAi,
  lastMessage,
  startFakeOpenAi,
} from '@earshot/testing/fake-open-ai';
import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Product, startProduct } from '../src/product.ts';
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

beforeAll(async () => {
  fake = await startFakeOpenAi(judge);
  product = await startProduct({ settings: { OPENAI_API_KEY: 'sk-secret-of-a-test', OPENAI_BASE_URL: fake.baseUrl } });
});
afterAll(async () => {
  await product.stop();
  await fake.close();
});

async function setUp(): Promise<Visitor> {
  const visitor = await Visitor.registered(product.url);
  const settings = { businessDescription: business, defaultDmLength: 'sentences' };
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
