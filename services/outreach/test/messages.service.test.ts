import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appError, newId } from '@earshot/core';
import type { TestServices } from '@earshot/testing';
import { startTestServices } from '@earshot/testing';
import { outreachContract } from '@earshot/proto/http';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { keylessDrafter } from '@earshot/drafting';
import { splitParagraphs } from '@earshot/drafting';
import { NEAR_DUPLICATE, nearest } from '@earshot/drafting';
import { outreachService } from '../src/service.ts';
import { outreachModels } from '../src/store/models.ts';
import { oneOf } from '@earshot/drafting/testing';
import { description, draftLead, generate, listOf, now, pass, start, userWithLead } from './support/draft-world.ts';

const { listGeneratedMessages } = outreachContract;

let services: TestServices;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.stop());

describe('generating a message', () => {
  it("drafts in the configured length from the user's business and the lead's post, and keeps it", async () => {
    const { userId, leadId } = await userWithLead(services);
    const answer = await generate(services, userId, leadId, { messageType: 'dm', tone: 'casual' });
    const made = generatedMessage.parse(answer.body);
    const wanted = { business: { description }, lead: draftLead, messageType: 'dm', tone: 'casual' } as const;
    const message = await oneOf(keylessDrafter(), { ...wanted, length: 'single_paragraph' });
    const rules = { verdict: 'safe', rule: null, reason: 'No rule of this community is about a message like this' };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: made.id,
      leadId,
      userId,
      source: 'reddit',
      sourceLabel: 'Reddit',
      recipient: 'wick_and_wax',
      recipientLabel: 'u/wick_and_wax',
      leadTitle: 'Looking for shipping software for my candle shop',
      message,
      messageType: 'dm',
      tone: 'casual',
      origin: 'keyless',
      rules,
      variants: made.variants,
      sentAt: null,
      status: 'pending',
      createdAt: now.toISOString(),
    });
    expect(splitParagraphs(message)).toHaveLength(1);
    expect(await listOf(services, userId)).toEqual([made]);
  });

  it('is professional by default, a comment in its own length', async () => {
    const { userId, leadId } = await userWithLead(services);
    const answer = await generate(services, userId, leadId, { messageType: 'comment' });
    const wanted = {
      business: { description },
      lead: draftLead,
      messageType: 'comment',
      tone: 'professional',
    } as const;
    const message = await oneOf(keylessDrafter(), { ...wanted, length: 'sentences' });
    expect(answer).toMatchObject({ status: 200, body: { messageType: 'comment', tone: 'professional', message } });
  });

  it('lists the newest first, to their user alone', async () => {
    const { userId, leadId } = await userWithLead(services);
    const made: string[] = [];
    for (const tone of ['direct', 'consultative', 'casual']) {
      const { body } = await generate(services, userId, leadId, { messageType: 'dm', tone });
      made.unshift(generatedMessage.parse(body).id);
      pass(1000);
    }
    pass();
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

  it('hides leads of other users, and needs a session', async () => {
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

describe('generating again', () => {
  it('writes a different draft each time, as long as the earlier ones are recent', async () => {
    const { userId, leadId } = await userWithLead(services);
    const body = { messageType: 'dm', tone: 'direct' };
    const made: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await generate(services, userId, leadId, body);
      const { message } = generatedMessage.parse(answer.body);
      expect(nearest(message, made)).toBeLessThanOrEqual(NEAR_DUPLICATE);
      made.push(message);
    }
    pass(31 * 24 * 60 * 60_000);
    const later = generatedMessage.parse((await generate(services, userId, leadId, body)).body);
    pass();
    expect(later.message).toBe(made[0]);
  });

  it('makes one entry with three variants that differ in their approach', async () => {
    const { userId, leadId } = await userWithLead(services);
    const body = { messageType: 'comment', tone: 'consultative' };
    const made = generatedMessage.parse((await generate(services, userId, leadId, body)).body);
    expect(made.variants.map(({ variant }) => variant)).toEqual(['help-first', 'question-first', 'offer-first']);
    expect(made.variants[0]).toEqual({
      variant: 'help-first',
      message: made.message,
      origin: made.origin,
      rules: made.rules,
    });
    const messages = made.variants.map(({ message }) => message);
    messages.forEach((message, index) => {
      expect(nearest(message, messages.toSpliced(index, 1))).toBeLessThanOrEqual(NEAR_DUPLICATE);
    });
    expect(await listOf(services, userId)).toEqual([made]);
  });

  it('lists the entries of older versions, which have no variants', async () => {
    const { userId, leadId } = await userWithLead(services);
    const { message: generated } = outreachModels(services.platformOf('outreach').documents);
    const _id = newId();
    await generated.create({
      _id,
      userId,
      leadId,
      message: 'Hello',
      messageType: 'dm',
      tone: 'direct',
      createdAt: now,
    });
    await generated.updateOne({ _id }, { $unset: { variants: 1, rules: 1 } });
    expect(await listOf(services, userId)).toMatchObject([
      { message: 'Hello', origin: 'keyless', rules: null, variants: [], source: 'reddit' },
    ]);
  });
});

describe('while another service does not answer', () => {
  it('answers 503', async () => {
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
