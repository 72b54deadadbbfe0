import type { Part, UpgradeHandler } from '@earshot/service-kit';
import type { Router } from 'express';
import { openNetwork } from './network.ts';
import { blueskyRouter } from './router.ts';
import { streamHost } from './stream.ts';

/** While somebody listens to the stream. */
const postEveryMs = 10_000;

/** The stream and the API of a small network. The job ends the connections, for which the server does not wait. */
export function blueskySite(clock: () => number): { router: Router; upgrade: UpgradeHandler; job: Part } {
  const network = openNetwork(clock);
  const stream = streamHost(network, postEveryMs);
  const stop = async () => stream.close();
  const job = { name: 'sandbox streams', start: async () => undefined, stop };
  return { router: blueskyRouter(network), upgrade: stream.upgrade, job };
}
