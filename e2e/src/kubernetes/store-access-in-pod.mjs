// Runs in the pod of a service, with its environment. Prints what each store answers to it, as JSON.
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import { MongoClient } from 'mongodb';
import { readFileSync } from 'node:fs';

const { KAFKA_BROKERS, KAFKA_USERNAME: username, MONGODB_URL, REDIS_URL, STORES_CA_FILE } = process.env;
const ca = readFileSync(STORES_CA_FILE, 'utf8');
const answerOf = (work) => work().then(String, (error) => error.message);

function withKafka(signIn, work) {
  const kafka = new kafkajs.Kafka({
    brokers: KAFKA_BROKERS.split(','),
    ssl: { ca: [ca] },
    sasl: signIn,
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 10_000,
    retry: { retries: 0 },
  });
  return answerOf(async () => {
    const producer = kafka.producer();
    await producer.connect();
    try {
      return await work(producer);
    } finally {
      await producer.disconnect();
    }
  });
}
const send = (topic) => async (producer) => {
  await producer.send({ topic, messages: [{ key: 'key', value: 'value' }] });
  return 'sent';
};
// A new object each time, because kafkajs keeps in it how the first client signed in.
const sasl = (password = process.env.KAFKA_PASSWORD) => ({ mechanism: 'plain', username, password });

async function mongoUser(url) {
  const client = new MongoClient(url, { ca, serverSelectionTimeoutMS: 10_000 });
  try {
    // Connecting needs no user, but reading does.
    await client.db('earshot_lead').collection('leads').findOne();
    const { authInfo } = await client.db('admin').command({ connectionStatus: 1 });
    return authInfo.authenticatedUsers.map(({ user }) => user);
  } finally {
    await client.close();
  }
}

function withRedis(url, ...command) {
  return answerOf(async () => {
    const options = { tls: { ca }, lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null };
    const redis = new Redis(url, options).on('error', () => undefined);
    try {
      return await redis.call(...command);
    } finally {
      redis.disconnect();
    }
  });
}

const signInOf = /(?<=:\/\/).*@/;
const wrong = (url) => url.replace(signInOf, `${username}:wrong@`);
const none = (url) => url.replace(signInOf, '');
const own = 'earshot:value:lead:test';
console.log(
  JSON.stringify({
    kafka: {
      own: await withKafka(sasl(), send('lead.events')),
      other: await withKafka(sasl(), send('scan.tasks')),
      wrong: await withKafka(sasl('wrong'), send('lead.events')),
      none: await withKafka(undefined, send('lead.events')),
    },
    mongodb: {
      own: await answerOf(() => mongoUser(MONGODB_URL)),
      wrong: await answerOf(() => mongoUser(wrong(MONGODB_URL))),
      none: await answerOf(() => mongoUser(none(MONGODB_URL))),
    },
    redis: {
      own: await withRedis(REDIS_URL, 'set', own, '1', 'PX', '1000'),
      other: await withRedis(REDIS_URL, 'get', 'earshot:value:auth:test'),
      wrong: await withRedis(wrong(REDIS_URL), 'get', own),
      none: await withRedis(none(REDIS_URL), 'get', own),
    },
  }),
);
