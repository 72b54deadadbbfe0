import { duplicateKeyFields } from '@earshot/service-kit';
import type { Connection } from 'mongoose';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A document that follows from what its owner knows. */
export type Fact = Readonly<Record<string, unknown>> & { readonly _id: string };

/** What the owner of some facts knows of them. */
export interface Truth {
  /** Ids of what there is, in order, those after `id`; '' for the first ones. */
  idsAfter(id: string, limit: number): Promise<string[]>;
  /** The facts as they should be; those that the owner does not know are missing. */
  factsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Fact>>;
  /** What stays of a fact that its owner does not know any more; null: nothing. */
  remains(fact: Fact): Fact | null;
}

export type Collection = ReturnType<Connection['collection']>;

/** How many facts the owner knows, how many of all had to be written, how many to be removed. */
export interface Mended {
  readonly known: number;
  readonly written: number;
  readonly removed: number;
}

/** Looked at together. */
const together = 200;
/** Each lost race means that an event was handled meanwhile; so many in a row mean that something else is wrong. */
const maxRaces = 50;

const stored = z.looseObject({ _id: z.string() });

/**
 * Makes a collection of facts what its owner's data say, while its service goes on. A fact is read before its owner is
 * asked, and changed only if nobody else has changed it since: what an event left in between may be newer than the
 * answer, so that fact is looked at again. `wrote` is told of the facts after they were written.
 */
export async function mend(
  collection: Collection,
  truth: Truth,
  wrote: (facts: readonly Fact[]) => Promise<void>,
): Promise<Mended> {
  const counts = { known: 0, written: 0, removed: 0 };
  const look = async (ids: readonly string[]) => {
    let open = ids;
    for (let race = 0; open.length > 0; race += 1) {
      if (race === maxRaces) throw new Error(`${collection.name}: ${open[0]} changes whenever it is looked at`);
      const steps = await stepsFor(open, collection, truth);
      const lost = await Promise.all(steps.map(async (step) => ((await take(step, collection)) ? [] : [step.id])));
      await wrote(steps.flatMap(({ after }) => after ?? []));
      open = lost.flat();
      const done = steps.filter(({ id }) => !open.includes(id));
      counts.written += done.filter(({ after }) => after !== null).length;
      counts.removed += done.filter(({ after }) => after === null).length;
    }
  };
  await inPages(truth.idsAfter, async (ids) => {
    counts.known += ids.length;
    await look(ids);
  });
  // What the owner does not know is found among the facts alone.
  await inPages((id, limit) => idsAfter(collection, id, limit), look);
  return counts;
}

async function inPages(
  pageAfter: (id: string, limit: number) => Promise<string[]>,
  look: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  let ids = await pageAfter('', together);
  while (ids.length > 0) {
    await look(ids);
    ids = await pageAfter(ids.at(-1) ?? '', together);
  }
}

/** Ids of a collection in order, by the index that each one has. */
export async function idsAfter(collection: Collection, id: string, limit: number): Promise<string[]> {
  const page = collection.find(after(id), { projection: { _id: 1 }, sort: { _id: 1 }, limit });
  return (await page.toArray()).map((one) => stored.parse(one)._id);
}

function after(id: string): Record<string, unknown> {
  return { _id: { $gt: id } };
}

/** The documents of these ids, as they are. */
export async function documentsOf(collection: Collection, ids: readonly string[]): Promise<Fact[]> {
  const filter: Record<string, unknown> = { _id: { $in: [...ids] } };
  return (await collection.find(filter).toArray()).map((one) => stored.parse(one));
}

/** A fact that is not as it should be; null: there is, or should be, none. */
interface Step {
  readonly id: string;
  readonly before: Fact | null;
  readonly after: Fact | null;
}

async function stepsFor(ids: readonly string[], collection: Collection, truth: Truth): Promise<Step[]> {
  const found = new Map((await documentsOf(collection, ids)).map((fact) => [fact._id, fact]));
  const facts = await truth.factsOf(ids);
  return ids.flatMap((id) => {
    const before = found.get(id) ?? null;
    const left = before === null ? null : truth.remains(before);
    const wanted = facts.get(id) ?? left;
    return isDeepStrictEqual(before, wanted) ? [] : [{ id, before, after: wanted }];
  });
}

/** False when somebody else changed the fact: all of it is in the filter. */
async function take({ before, after: wanted }: Step, collection: Collection): Promise<boolean> {
  if (before === null) return wanted === null || insert(wanted, collection);
  const unchanged: Record<string, unknown> = { ...before };
  if (wanted === null) return (await collection.deleteOne(unchanged)).deletedCount === 1;
  const { _id, ...fields } = wanted;
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
