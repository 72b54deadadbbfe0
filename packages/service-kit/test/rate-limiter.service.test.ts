import type { KeyValue } from '@earshot/core';
import { embeddedKeyValue } from '../src/embedded/key-value.ts';
import { clock, describeLimits, time } from './suite/rate-limits.ts';

describeLimits('embedded', async () => {
  const kv = embeddedKeyValue({ clock });
  const seen = new Set<string>();
  const watched: KeyValue = {
    ...kv,
    increment: (key, options) => {
      seen.add(key);
      return kv.increment(key, options);
    },
  };
  return {
    kv: watched,
    other: watched,
    pass: async (ms) => void (time.nowMs += ms),
    keys: async () => [...seen],
    close: () => kv.stop(),
  };
});
