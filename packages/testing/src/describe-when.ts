import { describe, it } from '@jest/globals';
import { engineAnswers } from './containers.ts';

export type ServerName = 'kafka' | 'mongo' | 'redis';

export interface Need {
  /** What `TEST_KAFKA`, `TEST_MONGO` or `TEST_REDIS` may name. */
  readonly servers: readonly ServerName[];
  /** The suite stops its servers: addresses from the environment are not enough. */
  readonly own?: boolean;
}

/**
 * Tells `suite` to jest when the servers it needs can be had: from the environment or by a container engine. Otherwise
 * says so in one line and skips it; in CI that is a failure instead. Await it at the top of a test file.
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
  // Not console.log, to which jest adds a stack.
  if (!process.env['CI']) process.stderr.write(`skipped: ${name} (${reason})\n`);
}
