/** Stores passwords as slow hashes. Throws service.unavailable when the queue of hashes is full. */
export interface Passwords {
  /** Throws if the queue is full. Call it before other work for a request that would be rejected. */
  admit(): void;
  hash(password: string): Promise<string>;
  /** With `hash` null (unknown account), takes as long as for a wrong password and resolves to false. */
  matches(hash: string | null, password: string): Promise<boolean>;
}
