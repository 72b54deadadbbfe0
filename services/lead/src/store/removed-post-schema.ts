import { documentSchema } from '@earshot/service-kit';
import { type PostRemover, postRemovers, scanLookBackDays } from '@earshot/proto/values';
import type { Connection, Model } from 'mongoose';

/** A post that was removed at its site, under the key of the post. */
export interface RemovedPostDocument {
  _id: string;
  by: PostRemover;
  at: Date;
}

/** As long as a scan may hold back a post. */
const keptSeconds = (scanLookBackDays + 10) * 86_400;

const schema = documentSchema<RemovedPostDocument>({
  _id: { type: String, required: true },
  by: { type: String, enum: postRemovers, required: true },
  at: { type: Date, required: true },
});
schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });

export function removedPostModel(documents: Connection): Model<RemovedPostDocument> {
  return documents.model<RemovedPostDocument>('RemovedPost', schema, 'removed_posts');
}
