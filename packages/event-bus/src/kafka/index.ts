export type { KafkaRule } from './acl.ts';
export { allowInKafka } from './acl.ts';
export type { KafkaSecurity } from './client.ts';
export { kafkaNames } from './names.ts';
export { openKafkaBus } from './bus.ts';
export { ensureTopics } from './topics.ts';
