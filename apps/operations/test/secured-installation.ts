import { allServices } from '@earshot/all-in-one/services';
import { storeUsers } from '@earshot/service-kit/operations';
import {
  startSecuredKafka,
  startSecuredMongo,
  startSecuredRedis,
  type TestCertificate,
  testCertificate,
  testPassword,
} from '@earshot/testing';
import { Redis } from 'ioredis';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './operate.ts';

export interface SecuredInstallation {
  /** The settings of a service's process, or of operators' commands. */
  settingsOf(owner: string, password?: string): Record<string, string>;
  passwordOf(owner: string): string;
  readonly certificate: string;
  stop(): Promise<void>;
}

/** These sign in to Kafka by SCRAM-SHA-512, the others by PLAIN: each new user of SCRAM takes seconds. */
const scramOwners = ['lead', 'operations'];
const users = storeUsers(allServices, undefined);

/** Starts all stores with TLS, with the users and rights that `npm run store-users` prints and creates. */
export async function startSecuredInstallation(): Promise<SecuredInstallation> {
  const own = await testCertificate();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
  await writeFile(join(folder, 'stores-ca.pem'), own.certificate);
  await run(['keys', folder], {});
  const passwords = new Map(users.map(({ owner }) => [owner, testPassword()]));
  const passwordOf = (owner: string) => passwords.get(owner) ?? '';
  const plain = users.filter(({ owner }) => !scramOwners.includes(owner));
  const [kafka, mongo, redis] = await Promise.all([
    startSecuredKafka(own, Object.fromEntries(plain.map(({ owner, name }) => [name, passwordOf(owner)]))),
    startSecuredMongo(own),
    startSecuredRedis(own),
  ]);
  for (const { owner, name } of users.filter((user) => scramOwners.includes(user.owner)))
    await kafka.addScramUser(name, passwordOf(owner));
  const file = join(folder, 'passwords.json');
  await writeFile(file, JSON.stringify(Object.fromEntries(passwords)));
  const administrator = {
    KAFKA_BROKERS: kafka.brokers.join(','),
    KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
    KAFKA_SASL_MECHANISM: 'PLAIN',
    KAFKA_USERNAME: 'admin',
    KAFKA_PASSWORD: kafka.adminPassword,
    MONGODB_URL: mongo.url,
    STORES_CA_FILE: join(folder, 'stores-ca.pem'),
  };
  // The second run finds everything there.
  for (let left = 2; left > 0; left -= 1) {
    const { code, lines } = await run(['store-users', 'create', file], administrator);
    if (code !== 0) throw new Error(lines.join('\n'));
  }
  await createRedisUsers(redis.url, own, passwordOf);
  return {
    passwordOf,
    certificate: own.certificate,
    settingsOf: (owner, password = passwordOf(owner)) => {
      const user = `earshot-${owner}:${password}@`;
      return {
        ...processSettings(folder, owner),
        KAFKA_BROKERS: kafka.brokers.join(','),
        KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
        KAFKA_USERNAME: `earshot-${owner}`,
        KAFKA_PASSWORD: password,
        ...(!scramOwners.includes(owner) && { KAFKA_SASL_MECHANISM: 'PLAIN' }),
        MONGODB_URL: mongo.url.replace(/root:.*@/, user).replace('?', '?authSource=admin&'),
        REDIS_URL: redis.url.replace(/admin:.*@/, user),
      };
    },
    stop: async () => {
      await Promise.all([kafka.stop(), mongo.stop(), redis.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

function processSettings(folder: string, owner: string) {
  return {
    HOST: '127.0.0.1',
    PORT: '8080',
    STORES_CA_FILE: join(folder, 'stores-ca.pem'),
    SERVICE_URLS: allServices.map(({ name }) => `${name}=http://127.0.0.1:1`).join(','),
    SERVICE_KEY_FILE: join(folder, `${owner}.pem`),
    SERVICE_PUBLIC_KEYS_FILE: join(folder, 'public.json'),
    SECURITY_LOG_KEY_FILE: join(folder, 'security-log.key'),
    MONGODB_TIMEOUT_MS: '30000',
  };
}

async function createRedisUsers(url: string, { certificate }: TestCertificate, passwordOf: (owner: string) => string) {
  const admin = new Redis(url, { tls: { ca: certificate } });
  try {
    const { lines } = await run(['store-users', 'redis'], {});
    for (const line of lines) {
      const [command = '', ...words] = line.split(' ');
      const password = passwordOf((words[1] ?? '').replace('earshot-', ''));
      await admin.call(command, ...words.map((word) => word.replace('PASSWORD', password)));
    }
  } finally {
    admin.disconnect();
  }
}
