import { kafkaForTests, mongoForTests, redisForTests } from '@earshot/testing';
import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';

/** The addresses of a cluster's servers. */
export interface ServerAddresses {
  readonly brokers: readonly string[];
  readonly mongoUrl: string;
  readonly redisUrl: string;
}

export interface Servers extends ServerAddresses {
  stop(): Promise<void>;
}

/**
 * The servers that `TEST_KAFKA`, `TEST_MONGO` and `TEST_REDIS` name, or containers. They are shared: never stop or
 * flush them.
 */
export async function sharedServers(): Promise<Servers> {
  const [kafka, mongo, redis] = await Promise.all([kafkaForTests(), mongoForTests(), redisForTests()]);
  return {
    brokers: kafka.brokers,
    mongoUrl: mongo.url,
    redisUrl: redis.url,
    stop: async () => void (await Promise.all([kafka.stop(), mongo.stop(), redis.stop()])),
  };
}

/** Removes all data of one namespace, so that the data of past tests does not fill up the shared servers. */
export async function removeNamespace(servers: ServerAddresses, namespace: string): Promise<void> {
  await Promise.all([
    removeDatabases(servers.mongoUrl, `${namespace}_`),
    removeKeys(servers.redisUrl, `${namespace}:`),
    removeTopics(servers.brokers, namespace),
  ]);
}

async function removeDatabases(url: string, prefix: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
      if (Array.isArray(keys) && keys.length > 0) await redis.unlink(keys.map(String));
    }
  } finally {
    redis.disconnect();
  }
}

/** Removes the topics and consumer groups whose names begin with the namespace. */
export async function removeTopics(brokers: readonly string[], namespace: string): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const own = (name: string) => name.startsWith(`${namespace}.`);
    const topics = (await admin.listTopics()).filter(own);
    const groups = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter(own);
    // Kafka refuses to delete a group while its members count as alive. Such a group stays; without topics it expires.
    if (groups.length > 0) await admin.deleteGroups(groups).catch(() => undefined);
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
}
