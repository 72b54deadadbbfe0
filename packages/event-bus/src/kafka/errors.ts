/**
 * Kafka's own name of an error (`UNKNOWN_TOPIC_OR_PARTITION`), however deep kafkajs wrapped it; else undefined. kafkajs's
 * own classes of errors cannot be imported by name from a module of ours.
 */
export function protocolErrorOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name.startsWith('KafkaJS') && 'type' in at && typeof at.type === 'string') return at.type;
  }
  return undefined;
}

/** Says what to do about a topic that is not there; other errors stay as they are. */
export function explained(error: unknown, topic: string): unknown {
  if (protocolErrorOf(error) !== 'UNKNOWN_TOPIC_OR_PARTITION') return error;
  return new MissingTopicError(`the topic "${topic}" does not exist: run \`npm run topics\``, { cause: error });
}

/** A topic is not there; nothing but `npm run topics` creates it. */
export class MissingTopicError extends Error {
  override readonly name = 'MissingTopicError';
}
