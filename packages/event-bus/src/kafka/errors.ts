import { RecordRefusedError } from '../event-bus.ts';

/**
 * Kafka's name of an error (`UNKNOWN_TOPIC_OR_PARTITION`), found through kafkajs's wrappers; undefined for other
 * errors. The error classes of kafkajs cannot be imported by name from an ES module.
 */
export function protocolErrorOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name.startsWith('KafkaJS') && 'type' in at && typeof at.type === 'string') return at.type;
  }
  return undefined;
}

/** The broker's answers to a record that it will never take. A broker may allow less than `largestRecordBytes`. */
const refusals = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

/** Explains how to create a missing topic, and marks refused records; other errors stay unchanged. */
export function explained(error: unknown, topic: string): unknown {
  const refusal = protocolErrorOf(error);
  if (refusal !== undefined && refusals.has(refusal)) {
    return new RecordRefusedError(`the broker refuses a record for "${topic}": ${refusal}`, { cause: error });
  }
  if (protocolErrorOf(error) !== 'UNKNOWN_TOPIC_OR_PARTITION') return error;
  return new MissingTopicError(`the topic "${topic}" does not exist: run \`npm run topics\``, { cause: error });
}

/** The topic does not exist. Only `npm run topics` creates topics. */
export class MissingTopicError extends Error {
  override readonly name = 'MissingTopicError';
}
