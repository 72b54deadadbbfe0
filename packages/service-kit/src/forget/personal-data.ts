import type { Connection } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { StoredModel } from '../documents/stored-model.ts';
import { tombstoneCollection } from './tombstones.ts';

/** A service's declaration about a collection, needed where the field `userId` is not enough. */
export type DataNote =
  /** The documents belong to no user, or are kept by other rules. */
  | { readonly personal: false; readonly because: string }
  | {
      readonly personal: true;
      /** The field that contains the user's id; `userId` by default. */
      readonly userPath?: string;
      /** Fields that an export omits: secrets, and values that only code needs. */
      readonly omit?: readonly string[];
      /** False for documents that mean nothing to the user, such as a secret on its own; true by default. */
      readonly exported?: boolean;
    };

/** Declarations by the name of the collection. */
export type DataNotes = Readonly<Record<string, DataNote>>;

/** A collection whose documents belong to users. */
export interface PersonalCollection {
  readonly name: string;
  readonly userPath: string;
  readonly omit: readonly string[];
  readonly exported: boolean;
}

/** Omitted from every export: events that wait to be published. */
const alwaysOmitted = ['outbox', 'outboxAt', 'outboxRefused'];

interface Given {
  readonly models: readonly StoredModel[];
  readonly notes: DataNotes;
}

/** Returns a service's collections that hold personal data. */
export function personalCollections({ models, notes }: Given): PersonalCollection[] {
  return models.flatMap(({ collection: { name }, schema }) => {
    const note = notes[name];
    if (name === tombstoneCollection || note?.personal === false) return [];
    const userPath = note?.userPath ?? 'userId';
    const omit = [...alwaysOmitted, ...(note?.omit ?? [])];
    return schema.path(userPath) === undefined ? [] : [{ name, userPath, omit, exported: note?.exported ?? true }];
  });
}

/** Returns the errors in a service's declarations about its collections. The wiring test expects none. */
export function personalDataFaults({ models, notes }: Given): string[] {
  const names = models.map(({ collection }) => collection.name);
  const personal = personalCollections({ models, notes });
  const undeclared = names.filter(
    (name) =>
      name !== tombstoneCollection &&
      notes[name]?.personal !== false &&
      !personal.some((collection) => collection.name === name),
  );
  const slow = personal.filter(({ name, userPath }) => {
    const indexes = models.find(({ collection }) => collection.name === name)?.schema.indexes() ?? [];
    const serves = indexes.some(
      ([fields, options]) => Object.keys(fields)[0] === userPath && options.partialFilterExpression === undefined,
    );
    return userPath !== '_id' && !serves;
  });
  return [
    ...undeclared.map((name) => `${name} has no userId and is not declared as nobody's`),
    ...slow.map(({ name, userPath }) => `${name} has no index on ${userPath}: a deletion would read all of it`),
    ...Object.keys(notes).flatMap((name) => (names.includes(name) ? [] : [`${name} is declared and is no collection`])),
  ];
}

/** Documents per delete statement, so that other work can run in between. */
const removedTogether = 500;

/** Removes every document of a user. Safe to repeat, also after a crash. */
export async function removePersonalData(
  documents: Connection,
  collections: readonly PersonalCollection[],
  userId: UserId,
): Promise<void> {
  for (const { name, userPath } of collections) {
    const collection = documents.collection(name);
    for (;;) {
      const options = { projection: { _id: 1 }, limit: removedTogether };
      const found = await collection.find({ [userPath]: userId }, options).toArray();
      if (found.length === 0) break;
      await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    }
  }
}
