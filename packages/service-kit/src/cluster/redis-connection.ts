import { Redis } from 'ioredis';
import type { Logger } from '@earshot/core';
import type { StoresCa } from './store-access.ts';

/** Default time limit of a command in milliseconds. Within one data centre, Redis answers in less than 1 ms. */
const defaultTimeoutMs = 500;
/** Milliseconds between two PINGs, which detect a dead connection while no commands are sent. */
const heartbeatMs = 1_000;
const connectTimeoutMs = 2_000;
const firstRetryMs = 50;
const longestRetryMs = 2_000;
const closedByRedis = 'the connection was closed';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with user and password if there are any. */
  readonly url: string;
  /** Certificates to trust with `rediss://`; the default ones if undefined. */
  readonly ca?: StoresCa;
  /** Milliseconds for one command; 500 by default. */
  readonly timeoutMs?: number | undefined;
  /** Shown by CLIENT LIST. */
  readonly name: string;
  /**
   * `onReady` is called each time commands can be sent again, `onLost` each time they no longer can. The calls
   * alternate, `onReady` first.
   */
  onReady(redis: Redis): void;
  onLost(): void;
  /** The first attempt failed, or a ready connection was lost. Called once until the connection is ready again. */
  onAway(reason: string): void;
}

/** One connection that reconnects without limit. */
export interface RedisConnection {
  readonly redis: Redis;
  ready(): boolean;
  /**
   * Resolves when the first attempt has succeeded or failed, at the latest after a command's timeout. Never rejects.
   */
  readonly firstAttempt: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Connects immediately and reconnects after each loss, with growing pauses of at most 2 s. Commands are never queued:
 * they fail immediately while there is no connection, and after `timeoutMs` without an answer.
 */
export function redisConnection(options: RedisConnectionOptions): RedisConnection {
  const redis = new Redis(options.url, settingsOf(options));
  const first = Promise.withResolvers<void>();
  let ready = false;
  let away = false;
  let stopped = false;
  let lastError = closedByRedis;

  redis.on('error', (error: Error) => (lastError = error.message));
  redis.on('ready', () => {
    ready = true;
    away = false;
    lastError = closedByRedis;
    first.resolve();
    options.onReady(redis);
  });
  redis.on('close', () => {
    const wasReady = ready;
    ready = false;
    first.resolve();
    if (wasReady) options.onLost();
    if (away || stopped) return;
    away = true;
    options.onAway(lastError);
  });
  // ioredis stops retrying when an attempt fails before it has a socket.
  redis.on('end', () => {
    if (!stopped) setTimeout(() => void redis.connect().catch(() => undefined), longestRetryMs).unref();
  });
  const heart = setInterval(() => void (ready && redis.ping().catch(() => undefined)), heartbeatMs);
  heart.unref();
  const impatience = setTimeout(first.resolve, options.timeoutMs ?? defaultTimeoutMs);

  return {
    redis,
    ready: () => ready && redis.status === 'ready',
    firstAttempt: first.promise,
    stop: async () => {
      stopped = true;
      clearInterval(heart);
      clearTimeout(impatience);
      first.resolve();
      await closed(redis);
    },
  };
}

function settingsOf({ url, ca, name, timeoutMs = defaultTimeoutMs }: RedisConnectionOptions) {
  return {
    // TLS options would enable TLS for a `redis://` address too.
    ...(ca !== undefined && url.startsWith('rediss:') && { tls: { ca: [...ca] } }),
    // Redis accepts no spaces in the name.
    connectionName: name.replaceAll(/[^\x21-\x7e]/g, '-'),
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    // Rejects pending commands when the connection is lost, instead of sending them on the next connection.
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    // Closes a socket that receives nothing for this long while an answer is pending.
    socketTimeout: 2 * timeoutMs,
    connectTimeout: connectTimeoutMs,
    disconnectTimeout: 100,
    maxLoadingRetryTime: 500,
    retryStrategy: (times: number) =>
      Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(times - 1, 10)) * (0.5 + Math.random() / 2),
  };
}

async function closed(redis: Redis): Promise<void> {
  const open = redis.status === 'ready' || redis.status === 'connect' || redis.status === 'connecting';
  const ended = new Promise<void>((resolve) => redis.once('end', resolve));
  redis.disconnect();
  if (open) await ended;
}

/** Logs once when Redis becomes unavailable, and once when it is back. */
export function logConnectionChanges(log: Logger, url: string) {
  const { hostname: host, port } = new URL(url);
  let away = false;
  return {
    onAway: (reason: string) => {
      away = true;
      log.warn({ host, port, reason }, 'Redis is away; work continues without it');
    },
    onBack: () => {
      if (away) log.info({ host, port }, 'Redis is back');
      away = false;
    },
  };
}
