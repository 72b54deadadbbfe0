/** What Kafka calls the topics and groups of one installation. */
export interface KafkaNames {
  topic(topic: string): string;
  /**
   * One Kafka group for each topic that a group of ours consumes: a member that comes or goes then disturbs only those
   * who consume the same topic, and roles of one service may consume different topics.
   */
  group(group: string, topic: string): string;
  deadLetters(group: string): string;
}

/** `namespace` sets installations apart that share brokers. */
export function kafkaNames(namespace: string | undefined): KafkaNames {
  const prefix = namespace === undefined || namespace === '' ? '' : `${namespace}.`;
  return {
    topic: (topic) => `${prefix}${topic}`,
    group: (group, topic) => `${prefix}${group}.${topic}`,
    deadLetters: (group) => `${prefix}${group}.dlq`,
  };
}
