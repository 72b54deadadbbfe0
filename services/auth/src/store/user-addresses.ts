import type { Model } from 'mongoose';
import type { UserDocument } from './user-schema.ts';

/** Reads the addresses of accounts, by id. Accounts that are being deleted have none. */
export function userAddresses(model: Model<UserDocument>) {
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (ids.length === 0) return new Map();
    const found = await model
      .find({ _id: { $in: [...ids] }, deletedAt: { $exists: false } }, { email: 1 })
      .lean()
      .exec();
    return new Map(found.map(({ _id, email }) => [_id, email]));
  };
}
