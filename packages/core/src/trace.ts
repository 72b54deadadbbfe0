import { AsyncLocalStorage } from 'node:async_hooks';

/** Links log lines, calls and events of one cause. */
export interface Trace {
  /** The request or schedule at the start of the chain. */
  readonly correlationId: string;
  /** The request or event being handled now. */
  readonly causationId: string;
}

const storage = new AsyncLocalStorage<Trace>();

/** The trace of the request or event being handled; undefined outside of one. */
export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

/** Runs a function, and everything it awaits, under a trace. */
export function withTrace<T>(trace: Trace, run: () => T): T {
  return storage.run(trace, run);
}
