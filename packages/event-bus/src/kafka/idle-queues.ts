import { createRequire } from 'node:module';

/** The part of a kafkajs class used here, which kafkajs does not export. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly inflight: ReadonlyMap<number, SentRequest>;
  readonly requestTimeout: number;
  readonly enforceRequestTimeout: boolean;
  requestTimeoutIntervalId: NodeJS.Timeout | undefined;
  isConnected(): boolean;
  destroy(): void;
  scheduleCheckPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
}

interface SentRequest {
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

const load: (path: string) => { readonly prototype: RequestQueue } = createRequire(import.meta.url);
const { prototype } = load('kafkajs/src/network/requestQueue');
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * Stops idle connections of kafkajs 2.2.4 from polling. Each connection checks its queue of pending requests a thousand
 * times a second (tulios/kafkajs#1704), and the age of its sent requests ten times a second. Without pending requests,
 * no check is needed: a new request schedules the next one. Sent requests are checked when the first of them can time
 * out. Safe to call repeatedly.
 */
export function restIdleQueues(): void {
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype.scheduleRequestTimeoutCheck = function (this: RequestQueue) {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    checkTimeouts(this);
  };
}

/** No request has a shorter time limit than its queue, so one that is sent before the next check is not overdue then. */
function checkTimeouts(queue: RequestQueue): void {
  const nowMs = Date.now();
  let nextMs = queue.requestTimeout;
  for (const request of [...queue.inflight.values()]) {
    const leftMs = request.sentAt + request.requestTimeout - nowMs;
    if (leftMs < 0) request.timeoutRequest();
    else nextMs = Math.min(nextMs, leftMs + 1);
  }
  if (!queue.isConnected()) queue.destroy();
  else queue.requestTimeoutIntervalId = setTimeout(() => checkTimeouts(queue), nextMs);
}
