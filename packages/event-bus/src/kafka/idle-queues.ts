import { createRequire } from 'node:module';

/** The part of a kafkajs class used here, which kafkajs does not export. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

const load: (path: string) => { readonly prototype: RequestQueue } = createRequire(import.meta.url);
const { prototype } = load('kafkajs/src/network/requestQueue');
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * Stops idle connections of kafkajs 2.2.4 from polling. Each connection polls its queue of pending requests a thousand
 * times a second forever (tulios/kafkajs#1704), which was five sixths of an idle service's CPU time. Without pending
 * requests, no poll is needed: a new request schedules the next one. Safe to call repeatedly.
 */
export function restIdleQueues(): void {
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
