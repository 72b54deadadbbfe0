import { operate } from '../src/operate.ts';

export interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs one command and collects its output. */
export async function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const lines: string[] = [];
  const code = await operate(args, { settings, print: (line) => lines.push(line) });
  return { code, lines };
}
