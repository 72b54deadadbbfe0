import type { Meters } from '@earshot/core';
import { availableParallelism } from 'node:os';
import type { Caller, Passwords } from '../domain/passwords.ts';
import { hashThread } from './hash-thread.ts';
import { workLimit } from './work-limit.ts';

/**
 * Hashing may use two threads if that leaves a core for other work. Each takes a core and 19 MiB. Waiting hashes take
 * up to two seconds more, for each kind of caller.
 */
const limits = { running: availableParallelism() > 2 ? 2 : 1, waiting: 60 };

/** Hashes with argon2id in separate threads. */
export function argon2Passwords(meters: Meters): Passwords {
  const limited = workLimit(limits);
  meters.gauge('passwordHashes').watch('auth', () => [
    { labels: { state: 'running' }, value: limited.running() },
    { labels: { state: 'waiting' }, value: limited.waiting() },
  ]);
  const idle = Array.from({ length: limits.running }, hashThread);
  const run = (password: string, stored: string | null, caller: Caller) =>
    limited(async () => {
      const thread = idle.pop();
      if (thread === undefined) throw new Error('more hashing than threads');
      try {
        return await thread.run({ password, stored });
      } finally {
        idle.push(thread);
      }
    }, caller);
  let dummyHash: Promise<string> | undefined;
  const hashOf = async (password: string) => String(await run(normalForm(password), null, 'stranger'));
  return {
    admit: (caller = 'stranger') => limited.admit(caller),
    hash: hashOf,
    matches: async (stored, password, caller = 'stranger') => {
      // Unknown accounts cost the same work, so that the time does not reveal which accounts exist.
      dummyHash ??= hashOf('nobody has this password');
      dummyHash.catch(() => (dummyHash = undefined));
      const compared = stored ?? (await dummyHash);
      return (await run(normalForm(password), compared, caller)) === true && stored !== null;
    },
  };
}

/** Systems type the same letter as different characters: an accent alone or with its letter, full width or not. */
function normalForm(password: string): string {
  return password.normalize('NFKC');
}
