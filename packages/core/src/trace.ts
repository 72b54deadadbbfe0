import { AsyncLocalStorage } from 'node:async_hooks';

/** What ties log lines, calls and events of one cause together. */
export interface Trace {
  /** The request or schedule that started it all. */
  readonly correlationId: string;
  /** The request or event being handled now. */
  readonly causationId: string;
}

const storage = new AsyncLocalStorage<Trace>();

/** The trace of the request or event being handled; undefined outside of one. */
export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

/** Runs under a trace, and all that it awaits. */
export function withTrace<T>(trace: Trace, run: () => T): T {
  return storage.run(trace, run);
}
