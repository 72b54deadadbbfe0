import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/**
 * The largest number of entries. Beyond it the oldest are removed, because anyone can start sign-ins without finishing
 * them.
 */
const mostEntries = 10_000;

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * The provider's state between the pages of a sign-in, kept in memory for minutes. Sessions are not stored, so each
 * sign-in asks again who is signing in.
 */
export function identityState(clock: () => number): AdapterFactory {
  const entries = new Map<string, Entry>();
  return (model): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    const find = (id: string) => {
      const entry = entries.get(keyOf(id));
      return entry !== undefined && entry.until > clock() ? entry.payload : undefined;
    };
    return {
      upsert: async (id, payload, seconds = 3600) => {
        if (model === 'Session') return;
        for (const [key, { until }] of entries) if (until <= clock()) entries.delete(key);
        const [oldest] = entries.keys();
        if (entries.size >= mostEntries && oldest !== undefined) entries.delete(oldest);
        entries.set(keyOf(id), { payload, until: clock() + seconds * 1000 });
      },
      find: async (id) => find(id),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(id);
        if (payload !== undefined) payload.consumed = Math.floor(clock() / 1000);
      },
      destroy: async (id) => {
        entries.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}
