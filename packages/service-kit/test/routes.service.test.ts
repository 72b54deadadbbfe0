import { authContract, type Endpoint, leadContract } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { visitHeader, visitorHeader } from '../src/http/serve-routes.ts';
import { publicRoute, route } from '../src/http/route.ts';
import { targetOf } from '../src/identity/token-targets.ts';
import { visitToken } from '../src/identity/visit-token.ts';
import { defineService } from '../src/service/service.ts';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';

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

describe("the visitor's address and the origin", () => {
  const address = '203.0.113.7';
  let services: TestServices;
  let visits: (string | null)[][];
  beforeAll(async () => {
    visits = [];
    const service = defineService({
      name: 'auth',
      database: null,
      config: z.object({}),
      serves: [authContract.providers],
      calls: [],
      publishes: [],
      consumes: [],
      start: async () => ({
        routes: [
          publicRoute(authContract.providers, async ({ request: { ip, origin } }) => {
            visits.push([ip, origin]);
            return [];
          }),
        ],
      }),
    });
    services = await startTestServices([service, idleService('gateway')]);
  });
  afterAll(() => services.stop());

  /** The address and the origin that the service believes. */
  const visit = async (token: string | undefined) => {
    const headers = {
      [visitorHeader]: address,
      'x-earshot-origin': 'https://evil.example',
      ...(token && { [visitHeader]: token }),
    };
    const answer = await fetch(services.urlOf('auth') + authContract.providers.path, { headers });
    expect(answer.status).toBe(200);
    return visits.at(-1);
  };
  const tokens = () => services.platformOf('gateway').tokens;

  it('are believed with the token of the gateway', async () => {
    expect(await visit(visitToken(tokens(), 'auth'))).toEqual([address, 'https://evil.example']);
  });

  it.each<[string, () => string | undefined]>([
    ['no token', () => undefined],
    ['a token for another service', () => visitToken(tokens(), 'lead')],
    ['a token for a call', () => tokens().sign(targetOf(authContract.providers), { userId: 'u', admin: false })],
    ['the token of another service', () => visitToken(services.platformOf('auth').tokens, 'auth')],
    ['something else', () => 'x'],
  ])('are not believed with %s', async (_what, token) => {
    expect(await visit(token())).toEqual(['127.0.0.1', null]);
  });
});
