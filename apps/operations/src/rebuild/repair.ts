import { duplicateKeyFields } from '@earshot/service-kit';
import type { Connection } from 'mongoose';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A document of the read model, derived from the owner's data. */
export type Fact = Readonly<Record<string, unknown>> & { readonly _id: string };

/** Derives facts from the data of the service that owns them. */
export interface FactSource {
  /** The owner's ids after `id` in order; '' starts at the beginning. */
  idsAfter(id: string, limit: number): Promise<string[]>;
  /** The correct facts by id, without those that the owner does not know. */
  factsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Fact>>;
  /** The replacement for a fact that its owner no longer knows; null removes it. */
  remains(fact: Fact): Fact | null;
}

export type Collection = ReturnType<Connection['collection']>;

/** The number of facts that the owner knows, that were written and that were removed. */
export interface RepairCounts {
  readonly known: number;
  readonly written: number;
  readonly removed: number;
}

/** Facts per batch. */
const batchSize = 200;
/** Each lost race means that an event was handled meanwhile. This many in a row indicate another problem. */
const maxRaces = 50;

const stored = z.looseObject({ _id: z.string() });

/**
 * Corrects a collection of facts from its owner's data while the service runs. It reads each fact before the owner's
 * data and writes it only if it has not changed since. A changed fact may be newer than the owner's data that was read,
 * so it is checked again. Calls `wrote` with the facts after writing them.
 */
export async function repair(
  collection: Collection,
  source: FactSource,
  wrote: (facts: readonly Fact[]) => Promise<void>,
): Promise<RepairCounts> {
  const counts = { known: 0, written: 0, removed: 0 };
  const look = async (ids: readonly string[]) => {
    let open = ids;
    for (let race = 0; open.length > 0; race += 1) {
      if (race === maxRaces)
        throw new Error(`${collection.name}: ${open[0]} changed during each of ${maxRaces} attempts`);
      const steps = await stepsFor(open, collection, source);
      const lost = await Promise.all(steps.map(async (step) => ((await apply(step, collection)) ? [] : [step.id])));
      await wrote(steps.flatMap(({ after }) => after ?? []));
      open = lost.flat();
      const done = steps.filter(({ id }) => !open.includes(id));
      counts.written += done.filter(({ after }) => after !== null).length;
      counts.removed += done.filter(({ after }) => after === null).length;
    }
  };
  await inPages(source.idsAfter, async (ids) => {
    counts.known += ids.length;
    await look(ids);
  });
  // The second pass over the facts finds those that the owner does not know.
  await inPages((id, limit) => idsAfter(collection, id, limit), look);
  return counts;
}

async function inPages(
  pageAfter: (id: string, limit: number) => Promise<string[]>,
  look: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  let ids = await pageAfter('', batchSize);
  while (ids.length > 0) {
    await look(ids);
    ids = await pageAfter(ids.at(-1) ?? '', batchSize);
  }
}

/** Ids of a collection in order, read from the index on `_id`. */
export async function idsAfter(collection: Collection, id: string, limit: number): Promise<string[]> {
  const page = collection.find(after(id), { projection: { _id: 1 }, sort: { _id: 1 }, limit });
  return (await page.toArray()).map((one) => stored.parse(one)._id);
}

function after(id: string): Record<string, unknown> {
  return { _id: { $gt: id } };
}

/** Reads the documents with these ids. */
export async function documentsOf(collection: Collection, ids: readonly string[]): Promise<Fact[]> {
  const filter: Record<string, unknown> = { _id: { $in: [...ids] } };
  return (await collection.find(filter).toArray()).map((one) => stored.parse(one));
}

/** The correction of one fact. `before` is null for a missing fact, `after` is null for one to remove. */
interface Step {
  readonly id: string;
  readonly before: Fact | null;
  readonly after: Fact | null;
}

async function stepsFor(ids: readonly string[], collection: Collection, source: FactSource): Promise<Step[]> {
  const found = new Map((await documentsOf(collection, ids)).map((fact) => [fact._id, fact]));
  const facts = await source.factsOf(ids);
  return ids.flatMap((id) => {
    const before = found.get(id) ?? null;
    const left = before === null ? null : source.remains(before);
    const target = facts.get(id) ?? left;
    return isDeepStrictEqual(before, target) ? [] : [{ id, before, after: target }];
  });
}

/** Applies a correction. False if the fact has changed meanwhile: the filter compares all of its fields. */
async function apply({ before, after: target }: Step, collection: Collection): Promise<boolean> {
  if (before === null) return target === null || insert(target, collection);
  const unchanged: Record<string, unknown> = { ...before };
  if (target === null) return (await collection.deleteOne(unchanged)).deletedCount === 1;
  const { _id, ...fields } = target;
  return (await collection.replaceOne(unchanged, fields)).matchedCount === 1;
}

async function insert(fact: Fact, collection: Collection): Promise<boolean> {
  const document: Record<string, unknown> = { ...fact };
  try {
    await collection.insertOne(document);
    return true;
  } catch (error) {
    if (duplicateKeyFields(error) === null) throw error;
    return false;
  }
}
