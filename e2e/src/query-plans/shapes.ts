import { z } from 'zod';

type Fields = Record<string, unknown>;

/** A query that can be explained. `shape` is equal for queries that differ only in their values. */
export interface Asked {
  readonly database: string;
  readonly collection: string;
  readonly shape: string;
  readonly command: Fields;
}

/** A call as mongoose reports it. */
const operation = z.object({ collectionName: z.string(), method: z.string(), params: z.array(z.unknown()) });

const fields = z.record(z.string(), z.unknown());
const findOptions = z
  .object({ sort: fields, limit: z.number(), skip: z.number(), projection: fields })
  .partial()
  .catch({});
const groupsByField = z.object({ _id: z.union([z.string(), fields]) });
const oneOfBulk = z.record(z.string(), z.object({ filter: fields.optional() }));

/** Methods that run no query. */
const asksNothing = new Set(['insertOne', 'insertMany', 'createIndex', 'createIndexes', 'createCollection', 'indexes']);
const changes = new Set(['updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'findOneAndUpdate', 'findOneAndDelete']);

/** The queries in one call. Throws on an unknown method, so that no query is skipped. */
export function askedBy(database: string, event: unknown): Asked[] {
  const { collectionName: collection, method, params } = operation.parse(event);
  if (asksNothing.has(method)) return [];
  return commandsOf(collection, method, params).map((command) => ({
    database,
    collection,
    shape: `${database}.${collection} ${method} ${JSON.stringify(shapeOf(command))}`,
    command,
  }));
}

function commandsOf(collection: string, method: string, params: readonly unknown[]): Fields[] {
  const filter = fields.catch({}).parse(params[0]);
  const { sort, limit, skip, projection } = findOptions.parse(params[1] ?? {});
  const more = {
    ...(sort && { sort }),
    ...(limit && { limit }),
    ...(skip && { skip }),
    ...(projection && { projection }),
  };
  if (method === 'find') return [{ find: collection, filter, ...more }];
  if (method === 'findOne') return [{ find: collection, filter, ...more, limit: 1 }];
  if (changes.has(method)) return [{ find: collection, filter, ...(sort && { sort }) }];
  if (method === 'distinct') return [{ find: collection, filter: fields.catch({}).parse(params[1]) }];
  if (method === 'countDocuments') {
    return [
      { aggregate: collection, pipeline: [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }], cursor: {} },
    ];
  }
  if (method === 'aggregate') return [{ aggregate: collection, pipeline: readBy(params[0]), cursor: {} }];
  if (method === 'bulkWrite') {
    const filters = z
      .array(oneOfBulk)
      .parse(params[0])
      .flatMap((one) => Object.values(one).map((each) => each.filter));
    return filters.flatMap((each) => (each === undefined ? [] : [{ find: collection, filter: each }]));
  }
  throw new Error(`how is ${method} explained?`);
}

/**
 * The stages that read documents. A group by a field uses all documents that these stages return, even when there are
 * few groups. A group of everything is a count, which an index alone may answer.
 */
function readBy(pipeline: unknown): Fields[] {
  const stages = z.array(fields).parse(pipeline);
  const at = stages.findIndex(
    ({ $group, $unwind }) => $unwind !== undefined || groupsByField.safeParse($group).success,
  );
  return at === -1 ? stages : stages.slice(0, at);
}

/** Replaces values by their types, and keeps names and operators. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
  if (typeof value !== 'object' || value === null || value instanceof Date) return typeof value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor.name;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}
