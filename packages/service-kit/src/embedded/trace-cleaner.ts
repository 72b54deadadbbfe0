import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@earshot/core';

export interface TraceCleaner {
  /** Requests the cleaning. A crash does not lose the request. */
  request(): void;
  /** Cleans now if it was requested. */
  stop(): void;
}

/** Cleaning blocks the process for about 10 ms per MB, so many removals share one. */
const withinMs = 3_600_000;

/** Clears copies of removed words from the file of documents within an hour, and at the stop. */
export function traceCleaner({
  folder,
  clear,
  log,
}: {
  readonly folder: string;
  readonly clear: () => void;
  readonly log: Logger;
}): TraceCleaner {
  const marker = join(folder, 'traces-to-clear');
  let timer: NodeJS.Timeout | undefined;
  const clean = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      clear();
      rmSync(marker, { force: true });
    } catch (err) {
      log.error({ err }, 'copies of removed posts could not be cleared; the next start tries again');
    }
  };
  const arm = () => {
    timer ??= setTimeout(clean, withinMs).unref();
  };
  if (existsSync(marker)) arm();
  return {
    request: () => {
      if (timer !== undefined) return;
      writeFileSync(marker, '');
      arm();
    },
    stop: () => {
      if (timer !== undefined) clean();
    },
  };
}
