/** Whether the browser has signed in to the account before. */
export type Caller = 'known' | 'stranger';

/**
 * Stores passwords as slow hashes of their normal form (NFKC), so that the same password matches on every system. Throws service.unavailable when the queue of the caller is full. */
export interface Passwords {
  /** Throws if the queue of the caller (default: stranger) is full. Call it before other work for a request that would be rejected. */
  admit(caller?: Caller): void;
  hash(password: string): Promise<string>;
  /** With `hash` null (unknown account), takes as long as for a wrong password and resolves to false. */
  matches(hash: string | null, password: string, caller?: Caller): Promise<boolean>;
}
