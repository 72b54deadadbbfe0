import { expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { installedNode, linkNode } from '../../scripts/installed-node.mjs';

const root = new URL('../../', import.meta.url);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(new URL('package.json', root), 'utf8')));

/** The commands in the README's table: `npm run NAME`, and the names that follow in the same cell. */
async function commandsOfReadme(): Promise<string[]> {
  const text = await readFile(new URL('README.md', root), 'utf8');
  const cells = text.split('\n').flatMap((line) => /^\| (`npm run .*?) +\|/.exec(line)?.[1] ?? []);
  const spans = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span));
  return spans.flatMap((span) => /^(?:npm run (?:--silent )?)?([a-z]+)/.exec(span)?.[1] ?? []);
}

it('every command of the README installs first, so that Node 24 is there to run it', async () => {
  const named = [...new Set(await commandsOfReadme())].filter((name) => name in scripts);
  expect(named.length).toBeGreaterThan(15);
  const lacking = named.filter((name) => scripts[`pre${name}`] !== 'node scripts/ensure-install.mjs');
  expect(lacking).toEqual([]);
});

it('on a Mac an installed Node 24 that is new enough replaces the older one from npm', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-node-'));
  const install = async (place: string, version: string) => {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    return join(folder, place);
  };
  const bin = await install('node_modules/.bin', 'v24.21.0');
  const [old, next] = [await install('old', 'v24.20.3'), await install('next', 'v26.1.0')];
  const recent = await install('recent', 'v24.21.0');
  const pathOf = (...folders: string[]) => [bin, join(folder, 'missing'), ...folders].join(delimiter);
  expect(installedNode(pathOf(old, next), 21)).toBeUndefined();
  const found = installedNode(pathOf(old, next, recent), 21);
  expect(found).toBe(join(recent, 'node'));
  for (let time = 0; time < 2; time += 1) linkNode(bin, found ?? '');
  expect(await readlink(join(bin, 'node'))).toBe(found);
  await rm(folder, { recursive: true });
});
