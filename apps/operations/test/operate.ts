import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate } from '../src/operate.ts';

export interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs one command and collects its output. Without `defaultFolder` the default data folder is empty. */
export async function run(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  defaultFolder?: string,
): Promise<Ended> {
  const empty = await mkdtemp(join(tmpdir(), 'earshot-operate-'));
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const code = await operate(args, { settings, defaultFolder: defaultFolder ?? empty, print });
  await rm(empty, { recursive: true });
  return { code, lines };
}
