import type { KeyValue } from '@earshot/core';

/** An empty store of the adapter under test. */
export interface OpenKeyValue {
  readonly kv: KeyValue;
  /** A second client of the same store, as in another replica. */
  readonly other: KeyValue;
  /** Advances the time of the store: by its clock, or by shortening the time to live of its keys. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** One promise of the contract. */
export interface Case {
  readonly name: string;
  run(opened: OpenKeyValue): Promise<void>;
}

export const testCase = (name: string, run: Case['run']): Case => ({ name, run });
