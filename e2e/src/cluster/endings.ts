/** Clean-up steps of a suite. They run in reverse order, also when the set-up failed half-way. */
export interface Endings {
  add(end: () => Promise<void>): void;
  /** Continues when a step fails, and throws the first error at the end. */
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
