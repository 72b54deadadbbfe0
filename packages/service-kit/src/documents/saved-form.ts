import { upsertAtLast } from './duplicate-key.ts';

/** What a save of a form needs besides its fields. */
export interface SaveFacts {
  /** The id of the document if it is the first save. */
  readonly newId: string;
  readonly now: Date;
}

/** The update that a save makes: absent fields keep their value, or get their default at the first save. */
export interface FormUpdate {
  readonly $set: Record<string, unknown>;
  readonly $setOnInsert: Record<string, unknown>;
}

/**
 * Saves a form that each user has one of: `upsert` runs the update on the user's document, which a unique index on
 * `userId` keeps single. Of several first saves at once the later ones change the first one's document.
 */
export async function saveForm<T>(
  form: { readonly change: object; readonly defaults: object; readonly facts: SaveFacts },
  upsert: (update: FormUpdate) => Promise<T>,
): Promise<T> {
  const given = Object.fromEntries(Object.entries(form.change).filter(([, value]) => value !== undefined));
  // An update may name a field once only.
  const rest = Object.fromEntries(Object.entries(form.defaults).filter(([field]) => !Object.hasOwn(given, field)));
  const { newId, now } = form.facts;
  const update = { $set: { ...given, updatedAt: now }, $setOnInsert: { ...rest, _id: newId, createdAt: now } };
  return upsertAtLast(() => upsert(update));
}
