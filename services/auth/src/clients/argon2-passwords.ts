import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../domain/passwords.ts';
import { workLimit } from './work-limit.ts';

/** What OWASP's password storage cheat sheet asks of argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once: hashing takes a core and 19 MiB each; a hundred more may wait, about two seconds. */
const limits = { running: 2, waiting: 100 };

export function argon2Passwords(): Passwords {
  const limited = workLimit(limits);
  let nobodysHash: Promise<string> | undefined;
  const hashOf = (password: string) => limited(() => hash(password, cost));
  return {
    hash: hashOf,
    matches: async (stored, password) => {
      // The same work for an unknown name, so that time does not tell which names are known.
      nobodysHash ??= hash('nobody has this password', cost);
      const against = stored ?? (await nobodysHash);
      const matches = await limited(() => verify(against, password));
      return matches && stored !== null;
    },
  };
}
