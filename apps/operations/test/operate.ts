import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate } from '../src/operate.ts';

export interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
}

/** One command as an operator types it; without a folder of the test's choice, the default one is empty. */
export async function run(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  defaultFolder?: string,
): Promise<Ended> {
  const empty = await mkdtemp(join(tmpdir(), 'earshot-operate-'));
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const code = await operate(args, { settings, defaultFolder: defaultFolder ?? empty, say });
  await rm(empty, { recursive: true });
  return { code, lines };
}
