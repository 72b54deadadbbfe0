import type { Model, Schema } from 'mongoose';
import { duplicateKeyFields } from './duplicate-key.ts';

/** The fields whose values say who shares a limit. */
export type SlotScope = Readonly<Record<string, string>>;

/**
 * Gives documents a slot: a number that is unique among those with the same values of `scope`. A limit then holds in
 * the write that inserts, also when several replicas insert at once.
 */
export function addSlots<T>(schema: Schema<T>, scope: readonly string[], field = 'slot'): void {
  schema.path(field, Number);
  schema.index(
    { ...Object.fromEntries(scope.map((name) => [name, 1 as const])), [field]: 1 },
    { unique: true, partialFilterExpression: { [field]: { $exists: true } } },
  );
}

/**
 * Runs `write` with a free slot below `most`, which the write stores in `field`. Repeats it when another write takes
 * the slot first. Returns null when no slot is free. Other errors of the write are rethrown.
 */
export async function inFreeSlot<T, R>(
  model: Model<T>,
  { scope, most, field = 'slot' }: { readonly scope: SlotScope; readonly most: number; readonly field?: string },
  write: (slot: number) => Promise<R>,
): Promise<R | null> {
  for (;;) {
    const taken = new Set<unknown>(await model.distinct(field, { ...scope, [field]: { $exists: true } }).exec());
    const free = Array.from({ length: most }, (_, number) => number).filter((number) => !taken.has(number));
    // Any of them, because insertions at once would all try the first.
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined) return null;
    try {
      return await write(slot);
    } catch (error) {
      if (duplicateKeyFields(error)?.includes(field) !== true) throw error;
    }
  }
}
