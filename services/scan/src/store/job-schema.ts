import { addOutbox, type OutboxFields } from '@earshot/service-kit';
import type { BusinessProfile } from '@earshot/proto/http/lead';
import { type ScanStatus, scanStatuses } from '@earshot/proto/values';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Learned } from '@earshot/scoring';
import type { UserId } from '@earshot/proto/refs';
import { type Outcomes, type ScanTask, taskStates } from '../domain/job.ts';

/** A scan job as stored. Derived fields (`currentStep` ... `errorMessage`) are stored for queries and tools. */
export interface JobDocument extends OutboxFields {
  _id: string;
  userId: UserId;
  /** The user's id while the job has not ended: unique, so that a user has at most one running job. */
  runningFor?: string;
  /** User and time of a scheduled scan: unique, so that a slot starts at most one scan. */
  slotKey?: string;
  /** Counts the changes. A change applies only to the revision that it was decided on. */
  revision: number;
  status: ScanStatus;
  businessDescription: string;
  profile: BusinessProfile | null;
  businessVersion: string;
  threshold: number;
  maxLeadsPerScan: number;
  maxLeadsPerDay: number;
  model: string;
  learned: Learned | null;
  tasks: ScanTask[];
  outcomes: Outcomes;
  progress: number;
  currentStep: string;
  totalThreads: number;
  processedThreads: number;
  newLeadsFound: number;
  subredditsScanned: number;
  errorMessage: string | null;
  limitResetsAt: Date | null;
  startedAt: Date | null;
  completedAt: Date | null;
  createdAt: Date;
}

const count = { type: Number, required: true, default: 0 };
const text = { type: String, required: true };
const when = { type: Date, default: null };

const taskSchema = new Schema<ScanTask>(
  {
    kind: { ...text, enum: ['carry-over', 'community'] },
    community: { type: String, default: '' },
    source: String,
    state: { ...text, enum: taskStates },
    requested: Boolean,
    error: { type: String, default: null },
    total: count,
    counts: { known: count, stale: count, filtered: count, unscored: count, below: count, found: count },
    touchedAt: { type: Date, required: true },
    waitsUntil: when,
  },
  { _id: false },
);

const learnedSchema = new Schema<Learned>({ version: text, direction: text, strength: Number }, { _id: false });

const profileSchema = new Schema<BusinessProfile>(
  {
    offer: String,
    audience: String,
    problems: [String],
    alternatives: [String],
    notFor: [String],
    targetKeywords: [String],
    excludedKeywords: [String],
    location: String,
    servesOnlyThere: Boolean,
  },
  { _id: false },
);

const jobSchema = new Schema<JobDocument>(
  {
    _id: text,
    userId: text,
    runningFor: String,
    slotKey: String,
    revision: count,
    status: { ...text, enum: scanStatuses, default: 'pending' },
    businessDescription: text,
    profile: { type: profileSchema, default: null },
    businessVersion: text,
    threshold: count,
    maxLeadsPerScan: count,
    maxLeadsPerDay: count,
    model: text,
    learned: { type: learnedSchema, default: null },
    tasks: [taskSchema],
    outcomes: { created: count, capped: count, duplicate: count },
    progress: count,
    currentStep: text,
    totalThreads: count,
    processedThreads: count,
    newLeadsFound: count,
    subredditsScanned: count,
    errorMessage: { type: String, default: null },
    limitResetsAt: when,
    startedAt: when,
    completedAt: when,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
jobSchema.index({ runningFor: 1 }, { unique: true, sparse: true });
jobSchema.index({ slotKey: 1 }, { unique: true, sparse: true });
jobSchema.index({ userId: 1, createdAt: -1, _id: -1 });
addOutbox(jobSchema);

export type JobModel = Model<JobDocument>;

export function jobModel(connection: Connection): JobModel {
  return connection.model<JobDocument>('ScanJob', jobSchema, 'scan_jobs');
}
