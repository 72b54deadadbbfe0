import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createRequire } from 'node:module';
import { restIdleQueues } from '../src/kafka/idle-queues.ts';
import { until } from '@earshot/core/testing';

/** The part of the kafkajs class used here. */
interface Queue {
  /** The timer of the next poll for pending requests. */
  readonly throttleCheckTimeoutId: unknown;
  maybeThrottle(ms: number): void;
  push(request: object): void;
  checkPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  fulfillRequest(answer: object): void;
  destroy(): void;
}

const load: (path: string) => new (options: object) => Queue = createRequire(import.meta.url);
const RequestQueue = load('kafkajs/src/network/requestQueue');

let queue: Queue;
let sent: number[];
beforeEach(() => {
  restIdleQueues();
  sent = [];
  const logger = { debug: () => undefined, warn: () => undefined };
  const about = { clientId: 'test', broker: 'localhost:9092', logger, isConnected: () => true };
  queue = new RequestQueue({ ...about, maxInFlightRequests: 1, requestTimeout: 60_000, enforceRequestTimeout: true });
});
afterEach(() => {
  queue.destroy();
  jest.useRealTimers();
});

function push(correlationId: number, reject: (error: Error) => void = () => undefined): void {
  const sendRequest = () => void sent.push(correlationId);
  const entry = { correlationId, apiKey: 0, apiVersion: 0, apiName: 'Test', resolve: () => undefined, reject };
  queue.push({ entry, expectResponse: true, sendRequest });
}

it('does not poll a connection without pending requests', () => {
  queue.checkPendingRequests();
  expect(queue.throttleCheckTimeoutId).toBeNull();
  push(1);
  expect(sent).toEqual([1]);
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
  expect(queue.throttleCheckTimeoutId).toBeNull();
});

it('sends a pending request when allowed, then stops polling', async () => {
  queue.maybeThrottle(20);
  push(1);
  expect(sent).toEqual([]);
  expect(queue.throttleCheckTimeoutId).not.toBeNull();
  await until('the request to be sent', () => sent.length === 1, 60_000, 5);
  await until('the last look', () => queue.throttleCheckTimeoutId === null, 60_000, 5);
  // One request at a time: the next one waits for the response.
  push(2);
  expect(sent).toEqual([1]);
  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });
  await until('the second request to be sent', () => sent.length === 2, 60_000, 5);
  await until('the last look', () => queue.throttleCheckTimeoutId === null, 60_000, 5);
});

it('looks at the age of sent requests only when one can time out', () => {
  jest.useFakeTimers();
  const startMs = Date.now();
  const timedOut: string[] = [];
  queue.scheduleRequestTimeoutCheck();
  jest.advanceTimersByTime(59_000);
  push(1, ({ message }) => timedOut.push(message));
  jest.advanceTimersToNextTimer();
  expect(Date.now() - startMs).toBe(60_000);
  expect(timedOut).toEqual([]);
  jest.advanceTimersToNextTimer();
  expect(Date.now() - startMs).toBe(119_001);
  expect(timedOut).toEqual([expect.stringContaining('timed out')]);
});
