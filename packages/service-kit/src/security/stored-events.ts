import type { EventBus, OutgoingEvent } from '@earshot/event-bus';
import type { Logger } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';

/** Milliseconds within which equal events are stored together. */
const windowMs = 60_000;
/** Networks of events without an account that a process tells apart within a window. */
const mostNetworks = 1_000;
/** Events that wait while the bus is unavailable. Later ones are in the log only. */
const mostWaiting = 2_000;
const publishedTogether = 100;
const retryMs = 5_000;
/** Milliseconds in which events gather: each publication costs a wait for the disk, in Kafka or in this process. */
const gatherMs = 100;

/** An event to be stored: how it is told apart from others, and how it is published. */
export interface Storable {
  readonly userId: UserId;
  readonly network: string | undefined;
  /** Event, outcome and reason. */
  readonly kind: string;
  event(facts: { network: string | undefined; count: number }): OutgoingEvent;
}

interface Repeats {
  readonly storable: Storable;
  readonly network: string | undefined;
  count: number;
}

/**
 * Publishes security events in the background. The first of equal events within a minute is published within 100 ms, and
 * its repetitions as one event when the minute ends, so that a flood of refused calls reaches neither Kafka nor MongoDB.
 */
export class StoredEvents {
  readonly #bus: Pick<EventBus, 'publish'>;
  readonly #log: Logger;
  #window = new Map<string, Repeats>();
  #networks = 0;
  #closing: NodeJS.Timeout | undefined;
  readonly #waiting: OutgoingEvent[] = [];
  #publishing: Promise<void> | undefined;
  #next: NodeJS.Timeout | undefined;
  #away = false;

  constructor({ bus, log }: { readonly bus: Pick<EventBus, 'publish'>; readonly log: Logger }) {
    this.#bus = bus;
    this.#log = log;
  }

  add(storable: Storable): void {
    const network = this.#networkOf(storable);
    const key = JSON.stringify([storable.kind, storable.userId, network ?? null]);
    const repeated = this.#window.get(key);
    if (repeated !== undefined) {
      repeated.count += 1;
      return;
    }
    if (storable.userId === '') this.#networks += 1;
    this.#window.set(key, { storable, network, count: 0 });
    this.#closing ??= setTimeout(() => this.#closeWindow(), windowMs).unref();
    this.#publish(storable.event({ network, count: 1 }));
  }

  /** Publishes all repetitions so far. Events that the bus does not accept are lost; their lines are in the log. */
  async stop(): Promise<void> {
    this.#closeWindow();
    if (!this.#away) this.#start();
    while (this.#publishing !== undefined) await this.#publishing;
    clearTimeout(this.#next);
  }

  /** Past the bound, events without an account lose their network: an attacker may have any number of networks. */
  #networkOf({ kind, userId, network }: Storable): string | undefined {
    if (userId !== '' || this.#networks < mostNetworks) return network;
    return this.#window.has(JSON.stringify([kind, userId, network ?? null])) ? network : undefined;
  }

  #closeWindow(): void {
    clearTimeout(this.#closing);
    this.#closing = undefined;
    const window = this.#window;
    this.#window = new Map();
    this.#networks = 0;
    for (const { storable, network, count } of window.values()) {
      if (count > 0) this.#publish(storable.event({ network, count }));
    }
  }

  #publish(event: OutgoingEvent): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(event);
    this.#plan();
  }

  /** While events wait, one publication is planned or under way. */
  #plan(): void {
    if (this.#waiting.length === 0 || this.#publishing !== undefined) return;
    this.#next ??= setTimeout(() => this.#start(), this.#away ? retryMs : gatherMs).unref();
  }

  #start(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    this.#publishing ??= this.#drain().finally(() => {
      this.#publishing = undefined;
      this.#plan();
    });
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const events = this.#waiting.slice(0, publishedTogether);
        await this.#bus.publish(events.map(({ record }) => record));
        this.#waiting.splice(0, events.length);
      }
      this.#away = false;
    } catch (err) {
      // Logged once per outage.
      if (!this.#away) this.#log.warn({ err }, 'security events cannot be stored yet; they are in the log');
      this.#away = true;
    }
  }
}
