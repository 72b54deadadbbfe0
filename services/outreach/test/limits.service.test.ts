import { newId } from '@earshot/core';
import { leadContract, outreachContract } from '@earshot/proto/http';
import { limits } from '@earshot/proto/limits';
import { afterAll, expect, it } from '@jest/globals';
import { accountsOf, beginLink, linkAccount, person, sendDm, startWorld } from './support/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

it('50 messages are sent about a lead, also if more are sent at once', async () => {
  const who = await person(world, 'busy_shop');
  const texts = Array.from({ length: limits.messages.most + 2 }, (_, number) => `Hello, question ${number}?`);
  const answers = await Promise.all(texts.map((message) => sendDm(world, who, { fields: { message } })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(2);
  for (const { status, body } of refused) {
    const message =
      'You have sent 50 messages for this lead, which is the limit. Write to the author on the site of the post';
    expect([status, body]).toMatchObject([409, { code: 'message.limit', message }]);
  }
  expect(world.site.taken.filter(({ username }) => username === 'busy_shop')).toHaveLength(50);
});

it('50 drafts are stored for a lead', async () => {
  const { userId, leadId } = await person(world, 'many_drafts');
  const business = { businessDescription: 'ParcelPilot: shipping software for small online shops.' };
  await world.services.fetch(leadContract.saveConfiguration, { userId, body: business });
  const generate = () =>
    world.services.fetch(outreachContract.generateMessage, {
      userId,
      params: { id: leadId },
      body: { messageType: 'dm', tone: 'direct', force: true },
    });
  for (let count = 0; count < limits.drafts.most; count += 1) expect((await generate()).status).toBe(200);
  const message = 'This lead already has 50 drafts, which is the limit. Edit one of them in Messages';
  expect(await generate()).toMatchObject({ status: 409, body: { code: 'draft.limit', message } });
});

it('20 accounts are linked; a linked one can be linked again', async () => {
  const userId = newId();
  for (let count = 0; count < limits.linkedAccounts.most; count += 1) await linkAccount(world, userId, `shop_${count}`);
  await linkAccount(world, userId, 'shop_7');
  const query = { state: await beginLink(world, userId), code: world.site.codeFor('one_more') };
  const back = await world.services.fetch(outreachContract.finishLink, { userId, query });
  expect(back.headers.get('location')).toBe('/dashboard/settings?linkError=full');
  expect(await accountsOf(world, userId)).toHaveLength(20);
});
