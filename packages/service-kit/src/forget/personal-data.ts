import type { Connection } from 'mongoose';
import type { StoredModel } from '../stored-model.ts';
import { tombstoneCollection } from './tombstones.ts';

/** What a service says of a collection, where `userId` does not say all. */
export type DataNote =
  /** Its documents are nobody's, or are kept by their own rules. */
  | { readonly personal: false; readonly because: string }
  | {
      readonly personal: true;
      /** Names the user; `userId` unless told. */
      readonly userPath?: string;
      /** Fields that an export leaves out: secrets, and what only machines need. */
      readonly omit?: readonly string[];
      /** False for what tells the user nothing, such as a secret by itself; true unless told. */
      readonly exported?: boolean;
    };

/** By the name of the collection. */
export type DataNotes = Readonly<Record<string, DataNote>>;

/** A collection whose documents belong to users. */
export interface PersonalCollection {
  readonly name: string;
  readonly userPath: string;
  readonly omit: readonly string[];
  readonly exported: boolean;
}

/** Left out of every export: what waits to be told to other services. */
const alwaysOmitted = ['outbox', 'outboxAt'];

interface Given {
  readonly models: readonly StoredModel[];
  readonly notes: DataNotes;
}

/** The personal ones of a service's collections. */
export function personalCollections({ models, notes }: Given): PersonalCollection[] {
  return models.flatMap(({ collection: { name }, schema }) => {
    const note = notes[name];
    if (name === tombstoneCollection || note?.personal === false) return [];
    const userPath = note?.userPath ?? 'userId';
    const omit = [...alwaysOmitted, ...(note?.omit ?? [])];
    return schema.path(userPath) === undefined ? [] : [{ name, userPath, omit, exported: note?.exported ?? true }];
  });
}

/** What is wrong with what a service says of its collections; the wiring test wants none. */
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

/** Documents deleted by one statement: others have their turn in between. */
const removedTogether = 500;

/** Removes every document of a user. Safe to repeat, and after a crash. */
export async function removePersonalData(
  documents: Connection,
  collections: readonly PersonalCollection[],
  userId: string,
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
