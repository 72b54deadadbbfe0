import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { deliveryCases } from './bus/delivery.ts';
import { batchCases } from './bus/batches.ts';
import { durabilityCases } from './bus/durability.ts';
import { failureCases } from './bus/failures.ts';
import type { OpenBus, OpenBusWith } from './bus/world.ts';
import { suiteTopics } from './bus/world.ts';

export type { OpenBus, OpenBusWith } from './bus/world.ts';

const chapters = [
  { chapter: 'delivery', cases: deliveryCases },
  { chapter: 'failures', cases: failureCases },
  { chapter: 'batches', cases: batchCases },
  { chapter: 'durability', cases: durabilityCases },
];

/** The promise of the EventBus port, told to jest: every adapter passes it. `open` gives each case an empty bus. */
export function describeEventBus(name: string, open: OpenBusWith): void {
  describe(`event bus: ${name}`, () => {
    let opened: OpenBus;

    beforeEach(async () => {
      opened = await open(suiteTopics);
    });

    afterEach(() => opened.close());

    describe.each(chapters)('$chapter', ({ cases }) => {
      it.each(cases)('$name', ({ run }) => run(opened));
    });
  });
}
