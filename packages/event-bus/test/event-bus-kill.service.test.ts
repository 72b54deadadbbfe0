import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { random, series } from '@earshot/core/testing';

const child = fileURLToPath(new URL('fixtures/bus-child.ts', import.meta.url));
const kills = series({ ci: 5, soak: 50 });

function start(folder: string, from: string) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, folder, from], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function numbersByKey(file: string): Promise<Map<string, number[]>> {
  const byKey = new Map<string, number[]>();
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) {
    const [key = '', number = ''] = line.split(' ');
    byKey.set(key, [...(byKey.get(key) ?? []), Number(number)]);
  }
  return byKey;
}

it(`loses no record to ${kills} kills, and keeps each key in order`, async () => {
  const seed = Number(process.env['SEED'] ?? 20_261);
  process.stdout.write(`event bus kill: SEED=${seed}\n`);
  const next = random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bus-kill-'));

  for (let round = 0; round < kills; round += 1) {
    const process_ = start(folder, String(round * 1_000_000));
    await once(process_.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, next() * 250));
    process_.kill('SIGKILL');
    await once(process_, 'exit');
  }
  const last = start(folder, 'drain');
  await once(last, 'exit');
  expect(last.exitCode).toBe(0);

  const published = await numbersByKey(join(folder, 'published.log'));
  const handled = await numbersByKey(join(folder, 'handled.log'));
  expect(published.size).toBe(10);
  for (const [key, numbers] of published) {
    const seen = new Set(handled.get(key));
    expect(numbers.filter((number) => !seen.has(number))).toEqual([]);
    // A record may be delivered again after a kill, but first deliveries are in order.
    const firsts = [...seen];
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
  }
  await rm(folder, { recursive: true });
});
