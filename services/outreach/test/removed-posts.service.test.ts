import { until } from '@earshot/core/testing';
import { create, PostRemovedSchema, PostRemover } from '@earshot/proto/events';
import { draftContract, leadContract, outreachContract } from '@earshot/proto/http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { commentsOf, dmsOf, messagesOf, newsOf, person, post, sendDm, settled, startWorld } from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

/** All that the service has stored about posts. Accounts hold no words of posts. */
async function stored(): Promise<string> {
  const { documents } = world.services.platformOf('outreach');
  const collections = await documents.listCollections();
  return JSON.stringify(await Promise.all(collections.map(({ name }) => documents.collection(name).find().toArray())));
}

describe('a removed post', () => {
  it('takes drafts, reminders and titles with it, and leaves what the user sent', async () => {
    const who = await person(world);
    const { userId, leadId } = who;
    const params = { id: leadId };
    const fetch = world.services.fetch.bind(world.services);
    await fetch(leadContract.saveConfiguration, {
      userId,
      body: { businessDescription: 'Shipping software for shops' },
    });
    const wanted = { messageType: 'comment', tone: 'direct' };
    const generated = await fetch(outreachContract.generateMessage, { userId, params, body: wanted });
    expect(generated.status).toBe(200);
    await fetch(draftContract.saveDraft, { userId, params, body: { messageType: 'comment', text: `${post.title}!` } });
    const remindAt = new Date(world.now().getTime() - 60_000).toISOString();
    await fetch(draftContract.setReminder, { userId, params, body: { remindAt } });
    await until('the reminder', async () => (await newsOf(world, userId)).some(({ text }) => text === post.title));
    await sendDm(world, who);
    await settled(world, userId);
    const contact = { status: 'contacted', messageType: 'comment', content: 'Sent by hand.' };
    await fetch(leadContract.changeLeadStatus, { userId, params, body: { status: 'new' } });
    await fetch(leadContract.changeLeadStatus, { userId, params, body: contact });
    await until('the comment', async () => (await commentsOf(world, userId)).length === 1);
    expect(await stored()).toContain(post.title);

    const { bus, event } = world.services.platformOf('lead');
    const value = create(PostRemovedSchema, { source: 'sample', postId: post.id, by: PostRemover.AUTHOR });
    await bus.publish([event({ userId: '', key: post.id, payload: { case: 'postRemoved', value } }).record]);
    await until('no word of the post', async () => !/shipping software\b|looking_for/i.test(await stored()));

    const sent = (await messagesOf(world, userId)).map(({ content }) => content).sort();
    expect(sent).toEqual(['Hello, may I help?', 'Sent by hand.']);
    expect(await dmsOf(world, userId)).toMatchObject([{ content: 'Hello, may I help?', redditPostTitle: '' }]);
    expect(await newsOf(world, userId)).toEqual([]);

    for (const answer of [
      await fetch(outreachContract.generateMessage, { userId, params, body: wanted }),
      await fetch(draftContract.saveDraft, { userId, params, body: { messageType: 'comment', text: 'Late' } }),
      await fetch(draftContract.setReminder, { userId, params, body: { remindAt } }),
      await sendDm(world, who, { fields: { message: 'Another' } }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'lead.removed' } });
  });
});
