// Kafka, MongoDB and Redis for all suites of one run: they are slow to start, and suites part by unique names.
import { engineAnswers, kafkaForTests, mongoForTests, redisForTests } from '@earshot/testing';

/**
 * Starts what TEST_KAFKA, TEST_MONGO and TEST_REDIS do not name. `addresses` is the environment for the suites; without
 * a container engine it is empty and each suite says what it makes of that.
 */
export async function startTestServers() {
  if (!(await engineAnswers())) return { addresses: {}, stop: async () => {} };
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
