import type { Settings } from '@earshot/core';

/** What a command gets from outside. */
export interface Outside {
  /** Names and values as in the environment. */
  readonly settings: Settings;
  /** The data folder that Earshot uses where no setting names another. */
  readonly defaultFolder: string;
  /** One line for the person who asked. */
  readonly say: (line: string) => void;
}

export interface Command {
  /** What follows `npm run`: `dlq -- list GROUP`. */
  readonly usage: readonly string[];
  readonly summary: string;
  /**
   * Does it, and resolves to whether all is well now: false ends the process with 1. Throws UsageError for wrong
   * arguments, Error with one clear message for everything else.
   */
  run(args: readonly string[], outside: Outside): Promise<boolean>;
}

/** The arguments make no sense: the usage is shown, the process ends with 2. */
export class UsageError extends Error {}

/** For commands without arguments. */
export function noArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageError(`unknown argument "${args[0] ?? ''}"`);
}
