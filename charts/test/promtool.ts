import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const there = spawnSync('promtool', ['--version']).error === undefined;

/** For what needs promtool: skipped where it is missing, and said; never in CI. */
export function withPromtool(name: string): boolean {
  if (there) return true;
  if (process.env['CI']) throw new Error('promtool is not installed (package prometheus), and CI must not skip it');
  console.log(`${name} skipped: promtool is not installed (package prometheus)`);
  return false;
}

/** Whether promtool is content, and all it says. Paths are below the root of the sources. */
export function promtool(...args: string[]): { ok: boolean; says: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' });
  return { ok: status === 0, says: `${stdout}${stderr}` };
}
