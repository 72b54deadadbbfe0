import { limits } from '@earshot/proto/limits';
import { addSlots, documentSchema, duplicateKeyFields, inFreeSlot } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { Passkey, Passkeys } from '../domain/factors/passkeys.ts';

/** A passkey. The id is the credential's, and the public key is base64url. */
export interface PasskeyDocument extends Omit<Passkey, 'id' | 'publicKey'> {
  _id: string;
  publicKey: string;
  /** Its number among the user's passkeys. */
  slot: number;
}

export const passkeySchema = documentSchema<PasskeyDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  name: { type: String, required: true },
  domain: { type: String, required: true },
  publicKey: { type: String, required: true },
  counter: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  usedAt: { type: Date, default: null },
});
passkeySchema.index({ userId: 1, createdAt: 1 });
addSlots(passkeySchema, ['userId']);

/** Passkeys in MongoDB. */
export function passkeyStore(model: Model<PasskeyDocument>): Passkeys {
  return {
    list: async (userId) => (await model.find({ userId }).sort({ createdAt: 1 }).lean().exec()).map(passkeyOf),
    find: async (id) => {
      const found = await model.findById(id).lean().exec();
      return found && passkeyOf(found);
    },
    add: async ({ id, publicKey, ...passkey }) => {
      const document = { ...passkey, _id: id, publicKey: Buffer.from(publicKey).toString('base64url') };
      const ofUser = { scope: { userId: passkey.userId }, most: limits.passkeys.most };
      try {
        const added = await inFreeSlot(model, ofUser, (slot) => model.create({ ...document, slot }));
        return added === null ? 'full' : 'added';
      } catch (error) {
        if (duplicateKeyFields(error) === null) throw error;
        return 'exists';
      }
    },
    remove: async (userId, id) => (await model.deleteOne({ _id: id, userId }).exec()).deletedCount === 1,
    removeAll: async (userId) => {
      await model.deleteMany({ userId }).exec();
    },
    use: async ({ id, counter: before }, counter, now) => {
      const update = { $set: { counter, usedAt: now } };
      return (await model.updateOne({ _id: id, counter: before }, update).exec()).matchedCount === 1;
    },
  };
}

function passkeyOf({ _id, publicKey, slot: _slot, ...passkey }: PasskeyDocument): Passkey {
  return { ...passkey, id: _id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) };
}
