import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../src/faults.ts', import.meta.url));
const faults = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', command, ...args], { encoding: 'utf8' });

it('npm run faults -- --help shows the options', () => {
  const { status, stdout, stderr } = faults('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const option of ['--cluster', '--runs', '--seed', '--services', '--broken']) expect(stdout).toContain(option);
});

it.each([
  [['--wat'], "Unknown option '--wat'"],
  [['--runs', 'many'], '--runs needs a whole number, not "many"'],
  [['--services', 'lead,tea'], 'there is no service "tea"'],
  [['--broken', 'all'], '--broken must be unique or commit'],
])('npm run faults -- %j kills nothing and reports the mistake', (args, fault) => {
  const { status, stdout, stderr } = faults(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(fault);
  expect(stderr).toContain('usage: npm run faults');
  expect(stderr).not.toContain('    at ');
});
