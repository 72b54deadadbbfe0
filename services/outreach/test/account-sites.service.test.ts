import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { foundPostWords } from '@earshot/testing';
import { leadContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { type Source, sourceDefinition, sourcesOf } from '@earshot/sources';
import { expect, it } from '@jest/globals';
import { accountSite, accountSiteOrNull, linkableSource } from '../src/domain/account-sites.ts';
import { foundPosts, messagesOf, noon, person, sendDm, startWorld } from './support/world.ts';

function readOnly(): Source {
  const definition = sourceDefinition('sample');
  if (definition === undefined) throw new Error('there is no definition');
  const read = { kind: 'poll' as const, mostPages: 1, newPosts: async () => ({ posts: [], after: null }) };
  return { definition, read, write: null };
}

it('a source without sending explains this, and none of its accounts can be linked', () => {
  const sources = sourcesOf([readOnly()]);
  const message = 'Nothing can be sent to Sandbox from here: copy your text and open the post';
  expect(() => accountSite(sources, 'sample')).toThrow(expect.objectContaining({ code: 'source.no-sending', message }));
  expect(() => linkableSource(sources, { opensSandbox: true })).toThrow(
    expect.objectContaining({ code: 'source.no-sending' }),
  );
  expect(accountSiteOrNull(sources, 'sample')).toBeNull();
});

it('accounts are linked at the source that the API path names, and at no other one that can send', async () => {
  const world = await startWorld();
  try {
    const [able] = world.services.platformOf('outreach').sources.all;
    const definition = sourceDefinition('hacker-news');
    if (able === undefined || definition === undefined) throw new Error('a source is missing');
    const other = { ...able, definition };
    expect(linkableSource(sourcesOf([other, able]), { opensSandbox: true })).toBe('sample');
    expect(() => linkableSource(sourcesOf([other]), { opensSandbox: true })).toThrow(
      expect.objectContaining({ code: 'source.no-sending' }),
    );
  } finally {
    await world.stop();
  }
});

it('nothing is sent about a lead of a source that is not in use', async () => {
  const world = await startWorld();
  try {
    const who = await person(world, 'source_shop');
    const facts = { postId: 'far', source: 'elsewhere', subreddit: 'ask', url: 'https://elsewhere.example/far' };
    const found = foundPostWords({ ...facts, postCreatedAt: noon.toISOString() });
    await foundPosts.publish(world.services.platformOf('lead'), who.userId, found, { jobId: newId() });
    const leadId = await until('the lead', async () => {
      const { body } = await world.services.fetch(leadContract.listLeads, { userId: who.userId });
      return leadList.parse(body).leads.find(({ source }) => source === 'elsewhere')?.id;
    });
    expect(await sendDm(world, { ...who, leadId })).toMatchObject({ status: 404, body: { code: 'source.unknown' } });
    expect(await messagesOf(world, who.userId)).toEqual([]);
  } finally {
    await world.stop();
  }
});
