import { type KeyValue, unlessAway } from '@earshot/core';
import { insertFirst, upsertAtLast } from '@earshot/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { BackgroundReads, HeardCommunity, Listener, ListenerStore } from '../domain/listening.ts';
import { asksChannel, type FeedModel } from './feed-store.ts';
import { communityKey } from '../domain/community.ts';

/** A listener as stored, in the collection `scan_listeners`. */
export interface ListenerDocument extends Omit<Listener, 'communities'> {
  /** The user's id, as in `userId`, the field by which all data of a user is found. */
  _id: string;
  communities: (HeardCommunity & { readonly key: string })[];
}

const text = { type: String, required: true };
const listenerSchema = new Schema<ListenerDocument>(
  {
    _id: text,
    userId: text,
    communities: [{ _id: false, key: text, source: text, name: text, since: Date }],
    settings: { type: Schema.Types.Mixed, required: true },
    heardAt: { type: Date, default: null },
    version: { type: Number, required: true },
  },
  { versionKey: false, minimize: false },
);
listenerSchema.index({ userId: 1 }, { unique: true });
listenerSchema.index({ 'communities.key': 1 });

export type ListenerModel = Model<ListenerDocument>;

export function listenerModel(connection: Connection): ListenerModel {
  return connection.model<ListenerDocument>('ScanListener', listenerSchema, 'scan_listeners');
}

/** Stores listeners in MongoDB, one document per user. */
export function listenerStore(model: ListenerModel): ListenerStore {
  return {
    find: async (userId) => {
      const found = await model.findById(userId).lean<ListenerDocument>();
      return found === null ? null : listenerOf(found);
    },
    save: async ({ heardAt, ...next }) => {
      const { userId, version } = next;
      const communities = next.communities.map((community) => ({ ...community, key: communityKey(community) }));
      const fields = { ...next, communities };
      if (version === 1) return insertFirst(model, { ...fields, heardAt, _id: userId });
      const { matchedCount } = await model.updateOne({ _id: userId, version: version - 1 }, { $set: fields });
      return matchedCount === 1;
    },
    of: async (community) => {
      const found = model.find({ 'communities.key': communityKey(community) }, { _id: 1 }).sort({ _id: 1 });
      return (await found.lean<{ _id: string }[]>()).map(({ _id }) => _id);
    },
    noteHeard: async (userId, at) => {
      await model.updateOne({ _id: userId }, { $max: { heardAt: at } });
    },
  };
}

function listenerOf({ userId, communities, settings, heardAt, version }: ListenerDocument): Listener {
  const named = communities.map(({ source, name, since }) => ({ source, name, since }));
  return { userId, communities: named, settings, heardAt, version };
}

/** Starts reads in the background. Ingest sets the time of the next one after each, and stops them without listeners. */
export function backgroundReads({
  model,
  kv,
  now,
}: {
  readonly model: FeedModel;
  readonly kv: Pick<KeyValue, 'publish'>;
  readonly now: () => Date;
}): BackgroundReads {
  return {
    start: async (communities) => {
      const keys = communities.map(communityKey);
      const found = await model.find({ _id: { $in: keys }, listensAt: { $exists: true } }, { _id: 1 }).lean();
      const read = new Set(found.map(({ _id }) => _id));
      const missing = communities.filter((community) => !read.has(communityKey(community)));
      for (const community of missing) {
        const { source, name } = community;
        const update = { $set: { source, name, listensAt: now() } };
        await upsertAtLast(() => model.updateOne({ _id: communityKey(community) }, update, { upsert: true }).exec());
      }
      for (const source of new Set(missing.map((one) => one.source)))
        await unlessAway(
          () => kv.publish(asksChannel, source),
          () => undefined,
        );
    },
  };
}
