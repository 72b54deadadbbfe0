import type { OutgoingEvent } from '@earshot/event-bus';
import { addOutbox, documentSchema, type OutboxFields, outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { ModelServers } from '../domain/model-server.ts';

/** The model server of the installation: one document, which stays without an address after a disconnection. */
export interface ModelServerDocument extends OutboxFields {
  _id: string;
  address?: string;
  model?: string | null;
  /** Sealed. */
  key?: string | null;
  updatedAt: Date;
}

export const modelServerSchema = documentSchema<ModelServerDocument>({
  _id: { type: String, required: true },
  address: { type: String },
  model: { type: String },
  key: { type: String },
  updatedAt: { type: Date, required: true },
});
addOutbox(modelServerSchema);

export const modelServerId = 'model-server';

/** The model server in MongoDB. `changed` creates the event of a change, `saved` has it published. */
export function modelServerStore(
  model: Model<ModelServerDocument>,
  { changed, saved }: { readonly changed: () => OutgoingEvent; readonly saved: () => void },
): ModelServers {
  const update = async (change: object) => {
    await model.updateOne({ _id: modelServerId }, { ...change, ...outboxPush([changed()]) }, { upsert: true }).exec();
    saved();
  };
  return {
    find: async () => {
      const found = await model.findById(modelServerId, { outbox: 0 }).lean().exec();
      if (found?.address === undefined) return null;
      return { address: found.address, model: found.model ?? null, key: found.key ?? null, updatedAt: found.updatedAt };
    },
    connect: (server) => update({ $set: server }),
    disconnect: (updatedAt) => update({ $set: { updatedAt }, $unset: { address: 1, model: 1, key: 1 } }),
  };
}
