import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineService, type Platform, type ThirdParty } from '../src/service/service.ts';
import { pollReader, startTestServices } from '@earshot/testing';

/** Runs `use` on the platform of a service that declares these third parties. */
async function platformWith(reaches: readonly ThirdParty[], use: (platform: Platform) => Promise<void>) {
  const service = defineService({
    name: 'lead',
    database: null,
    config: z.object({}),
    serves: [],
    calls: [],
    publishes: [],
    consumes: [],
    reaches,
    start: async () => ({}),
  });
  const services = await startTestServices([service], { settings: { OPENAI_API_KEY: 'a-key' } });
  try {
    await use(services.platformOf('lead'));
  } finally {
    await services.stop();
  }
}

/** How each third party is used. */
const uses: Readonly<Record<string, (platform: Platform) => unknown>> = {
  read: ({ sources }) => pollReader(sources.get('sample').read).newPosts,
  write: ({ sources }) => sources.get('sample').write?.refresh,
  model: ({ model }) => model.current()?.complete,
  ledger: ({ ledger }) => ledger.spent,
  mailer: ({ mailer }) => mailer.send,
};

it('a service that declares no third party has none, and the error names the missing one', async () => {
  await platformWith([], async (platform) => {
    for (const use of Object.values(uses))
      expect(() => use(platform)).toThrow(/^lead does not declare that it reaches /);
  });
});

it('a service has those that it declares, and no others', async () => {
  await platformWith(['model', 'mail'], async (platform) => {
    for (const name of ['model', 'ledger', 'mailer']) expect(uses[name]?.(platform)).toEqual(expect.any(Function));
    for (const name of ['read', 'write']) expect(() => uses[name]?.(platform)).toThrow('reaches source');
  });
});
