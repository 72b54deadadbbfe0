import type { Schema } from 'mongoose';

/** The parts of a mongoose model that the platform uses. */
export interface StoredModel {
  readonly modelName: string;
  readonly collection: { readonly name: string };
  readonly schema: Pick<Schema, 'indexes' | 'path' | 'paths'>;
  createIndexes(): Promise<unknown>;
}
