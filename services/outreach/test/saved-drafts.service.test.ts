import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { draftContract, leadContract, outreachContract } from '@earshot/proto/http';
import { reminder, savedDraft } from '@earshot/proto/http/drafts';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  addLead,
  commentsOf,
  dmsOf,
  messageIn,
  messagesOf,
  newsOf,
  noon,
  person,
  post,
  sendDm,
  startWorld,
} from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

interface Owner {
  readonly userId: string;
  readonly leadId: string;
}
async function owner(): Promise<Owner> {
  const userId = newId();
  return { userId, leadId: await addLead(world, userId) };
}
const save = (userId: string | null, leadId: string, body: object) =>
  world.services.fetch(draftContract.saveDraft, { userId, params: { id: leadId }, body });
const draftsOf = async (userId: string, query = {}) => {
  const { status, body } = await world.services.fetch(draftContract.listDrafts, { userId, query });
  expect(status).toBe(200);
  return z.array(savedDraft).parse(body);
};
const remind = (userId: string | null, leadId: string, remindAt: unknown) =>
  world.services.fetch(draftContract.setReminder, { userId, params: { id: leadId }, body: { remindAt } });
const remindersOf = async (userId: string) => {
  const { body } = await world.services.fetch(draftContract.listReminders, { userId });
  return z.array(reminder).parse(body);
};
async function change({ userId, leadId }: Owner, body: object) {
  const answer = await world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id: leadId }, body });
  expect(answer.status).toBe(200);
}
async function generate({ userId, leadId }: Owner) {
  const business = { businessDescription: 'Shipping software for small shops' };
  await world.services.fetch(leadContract.saveConfiguration, { userId, body: business });
  const body = { messageType: 'dm', tone: 'direct' };
  const answer = await world.services.fetch(outreachContract.generateMessage, { userId, params: { id: leadId }, body });
  return generatedMessage.parse(answer.body);
}
const generatedOf = async (userId: string) =>
  z
    .array(generatedMessage)
    .parse((await world.services.fetch(outreachContract.listGeneratedMessages, { userId })).body);

describe('a draft', () => {
  it('is saved for each type of a lead, with its recipient and lead', async () => {
    const { userId, leadId } = await owner();
    await save(userId, leadId, { messageType: 'dm', text: 'Hello', subject: 'Your parcels' });
    world.pass(1_000);
    await save(userId, leadId, { messageType: 'comment', tone: 'casual', text: 'For everybody' });
    world.pass(1_000);
    await save(userId, leadId, { messageType: 'dm', text: 'Hello there', subject: 'Your parcels' });
    const shown = { leadId, recipient: post.author, recipientLabel: `u/${post.author}`, leadTitle: post.title };
    expect(await draftsOf(userId, { leadId })).toMatchObject([
      { ...shown, messageType: 'dm', text: 'Hello there', subject: 'Your parcels', made: null },
      { ...shown, messageType: 'comment', tone: 'casual', text: 'For everybody', subject: null },
    ]);
    expect(await draftsOf(userId, { leadId: 'another' })).toEqual([]);
    expect(await draftsOf(newId())).toEqual([]);
    const { body } = await save(userId, leadId, { messageType: 'dm', text: '  ' });
    expect(body).toBeNull();
    expect(await draftsOf(userId)).toMatchObject([{ messageType: 'comment' }]);
  });

  it('keeps the generated text that it started from', async () => {
    const who = await owner();
    const generated = await generate(who);
    expect(generated).toMatchObject({ recipient: post.author, leadTitle: post.title });
    const { id, message: text, origin, rules } = generated;
    const made = { id, text, origin, rules, variant: 'question-first' };
    await save(who.userId, who.leadId, { messageType: 'dm', text: `${text} Yours, Ada`, made });
    expect(await draftsOf(who.userId, { leadId: who.leadId })).toMatchObject([{ text: `${text} Yours, Ada`, made }]);
  });

  it('ends when its text is sent, together with the generated one that it started from; a late save brings nothing back', async () => {
    const who = await person(world);
    const generated = await generate(who);
    const text = 'Edited by hand';
    const made = { id: generated.id, text: generated.message, origin: generated.origin, rules: null, variant: null };
    await save(who.userId, who.leadId, { messageType: 'dm', text: `${text} `, made });
    const fields = { message: text, variant: 'offer-first' };
    expect(messageIn(await sendDm(world, who, { fields }))).toMatchObject({
      status: 'sent',
      origin: 'account',
      variant: 'offer-first',
      leadTitle: post.title,
      replied: false,
    });
    await until('the draft to end', async () => (await draftsOf(who.userId)).length === 0);
    expect(await generatedOf(who.userId)).toMatchObject([{ id: generated.id, status: 'sent' }]);
    expect((await save(who.userId, who.leadId, { messageType: 'dm', text })).body).toBeNull();
    expect(await draftsOf(who.userId)).toEqual([]);
    await save(who.userId, who.leadId, { messageType: 'dm', text: 'A second message' });
    expect(await draftsOf(who.userId)).toMatchObject([{ text: 'A second message' }]);
  });

  it('ends when its text is recorded with the status, and stays if it was changed since', async () => {
    const who = await owner();
    await save(who.userId, who.leadId, { messageType: 'dm', text: 'Sent by hand' });
    await save(who.userId, who.leadId, { messageType: 'comment', text: 'Still in the works' });
    await change(who, { status: 'contacted', messageType: 'dm', content: 'Sent by hand', variant: 'help-first' });
    await until('the message', async () => (await messagesOf(world, who.userId)).length === 1);
    await until('the draft to end', async () => (await draftsOf(who.userId)).length === 1);
    expect(await draftsOf(who.userId)).toMatchObject([{ text: 'Still in the works' }]);
    expect(await messagesOf(world, who.userId)).toMatchObject([{ origin: 'by-hand', variant: 'help-first' }]);
    expect(await dmsOf(world, who.userId)).toMatchObject([{ status: 'sent', origin: 'by-hand' }]);
    expect(await commentsOf(world, who.userId)).toEqual([]);
    await save(who.userId, who.leadId, { messageType: 'dm', text: 'Next' });
    expect((await save(who.userId, who.leadId, { messageType: 'dm', text: 'Sent by hand' })).body).toBeNull();
    expect(await draftsOf(who.userId)).toMatchObject([{ text: 'Still in the works' }]);
  });

  it('comes back with its generated text when the contact is withdrawn, unless another one was written', async () => {
    const who = await owner();
    const { userId, leadId } = who;
    const generated = await generate(who);
    const { id, origin, rules } = generated;
    const chosen = generated.variants[2];
    if (!chosen) throw new Error('there is no third variant');
    const made = { id, text: chosen.message, origin, rules, variant: chosen.variant };
    await save(userId, leadId, { messageType: 'dm', tone: 'direct', text: 'Edited by hand', made });
    const contact = { messageType: 'dm', content: 'Edited by hand', variant: chosen.variant };
    await change(who, { status: 'contacted', ...contact });
    await until('the draft to end', async () => (await draftsOf(userId)).length === 0);
    expect(await generatedOf(userId)).toMatchObject([{ status: 'sent' }]);
    await change(who, { status: 'new' });
    await until('the draft', async () => (await draftsOf(userId)).length === 1);
    expect(await draftsOf(userId, { leadId })).toMatchObject([{ tone: 'direct', text: 'Edited by hand', made }]);
    expect(await generatedOf(userId)).toMatchObject([{ status: 'pending', sentAt: null }]);
    await change(who, { status: 'contacted', ...contact });
    await until('the draft to end again', async () => (await draftsOf(userId)).length === 0);
    await save(userId, leadId, { messageType: 'dm', text: 'Written since' });
    await change(who, { status: 'new' });
    await until('the withdrawal', async () => (await messagesOf(world, userId)).length === 0);
    expect(await draftsOf(userId)).toMatchObject([{ text: 'Written since' }]);
  });

  it('is not replaced by a text that another tab wrote without having seen it', async () => {
    const { userId, leadId } = await owner();
    const put = (text: string, basedOn?: string | null) => save(userId, leadId, { messageType: 'dm', text, basedOn });
    const versionOf = (answer: { body: unknown }) => savedDraft.parse(answer.body).updatedAt;
    const first = versionOf(await put('One', null));
    const refused = { status: 409, body: { code: 'draft.changed' } };
    expect(await put('Two', null)).toMatchObject(refused);
    world.pass(1_000);
    const second = versionOf(await put('Two', first));
    for (const text of ['Three', '']) expect(await put(text, first)).toMatchObject(refused);
    expect(await draftsOf(userId)).toMatchObject([{ text: 'Two' }]);
    // Repeated after a lost answer.
    expect((await put('Two', first)).status).toBe(200);
    expect((await put('Three')).status).toBe(200);
    expect(second).not.toBe(first);
  });
});

it('an answer marks the messages before it as replied, until the user takes it back', async () => {
  const who = await person(world);
  messageIn(await sendDm(world, who));
  const replied = async () => (await messagesOf(world, who.userId)).map((message) => message.replied);
  await until('the lead to be contacted', async () => {
    const { body } = await world.services.fetch(leadContract.getLead, { ...who, params: { id: who.leadId } });
    return z.looseObject({ status: z.string() }).parse(body).status === 'contacted';
  });
  await change(who, { status: 'responded' });
  await until('the answer', async () => (await replied()).join() === 'true');
  expect(await messagesOf(world, who.userId)).toMatchObject([{ repliedAt: world.now().toISOString() }]);
  messageIn(await sendDm(world, who, { fields: { message: 'Thank you' } }));
  expect(await replied()).toEqual([false, true]);
  await change(who, { status: 'contacted' });
  await until('the answer to be taken back', async () => (await replied()).join() === 'false,false');
});

describe('a reminder', () => {
  it('notifies once when its time has come', async () => {
    const { userId, leadId } = await owner();
    const day = 24 * 60 * 60_000;
    const remindAt = new Date(world.now().getTime() + day).toISOString();
    const { body } = await remind(userId, leadId, remindAt);
    const shown = { leadId, recipientLabel: `u/${post.author}`, leadTitle: post.title, remindAt };
    expect(body).toMatchObject({ ...shown, remindedAt: null });
    expect(await newsOf(world, userId)).toEqual([]);
    world.pass(day);
    const news = await until('the notification', async () => {
      const all = await newsOf(world, userId);
      return all.length > 0 && all;
    });
    expect(news).toMatchObject([
      {
        kind: 'follow-up',
        title: `Follow up with u/${post.author}`,
        text: post.title,
        link: `/dashboard/leads?lead=${leadId}`,
      },
    ]);
    await until('the reminder to be done', async () => (await remindersOf(userId))[0]?.remindedAt !== null);
    world.pass(1_000);
    await remind(userId, leadId, world.now().toISOString());
    await until('the second notification', async () => (await newsOf(world, userId)).length === 2);
  });

  it('is replaced and removed', async () => {
    const { userId, leadId } = await owner();
    const at = (days: number) => new Date(world.now().getTime() + days * 24 * 60 * 60_000).toISOString();
    await remind(userId, leadId, at(1));
    await remind(userId, leadId, at(2));
    expect(await remindersOf(userId)).toMatchObject([{ remindAt: at(2) }]);
    expect((await remind(userId, leadId, null)).body).toBeNull();
    expect(await remindersOf(userId)).toEqual([]);
  });

  it('is for a day from today to a year ahead, and for a lead of the user', async () => {
    const { userId, leadId } = await owner();
    const message = 'remindAt must be a time from today to one year ahead';
    for (const bad of ['2020-01-01T09:00:00.000Z', '2028-01-01T09:00:00.000Z']) {
      expect(await remind(userId, leadId, bad)).toMatchObject({ status: 400, body: { fields: { remindAt: message } } });
    }
    expect(await remind(userId, leadId, 'tomorrow')).toMatchObject({ status: 400 });
    expect(await remind(newId(), leadId, noon.toISOString())).toMatchObject({ status: 404 });
    expect((await remind(null, leadId, null)).status).toBe(401);
  });
});
