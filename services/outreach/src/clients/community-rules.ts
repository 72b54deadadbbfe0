import type { Sources } from '@earshot/sources';
import { type KeyValue, unlessAway } from '@earshot/core';
import { z } from 'zod';
import type { ReadRules } from '../domain/generate-message.ts';
import { readOrNull } from './read-or-null.ts';

/**
 * How long rules are cached: moderators change them rarely, and each read uses one request of the installation's rate
 * limit.
 */
const keptMs = 24 * 60 * 60_000;

const cachedRules = z.array(
  z.object({ shortName: z.string(), description: z.string(), kind: z.enum(['link', 'comment', 'all']) }),
);

export interface RulesDependencies {
  readonly sources: Pick<Sources, 'get'>;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly warn: (facts: object, message: string) => void;
}

/** Reads a community's rules and caches them for a day. Returns null when they cannot be read, which is not cached. */
export function communityRules({ sources, kv, warn }: RulesDependencies): ReadRules {
  return async (community, signal) => {
    const key = `community-rules:${community.source}:${community.name.toLowerCase()}`;
    const without = () => null;
    const known = await unlessAway(() => kv.get(key), without);
    if (known !== null) return cachedRules.parse(JSON.parse(known));
    const { source, name } = community;
    const rules = await readOrNull(async (until) => (await sources.get(source).read.rules?.(name, until)) ?? [], {
      signal,
      failed: (err) => warn({ source, community: name, err }, 'the rules of a community could not be read'),
    });
    if (rules === null) return null;
    await unlessAway(() => kv.set(key, JSON.stringify(rules), { ttlMs: keptMs }), without);
    return rules;
  };
}
