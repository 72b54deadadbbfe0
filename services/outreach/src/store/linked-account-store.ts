import { limits } from '@earshot/proto/limits';
import { addSlots, documentSchema, inFreeSlot, upsertAtLast, type Vault } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { AccountHold } from '../domain/account-hold.ts';
import type { HeldTokens, LinkedAccount, LinkedAccountRepository } from '../domain/linked-account.ts';

/** A linked account as stored, in `reddit_accounts`. Tokens are sealed for this account and their field. */
export interface LinkedAccountDocument {
  _id: string;
  userId: UserId;
  source: string;
  username: string;
  /** In lower case: for the site, `Jo` and `jo` are the same account. */
  usernameKey: string;
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date;
  isActive: boolean;
  hold?: AccountHold | null;
  link: number;
  /** Its number among the user's accounts. */
  slot?: number;
  createdAt: Date;
  updatedAt: Date;
}

export const linkedAccountSchema = documentSchema<LinkedAccountDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  source: { type: String, required: true },
  username: { type: String, required: true },
  usernameKey: { type: String, required: true },
  accessToken: { type: String, required: true },
  refreshToken: { type: String, default: null },
  expiresAt: { type: Date, required: true },
  isActive: { type: Boolean, default: true },
  hold: { type: { _id: false, reason: String, until: Date }, default: null },
  link: { type: Number, default: 1 },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
linkedAccountSchema.index({ userId: 1, usernameKey: 1, source: 1 }, { unique: true });
linkedAccountSchema.index({ userId: 1, createdAt: 1, _id: 1 });
addSlots(linkedAccountSchema, ['userId']);

/** Binds a sealed token to its account and field: anywhere else it cannot be opened. */
function tokenPurpose(accountId: string, field: 'accessToken' | 'refreshToken'): string {
  return `reddit-account:${accountId}:${field}`;
}

/** Linked accounts in MongoDB. */
export function linkedAccountStore(model: Model<LinkedAccountDocument>, vault: Vault): LinkedAccountRepository {
  const sealed = (id: string, { accessToken, refreshToken, expiresAt }: HeldTokens) => ({
    accessToken: vault.seal(accessToken, tokenPurpose(id, 'accessToken')),
    refreshToken: refreshToken === null ? null : vault.seal(refreshToken, tokenPurpose(id, 'refreshToken')),
    expiresAt,
  });
  const sameLink = ({ id, userId, link }: LinkedAccount) => ({ _id: id, userId, link });
  return {
    list: async (userId) => (await model.find({ userId }).sort({ createdAt: 1, _id: 1 }).lean().exec()).map(accountOf),
    find: async (userId, id) => {
      const found = await model.findOne({ _id: id, userId }).lean().exec();
      return found && accountOf(found);
    },
    save: ({ userId, source, username, tokens, hold, newId, now }) =>
      upsertAtLast(async () => {
        const filter = { userId, usernameKey: username.toLowerCase(), source };
        const _id = (await model.findOne(filter, { _id: 1 }).lean().exec())?._id ?? newId;
        const ofUser = { scope: { userId }, most: limits.linkedAccounts.most };
        const update = {
          $set: { username, ...sealed(_id, tokens), isActive: true, hold, updatedAt: now },
          $inc: { link: 1 },
        };
        const isKnown = _id !== newId;
        const write = async (slot?: number) => {
          const upsert = { ...update, $setOnInsert: { createdAt: now, slot } };
          const options = { upsert: true, returnDocument: 'after' } as const;
          const saved = model.findOneAndUpdate({ ...filter, _id }, isKnown ? update : upsert, options);
          return accountOf(await saved.lean().orFail().exec());
        };
        return isKnown ? write() : inFreeSlot(model, ofUser, write);
      }),
    tokens: async ({ id, userId }) => {
      const found = await model.findOne({ _id: id, userId }).lean().exec();
      return found && opened(found, vault);
    },
    renew: async (account, tokens, now) => {
      await model.updateOne(sameLink(account), { $set: { ...sealed(account.id, tokens), updatedAt: now } }).exec();
    },
    deactivate: async (account, now) => {
      await model.updateOne(sameLink(account), { $set: { isActive: false, updatedAt: now } }).exec();
    },
    hold: async (account, hold, now) => {
      await model.updateOne(sameLink(account), { $set: { hold, updatedAt: now } }).exec();
    },
    remove: async ({ id, userId }) => (await model.deleteOne({ _id: id, userId }).exec()).deletedCount === 1,
  };
}

function opened({ _id, accessToken, refreshToken, expiresAt }: LinkedAccountDocument, vault: Vault): HeldTokens | null {
  const access = vault.open(accessToken, tokenPurpose(_id, 'accessToken'));
  const refresh = refreshToken === null ? null : vault.open(refreshToken, tokenPurpose(_id, 'refreshToken'));
  if (access === null || (refreshToken !== null && refresh === null)) return null;
  return { accessToken: access, refreshToken: refresh, expiresAt };
}

function accountOf(document: LinkedAccountDocument): LinkedAccount {
  const { _id: id, userId, source, username, isActive, hold = null, link, createdAt, updatedAt } = document;
  return { id, userId, source, username, isActive, hold, link, createdAt, updatedAt };
}

/** Seals every token that uses an older key with the current one. Resolves with the results, counted by account. */
export async function resealAccounts(
  model: Model<LinkedAccountDocument>,
  vault: Vault,
): Promise<{ resealed: number; kept: number; unreadable: number }> {
  const done = { resealed: 0, kept: 0, unreadable: 0 };
  for await (const account of model.find().sort({ _id: 1 }).lean().cursor()) {
    done[await resealAccount(model, vault, account)] += 1;
  }
  return done;
}

async function resealAccount(model: Model<LinkedAccountDocument>, vault: Vault, first: LinkedAccountDocument) {
  for (let account: LinkedAccountDocument | null = first; account !== null;) {
    const { _id, accessToken, refreshToken }: LinkedAccountDocument = account;
    const isStale = vault.isStale(accessToken) || (refreshToken !== null && vault.isStale(refreshToken));
    if (!isStale) return 'kept';
    const tokens = opened(account, vault);
    if (tokens === null) return 'unreadable';
    const fresh = {
      accessToken: vault.seal(tokens.accessToken, tokenPurpose(_id, 'accessToken')),
      refreshToken:
        tokens.refreshToken === null ? null : vault.seal(tokens.refreshToken, tokenPurpose(_id, 'refreshToken')),
    };
    const changed = await model.updateOne({ _id, accessToken, refreshToken }, { $set: fresh }).exec();
    if (changed.matchedCount === 1) return 'resealed';
    // A running service refreshed it in the meantime, perhaps still with the older key.
    account = await model.findOne({ _id }).lean().exec();
  }
  return 'kept';
}
