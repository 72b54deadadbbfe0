/** What a suite began: ended in reverse order, also when the start broke off half-way. */
export interface Endings {
  add(end: () => Promise<void>): void;
  /** Goes on when one fails, and throws the first error at last. */
  run(): Promise<void>;
}

export function endings(): Endings {
  const ends: (() => Promise<void>)[] = [];
  return {
    add: (end) => void ends.push(end),
    run: async () => {
      const errors: unknown[] = [];
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
}
