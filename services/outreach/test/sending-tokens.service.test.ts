import { newId } from '@earshot/core';
import { readSealingKeys, vaultOf } from '@earshot/service-kit';
import { afterAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { accountActor } from '../src/domain/act-as-account.ts';
import type { LinkedAccount, LinkedAccountRepository } from '../src/domain/linked-account.ts';
import { openStores } from '../src/open-stores.ts';
import { addLead, beginLink, linkAccount, messageIn, sendDm, startWorld } from './support/world.ts';

const world = await startWorld();
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

describe('on a site that replaces refresh tokens', () => {
  /** A linked account whose access token has run out, and its repository. */
  async function expiredAccount(username: string) {
    world.site.rotatesTokens();
    const userId = newId();
    const id = await linkAccount(world, userId, username);
    world.pass(3_600_000);
    const vault = vaultOf(await readSealingKeys(join(world.services.folder, 'sealing-keys.json')));
    const { accounts } = openStores(world.services.platformOf('outreach'), vault);
    const account = await accounts.find(userId, id);
    if (account === null) throw new Error('there is no account');
    const isActive = async () => (await accounts.find(userId, id))?.isActive;
    return { account, accounts, isActive };
  }

  const actorOn = (accounts: LinkedAccountRepository) =>
    accountActor({ accounts, sources: world.services.platformOf('outreach').sources, now: () => world.now() });
  const tokenOf = (actor: ReturnType<typeof actorOn>, account: LinkedAccount) =>
    actor.read(account, async (token) => token);

  it('a caller that read the tokens before a refresh ended uses the new ones', async () => {
    const { account, accounts, isActive } = await expiredAccount('slow_reader');
    const { promise: refreshed, resolve: end } = Promise.withResolvers<void>();
    let reads = 0;
    const firstReadIsSlow: LinkedAccountRepository = {
      ...accounts,
      tokens: async (of) => {
        reads += 1;
        const slow = reads === 1;
        const read = await accounts.tokens(of);
        if (slow) await refreshed;
        return read;
      },
    };
    const actor = actorOn(firstReadIsSlow);
    const slow = tokenOf(actor, account);
    const fast = await tokenOf(actor, account);
    end();
    expect(fast).not.toBeNull();
    expect(await slow).toBe(fast);
    expect(await isActive()).toBe(true);
  });

  it('the link stays when another process has replaced the tokens meanwhile', async () => {
    const { account, accounts, isActive } = await expiredAccount('other_process');
    const before = await accounts.tokens(account);
    const renewed = await tokenOf(actorOn(accounts), account);
    let reads = 0;
    const beforeTheReplacement: LinkedAccountRepository = {
      ...accounts,
      tokens: async (of) => {
        reads += 1;
        return reads <= 2 ? before : accounts.tokens(of);
      },
    };
    expect(await tokenOf(actorOn(beforeTheReplacement), account)).toBe(renewed);
    expect(await isActive()).toBe(true);
  });
});
