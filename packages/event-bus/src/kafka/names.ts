/** The Kafka names of one installation's topics and groups. */
export interface KafkaNames {
  topic(topic: string): string;
  /**
   * One Kafka group per service and topic: a rebalance affects only members that consume the same topic, and roles of
   * one service may consume different topics (docs/decisions/0028-one-kafka-group-per-topic.md).
   */
  group(group: string, topic: string): string;
  deadLetters(group: string): string;
}

/** `namespace` separates installations that share brokers. */
export function kafkaNames(namespace: string | undefined): KafkaNames {
  const prefix = namespace === undefined || namespace === '' ? '' : `${namespace}.`;
  return {
    topic: (topic) => `${prefix}${topic}`,
    group: (group, topic) => `${prefix}${group}.${topic}`,
    deadLetters: (group) => `${prefix}${group}.dlq`,
  };
}
