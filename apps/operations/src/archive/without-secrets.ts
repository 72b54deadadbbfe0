import { newId } from '@earshot/core';
import type { BSON } from 'bson';
import type { Connection } from 'mongoose';
import type { CollectionName } from './format.ts';

/** Removes the secrets that cannot be read any more, and notes whom to tell. */
export interface SecretRemoval {
  /** The document without its secrets; null if nothing is left of it. */
  remove(of: CollectionName, document: BSON.Document): BSON.Document | null;
  /** Notifies the owners. `outreach` is the connection to the database of the notifications. */
  notifyOwners(outreach: Connection, now: Date): Promise<void>;
}

interface Loss {
  /** Identifies the loss: the same import again notifies nobody twice. */
  readonly source: string;
  readonly userId: string;
  readonly title: string;
  readonly text: string;
}

/** Nothing was removed yet. */
export function secretRemoval(): SecretRemoval {
  const losses: Loss[] = [];
  const note = (document: BSON.Document, title: string, text: string) => {
    const userId: unknown = document['userId'];
    const source = `import:${title}:${String(document['_id'])}`;
    if (typeof userId === 'string') losses.push({ source, userId, title, text });
  };
  return {
    remove: ({ database, collection }, document) => {
      if (database === 'outreach' && collection === 'reddit_accounts') {
        note(
          document,
          `The link to ${String(document['username'])} ended`,
          'Earshot moved without the keys to this account. Link it again to send messages.',
        );
        return null;
      }
      if (database !== 'auth' || collection !== 'second_factors' || document['totp'] === undefined) return document;
      note(
        document,
        'Your authenticator app was removed',
        'Earshot moved without the keys to it, so signing in no longer asks for its codes. Set it up again.',
      );
      const { totp: _totp, ...rest } = document;
      return rest;
    },
    notifyOwners: async (outreach, now) => {
      const shown = { kind: 'access-lost', link: '/dashboard/settings', isRead: false, createdAt: now };
      const notifications = outreach.collection<{ _id: string; source: string }>('notifications');
      for (const loss of losses) {
        const created = { $setOnInsert: { _id: newId(), ...loss, ...shown } };
        await notifications.updateOne({ source: loss.source }, created, { upsert: true });
      }
    },
  };
}
