/** Keeps passwords as slow hashes. Throws service.unavailable when more wait than can be served soon. */
export interface Passwords {
  /** Throws as the others would now: asked before any other work for somebody who can only be sent away. */
  admit(): void;
  hash(password: string): Promise<string>;
  /** `hash` null: nobody of that name; takes as long as a wrong password and resolves false. */
  matches(hash: string | null, password: string): Promise<boolean>;
}
