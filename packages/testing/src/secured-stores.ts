import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  containerHost,
  kafkaAnswers,
  mongoAnswers,
  type OwnContainer,
  redisAnswers,
  startContainer,
} from './containers.ts';

/** A certificate for the address of containers, which signs itself. */
export interface TestCertificate {
  /** In PEM; also the authority to trust. */
  readonly certificate: string;
  readonly key: string;
}

const ownCertificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Makes a certificate with the program `openssl`. */
export async function testCertificate(): Promise<TestCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const host = await containerHost();
  const kind = isIP(host) === 0 ? 'DNS' : 'IP';
  const names = ['-days', '2', '-subj', '/CN=stores', '-addext', `subjectAltName=${kind}:${host}`];
  try {
    await promisify(execFile)('openssl', [...ownCertificate, ...names, '-keyout', key, '-out', certificate]);
    return { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const certificatePath = '/certificates/certificate.pem';
const pairPath = '/certificates/pair.pem';
const adminFile = '/certificates/admin.properties';

function filesOf({ certificate, key }: TestCertificate) {
  return { [certificatePath]: certificate, [pairPath]: key + certificate };
}

/** A password that needs no quotes anywhere. */
export function testPassword(): string {
  return randomBytes(16).toString('hex');
}

/** Starts a Redis that accepts only TLS, with the administrator `admin`. */
export async function startSecuredRedis(own: TestCertificate): Promise<OwnContainer & { readonly url: string }> {
  const urlOf = (address: string) => `rediss://admin:${password}@${address}`;
  const password = testPassword();
  const tls = ['--tls-cert-file', pairPath, '--tls-key-file', pairPath, '--tls-ca-cert-file', certificatePath];
  const users = ['--user', 'default', 'off', '--user', 'admin', 'on', `>${password}`, '~*', '&*', '+@all'];
  const container = await startContainer({
    image: 'REDIS_IMAGE',
    inside: () => 6379,
    environment: () => ({}),
    files: filesOf(own),
    command: [
      'redis-server',
      '--port',
      '0',
      '--tls-port',
      '6379',
      ...tls,
      '--tls-auth-clients',
      'no',
      '--save',
      '',
      ...users,
    ],
    answers: (address) => redisAnswers(urlOf(address), own.certificate),
  });
  return { ...container, url: urlOf(container.address) };
}

/** Starts a MongoDB that accepts only TLS, with the administrator `root`. */
export async function startSecuredMongo(own: TestCertificate): Promise<OwnContainer & { readonly url: string }> {
  const password = testPassword();
  const urlOf = (address: string) => `mongodb://root:${password}@${address}/?tls=true`;
  const files = ['--tlsCertificateKeyFile', pairPath, '--tlsCAFile', certificatePath];
  const container = await startContainer({
    image: 'MONGO_IMAGE',
    inside: () => 27017,
    environment: () => ({ MONGO_INITDB_ROOT_USERNAME: 'root', MONGO_INITDB_ROOT_PASSWORD: password }),
    files: filesOf(own),
    command: ['mongod', '--tlsMode', 'requireTLS', ...files, '--tlsAllowConnectionsWithoutCertificates'],
    answers: (address) => mongoAnswers(urlOf(address), own.certificate),
  });
  return { ...container, url: urlOf(container.address) };
}

export interface SecuredKafka extends OwnContainer {
  readonly brokers: readonly string[];
  /** The password of the administrator `admin`, by PLAIN. */
  readonly adminPassword: string;
  /** Creates a user that signs in by SCRAM-SHA-512. */
  addScramUser(name: string, password: string): Promise<void>;
}

/** Starts a Kafka that accepts only TLS and users, and refuses everything that no ACL allows. */
export async function startSecuredKafka(
  own: TestCertificate,
  plainUsers: Readonly<Record<string, string>>,
): Promise<SecuredKafka> {
  const adminPassword = testPassword();
  const container = await startContainer({
    image: 'KAFKA_IMAGE',
    inside: (port) => port,
    environment: securedKafka,
    files: {
      ...filesOf(own),
      '/certificates/jaas.conf': jaasOf(adminPassword, plainUsers),
      [adminFile]: adminProperties(adminPassword),
    },
    answers: (address) => kafkaAnswers(address, { certificate: own.certificate, password: adminPassword }),
  });
  return {
    ...container,
    brokers: [container.address],
    adminPassword,
    addScramUser: (name, password) =>
      container.run(
        '/opt/kafka/bin/kafka-configs.sh',
        ...['--bootstrap-server', container.address, '--command-config', adminFile],
        ...['--alter', '--entity-type', 'users', '--entity-name', name],
        ...['--add-config', `SCRAM-SHA-512=[password=${password}]`],
      ),
  };
}

function securedKafka(host: string, port: number): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_LISTENERS: `CLIENTS://:${port},CONTROLLER://:9093`,
    KAFKA_ADVERTISED_LISTENERS: `CLIENTS://${host}:${port}`,
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,CLIENTS:SASL_SSL',
    KAFKA_INTER_BROKER_LISTENER_NAME: 'CLIENTS',
    KAFKA_SASL_ENABLED_MECHANISMS: 'PLAIN,SCRAM-SHA-512',
    KAFKA_SASL_MECHANISM_INTER_BROKER_PROTOCOL: 'PLAIN',
    KAFKA_SSL_KEYSTORE_TYPE: 'PEM',
    KAFKA_SSL_KEYSTORE_LOCATION: pairPath,
    KAFKA_SSL_TRUSTSTORE_TYPE: 'PEM',
    KAFKA_SSL_TRUSTSTORE_LOCATION: certificatePath,
    KAFKA_AUTHORIZER_CLASS_NAME: 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // The controller listens inside the container only, and knows the broker by no name.
    KAFKA_SUPER_USERS: 'User:admin;User:ANONYMOUS',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_HEAP_OPTS: '-Xmx512m -Xms256m',
    KAFKA_OPTS: '-Djava.security.auth.login.config=/certificates/jaas.conf',
  };
}

function jaasOf(adminPassword: string, plainUsers: Readonly<Record<string, string>>): string {
  const users = Object.entries({ admin: adminPassword, ...plainUsers });
  const plain = [
    `username="admin" password="${adminPassword}"`,
    ...users.map(([name, password]) => `"user_${name}"="${password}"`),
  ];
  return `KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required ${plain.join(' ')};
  org.apache.kafka.common.security.scram.ScramLoginModule required;
};`;
}

function adminProperties(password: string): string {
  return [
    'security.protocol=SASL_SSL',
    'sasl.mechanism=PLAIN',
    `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="admin" password="${password}";`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${certificatePath}`,
  ].join('\n');
}
