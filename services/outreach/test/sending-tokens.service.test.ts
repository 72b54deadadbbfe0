import { newId } from '@earshot/core';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { World } from './support/world.ts';
import { addLead, beginLink, linkAccount, messageIn, sendDm, startWorld } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('an access token that ran out is renewed once for all, and a refused one once', async () => {
  const userId = newId();
  const accountId = await linkAccount(world, userId, 'token_shop');
  const before = world.site.refreshes.length;
  world.pass(3_600_000);
  const leads = await Promise.all([1, 2, 3].map((number) => addLead(world, userId, `t3_r${number}`)));
  const answers = await Promise.all(
    leads.map((leadId) => sendDm(world, { userId, leadId, accountId }, { key: leadId })),
  );
  expect(answers.map((answer) => messageIn(answer).status)).toEqual(['sent', 'sent', 'sent']);
  expect(world.site.refreshes.length - before).toBe(1);
  world.site.expire('token_shop');
  expect(messageIn(await sendDm(world, { userId, leadId: leads[0] ?? '', accountId }, { key: 'x' })).status).toBe(
    'sent',
  );
  expect(world.site.refreshes.length - before).toBe(2);
  expect(await beginLink(world, userId)).not.toBe('');
});
