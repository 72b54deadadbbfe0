import { describe, it } from '@jest/globals';
import { whyNoContainers } from './engine.ts';
import type { ImageName } from './images.ts';

export type ServerName = 'kafka' | 'mongo' | 'redis';

const imageNames: Readonly<Record<ServerName, ImageName>> = {
  kafka: 'KAFKA_IMAGE',
  mongo: 'MONGO_IMAGE',
  redis: 'REDIS_IMAGE',
};
const addressOf = { kafka: 'TEST_KAFKA', mongo: 'TEST_MONGO', redis: 'TEST_REDIS' } as const;

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
  const started = need.servers.filter((server) => own || !process.env[addressOf[server]]);
  if (started.length === 0) return suite();
  const why = await whyNoContainers(started.map((server) => imageNames[server]));
  if (why === undefined) return suite();
  const reason = own ? why : `${why}, and ${started.map((server) => addressOf[server]).join(', ')} is not set`;
  describe(name, () => {
    if (!process.env['CI']) return it.skip(reason, () => {});
    return it(`needs ${need.servers.join(', ')}, and CI must not skip it`, () => {
      throw new Error(reason);
    });
  });
  // console.log is not used because jest adds a stack to it.
  if (!process.env['CI']) process.stderr.write(`skipped: ${name} (${reason})\n`);
}
