import { documentSchema, insertFirst } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { WaitlistPlace, WaitlistRepository } from '../domain/waitlist.ts';

/**
 * An entry of the waitlist as stored. It belongs to an email address, and is deleted with an account of that address.
 */
export interface WaitlistDocument extends Omit<WaitlistPlace, 'id'> {
  _id: string;
  /** In lower case, so that an address has one entry regardless of case. */
  emailKey: string;
}

export const waitlistSchema = documentSchema<WaitlistDocument>({
  _id: { type: String, required: true },
  email: { type: String, required: true },
  emailKey: { type: String, required: true },
  firstName: { type: String, default: null },
  lastName: { type: String, default: null },
  source: { type: String, default: 'landing' },
  referralCode: { type: String, default: null },
  isConfirmed: { type: Boolean, default: false },
  notificationsSent: { type: Boolean, default: false },
  createdAt: { type: Date, required: true },
});
waitlistSchema.index({ emailKey: 1 }, { unique: true });

/** The waitlist in MongoDB, unique by address regardless of case. */
export function waitlistStore(model: Model<WaitlistDocument>): WaitlistRepository {
  return {
    insert: async ({ id, ...place }) => {
      return insertFirst(model, { ...place, _id: id, emailKey: place.email.toLowerCase() });
    },
    remove: async (email) => {
      await model.deleteOne({ emailKey: email.toLowerCase() }).exec();
    },
  };
}
