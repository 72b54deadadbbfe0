import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const there = spawnSync('promtool', ['--version']).error === undefined;

/** Whether promtool is installed. Logs a message when the suite is skipped. Throws in CI. */
export function withPromtool(name: string): boolean {
  if (there) return true;
  if (process.env['CI']) throw new Error('promtool is not installed (package prometheus), and CI must not skip it');
  console.log(`${name} skipped: promtool is not installed (package prometheus)`);
  return false;
}

/** Runs promtool. Paths are relative to the root of the sources. */
export function promtool(...args: string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
