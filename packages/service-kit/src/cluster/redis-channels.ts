import type { Redis } from 'ioredis';
import type { Listener, Listening } from '@earshot/core';
import { type RedisConnection, redisConnection } from './redis-connection.ts';
import type { StoresCa } from './store-access.ts';

interface ChannelsOptions {
  readonly url: string;
  readonly ca: StoresCa;
  readonly prefix: string;
  readonly timeoutMs?: number | undefined;
}

interface Member {
  readonly listener: Listener;
  live: boolean;
}

/** The channels this process listens to, on a separate connection. */
export class RedisChannels {
  readonly #options: ChannelsOptions;
  readonly #members = new Map<string, Set<Member>>();
  /** Opened for the first listener, so that a process that only publishes has one connection. */
  #connection: RedisConnection | undefined;

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  listen(name: string, listener: Listener): Listening {
    const channel = this.#options.prefix + name;
    const member: Member = { listener, live: false };
    const others = this.#members.get(channel) ?? new Set();
    this.#members.set(channel, others.add(member));
    const connection = (this.#connection ??= this.#open());
    if (connection.ready()) void this.#subscribe(connection.redis, [channel]);
    return {
      live: () => member.live && connection.ready(),
      stop: () => this.#leave(channel, member),
    };
  }

  async stop(): Promise<void> {
    for (const members of this.#members.values()) for (const member of members) member.live = false;
    this.#members.clear();
    await this.#connection?.stop();
  }

  async #leave(channel: string, member: Member): Promise<void> {
    member.live = false;
    const left = this.#members.get(channel);
    if (left?.delete(member) !== true || left.size > 0) return;
    this.#members.delete(channel);
    if (this.#connection?.ready() === true) await this.#connection.redis.unsubscribe(channel).catch(() => undefined);
  }

  #open(): RedisConnection {
    const { url, ca, prefix, timeoutMs } = this.#options;
    const connection = redisConnection({
      url,
      ca,
      timeoutMs,
      name: `${prefix}listener`,
      onReady: (redis) => void this.#subscribe(redis, [...this.#members.keys()]),
      onLost: () => {
        for (const channel of this.#members.keys()) this.#setLive(channel, false);
      },
      onAway: () => undefined,
    });
    connection.redis.on('message', (channel, message) => {
      for (const { listener, live } of [...(this.#members.get(channel) ?? [])]) if (live) listener.onMessage(message);
    });
    return connection;
  }

  async #subscribe(redis: Redis, channels: readonly string[]): Promise<void> {
    if (channels.length === 0) return;
    try {
      await redis.subscribe(...channels);
      if (this.#connection?.ready() === true) for (const channel of channels) this.#setLive(channel, true);
    } catch {
      // If a ready connection cannot subscribe, reconnect. The new connection subscribes again.
      if (this.#connection?.ready() === true) redis.disconnect(true);
    }
  }

  #setLive(channel: string, live: boolean): void {
    for (const member of this.#members.get(channel) ?? []) {
      if (member.live === live) continue;
      member.live = live;
      member.listener.onGap();
    }
  }
}
