import { setTimeout as wait } from 'node:timers/promises';
import type { Writes } from './writes.ts';

export interface Written {
  /** Number of acknowledged writes, by kind. */
  readonly acknowledged: Readonly<Record<string, number>>;
  /** Number of writes with an unknown outcome. */
  readonly unknown: number;
  /** Answers that no fault explains. */
  readonly wrong: readonly string[];
}

/** Milliseconds between two writes. This resembles an active user, not a load test. */
const everyMs = 50;

export interface Writer {
  /** Number of acknowledged writes so far, by kind. */
  acknowledged(): Readonly<Record<string, number>>;
  /** Stops the writer. Resolves when the current write has ended. */
  stop(): Promise<Written>;
}

/** Makes one write after the other, each kind in turn, until `stop`. */
export function startWriter(kinds: readonly Writes[]): Writer {
  const acknowledged = Object.fromEntries(kinds.map(({ kind }) => [kind, 0]));
  const wrong: string[] = [];
  let unknown = 0;
  let stopped = false;
  const run = async () => {
    for (let at = 0; !stopped; at += 1) {
      const writes = kinds[at % kinds.length];
      if (writes === undefined) return;
      try {
        if (await writes.write()) acknowledged[writes.kind] = (acknowledged[writes.kind] ?? 0) + 1;
        else unknown += 1;
      } catch (error) {
        wrong.push(`${writes.kind}: ${String(error)}`);
      }
      await wait(everyMs);
    }
  };
  const running = run();
  return {
    acknowledged: () => ({ ...acknowledged }),
    stop: async () => {
      stopped = true;
      await running;
      return { acknowledged, unknown, wrong };
    },
  };
}
