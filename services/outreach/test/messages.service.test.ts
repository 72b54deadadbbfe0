import { afterAll, describe, expect, it } from '@jest/globals';
import { appError, newId } from '@earshot/core';
import { startTestServices } from '@earshot/testing';
import { leadContract } from '@earshot/proto/http';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { splitParagraphs, splitSentences } from '../../../packages/drafting/src/sentences.ts';
import { outreachService } from '../src/service.ts';
import { description, generate, listOf, now, pass, start, userWithLead } from './support/draft-world.ts';

const services = await start();
afterAll(() => services.stop());

describe('generating a message', () => {
  it("drafts in the configured length from the user's business and the lead's post, and keeps it", async () => {
    const { userId, leadId } = await userWithLead(services);
    const answer = await generate(services, userId, leadId, { messageType: 'dm', tone: 'casual' });
    const made = generatedMessage.parse(answer.body);
    const rules = { verdict: 'safe', rule: null, reason: 'No rule of this community is about a message like this' };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: made.id,
      leadId,
      userId,
      source: 'sample',
      sourceLabel: 'Sample data',
      recipient: 'wick_and_wax',
      recipientLabel: 'u/wick_and_wax',
      leadTitle: 'Looking for shipping software for my candle shop',
      message: made.message,
      messageType: 'dm',
      tone: 'casual',
      origin: 'keyless',
      rules,
      variants: made.variants,
      sentAt: null,
      status: 'pending',
      createdAt: now.toISOString(),
    });
    expect(made.message).toContain('ParcelPilot');
    expect(splitParagraphs(made.message)).toHaveLength(1);
    expect(await listOf(services, userId)).toEqual([made]);
  });

  it('is professional by default, a comment in its own length', async () => {
    const { userId, leadId } = await userWithLead(services);
    const answer = await generate(services, userId, leadId, { messageType: 'comment' });
    expect(answer).toMatchObject({ status: 200, body: { messageType: 'comment', tone: 'professional' } });
    expect(splitSentences(generatedMessage.parse(answer.body).message).length).toBeLessThanOrEqual(3);
    const longer = await generate(services, userId, leadId, { messageType: 'comment', length: 'multiple_paragraphs' });
    expect(generatedMessage.parse(longer.body).message.split('\n\n').length).toBeGreaterThanOrEqual(3);
  });

  it("takes the greeting and the closing of the user's own tone, and keeps its name", async () => {
    const { userId, leadId } = await userWithLead(services);
    const example = 'Moin Sam,\n\nwe had the same trouble with parcels.\n\nCheers, Ada';
    const ownTones = [{ name: 'Workshop', example }];
    const saved = await services.fetch(leadContract.saveConfiguration, { userId, body: { ownTones } });
    expect(saved.status).toBe(200);
    const write = (body: object) => generate(services, userId, leadId, { ownTone: 'Workshop', ...body });
    const made = generatedMessage.parse((await write({ messageType: 'dm', length: 'multiple_paragraphs' })).body);
    expect(made).toMatchObject({ ownTone: 'Workshop' });
    for (const { message } of made.variants) {
      expect(message).toMatch(/^Moin wick_and_wax,\n\n[^]*\n\nCheers, Ada$/);
      expect([3, 4]).toContain(splitParagraphs(message).length);
    }
    const short = generatedMessage.parse((await write({ messageType: 'comment', length: 'sentences' })).body);
    expect(short.message).not.toMatch(/Moin|Cheers/);
    expect(await listOf(services, userId)).toEqual([short, made]);
    const missing = await write({ messageType: 'dm', ownTone: 'Deleted' });
    expect(missing).toMatchObject({ status: 400, body: { code: 'draft.no-tone' } });
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

  it('refuses a direct message to a deleted author, and drafts a comment', async () => {
    const { userId, leadId } = await userWithLead(services, description, { author: '[deleted]' });
    expect(await generate(services, userId, leadId, { messageType: 'dm' })).toMatchObject({
      status: 409,
      body: { code: 'lead.no-author' },
    });
    expect(await listOf(services, userId)).toEqual([]);
    expect(await generate(services, userId, leadId, { messageType: 'comment' })).toMatchObject({ status: 200 });
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
  it('writes another draft, as long as the earlier ones are recent', async () => {
    const { userId, leadId } = await userWithLead(services);
    const write = async () =>
      generatedMessage.parse((await generate(services, userId, leadId, { messageType: 'dm', tone: 'direct' })).body);
    const first = await write();
    expect((await write()).message).not.toBe(first.message);
    pass(31 * 24 * 60 * 60_000);
    const later = await write();
    pass();
    expect(later.message).toBe(first.message);
  });

  it('answers without a message where there is no good draft, and stores nothing unless it must', async () => {
    const { userId, leadId } = await userWithLead(services, 'We tune pianos at home in Bristol.');
    const body = { messageType: 'dm', tone: 'direct' };
    expect(await generate(services, userId, leadId, body)).toEqual(
      expect.objectContaining({
        status: 200,
        body: {
          message: '',
          tone: 'direct',
          declined: {
            code: 'too-far',
            reason: 'None of your sentences is close to what this post is about.',
          },
        },
      }),
    );
    expect(await listOf(services, userId)).toEqual([]);
    const forced = await generate(services, userId, leadId, { ...body, force: true });
    expect(await listOf(services, userId)).toEqual([generatedMessage.parse(forced.body)]);
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
    expect(new Set(made.variants.map(({ message }) => message)).size).toBe(3);
    expect(await listOf(services, userId)).toEqual([made]);
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
