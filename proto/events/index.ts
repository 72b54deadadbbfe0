import { fromBinary, type JsonValue, type Message, toBinary, toJson } from '@bufbuild/protobuf';
import { type Envelope, EnvelopeSchema } from './gen/earshot/v1/events_pb.js';

export * from './gen/earshot/v1/events_pb.js';
/** Functions that create and read payloads, so that services do not depend on protobuf directly. */
export { create } from '@bufbuild/protobuf';
export { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';

/** The payload of an envelope: a union discriminated by `case`. */
export type Payload = Exclude<Envelope['payload'], { case: undefined }>;
/** The name of an event in code: `leadCreated`. */
export type EventCase = Payload['case'];
/** The fields of one event, without protobuf's internal fields. */
export type EventFields<C extends EventCase> = Omit<Extract<Payload, { case: C }>['value'], keyof Message>;

/**
 * Every topic. Partitions and retention apply to Kafka and to the embedded bus. With `dealt`, events need no order and
 * are distributed over the partitions. Otherwise the events of one key stay in order.
 */
export const topics = {
  'scan.tasks': { partitions: 12, retentionMs: 24 * 3_600_000, dealt: true },
  'scan.events': { partitions: 6, retentionMs: 7 * 24 * 3_600_000, dealt: false },
  'post.events': { partitions: 6, retentionMs: 7 * 24 * 3_600_000, dealt: false },
  'lead.events': { partitions: 6, retentionMs: 7 * 24 * 3_600_000, dealt: false },
  'outreach.events': { partitions: 6, retentionMs: 7 * 24 * 3_600_000, dealt: false },
  'discovery.events': { partitions: 3, retentionMs: 7 * 24 * 3_600_000, dealt: false },
  'account.events': { partitions: 3, retentionMs: 7 * 24 * 3_600_000, dealt: false },
  'security.events': { partitions: 3, retentionMs: 7 * 24 * 3_600_000, dealt: false },
} as const satisfies Record<string, TopicSettings>;
/** Settings of a topic, the same in every adapter of the event bus. */
export interface TopicSettings {
  readonly partitions: number;
  readonly retentionMs: number;
  readonly dealt: boolean;
}
/** The name of a topic, as in Kafka. */
export type Topic = keyof typeof topics;

/** The topic of each event, and its name outside the code. */
export const eventTable = {
  scanTaskRequested: { topic: 'scan.tasks', type: 'scan.task-requested', version: 1 },
  postsStored: { topic: 'scan.tasks', type: 'posts.stored', version: 1 },
  scanProgressed: { topic: 'scan.events', type: 'scan.progressed', version: 1 },
  sourceStopped: { topic: 'scan.events', type: 'source.stopped', version: 1 },
  sourceResumed: { topic: 'scan.events', type: 'source.resumed', version: 1 },
  scanEnded: { topic: 'scan.events', type: 'scan.ended', version: 1 },
  postEdited: { topic: 'post.events', type: 'post.edited', version: 1 },
  postRemoved: { topic: 'post.events', type: 'post.removed', version: 1 },
  leadFound: { topic: 'scan.events', type: 'lead.found', version: 1 },
  leadCreated: { topic: 'lead.events', type: 'lead.created', version: 1 },
  leadRescored: { topic: 'lead.events', type: 'lead.rescored', version: 1 },
  leadPlaceAdded: { topic: 'lead.events', type: 'lead.place-added', version: 1 },
  leadPostRemoved: { topic: 'lead.events', type: 'lead.post-removed', version: 1 },
  leadRefused: { topic: 'lead.events', type: 'lead.refused', version: 1 },
  leadStatusChanged: { topic: 'lead.events', type: 'lead.status-changed', version: 1 },
  leadRated: { topic: 'lead.events', type: 'lead.rated', version: 1 },
  configurationSaved: { topic: 'lead.events', type: 'configuration.saved', version: 1 },
  communityAdded: { topic: 'lead.events', type: 'community.added', version: 1 },
  communityRemoved: { topic: 'lead.events', type: 'community.removed', version: 1 },
  samplesRemoved: { topic: 'lead.events', type: 'samples.removed', version: 1 },
  messageSent: { topic: 'outreach.events', type: 'message.sent', version: 1 },
  messageFailed: { topic: 'outreach.events', type: 'message.failed', version: 1 },
  discoveryRequested: { topic: 'discovery.events', type: 'discovery.requested', version: 1 },
  discoveryConverted: { topic: 'discovery.events', type: 'discovery.converted', version: 1 },
  sessionEnded: { topic: 'account.events', type: 'session.ended', version: 1 },
  userRegistered: { topic: 'account.events', type: 'user.registered', version: 1 },
  adminChanged: { topic: 'account.events', type: 'admin.changed', version: 1 },
  passwordChanged: { topic: 'account.events', type: 'password.changed', version: 1 },
  modelChanged: { topic: 'account.events', type: 'model.changed', version: 1 },
  preferencesSaved: { topic: 'account.events', type: 'preferences.saved', version: 1 },
  accountDeleted: { topic: 'account.events', type: 'account.deleted', version: 1 },
  securityRecorded: { topic: 'security.events', type: 'security.recorded', version: 1 },
} as const satisfies Record<EventCase, { topic: Topic; type: string; version: number }>;

/** Encodes an envelope as the value of a record. */
export function encodeEnvelope(envelope: Envelope): Uint8Array {
  return toBinary(EnvelopeSchema, envelope);
}

/** Converts an envelope to JSON for people to read. */
export function envelopeJson(envelope: Envelope): JsonValue {
  return toJson(EnvelopeSchema, envelope);
}

/** Decodes an envelope. Throws on invalid bytes. Fields that this version does not know are preserved. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  return fromBinary(EnvelopeSchema, bytes);
}
