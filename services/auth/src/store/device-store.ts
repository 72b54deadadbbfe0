import { documentSchema } from '@earshot/service-kit';
import { limits } from '@earshot/proto/limits';
import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { deviceLifeMs, type Devices, isDeviceSecret } from '../domain/devices.ts';

/** A browser of a user. The id is a digest of the user and the cookie's secret. */
export interface DeviceDocument {
  _id: string;
  userId: UserId;
  usedAt: Date;
  expireAt: Date;
}

export const deviceSchema = documentSchema<DeviceDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  usedAt: { type: Date, required: true },
  expireAt: { type: Date, required: true },
});
deviceSchema.index({ userId: 1, usedAt: -1 });
deviceSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

/** Known devices in MongoDB, which forgets those that were not used for 400 days. */
export function deviceStore(model: Model<DeviceDocument>): Devices {
  return {
    isKnownDevice: async (userId, cookie) => {
      if (cookie === undefined || !isDeviceSecret(cookie)) return false;
      return (await model.exists({ _id: digestOf(userId, cookie) }).exec()) !== null;
    },
    rememberDevice: async (userId, cookie, now) => {
      const facts = { userId, usedAt: now, expireAt: new Date(now.getTime() + deviceLifeMs) };
      const filter = { _id: digestOf(userId, cookie) };
      const { upsertedCount } = await model.updateOne(filter, { $set: facts }, { upsert: true }).exec();
      if (upsertedCount === 0) return false;
      const old = await model.find({ userId }, { _id: 1 }).sort({ usedAt: -1 }).skip(limits.devices.most).lean().exec();
      if (old.length > 0) await model.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }).exec();
      return true;
    },
  };
}

function digestOf(userId: UserId, secret: string): string {
  return createHash('sha256').update(`${userId} ${secret}`).digest('base64url');
}
