import { newId } from '@earshot/core';
import { draftContract, type Endpoint, outreachContract } from '@earshot/proto/http';
import { savedDraft } from '@earshot/proto/http/drafts';
import { activityItem, sentMessage } from '@earshot/proto/http/outreach';
import { previewLength } from '@earshot/proto/values';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { outreachModels } from '../src/store/models.ts';
import { noon, startWorld, type World } from './support/world.ts';

/** The longest text that a message can have, and the longest draft. */
const [longMessage, longDraft] = ['m'.repeat(10_000), 'd'.repeat(20_000)];
const entries = 200;
/** Bytes. A full page of previews stays below. */
const mostBytes = 256 * 1024;

const userId = newId();
let world: World;
beforeAll(async () => {
  world = await startWorld();
  const models = outreachModels(world.services.platformOf('outreach').documents);
  const ids = Array.from({ length: entries }, (_, n) => `lead-${n}`);
  const reason = 'r'.repeat(20_000);
  const made = {
    id: 'g',
    text: longDraft,
    origin: 'keyless',
    variant: null,
    rules: { verdict: 'safe', rule: reason, reason },
  };
  const shared = { userId, leadSource: 'sample', leadTitle: 'How do you ship?' };
  await models.savedDraft.insertMany(
    ids.map((leadId, n) => ({
      ...shared,
      _id: newId(),
      leadId,
      messageType: 'dm',
      tone: 'casual',
      text: longDraft,
      made,
      updatedAt: new Date(noon.getTime() - n),
    })),
  );
  await models.sent.insertMany(
    ids.map((leadId, n) => ({
      ...shared,
      _id: `sent-${n}`,
      leadId,
      messageType: 'dm',
      content: longMessage,
      recipientUsername: 'a_shop',
      redditAccountId: null,
      status: 'sent',
      source: `lead:${leadId}:1`,
      createdAt: new Date(noon.getTime() - n),
    })),
  );
  await models.activity.insertMany(
    ids.map((leadId, n) => ({
      ...shared,
      _id: `item-${n}`,
      leadId,
      activityType: 'dm',
      content: longMessage,
      source: `lead:${leadId}:1`,
      createdAt: new Date(noon.getTime() - n),
    })),
  );
});
afterAll(() => world.stop());

async function list<S extends z.ZodType>(endpoint: Endpoint, item: S, query = {}) {
  const { status, body } = await world.services.fetch(endpoint, { userId, query });
  expect(status).toBe(200);
  return { bytes: JSON.stringify(body).length, items: z.array(item).parse(body) };
}

describe('a list of long texts', () => {
  it('of drafts has pages of previews; the drafts of one lead are whole', async () => {
    const first = await list(draftContract.listDrafts, savedDraft);
    expect(first.bytes).toBeLessThan(mostBytes);
    expect(first.items).toHaveLength(100);
    expect(first.items[0]).toMatchObject({ leadId: 'lead-0', isPreview: true, isEdited: false });
    expect(first.items[0]?.text).toBe(longDraft.slice(0, previewLength));
    const { items } = await list(draftContract.listDrafts, savedDraft, { page: '2' });
    expect(items.map(({ leadId }) => leadId)).toEqual(Array.from({ length: 100 }, (_, n) => `lead-${n + 100}`));
    expect((await list(draftContract.listDrafts, savedDraft, { page: '3' })).items).toEqual([]);
    const own = await list(draftContract.listDrafts, savedDraft, { leadId: 'lead-7' });
    expect(own.items).toMatchObject([{ text: longDraft, isPreview: false, made: { text: longDraft } }]);
  });

  it('of messages has pages of previews, and each message can be read whole', async () => {
    const { bytes, items } = await list(outreachContract.listSentMessages, sentMessage, { page: '2' });
    expect(bytes).toBeLessThan(mostBytes);
    expect(items).toHaveLength(100);
    expect(items[0]).toMatchObject({ id: 'sent-100', content: longMessage.slice(0, previewLength), isPreview: true });
    const params = { id: 'sent-100' };
    const { body } = await world.services.fetch(outreachContract.getSentMessage, { userId, params });
    expect(body).toMatchObject({ content: longMessage, isPreview: false });
    const stranger = await world.services.fetch(outreachContract.getSentMessage, { userId: newId(), params });
    expect(stranger).toMatchObject({ status: 404, body: { code: 'message.not-found' } });
  });

  it('of activity has previews, and each entry can be read whole', async () => {
    const { bytes, items } = await list(outreachContract.listDirectMessages, activityItem);
    expect(bytes).toBeLessThan(mostBytes);
    expect(items[0]).toMatchObject({ id: 'item-0', content: longMessage.slice(0, previewLength), isPreview: true });
    const params = { id: 'item-0' };
    const { body } = await world.services.fetch(outreachContract.getActivity, { userId, params });
    expect(body).toMatchObject({ content: longMessage, isPreview: false });
    const stranger = await world.services.fetch(outreachContract.getActivity, { userId: newId(), params });
    expect(stranger).toMatchObject({ status: 404, body: { code: 'activity.not-found' } });
  });
});

it('a draft cannot be saved with rules that are longer than rules are', async () => {
  const rules = { verdict: 'safe', rule: null, reason: 'r'.repeat(4_001) };
  const body = {
    messageType: 'dm',
    text: 'Hello',
    made: { id: null, text: 'Hi', origin: 'keyless', rules, variant: null },
  };
  const answer = await world.services.fetch(draftContract.saveDraft, { userId, params: { id: 'lead-1' }, body });
  expect(answer).toMatchObject({ status: 400, body: { message: 'made.rules.reason has at most 4,000 characters' } });
});
