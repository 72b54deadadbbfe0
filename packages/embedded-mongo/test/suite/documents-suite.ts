import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminTopics } from './admin.ts';
import { aggregationTopics } from './aggregation.ts';
import { bsonTopics } from './bson-types.ts';
import { bulkTopics } from './bulk.ts';
import { concurrencyTopics } from './concurrency.ts';
import { crudTopics } from './crud.ts';
import { cursorTopics } from './cursors.ts';
import { explainTopics } from './explain.ts';
import { expressionTopics } from './expressions.ts';
import { findAndModifyTopics } from './find-and-modify.ts';
import { groupingTopics } from './grouping.ts';
import { indexTopics } from './indexes.ts';
import { limitTopics } from './limits.ts';
import { projectionTopics } from './projection.ts';
import { propertyTopics } from './properties.ts';
import { queryTopics } from './queries.ts';
import { refusedTopics } from './refused.ts';
import { sortTopics } from './sorting.ts';
import { uniqueTopics } from './unique.ts';
import { updateArrayTopics } from './update-arrays.ts';
import { updateTopics } from './updates.ts';
import { upsertTopics } from './upserts.ts';
import { type Case, closeWorld, openWorld, type Topic, type World } from './world.ts';

/** A running documents server. */
export interface OpenDocuments {
  uri: string;
  kind: 'embedded' | 'server';
  close(): Promise<void>;
}

const TOPICS: readonly Topic[] = [
  ...crudTopics,
  ...queryTopics,
  ...cursorTopics,
  ...sortTopics,
  ...bsonTopics,
  ...updateTopics,
  ...updateArrayTopics,
  ...upsertTopics,
  ...refusedTopics,
  ...findAndModifyTopics,
  ...bulkTopics,
  ...indexTopics,
  ...uniqueTopics,
  ...explainTopics,
  ...projectionTopics,
  ...aggregationTopics,
  ...groupingTopics,
  ...expressionTopics,
  ...adminTopics,
  ...limitTopics,
  ...concurrencyTopics,
  ...propertyTopics,
];

/**
 * Declares the test suite of a documents server, which uses only the official driver.
 * `open` starts or finds a server. The suite uses a separate database and drops it at the end.
 */
export function describeDocuments(name: string, open: () => Promise<OpenDocuments>): void {
  describe(`documents: ${name}`, () => {
    let opened: OpenDocuments;
    let world: World;

    beforeAll(async () => {
      opened = await open();
      world = await openWorld(opened.uri, opened.kind);
    });

    afterAll(async () => {
      await closeWorld(world);
      await opened.close();
    });

    describe.each(TOPICS)('$topic', ({ cases }) => {
      it.each(cases)('$name', (testCase) => check(testCase, world));
    });
  });
}

/** Runs a case. On servers in `notOn` it must fail, otherwise the entry is outdated. */
async function check(testCase: Case, world: World): Promise<void> {
  if (!testCase.notOn?.includes(world.server)) return testCase.run(world);
  if (testCase.atTimes === true) return;
  const broken = await testCase.run(world).then(
    () => false,
    () => true,
  );
  expect({ server: world.server, broken, because: testCase.because }).toMatchObject({ broken: true });
}
