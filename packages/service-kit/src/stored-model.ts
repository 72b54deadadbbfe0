import type { Schema } from 'mongoose';

/** A mongoose model, as far as the platform looks at it. */
export interface StoredModel {
  readonly modelName: string;
  readonly collection: { readonly name: string };
  readonly schema: Pick<Schema, 'indexes' | 'path'>;
  createIndexes(): Promise<unknown>;
}
