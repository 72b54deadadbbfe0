import { describe, it } from '@jest/globals';
import { engineAnswers } from './containers.ts';

export type ServerName = 'kafka' | 'mongo' | 'redis';

export interface Need {
  /** Servers that `TEST_KAFKA`, `TEST_MONGO` or `TEST_REDIS` may provide. */
  readonly servers: readonly ServerName[];
  /** The suite stops its servers, so it needs separate containers: addresses from the environment do not suffice. */
  readonly own?: boolean;
}

/**
 * Registers `suite` with jest if the servers it needs are available, from the environment or a container engine.
 * Otherwise prints one line and skips it; in CI the suite fails instead. Await it at the top of a test file.
 */
export async function describeWhen(name: string, need: Need, suite: () => void): Promise<void> {
  const own = need.own === true;
  const missing = need.servers
    .map((server) => `TEST_${server.toUpperCase()}`)
    .filter((key) => own || !process.env[key]);
  if (missing.length === 0 || (await engineAnswers())) return suite();
  const reason = `no container engine answers${own ? '' : `, and without ${missing.join(', ')}`}`;
  describe(name, () => {
    if (!process.env['CI']) return it.skip(reason, () => {});
    return it(`needs ${need.servers.join(', ')}, and CI must not skip it`, () => {
      throw new Error(reason);
    });
  });
  // console.log is not used because jest adds a stack to it.
  if (!process.env['CI']) process.stderr.write(`skipped: ${name} (${reason})\n`);
}
