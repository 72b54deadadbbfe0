import type { Meters } from '@earshot/core';
import { availableParallelism } from 'node:os';
import type { Passwords } from '../domain/passwords.ts';
import { hashThread } from './hash-thread.ts';
import { workLimit } from './work-limit.ts';

/** Two at once where a core is left for all else: each takes one, and 19 MiB. About two seconds more may wait. */
const limits = { running: availableParallelism() > 2 ? 2 : 1, waiting: 60 };

/** argon2id in threads of its own. */
export function argon2Passwords(meters: Meters): Passwords {
  const limited = workLimit(limits);
  meters.gauge('passwordHashes').watch('auth', () => [
    { labels: { state: 'running' }, value: limited.running() },
    { labels: { state: 'waiting' }, value: limited.waiting() },
  ]);
  const idle = Array.from({ length: limits.running }, hashThread);
  const run = (password: string, stored: string | null) =>
    limited(async () => {
      const thread = idle.pop();
      if (thread === undefined) throw new Error('more hashing than threads');
      try {
        return await thread.run({ password, stored });
      } finally {
        idle.push(thread);
      }
    });
  let nobodysHash: Promise<string> | undefined;
  const hashOf = async (password: string) => String(await run(password, null));
  return {
    admit: () => limited.admit(),
    hash: hashOf,
    matches: async (stored, password) => {
      // The same work for an unknown name, so that time does not tell which names are known.
      nobodysHash ??= hashOf('nobody has this password');
      nobodysHash.catch(() => (nobodysHash = undefined));
      const matches = await run(password, stored ?? (await nobodysHash));
      return matches === true && stored !== null;
    },
  };
}
