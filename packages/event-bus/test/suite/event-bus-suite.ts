import { describe, it } from '@jest/globals';
import { deliveryCases } from './delivery.ts';
import { batchCases } from './batches.ts';
import { durabilityCases } from './durability.ts';
import { failureCases } from './failures.ts';
import { type OpenBusWith, suiteTopics } from './world.ts';

const chapters = [
  { chapter: 'delivery', cases: deliveryCases },
  { chapter: 'failures', cases: failureCases },
  { chapter: 'batches', cases: batchCases },
  { chapter: 'durability', cases: durabilityCases },
];

const patientIdleMs = 120_000;

/** The jest suite of the EventBus contract, which every adapter passes. `open` gives each case an empty bus. */
export function describeEventBus(name: string, open: OpenBusWith): void {
  describe(`event bus: ${name}`, () => {
    describe.each(chapters)('$chapter', ({ cases }) => {
      it.each(cases)('$name', async ({ run, idleMs = patientIdleMs }) => {
        const opened = await open(suiteTopics, idleMs);
        try {
          await run(opened);
        } finally {
          await opened.close();
        }
      });
    });
  });
}
