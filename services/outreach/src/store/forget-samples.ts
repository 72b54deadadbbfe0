import type { UserId } from '@earshot/proto/refs';
import type { Connection } from 'mongoose';
import { outreachModels } from './models.ts';

/** Removes what a user wrote, sent and was told about samples. */
export async function forgetSamples(documents: Connection, userId: UserId): Promise<void> {
  const { message, savedDraft, reminder, sent, activity, notification } = outreachModels(documents);
  const samples = { userId, leadSource: 'sample' };
  await message.deleteMany({ userId, source: 'sample' }).exec();
  await savedDraft.deleteMany(samples).exec();
  await reminder.deleteMany(samples).exec();
  await sent.deleteMany(samples).exec();
  await activity.deleteMany(samples).exec();
  await notification.deleteMany(samples).exec();
}
