import { documentSchema } from '@earshot/service-kit';
import { createHash, randomInt } from 'node:crypto';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { SecondFactors, StoredTotp } from '../domain/factors/second-factors.ts';

/** The authenticator app and the recovery codes of an account; the id is the user's. */
export interface SecondFactorDocument {
  _id: string;
  userId: UserId;
  totp?: StoredTotp;
  /** Digests of the codes that were not used yet. */
  recoveryCodes: string[];
}

export const secondFactorSchema = documentSchema<SecondFactorDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  totp: { _id: false, type: { sealed: String, usedStep: Number } },
  recoveryCodes: { type: [String], default: [] },
});

const codeCount = 10;
/** 140 bits: too many for a search of the digests, which need no salt and no slow hash (ASVS 5.0, V6.5.2). */
const codeLength = 28;
/** Base32 without 0, 1, I and O, which look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Second factors in MongoDB, one document per account. */
export function secondFactorStore(model: Model<SecondFactorDocument>): SecondFactors {
  const upsert = { upsert: true } as const;
  return {
    totpOf: async (userId) => (await model.findById(userId, { totp: 1 }).lean().exec())?.totp ?? null,
    setTotp: async (userId, totp) => {
      await model.updateOne({ _id: userId }, { $set: { userId, totp } }, upsert).exec();
    },
    removeTotp: async (userId) => {
      const filter = { _id: userId, totp: { $exists: true } };
      return (await model.updateOne(filter, { $unset: { totp: 1 } }).exec()).modifiedCount === 1;
    },
    takeStep: async (userId, step) => {
      const filter = { _id: userId, 'totp.usedStep': { $lt: step } };
      return (await model.updateOne(filter, { $set: { 'totp.usedStep': step } }).exec()).modifiedCount === 1;
    },
    recoveryCodesLeft: async (userId) =>
      (await model.findById(userId, { recoveryCodes: 1 }).lean().exec())?.recoveryCodes.length ?? 0,
    newRecoveryCodes: async (userId) => {
      const codes = Array.from({ length: codeCount }, newCode);
      const recoveryCodes = codes.map((code) => digestOf(userId, code));
      await model.updateOne({ _id: userId }, { $set: { userId, recoveryCodes } }, upsert).exec();
      return codes;
    },
    useRecoveryCode: async (userId, code) => {
      const digest = digestOf(userId, code);
      const filter = { _id: userId, recoveryCodes: digest };
      return (await model.updateOne(filter, { $pull: { recoveryCodes: digest } }).exec()).modifiedCount === 1;
    },
    removeAll: async (userId) => {
      await model.deleteOne({ _id: userId }).exec();
    },
  };
}

/** A code in seven groups of four characters. */
function newCode(): string {
  const characters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return (characters.match(/.{4}/g) ?? []).join('-');
}

/** Ignores case, spaces and hyphens, because people type the code. */
function digestOf(userId: UserId, code: string): string {
  const typed = code.toUpperCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId} ${typed}`).digest('base64url');
}
