import type { IndexDescriptionInfo } from 'mongodb';
import type { Connection, IndexOptions } from 'mongoose';
import type { StoredModel } from './stored-model.ts';

interface CheckOptions {
  readonly documents: Connection;
  readonly models: readonly StoredModel[];
}

/** The index options that decide which documents an index accepts, rejects or deletes. */
export interface IndexTerms {
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Seconds; null if documents do not expire. */
  readonly expireAfterSeconds: number | null;
  readonly partialFilterExpression: Readonly<Record<string, unknown>> | null;
}

/** A declared index and the index that exists in the database for it. */
export interface IndexState {
  readonly collection: string;
  readonly fields: Readonly<Record<string, 1 | -1>>;
  readonly terms: IndexTerms;
  /** An existing index over the same fields, preferably one with the declared terms. Null if there is none. */
  readonly built: { readonly name: string; readonly terms: IndexTerms } | null;
  readonly state: 'built' | 'different' | 'missing';
}

/** Returns the state of every declared index, in the order of declaration. Changes nothing. */
export async function indexStates({ documents, models }: CheckOptions): Promise<IndexState[]> {
  const states: IndexState[] = [];
  for (const model of models) {
    const built = await builtIndexes(documents, model.collection.name);
    for (const [fields, options] of model.schema.indexes()) {
      states.push(stateOf(model.collection.name, { fields: indexFields(fields), terms: termsOf(options) }, built));
    }
  }
  return states;
}

/**
 * Throws unless every declared index exists with the declared terms. Only indexes guarantee uniqueness, so a service
 * must not take calls without them. A running service builds no indexes, because a build would block its users. See
 * docs/decisions/0023-indexes-are-built-by-a-command.md.
 */
export async function checkIndexes(options: CheckOptions): Promise<void> {
  const wrong = (await indexStates(options)).filter(({ state }) => state !== 'built');
  if (wrong.length === 0) return;
  const named = (state: IndexState['state']) => wrong.filter((one) => one.state === state).map(indexLabel);
  const [missing, different] = [named('missing'), named('different')];
  const faults = [
    ...(missing.length === 0 ? [] : [`lacks indexes: ${missing.join('; ')}`]),
    ...(different.length === 0 ? [] : [`has indexes with other terms than declared: ${different.join('; ')}`]),
  ];
  throw new Error(`The database ${options.documents.name} ${faults.join(', and ')}. Run \`npm run indexes\` first`);
}

/** Describes an index, for example `leads (userId, createdAt down)`. */
export function indexLabel({ collection, fields }: Pick<IndexState, 'collection' | 'fields'>): string {
  const parts = Object.entries(fields).map(([field, direction]) => (direction === 1 ? field : `${field} down`));
  return `${collection} (${parts.join(', ')})`;
}

type Declared = Pick<IndexState, 'fields' | 'terms'>;

function stateOf(collection: string, declared: Declared, built: readonly IndexDescriptionInfo[]): IndexState {
  const sameFields = built
    .filter(({ key }) => JSON.stringify(indexFields(key)) === JSON.stringify(declared.fields))
    .map((index) => ({ name: index.name ?? '', terms: termsOf(index) }));
  const sameTerms = sameFields.find(({ terms }) => JSON.stringify(terms) === JSON.stringify(declared.terms));
  const found = sameTerms ?? sameFields[0] ?? null;
  const state = sameTerms !== undefined ? 'built' : found === null ? 'missing' : 'different';
  return { collection, ...declared, built: found, state };
}

/** Returns the fields of an index with their directions, in their order. */
function indexFields(fields: object): Record<string, 1 | -1> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, direction]): [string, 1 | -1] => [field, direction === -1 ? -1 : 1]),
  );
}

function termsOf(options: IndexOptions | IndexDescriptionInfo): IndexTerms {
  const { unique, sparse, expireAfterSeconds, partialFilterExpression } = options;
  return {
    // mongoose also accepts `[true, 'message']`.
    unique: unique !== undefined && unique !== false,
    sparse: sparse === true,
    expireAfterSeconds: expireAfterSeconds ?? null,
    partialFilterExpression: partialFilterExpression ?? null,
  };
}

/** Lists the indexes of a collection. The list is empty if the collection does not exist. */
async function builtIndexes(documents: Connection, collection: string): Promise<IndexDescriptionInfo[]> {
  return documents
    .collection(collection)
    .indexes()
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 26) return [];
      throw error;
    });
}
