export { openKafkaBus } from './bus.ts';
export { ensureTopics } from './topics.ts';
