import type { Endpoint } from '@earshot/proto/http';
import { leadContract } from '@earshot/proto/http';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { route } from '../src/http/route.ts';
import { defineService } from '../src/service.ts';
import { startTestServices } from '@earshot/testing';

/** A service that declares some calls and has one route. */
const start = (serves: readonly Endpoint[]) => {
  const service = defineService({
    name: 'lead',
    database: null,
    config: z.object({}),
    serves,
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({ routes: [route(leadContract.listSubreddits, async () => [])] }),
  });
  return startTestServices([service]);
};

it('a service with a declared call that has no route does not start, and names the call', async () => {
  await expect(start([leadContract.listSubreddits, leadContract.exportLeads])).rejects.toThrow(
    'lead has no route for calls that it declares: GET /api/leads/export',
  );
});

it('a service with a route that it does not declare does not start, and names the call', async () => {
  await expect(start([])).rejects.toThrow('lead has routes for calls that it does not declare: GET /api/subreddits');
});
