import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

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
