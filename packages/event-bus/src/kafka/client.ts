import { type Admin, type ISocketFactory, Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import { protocolErrorOf } from './errors.ts';
import { hurryPausedFetches } from './idle-fetches.ts';
import { restIdleQueues } from './idle-queues.ts';

/** TLS, and the user with which a client signs in. */
export type KafkaSecurity = Pick<KafkaConfig, 'ssl' | 'sasl'>;

export interface KafkaClientOptions {
  readonly brokers: readonly string[];
  /** Default: neither TLS nor a user. */
  readonly security?: KafkaSecurity;
  readonly clientId: string;
  readonly log: Logger;
  /** How connections are opened. Tests pass a factory whose connections they can cut. */
  readonly socketFactory?: ISocketFactory;
}

/** kafkajs's defaults differ under tests, so each one is set here. */
const retry = { retries: 5, initialRetryTime: 200, maxRetryTime: 2_000, factor: 0.2, multiplier: 2 };
/** For calls that somebody waits for: gives up within about two seconds, except for slow answers. */
export const briefRetry = { ...retry, retries: 3, initialRetryTime: 100, maxRetryTime: 500 };

/**
 * Returns a new client, which connects on first use. Each consumer needs one: consumers of one client share a cache of
 * committed offsets per group, and disturb each other. Messages of kafkajs are logged at debug level: the adapter logs
 * everything that matters.
 */
export function kafkaClient(options: KafkaClientOptions, requestTimeoutMs: number): Kafka {
  restIdleQueues();
  hurryPausedFetches();
  const { brokers, clientId, log, socketFactory, security } = options;
  const config: KafkaConfig = {
    ...security,
    brokers: [...brokers],
    clientId,
    connectionTimeout: 2_000,
    requestTimeout: requestTimeoutMs,
    retry,
    logLevel: log.isLevelEnabled('debug') ? logLevel.INFO : logLevel.NOTHING,
    logCreator:
      () =>
      ({ namespace, log: { message } }) =>
        log.debug({ kafkajs: namespace }, message),
  };
  return new Kafka(socketFactory === undefined ? config : { ...config, socketFactory });
}

const adminRequestMs = 4_000;

/** A topic or group is being created or moved: a broker will answer for it soon. */
const moving = new Set([
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
]);
const movingTries = 8;
const movingWaitMs = 250;

/** Repeats the work while a topic or group is being created or moved, for some seconds. Rejects as the work does. */
export async function whileMoving<T>(work: () => Promise<T>): Promise<T> {
  for (let left = movingTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !moving.has(protocolErrorOf(error) ?? '')) throw error;
      await wait(movingWaitMs, undefined, { ref: false });
    }
  }
}

/** Requests to the brokers other than consuming and publishing. Connects on first use, and again after each failure. */
export class AdminClient {
  readonly #options: KafkaClientOptions;
  #admin: Promise<Admin> | undefined;
  #stopped = false;

  constructor(options: KafkaClientOptions) {
    this.#options = options;
  }

  /** Rejects within some seconds when no broker answers. */
  use<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    return whileMoving(() => this.#try(work));
  }

  async #try<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    // A retry after `stop` must not open a connection that nobody would close.
    if (this.#stopped) throw new Error('the bus is stopped');
    const connection = (this.#admin ??= this.#connect());
    try {
      return await work(await connection);
    } catch (error) {
      if (this.#admin === connection) {
        this.#admin = undefined;
        void connection.then((admin) => admin.disconnect()).catch(() => undefined);
      }
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const connection = this.#admin;
    this.#admin = undefined;
    await connection?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  async #connect(): Promise<Admin> {
    const admin = kafkaClient(this.#options, adminRequestMs).admin({ retry: briefRetry });
    await admin.connect();
    return admin;
  }
}
