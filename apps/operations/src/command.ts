import type { Settings } from '@earshot/core';

/** The environment of a command. */
export interface CommandContext {
  /** Names and values as in the environment. */
  readonly settings: Settings;
  /** The data folder to use if no setting selects another place. */
  readonly defaultFolder: string;
  /** Prints one line for the operator. */
  readonly print: (line: string) => void;
}

export interface Command {
  /** The arguments of `npm run`, such as `dlq -- list GROUP`. */
  readonly usage: readonly string[];
  readonly summary: string;
  /**
   * Runs the command and resolves to true on success. On false the process exits with 1. Throws UsageError for wrong
   * arguments and an Error with one clear message for all other failures.
   */
  run(args: readonly string[], context: CommandContext): Promise<boolean>;
}

/** Wrong arguments: the command line prints the usage and exits with 2. */
export class UsageError extends Error {}

/** Throws if a command that takes no arguments received one. */
export function noArguments(args: readonly string[]): void {
  if (args.length > 0) throw new UsageError(`unknown argument "${args[0] ?? ''}"`);
}
