import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { discoveryContract } from '@earshot/proto/http';
import { businessCommunities, discovery } from '@earshot/proto/http/discovery';
import { sandboxService } from '@earshot/sandbox';
import { startTestServices, type TestServices } from '@earshot/testing';
import { discoveryService } from '../src/service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([sandboxService, discoveryService]);
});
afterAll(() => services.stop());

it('a community whose size the catalogue lacks has that of its source, for visitors and in the first run', async () => {
  const description =
    'Churn analytics for SaaS founders: it shows which customers of a subscription product will leave.';
  const visited = await services.fetch(discoveryContract.discoverSubreddits, {
    userId: null,
    body: { productDescription: description },
  });
  const ranked = await services.fetch(discoveryContract.rankCommunities, {
    userId: newId(),
    body: { businessDescription: description },
  });
  const lists = [discovery.parse(visited.body).suggestions.suggestions, businessCommunities.parse(ranked.body).samples];
  const sizes = lists.map((list) => list.find(({ name }) => name === 'SaaS')?.members);
  expect(sizes).toEqual(['over 200K members', 'over 200K members']);
});
