import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import type { Connection, Schema } from 'mongoose';
import type { RemovedBy } from '@earshot/sources';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { StoredModel } from '../documents/stored-model.ts';
import { tombstoneCollection } from './tombstones.ts';

/** A post that is no longer at its site. */
export interface RemovedPost {
  readonly source: string;
  readonly postId: string;
  readonly by: RemovedBy;
  readonly at: Date;
  /** The lead that was made of it; null in services that follow `postRemoved`, which concerns no user. */
  readonly lead: { readonly userId: UserId; readonly leadId: LeadId } | null;
}

/** The ports that a hook may use. */
export interface ForgetPlace {
  readonly documents: Connection;
  /** Creates an event in the service's name. */
  event(facts: EventFacts): OutgoingEvent;
}

/**
 * Removes the words of a post from a collection: title, text, author, quotes, and what was written about it unsent. Safe to
 * repeat.
 */
export type ForgetPost = (removed: RemovedPost, place: ForgetPlace) => Promise<void>;

/** A service's declaration about a collection: whether it holds words of posts, and how it forgets those of one post. */
export type PostNote =
  | {
      readonly holdsPostText: false;
      /** Needed where the collection has a field that could hold words of a post. */
      readonly because?: string;
    }
  | { readonly holdsPostText: true; readonly forget: ForgetPost };

/** Declarations by the name of the collection. Every collection has one. */
export type PostNotes = Readonly<Record<string, PostNote>>;

/** For collections in which nothing could hold words of a post. */
export const noPostText: PostNote = { holdsPostText: false };

/** A hook of a collection whose documents name the lead and not the post. */
export function ofLead(
  forget: (lead: { readonly userId: UserId; readonly leadId: LeadId }, place: ForgetPlace) => Promise<void>,
): PostNote {
  return { holdsPostText: true, forget: async ({ lead }, place) => (lead === null ? undefined : forget(lead, place)) };
}

/** Names of fields in which services store words of posts. */
const wordy =
  /^(?:title|content|text|body|message|summary|author|recipient|quote|note|reason|terms|subject|description)$|Title$|Reason$|Username$/;

/** Returns the errors in a service's declarations about words of posts. The wiring test expects none. */
export function postNoteFaults({ models, notes }: { models: readonly StoredModel[]; notes: PostNotes }): string[] {
  const own = models.filter(({ collection }) => collection.name !== tombstoneCollection);
  const names = own.map(({ collection }) => collection.name);
  return [
    ...own.flatMap(({ collection: { name }, schema }) => {
      const note = notes[name];
      if (note === undefined) return [`${name} does not declare whether it holds words of posts`];
      if (note.holdsPostText || note.because !== undefined) return [];
      const fields = wordyFields(schema);
      return fields.length === 0
        ? []
        : [`${name} may hold words of posts in ${fields.join(', ')}: add a hook or say why not`];
    }),
    ...Object.keys(notes).flatMap((name) => (names.includes(name) ? [] : [`${name} is declared and is no collection`])),
  ];
}

/** The paths of the schema, those of nested documents included, whose names are those of words. */
function wordyFields(schema: Pick<Schema, 'paths'>): string[] {
  return Object.entries(schema.paths).flatMap(([path, type]) => {
    const nested: Pick<Schema, 'paths'> | undefined = type.schema;
    const name = path.split('.').at(-1) ?? path;
    if (nested !== undefined) return wordyFields(nested).map((field) => `${path}.${field}`);
    return wordy.test(name) ? [path] : [];
  });
}
