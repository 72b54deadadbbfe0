import { allServices } from '@earshot/all-in-one/services';
import { personalDataFaults, platformEvents, postNoteFaults } from '@earshot/service-kit';
import { eventTable } from '@earshot/proto/events';
import { contracts, type Endpoint, ownDataContract } from '@earshot/proto/http';
import { notConnected } from '@earshot/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const endpoints = Object.entries(contracts);
const label = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const keysOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('calls', () => {
  it.each(endpoints)('%s has one owner, the service its contract names', (_name, endpoint) => {
    const owners = allServices.filter((service) => service.serves.includes(endpoint)).map((service) => service.name);
    expect(owners).toEqual([endpoint.service]);
  });

  it('no two endpoints share a method and path', () => {
    const labels = endpoints.map(([, endpoint]) => label(endpoint));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('a service accepts exactly the callers that declare the call', () => {
    for (const [, endpoint] of endpoints) {
      const declared = allServices.filter((service) => service.calls.includes(endpoint)).map((service) => service.name);
      expect({ call: label(endpoint), by: sorted(declared) }).toEqual({
        call: label(endpoint),
        by: sorted(endpoint.callers),
      });
    }
  });

  it('no address carries a secret, except the one-time tokens in links of mails', () => {
    const names = endpoints.flatMap(([name, { query, params }]) =>
      [query, params].flatMap((schema) => keysOf(schema).map((key) => `${name} ${key}`)),
    );
    expect(names).toContain('listLeads subreddit');
    const secrets = names.filter((name) =>
      /token|secret|passw|session|cookie|key|code|email$/i.test(name.split(' ')[1] ?? ''),
    );
    expect(secrets).toEqual(['verifyEmail token', 'unsubscribe token', 'unsubscribePage token']);
  });

  it('a service calls only services that start before it', () => {
    const order = allServices.map((service) => service.name);
    for (const [position, service] of allServices.entries()) {
      // People delete accounts or addresses and connect a model long after the start, so these calls may go to services
      // that start later.
      const late: readonly Endpoint[] = [
        ...Object.values(ownDataContract),
        contracts['forgetAddress'],
        contracts['modelSetBy'],
        // Handlers of events call these. Events wait while the service is unavailable.
        contracts['listFoundPosts'],
      ].flatMap((call) => call ?? []);
      // Auth calls this for digests, which wait until all services have started.
      const ofDigests = service.name === 'auth' ? [contracts['listSubreddits'], contracts['listLeadWords']] : [];
      const atAnyTime = service.calls.filter(
        (call) => call.service !== service.name && !ofDigests.includes(call) && !late.includes(call),
      );
      for (const endpoint of atAnyTime) {
        expect(order.slice(0, position)).toContain(endpoint.service);
      }
    }
  });
});

describe('events', () => {
  const published = sorted([...platformEvents, ...allServices.flatMap((service) => service.publishes)]);
  const consumed = sorted(allServices.flatMap((service) => service.consumes));

  it('every event of the table is published and consumed by somebody', () => {
    const missing = Object.keys(eventTable).flatMap((name) => [
      ...(published.includes(name) ? [] : [`${name} needs a service that lists it in publishes`]),
      ...(consumed.includes(name) ? [] : [`${name} needs a service that lists it in consumes`]),
    ]);
    expect(missing).toEqual([]);
  });

  it('every event has one producer, roles of one service counted as one', () => {
    for (const name of published.filter((event) => !platformEvents.some((own) => own === event))) {
      const owners = allServices.filter((service) => service.publishes.some((event) => event === name));
      expect({ name, owners: new Set(owners.map((service) => service.database ?? service.name)).size }).toEqual({
        name,
        owners: 1,
      });
    }
  });
});

describe('data', () => {
  it('no two services share a database, roles of one service aside', () => {
    const roles: Readonly<Record<string, string>> = { 'scan-worker': 'scan', 'scan-ingest': 'scan' };
    const owners = allServices.flatMap(({ name, database }) =>
      database === null ? [] : [`${database} ${roles[name] ?? name}`],
    );
    const databases = sorted(allServices.flatMap(({ database }) => database ?? []));
    expect(sorted(owners)).toHaveLength(databases.length);
  });

  it.each(allServices)(
    '$name declares the owner of the documents of each collection',
    async ({ models, dataNotes: notes = {} }) => {
      const documents = notConnected();
      expect(personalDataFaults({ models: models?.(documents) ?? [], notes })).toEqual([]);
      await documents.close();
    },
  );

  it.each(allServices)(
    '$name declares for each collection how it forgets words of a post',
    async ({ models, postNotes: notes = {} }) => {
      const documents = notConnected();
      expect(postNoteFaults({ models: models?.(documents) ?? [], notes })).toEqual([]);
      await documents.close();
    },
  );

  it('every database with words of posts has a service that forgets them', () => {
    const isRemoval = (event: string) => event === 'postRemoved' || event === 'leadPostRemoved';
    const holding = allServices.filter(({ postNotes = {} }) =>
      Object.values(postNotes).some((one) => one.holdsPostText),
    );
    const forgetting = holding.filter(({ consumes }) => consumes.some(isRemoval));
    const databases = (services: typeof holding) => sorted(services.flatMap(({ database }) => database ?? []));
    expect(databases(holding)).toContain('lead');
    expect(databases(forgetting)).toEqual(databases(holding));
  });

  it.each(allServices)('$name describes every setting', (service) => {
    const { shape } = z.object({ shape: z.record(z.string(), z.unknown()) }).parse(service.config);
    for (const [setting, schema] of Object.entries(shape)) {
      const { description } = z.object({ description: z.string().optional() }).parse(schema);
      expect([setting, description ?? '']).toEqual([setting, expect.stringMatching(/\w/)]);
    }
  });
});
