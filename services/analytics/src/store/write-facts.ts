import { upsertAtLast } from '@earshot/service-kit';
import type { Connection } from 'mongoose';

/** Facts are already in their stored form, so writes bypass mongoose and its casts. */
export interface Written {
  readonly collection: ReturnType<Connection['collection']>;
}

export interface Operation {
  readonly updateOne: { filter: Record<string, unknown>; update: Record<string, unknown>; upsert?: boolean };
}

/** In order, because an update may need a document that an earlier operation creates. */
export async function writeFacts({ collection }: Written, operations: readonly Operation[]): Promise<void> {
  if (operations.length === 0) return;
  await upsertAtLast(() => collection.bulkWrite([...operations], { ordered: true }));
}

/** Creates or updates the document. */
export function upserted(_id: string, update: Record<string, unknown>): Operation {
  return { updateOne: { filter: { _id }, update, upsert: true } };
}
