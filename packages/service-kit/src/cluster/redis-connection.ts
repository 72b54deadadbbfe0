import { Redis } from 'ioredis';
import type { Logger } from '@earshot/core';

/** Milliseconds a command may take unless told; in one data centre Redis answers in less than one. */
const defaultTimeoutMs = 500;
/** Asks for a sign of life, so that a connection that died silently is noticed while nobody uses it. */
const heartbeatMs = 1_000;
const connectTimeoutMs = 2_000;
const firstRetryMs = 50;
const longestRetryMs = 2_000;
const closedByRedis = 'the connection was closed';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`, with user and password if there are any. */
  readonly url: string;
  /** For one command, 500 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Shown by CLIENT LIST. */
  readonly name: string;
  /** Each time commands can be sent again, and each time they no longer can; alternating, ready first. */
  onReady(redis: Redis): void;
  onLost(): void;
  /** The first attempt failed, or a ready connection was lost. Told once until it is ready again. */
  onAway(reason: string): void;
}

/** One connection that is made anew for ever. */
export interface RedisConnection {
  readonly redis: Redis;
  ready(): boolean;
  /** Resolves when the first attempt has succeeded or failed, at the latest after a command's time-out. Never fails. */
  readonly firstAttempt: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Connects at once and again after each loss, with growing pauses of at most 2 s. Commands are never queued for later:
 * they fail at once while there is no connection, and after `timeoutMs` when no answer comes.
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
  // ioredis gives up for ever when an attempt fails before it has a socket.
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

function settingsOf({ name, timeoutMs = defaultTimeoutMs }: RedisConnectionOptions) {
  return {
    // Redis takes no blanks in it.
    connectionName: name.replaceAll(/[^\x21-\x7e]/g, '-'),
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    // Rejects what was under way at each loss instead of keeping it for the next connection.
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    // A socket on which nothing comes for so long, while an answer is awaited, is given up.
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

/** Tells the log once when Redis goes and once when it is back. */
export function tellComingAndGoing(log: Logger, url: string) {
  const { hostname: host, port } = new URL(url);
  let away = false;
  return {
    onAway: (reason: string) => {
      away = true;
      log.warn({ host, port, reason }, 'Redis is away; work goes on without it');
    },
    onBack: () => {
      if (away) log.info({ host, port }, 'Redis is back');
      away = false;
    },
  };
}
