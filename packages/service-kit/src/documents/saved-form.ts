import { upsertAtLast } from './duplicate-key.ts';

/** The values that a save needs besides the form's fields. */
export interface SaveFacts {
  /** The id of the document; only the first save uses it. */
  readonly newId: string;
  readonly now: Date;
}

/** The update of a save. Absent fields keep their value, or get their default at the first save. */
export interface FormUpdate {
  readonly $set: Record<string, unknown>;
  readonly $setOnInsert: Record<string, unknown>;
}

/**
 * Saves a form of which each user has one. `upsert` runs the update on the user's document, which a unique index on
 * `userId` keeps single. If several first saves run at once, the later ones change the first one's document.
 */
export async function saveForm<T>(
  form: { readonly change: object; readonly defaults: object; readonly facts: SaveFacts },
  upsert: (update: FormUpdate) => Promise<T>,
): Promise<T> {
  const changes = Object.fromEntries(Object.entries(form.change).filter(([, value]) => value !== undefined));
  // MongoDB rejects an update that names a field twice.
  const rest = Object.fromEntries(Object.entries(form.defaults).filter(([field]) => !Object.hasOwn(changes, field)));
  const { newId, now } = form.facts;
  const update = { $set: { ...changes, updatedAt: now }, $setOnInsert: { ...rest, _id: newId, createdAt: now } };
  return upsertAtLast(() => upsert(update));
}
