// Starts Kafka, MongoDB and Redis once for all suites of a run: they start slowly, and the suites use unique names in them.
import { kafkaForTests, mongoForTests, redisForTests, whyNoContainers } from '@earshot/testing';

/** Returns why the container level cannot run here; undefined if it can. */
export function whyNoServers() {
  return whyNoContainers(['KAFKA_IMAGE', 'MONGO_IMAGE', 'REDIS_IMAGE', 'NODE_IMAGE']);
}

/** Starts the servers that TEST_KAFKA, TEST_MONGO and TEST_REDIS do not name. `addresses` is the environment for the suites. */
export async function startTestServers() {
  const started = await Promise.allSettled([kafkaForTests(), mongoForTests(), redisForTests()]);
  const stop = async () => {
    await Promise.all(started.map(({ value }) => value?.stop()));
  };
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  const [kafka, mongo, redis] = started.map(({ value }) => value);
  return {
    addresses: { TEST_KAFKA: kafka.brokers.join(','), TEST_MONGO: mongo.url, TEST_REDIS: redis.url },
    stop,
  };
}
