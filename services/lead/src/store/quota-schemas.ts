import type { OutboxFields } from '@earshot/platform';
import { addOutbox } from '@earshot/platform';
import { Schema } from 'mongoose';

/** What was decided about the posts of one scan. */
export interface ScanQuotaDocument extends OutboxFields {
  /** The user and the scan. */
  _id: string;
  taken: { postId: string; admittedAt: Date }[];
  refused: string[];
  expiresAt: Date;
}

/** The leads a user got on one UTC day. */
export interface DayQuotaDocument {
  /** The user and the day, as in `user 2026-11-21`. */
  _id: string;
  /** Scan and post of each. */
  taken: string[];
  expiresAt: Date;
}

const options = { versionKey: false, id: false, minimize: false } as const;

export const scanQuotaSchema = new Schema<ScanQuotaDocument>(
  {
    _id: { type: String, required: true },
    taken: [new Schema({ postId: String, admittedAt: Date }, { _id: false, id: false })],
    refused: [String],
    expiresAt: Date,
  },
  options,
);
scanQuotaSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
addOutbox(scanQuotaSchema);

export const dayQuotaSchema = new Schema<DayQuotaDocument>(
  { _id: { type: String, required: true }, taken: [String], expiresAt: Date },
  options,
);
dayQuotaSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
