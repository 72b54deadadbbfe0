import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { type OpenDocumentsAt, OutboxWorld } from './outbox/world.ts';
import { boundCases } from './outbox/bounds.ts';
import { crashCases } from './outbox/crashes.ts';
import { publishingCases } from './outbox/publishing.ts';

const chapters = [
  { chapter: 'publishing', cases: publishingCases },
  { chapter: 'crashes', cases: crashCases },
  { chapter: 'bounds', cases: boundCases },
];

/**
 * The contract of the outbox and its relay as a jest suite. The same code must work on every document server. `open`
 * starts or finds a server.
 */
export function describeOutbox(name: string, open: () => Promise<OpenDocumentsAt>): void {
  describe(`outbox: ${name}`, () => {
    let world: OutboxWorld;

    beforeEach(async () => {
      world = await OutboxWorld.open(await open());
    });

    afterEach(() => world.close());

    describe.each(chapters)('$chapter', ({ cases }) => {
      it.each(cases)('$name', ({ run }) => run(world));
    });
  });
}
