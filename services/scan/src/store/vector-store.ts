import type { Clock, Logger } from '@earshot/core';
import type { Encoder } from '@earshot/encoder';
import type { Vector, Vectors } from '@earshot/scoring';
import { type Connection, type Model, Schema } from 'mongoose';
import { createHash } from 'node:crypto';

/** A post or a sentence of one as a vector, under a digest of its text and the version of the encoder. */
export interface VectorDocument {
  _id: string;
  vector: Buffer;
  expiresAt: Date;
}

const vectorSchema = new Schema<VectorDocument>(
  {
    _id: { type: String, required: true },
    vector: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
vectorSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type VectorModel = Model<VectorDocument>;

export function vectorModel(connection: Connection): VectorModel {
  return connection.model<VectorDocument>('PostVector', vectorSchema, 'post_vectors');
}

/** As long as a post is cached. */
const keptMs = 48 * 3_600_000;

export interface PostVectorsDeps {
  readonly model: VectorModel;
  readonly encoder: Encoder;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Encodes the texts of posts once for all users: their vectors are kept in MongoDB for two days. The texts of a business are not
 * kept. While MongoDB is unavailable, every text is encoded.
 */
export function postVectors({ model, encoder, clock, log }: PostVectorsDeps): Vectors {
  const find = async (keys: readonly string[]): Promise<Map<string, Vector>> => {
    try {
      const found = await model.find({ _id: { $in: [...keys] } }).lean<VectorDocument[]>();
      return new Map(found.map(({ _id, vector }) => [_id, vectorOf(vector)]));
    } catch (err) {
      log.warn({ err }, 'the vectors of posts could not be read');
      return new Map();
    }
  };
  const save = async (vectors: ReadonlyMap<string, Vector>): Promise<void> => {
    const expiresAt = new Date(clock.now().getTime() + keptMs);
    const writes = Array.from(vectors, ([_id, vector]) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { vector: bytesOf(vector), expiresAt } },
        upsert: true,
      },
    }));
    try {
      await model.bulkWrite(writes, { ordered: false });
    } catch (err) {
      log.warn({ err }, 'the vectors of posts could not be kept');
    }
  };
  return {
    ofTexts: (texts) => encoder.encode(texts),
    ofPosts: async (texts) => {
      const keys = texts.map((text) => keyOf(encoder.version, text));
      const known = await find(keys);
      const missing = new Map(keys.flatMap((key, at) => (known.has(key) ? [] : [[key, texts[at] ?? ''] as const])));
      if (missing.size > 0) {
        const encoded = await encoder.encode([...missing.values()]);
        if (encoded === undefined) return undefined;
        const made = new Map([...missing.keys()].map((key, at) => [key, encoded[at] ?? new Int8Array()]));
        await save(made);
        for (const [key, vector] of made) known.set(key, vector);
      }
      return keys.map((key) => known.get(key) ?? new Int8Array());
    },
  };
}

function keyOf(version: string, text: string): string {
  return createHash('sha256').update(`${version}\0${text}`).digest('base64url').slice(0, 22);
}

/** A vector as it is stored. */
export function bytesOf(vector: Vector): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.length);
}

/** A stored vector; `lean` gives the driver's binary type. */
export function vectorOf(stored: Buffer | { readonly buffer: Uint8Array }): Vector {
  const bytes = Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer);
  return new Int8Array(bytes);
}
