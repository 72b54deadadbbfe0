import { randomUUID } from 'node:crypto';
import { freePorts, until } from '@earshot/core/testing';
import { works } from './engine.ts';
import { type ImageName, imageOf } from './images.ts';

/** A server shared by test suites. Isolate by unique names, and never stop or flush it. */
export interface SharedServer {
  /** Stops a container that this process started. A server named by the environment keeps running. */
  stop(): Promise<void>;
}
/** MongoDB or Redis, identified by its URL. */
export type UrlServer = SharedServer & { readonly url: string };
export type KafkaServer = SharedServer & { readonly brokers: readonly string[] };

/** A separate container for fault tests. Its address and its data survive these calls. */
export interface OwnContainer {
  /** Freezes the processes while connections stay open, like a hanging host. */
  pause(): Promise<void>;
  unpause(): Promise<void>;
  /** SIGKILL: connections are closed, new ones are refused. */
  kill(): Promise<void>;
  /** Starts the container after `kill`. Resolves when the server answers again. */
  start(): Promise<void>;
  /** Removes the container with its data. */
  stop(): Promise<void>;
}

/** Redis from `TEST_REDIS`, else a new container. Throws without an address and a container engine. */
export async function redisForTests(): Promise<UrlServer> {
  return given('TEST_REDIS') ?? startRedis();
}

/** MongoDB from `TEST_MONGO`, else a new container. Throws without an address and a container engine. */
export async function mongoForTests(): Promise<UrlServer> {
  return given('TEST_MONGO') ?? startMongo();
}

/**
 * Kafka from `TEST_KAFKA` (comma-separated brokers), else a new container: one broker that does not create topics
 * automatically. Throws without an address and a container engine.
 */
export async function kafkaForTests(): Promise<KafkaServer> {
  const shared = given('TEST_KAFKA');
  return shared === undefined ? startKafka() : { brokers: shared.url.split(','), stop: shared.stop };
}

function given(name: string): UrlServer | undefined {
  const url = process.env[name];
  return url === undefined || url === '' ? undefined : { url, stop: async () => {} };
}

/** Starts a separate Redis container. */
export async function startRedis(): Promise<OwnContainer & { readonly url: string }> {
  const container = await startContainer({
    image: 'REDIS_IMAGE',
    inside: () => 6379,
    environment: () => ({}),
    // Redis refuses all writes when it cannot write its snapshots. Tests need no snapshots.
    command: ['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no', '--save', ''],
    answers: (address) => redisAnswers(`redis://${address}`),
  });
  return { ...container, url: `redis://${container.address}` };
}

/** Starts a separate MongoDB container with an administrator. */
export async function startMongo(): Promise<OwnContainer & { readonly url: string }> {
  const password = randomUUID();
  const urlOf = (address: string) => `mongodb://root:${password}@${address}/`;
  const container = await startContainer({
    image: 'MONGO_IMAGE',
    inside: () => 27017,
    environment: () => ({ MONGO_INITDB_ROOT_USERNAME: 'root', MONGO_INITDB_ROOT_PASSWORD: password }),
    answers: (address) => mongoAnswers(urlOf(address)),
  });
  return { ...container, url: urlOf(container.address) };
}

export interface OwnKafka extends OwnContainer {
  readonly brokers: readonly string[];
  /**
   * A second listener for clients behind a test's proxy. The proxy listens on `port` of 127.0.0.1, which the broker
   * advertises to these clients, and forwards to `target`.
   */
  readonly proxied: { readonly port: number; readonly target: { readonly host: string; readonly port: number } };
}

/**
 * Starts a separate Kafka container: one broker that allows sessions of 1 s, with no delay before a group's first
 * assignment.
 */
export async function startKafka(): Promise<OwnKafka> {
  const [behind = 0, advertised = 0] = await freePorts(2);
  const container = await startContainer({
    image: 'KAFKA_IMAGE',
    // Clients are sent to the advertised address, so the port must be the same inside and outside.
    inside: (port) => port,
    alsoOpen: [behind],
    environment: (host, port) => kafkaEnvironment({ host, port, behind, advertised }),
    answers: (address) => kafkaAnswers(address),
  });
  const host = container.address.split(':')[0] ?? '';
  return { ...container, brokers: [container.address], proxied: { port: advertised, target: { host, port: behind } } };
}

interface KafkaPorts {
  readonly host: string;
  readonly port: number;
  readonly behind: number;
  readonly advertised: number;
}

function kafkaEnvironment({ host, port, behind, advertised }: KafkaPorts): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_LISTENERS: `PLAINTEXT://:${port},PROXIED://:${behind},CONTROLLER://:9093`,
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${host}:${port},PROXIED://127.0.0.1:${advertised}`,
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_HEAP_OPTS: '-Xmx512m -Xms256m',
  };
}

interface Recipe {
  readonly image: ImageName;
  /** The container's port for a host port. */
  readonly inside: (port: number) => number;
  /** Further ports, equal in the container and on the host. */
  readonly alsoOpen?: readonly number[];
  readonly environment: (host: string, port: number) => Record<string, string>;
  /** Files by their paths in the container, readable by all its users. */
  readonly files?: Readonly<Record<string, string>>;
  /** Replaces the image's default command. */
  readonly command?: string[];
  /** Resolves when the server at `host:port` answers a client; else rejects. */
  readonly answers: (address: string) => Promise<unknown>;
}

const startsWithinMs = 300_000;

interface StartedContainer extends OwnContainer {
  readonly address: string;
  /** Runs a program in the container. Rejects with its output if it fails. */
  run(...command: string[]): Promise<void>;
}

/** The address at which ports of containers answer. */
export async function containerHost(): Promise<string> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
  return host === 'localhost' ? '127.0.0.1' : host;
}

/** Uses a fixed free port, so that the address survives a restart. */
export async function startContainer(recipe: Recipe): Promise<StartedContainer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const runtime = await getContainerRuntimeClient();
  const host = await containerHost();
  const [port = 0] = await freePorts(1);
  const address = `${host}:${port}`;
  const started = await new GenericContainer(imageOf(recipe.image))
    .withCommand(recipe.command ?? [])
    .withEnvironment(recipe.environment(host, port))
    .withCopyContentToContainer(
      Object.entries(recipe.files ?? {}).map(([target, content]) => ({ target, content, mode: 0o644 })),
    )
    .withExposedPorts(
      { container: recipe.inside(port), host: port },
      ...(recipe.alsoOpen ?? []).map((open) => ({ container: open, host: open })),
    )
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(startsWithinMs)
    .start();
  const container = runtime.container.getById(started.getId());
  const ready = () =>
    until(`${recipe.image} at ${address}`, () => works(() => recipe.answers(address)), startsWithinMs);
  const stop = async () => {
    await started.stop({ timeout: 0 });
  };
  await ready().catch(async (cause: unknown) => {
    await stop();
    throw cause;
  });
  return {
    address,
    run: async (...command) => {
      const { exitCode, output } = await started.exec(command);
      if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${output}`);
    },
    pause: () => container.pause(),
    unpause: () => container.unpause(),
    kill: () => container.kill(),
    start: async () => {
      await container.start();
      await ready();
    },
    stop,
  };
}

/** Loads the clients on demand: most users of this package need none of them. */
export async function redisAnswers(url: string, ca?: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    ...(ca !== undefined && { tls: { ca } }),
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

export async function mongoAnswers(url: string, ca?: string): Promise<void> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000, ...(ca !== undefined && { ca }) });
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}

/** How an administrator signs in to a Kafka with TLS. */
interface KafkaAdmin {
  readonly certificate: string;
  readonly password: string;
}

export async function kafkaAnswers(broker: string, secured?: KafkaAdmin): Promise<void> {
  const { Kafka, logLevel } = await import('kafkajs');
  const access = secured && {
    ssl: { ca: [secured.certificate] },
    sasl: { mechanism: 'plain' as const, username: 'admin', password: secured.password },
  };
  const admin = new Kafka({
    ...access,
    brokers: [broker],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 10_000,
    retry: { retries: 0 },
  }).admin();
  try {
    await admin.connect();
    await admin.describeCluster();
  } finally {
    await admin.disconnect();
  }
}
