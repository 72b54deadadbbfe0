import { newId } from '@earshot/core';
import { afterAll, expect, it } from '@jest/globals';
import { outreachModels } from '../src/store/models.ts';
import { noon, startWorld } from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

it('what nothing fills yet has the fields and defaults of the specification', async () => {
  const models = outreachModels(world.services.platformOf('outreach').documents);
  const userId = newId();
  const template = { _id: newId(), userId, name: 'First words', template: 'Hello {name}', createdAt: noon };
  await models.template.create(template);
  expect(await models.template.findById(template._id).lean()).toEqual({
    ...template,
    usageCount: 0,
    responseRate: null,
  });

  const times = { createdAt: noon, updatedAt: noon };
  const conversation = { _id: newId(), userId, redditAccountId: newId(), participantUsername: 'jo', ...times };
  await models.conversation.create(conversation);
  expect(await models.conversation.findById(conversation._id).lean()).toEqual({
    ...conversation,
    subject: null,
    lastMessageAt: null,
    isRead: false,
    conversationType: 'dm',
  });
  const fax: object = { ...conversation, _id: newId(), conversationType: 'fax' };
  await expect(models.conversation.create(fax)).rejects.toThrow('`fax` is not a valid enum value');

  const message = {
    _id: newId(),
    userId,
    conversationId: conversation._id,
    redditMessageId: 't4_abc',
    senderUsername: 'jo',
    content: 'Yes, please',
    isFromUser: false,
    sentAt: noon,
    createdAt: noon,
  };
  await models.redditMessage.create(message);
  expect(await models.redditMessage.findById(message._id).lean()).toEqual(message);
  await expect(models.redditMessage.create({ ...message, _id: newId() })).rejects.toThrow(/duplicate|E11000/);
});
