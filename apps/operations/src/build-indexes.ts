import type { StoredModel } from '@earshot/service-kit';
import { indexLabel, type IndexState, indexStates, type IndexTerms } from '@earshot/service-kit/operations';
import type { Connection } from 'mongoose';
import { EJSON } from 'bson';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from './faults.ts';

interface BuildOptions {
  readonly documents: Connection;
  readonly models: readonly StoredModel[];
  readonly print: (line: string) => void;
}

/**
 * Builds every missing index that a model declares. Prints each result; for a failure it prints the reason and how to fix
 * it. Resolves to true if all declared indexes exist now. Concurrent runs are safe.
 */
export async function buildIndexes({ documents, models, print }: BuildOptions): Promise<boolean> {
  const place = (index: IndexState) => `${documents.name}.${indexLabel(index)}`;
  const states = await indexStates({ documents, models });
  const builtCount = states.filter(({ state }) => state === 'built').length;
  if (builtCount > 0) print(`kept   ${documents.name}: ${builtCount} indexes`);
  let isComplete = true;
  for (const index of states.filter(({ state }) => state !== 'built')) {
    const fault = index.state === 'different' ? adviceOn(index) : await build(index, { documents, models });
    print(fault === null ? `built  ${place(index)}` : `FAILED ${place(index)}: ${fault}`);
    isComplete &&= fault === null;
  }
  return isComplete;
}

function adviceOn({ collection, terms, built }: IndexState): string {
  const name = built?.name ?? '';
  return (
    `the index "${name}" over these fields is ${termsText(built?.terms)}, declared is ${termsText(terms)}. ` +
    `Drop it and run this again: db.getCollection("${collection}").dropIndex("${name}")`
  );
}

function termsText(terms: IndexTerms | undefined): string {
  if (terms === undefined) return 'unknown';
  const { unique, sparse, expireAfterSeconds, partialFilterExpression } = terms;
  const words = [
    unique ? 'unique' : 'not unique',
    ...(sparse ? ['sparse'] : []),
    ...(expireAfterSeconds === null ? [] : [`expiring after ${expireAfterSeconds} s`]),
    ...(partialFilterExpression === null ? [] : [`partial by ${JSON.stringify(partialFilterExpression)}`]),
  ];
  return words.join(', ');
}

const attempts = 5;
const betweenMs = 500;

type Place = Pick<BuildOptions, 'documents' | 'models'>;

/** Resolves to null once the index is built, by this or another run, and to the reason if it cannot be built. */
async function build(index: IndexState, where: Place): Promise<string | null> {
  const { fields, terms, collection } = index;
  const { unique, sparse, expireAfterSeconds, partialFilterExpression } = terms;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await where.documents.collection(collection).createIndex(fields, {
        ...(unique && { unique }),
        ...(sparse && { sparse }),
        ...(expireAfterSeconds !== null && { expireAfterSeconds }),
        ...(partialFilterExpression !== null && { partialFilterExpression }),
      });
      return null;
    } catch (error) {
      if (await isBuilt(index, where)) return null;
      const example = unique ? await exampleOfDuplicates(index, where.documents) : null;
      if (example !== null) return example;
      // Another run may be creating the same collection or index right now.
      if (attempt === attempts) return reasonOf(error);
      await wait(betweenMs);
    }
  }
}

async function isBuilt({ collection, fields, terms }: IndexState, where: Place): Promise<boolean> {
  const key = JSON.stringify([collection, fields, terms]);
  const states = await indexStates(where);
  return states.some((one) => one.state === 'built' && JSON.stringify([one.collection, one.fields, one.terms]) === key);
}

/** Looks for duplicates in the data, because servers report them in different words or not at all. */
async function exampleOfDuplicates({ collection, fields, terms }: IndexState, documents: Connection) {
  const names = Object.keys(fields);
  const indexed = terms.sparse ? { $or: names.map((name) => ({ [name]: { $exists: true } })) } : {};
  const [found] = await documents
    .collection(collection)
    .aggregate<{ key: Record<string, unknown>; count: number }>(
      [
        { $match: { $and: [indexed, terms.partialFilterExpression ?? {}] } },
        { $group: { _id: names.map((name) => ({ $ifNull: [`$${name}`, null] })), count: { $sum: 1 } } },
        { $match: { count: { $gt: 1 } } },
        { $limit: 1 },
        { $project: { _id: 0, key: '$_id', count: 1 } },
      ],
      { allowDiskUse: true },
    )
    .toArray();
  if (found === undefined) return null;
  const key = EJSON.stringify(found.key, { relaxed: true });
  return `${found.count} documents have the same (${names.join(', ')}), for example ${key}. Keep one of them, delete or change the others, and run this again`;
}
