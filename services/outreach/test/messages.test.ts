import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authService } from '@earshot/auth';
import { leadService } from '@earshot/lead';
import type { Llm, Platform } from '@earshot/platform';
import { appError, newId } from '@earshot/platform';
import { LlmError } from '@earshot/platform/llm';
import type { TestServices } from '@earshot/platform/testing';
import { startTestServices, until } from '@earshot/platform/testing';
import { create, LeadFoundSchema, timestampFromDate } from '@earshot/proto/events';
import { authContract, leadContract, outreachContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { z } from 'zod';
import { keylessDrafter } from '../src/domain/drafting/keyless-drafter.ts';
import { splitParagraphs } from '../src/domain/drafting/sentences.ts';
import { outreachService } from '../src/service.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const { generateMessage, listGeneratedMessages } = outreachContract;
const description =
  'ParcelPilot: shipping software for small online shops. Compare carrier rates, print labels in batches and track parcels.';

let nowMs = now.getTime();
const start = (platform: (own: Platform) => Platform = (own) => own) =>
  startTestServices([authService, leadService, outreachService], { clock: { now: () => new Date(nowMs) }, platform });

let services: TestServices;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.stop());

const post = {
  title: 'Looking for shipping software for my candle shop',
  content: 'We send forty parcels a week and I copy every address by hand. Can anyone recommend something?',
  author: 'wick_and_wax',
  subreddit: 'ecommerce',
  matchReason: 'Asks for a tool like yours.',
};

/** A user with a business (unless none is wanted) and one lead. */
async function userWithLead(on: TestServices, business = description) {
  const userId = newId();
  const form = { businessDescription: business, defaultDmLength: 'single_paragraph', defaultReplyLength: 'sentences' };
  await on.fetch(leadContract.saveConfiguration, { userId, body: form });
  const value = create(LeadFoundSchema, {
    ...post,
    jobId: newId(),
    postId: 't3_abc',
    url: 'https://www.reddit.com/comments/abc',
    postCreatedAt: timestampFromDate(now),
    score: 8,
    relevance: 'high',
    scorerVersion: 'test-1',
    maxLeadsPerScan: 100,
    maxLeadsPerDay: 100,
  });
  const platform = on.platformOf('lead');
  await platform.bus.publish([platform.event({ userId, payload: { case: 'leadFound', value } }).record]);
  const leadId = await until('the lead', async () => {
    const { body } = await on.fetch(leadContract.listLeads, { userId });
    return leadList.parse(body).leads[0]?.id;
  });
  return { userId, leadId };
}

function generate(on: TestServices, userId: string | null, id: string, body: unknown) {
  return on.fetch(generateMessage, { userId, params: { id }, body });
}

async function listOf(on: TestServices, userId: string) {
  const { status, body } = await on.fetch(listGeneratedMessages, { userId });
  expect(status).toBe(200);
  return z.array(generatedMessage).parse(body);
}

describe('generating a message', () => {
  it("drafts in the configured length from the user's business and the lead's post, and keeps it", async () => {
    const { userId, leadId } = await userWithLead(services);
    const answer = await generate(services, userId, leadId, { messageType: 'dm', tone: 'casual' });
    const made = generatedMessage.parse(answer.body);
    const wanted = { business: { description }, lead: post, messageType: 'dm', tone: 'casual' } as const;
    const { message } = await keylessDrafter().draft({ ...wanted, length: 'single_paragraph' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: made.id,
      leadId,
      userId,
      message,
      messageType: 'dm',
      tone: 'casual',
      origin: 'keyless',
      rules: null,
      sentAt: null,
      status: 'pending',
      createdAt: now.toISOString(),
    });
    expect(splitParagraphs(message)).toHaveLength(1);
    expect(await listOf(services, userId)).toEqual([made]);
  });

  it('is professional unless told, a comment in its own length', async () => {
    const { userId, leadId } = await userWithLead(services);
    const answer = await generate(services, userId, leadId, { messageType: 'comment' });
    const wanted = { business: { description }, lead: post, messageType: 'comment', tone: 'professional' } as const;
    const { message } = await keylessDrafter().draft({ ...wanted, length: 'sentences' });
    expect(answer).toMatchObject({ status: 200, body: { messageType: 'comment', tone: 'professional', message } });
  });

  it('lists the newest first, to their user alone', async () => {
    const { userId, leadId } = await userWithLead(services);
    const made: string[] = [];
    for (const tone of ['direct', 'consultative', 'casual']) {
      const { body } = await generate(services, userId, leadId, { messageType: 'dm', tone });
      made.unshift(generatedMessage.parse(body).id);
      nowMs += 1000;
    }
    nowMs = now.getTime();
    expect((await listOf(services, userId)).map(({ id }) => id)).toEqual(made);
    expect(await listOf(services, newId())).toEqual([]);
  });

  const types = 'messageType must be one of dm, comment';
  it.each([
    [{}, 'messageType', types],
    [undefined, 'messageType', types],
    [{ messageType: 'fax' }, 'messageType', types],
    [{ messageType: 'dm', tone: 'rude' }, 'tone', 'tone must be one of professional, casual, direct, consultative'],
  ])('refuses %j', async (body, field, message) => {
    const answer = await generate(services, newId(), 'any', body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', message, fields: { [field]: message } },
    });
  });

  it("knows nobody else's lead, and wants a session", async () => {
    const { leadId } = await userWithLead(services);
    const body = { messageType: 'dm' };
    const missing = { status: 404, body: { code: 'lead.not-found', message: 'This lead does not exist' } };
    expect(await generate(services, newId(), leadId, body)).toMatchObject(missing);
    expect(await generate(services, newId(), 'no-lead', body)).toMatchObject(missing);
    expect(await generate(services, null, leadId, body)).toMatchObject({ status: 401 });
    expect(await services.fetch(listGeneratedMessages, { userId: null })).toMatchObject({ status: 401 });
  });

  it('asks for a business description first', async () => {
    const { userId, leadId } = await userWithLead(services, '  ');
    expect(await generate(services, userId, leadId, { messageType: 'dm' })).toMatchObject({
      status: 400,
      body: {
        code: 'draft.no-business',
        message: 'Describe your business on the Configuration page before you generate a message',
      },
    });
    expect(await listOf(services, userId)).toEqual([]);
  });
});

describe('with a language model', () => {
  const asked: string[] = [];
  const failing: Llm = {
    complete: ({ model }) => {
      asked.push(model);
      return Promise.reject(new LlmError('rate-limited', 'the provider asks to wait'));
    },
  };
  let withModel: TestServices;
  beforeAll(async () => {
    withModel = await start((own) => ({ ...own, llm: failing }));
  });
  afterAll(() => withModel.stop());

  it("asks the user's own model; its failure is told and leaves no message", async () => {
    const { userId, leadId } = await userWithLead(withModel);
    await withModel.fetch(authContract.savePreferences, { userId, body: { messageGenerationModel: 'gpt-4o' } });
    expect(await generate(withModel, userId, leadId, { messageType: 'dm' })).toMatchObject({
      status: 503,
      body: { code: 'draft.failed', message: 'No message could be written just now; try again' },
    });
    expect(asked).toEqual(['gpt-4o']);
    expect(await listOf(withModel, userId)).toEqual([]);
  });
});

describe('while another service does not answer', () => {
  it('says so', async () => {
    const call = () => Promise.reject(appError('service.unavailable'));
    const alone = await startTestServices([outreachService], { platform: (own) => ({ ...own, call }) });
    try {
      const answer = await generate(alone, newId(), 'any', { messageType: 'dm' });
      expect(answer).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
    } finally {
      await alone.stop();
    }
  });
});
