import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http';
import { leadList } from '@earshot/proto/http/lead';
import { sourceDefinition } from '@earshot/sources';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addCommunity, type CommunitySource } from '../src/domain/community.ts';
import { leadEvents } from '../src/events/lead-events.ts';
import { communityStore } from '../src/store/community-store.ts';
import { leadModels } from '../src/store/models.ts';
import { foundPost, noon, publishFound, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const leadsOf = async (userId: string, query: Record<string, string> = {}) =>
  leadList.parse((await world.services.fetch(leadContract.listLeads, { userId, query })).body).leads;

describe('leads of several sources', () => {
  it('a post is a lead once for each source, with the names of its source', async () => {
    const [userId, jobId] = [newId(), newId()];
    const other = foundPost({ jobId, postId: 'same', source: 'elsewhere', author: 'ann' });
    await publishFound(world, userId, [foundPost({ jobId, postId: 'same' }), other, other]);
    await until('both leads', async () => (await leadsOf(userId)).length === 2);
    const leads = await leadsOf(userId, { sortBy: 'oldest' });
    expect(leads.map(({ source, communityLabel, authorLabel }) => [source, communityLabel, authorLabel])).toEqual(
      expect.arrayContaining([
        ['sample', 'r/SaaS', 'u/jo'],
        ['elsewhere', 'SaaS', 'ann'],
      ]),
    );
    expect((await leadsOf(userId, { source: 'sample' })).map(({ source }) => source)).toEqual(['sample']);
    expect(world.created.filter(({ jobId: of }) => of === jobId).map(({ source }) => source)).toEqual(
      expect.arrayContaining(['sample', 'elsewhere']),
    );
  });
});

describe('communities of several sources', () => {
  const reddit = sourceDefinition('sample');
  if (reddit === undefined) throw new Error('there is no definition');
  const real: CommunitySource = { definition: reddit };
  const add = (userId: string, source: CommunitySource, name: string) => {
    const { documents, event } = world.platform;
    const communities = communityStore(leadModels(documents).community);
    const checkCommunity = async () => ({ exists: true, near: [] });
    const isSearch = () => false;
    const facts = { newId, now: () => noon, ...leadEvents((given) => event(given)) };
    const deps = { communities, checkCommunity, isSearch, ...facts };
    return addCommunity({ userId, name, isActive: true, source }, deps);
  };

  it('the words for a name that is none are those of the source', async () => {
    await expect(add(newId(), real, 'no name')).rejects.toMatchObject({
      code: 'request.invalid',
      details: { fields: { name: 'A community name has 2 to 21 letters, digits or underscores' } },
    });
  });
});
