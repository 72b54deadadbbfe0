import type { IndexDescriptionInfo } from 'mongodb';
import type { Connection, IndexOptions } from 'mongoose';
import type { StoredModel } from '../stored-model.ts';

interface CheckOptions {
  readonly documents: Connection;
  readonly models: readonly StoredModel[];
}

/** What of an index's options decides which documents it takes, refuses or deletes. */
export interface IndexTerms {
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Seconds; null: documents stay. */
  readonly expireAfterSeconds: number | null;
  readonly partialFilterExpression: Readonly<Record<string, unknown>> | null;
}

/** A declared index, and what the database has in its place. */
export interface IndexState {
  readonly collection: string;
  readonly fields: Readonly<Record<string, 1 | -1>>;
  readonly terms: IndexTerms;
  /** Of indexes over the same fields: one with these terms, else any; null when there is none. */
  readonly built: { readonly name: string; readonly terms: IndexTerms } | null;
  readonly state: 'built' | 'different' | 'missing';
}

/** Every declared index in the order of its declaration; changes nothing. */
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
 * Throws unless every declared index is there with the terms declared. Uniqueness rests on them alone, so a service
 * without its indexes must not take a single call; and none is built while a service runs, where a build would hold up
 * its users.
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

/** `leads (userId, createdAt down)` */
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

/** Fields of an index in their order. */
export function indexFields(fields: object): Record<string, 1 | -1> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, direction]): [string, 1 | -1] => [field, direction === -1 ? -1 : 1]),
  );
}

function termsOf(options: IndexOptions | IndexDescriptionInfo): IndexTerms {
  const { unique, sparse, expireAfterSeconds, partialFilterExpression } = options;
  return {
    // mongoose also takes [true, 'message'].
    unique: unique !== undefined && unique !== false,
    sparse: sparse === true,
    expireAfterSeconds: expireAfterSeconds ?? null,
    partialFilterExpression: partialFilterExpression ?? null,
  };
}

/** The indexes of a collection; none when there is no such collection yet. */
export async function builtIndexes(documents: Connection, collection: string): Promise<IndexDescriptionInfo[]> {
  return documents
    .collection(collection)
    .indexes()
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 26) return [];
      throw error;
    });
}
