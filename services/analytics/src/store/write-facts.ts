import { upsertAtLast } from '@earshot/service-kit';
import type { Connection } from 'mongoose';

/** Facts are made here as they are stored: nothing is left for mongoose to cast. */
export interface Written {
  readonly collection: ReturnType<Connection['collection']>;
}

export interface Operation {
  readonly updateOne: { filter: Record<string, unknown>; update: Record<string, unknown>; upsert?: boolean };
}

/** In order, for an update may need the document that the operation before it makes. */
export async function writeFacts({ collection }: Written, operations: readonly Operation[]): Promise<void> {
  if (operations.length === 0) return;
  await upsertAtLast(() => collection.bulkWrite([...operations], { ordered: true }));
}

/** Makes the document if it is not there, else changes it. */
export function upserted(_id: string, update: Record<string, unknown>): Operation {
  return { updateOne: { filter: { _id }, update, upsert: true } };
}
