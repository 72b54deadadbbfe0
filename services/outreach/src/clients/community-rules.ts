import type { KeyValue } from '@earshot/core';
import type { CommunityRule, Sources } from '@earshot/sources';
import { unlessAway } from '@earshot/core';
import { z } from 'zod';
import type { Community, ReadRules } from '../domain/generate-message.ts';

/**
 * How long rules are cached: moderators change them rarely, and each read uses one request of the installation's rate
 * limit.
 */
const keptMs = 24 * 60 * 60_000;

/** The most time in ms that a draft waits for rules; after it they count as unread. */
const patienceMs = 5_000;

const kept = z.array(
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
    if (known !== null) return kept.parse(JSON.parse(known));
    const rules = await readOrNull(community, { sources, warn }, signal);
    if (rules === null) return null;
    await unlessAway(() => kv.set(key, JSON.stringify(rules), { ttlMs: keptMs }), without);
    return rules;
  };
}

async function readOrNull(
  { source, name }: Community,
  { sources, warn }: Pick<RulesDependencies, 'sources' | 'warn'>,
  signal: AbortSignal | undefined,
): Promise<CommunityRule[] | null> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const { read } = sources.get(source);
    const until = signal === undefined ? patience : AbortSignal.any([signal, patience]);
    return (await read.rules?.(name, until)) ?? [];
  } catch (err) {
    signal?.throwIfAborted();
    warn({ source, community: name, err }, 'the rules of a community could not be read');
    return null;
  }
}
