import { embeddedKeyValue } from '../src/embedded/key-value.ts';
import { describeKeyValue } from './suite/key-value-suite.ts';

describeKeyValue('embedded', async () => {
  let nowMs = 1_700_000_000_000;
  const kv = embeddedKeyValue({ clock: { now: () => new Date(nowMs) } });
  return {
    kv,
    other: kv,
    pass: async (ms) => {
      nowMs += ms;
    },
    close: () => kv.stop(),
  };
});
