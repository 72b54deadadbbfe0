import { freePorts, until } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Visitor } from '../src/visitor.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Top-level folders that `npm run dev` does not need, and folders that are skipped at every level. */
const others = new Set(['node_modules', 'charts', 'k8s', 'bench', 'docs', 'e2e']);
const left = new Set(['node_modules', 'dist', 'test']);

/** A working copy whose files the test may change: sources are copied, dependencies are symlinks. */
async function workingCopy(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'earshot-dev-'));
  const entries = (await readdir(repository)).filter((name) => !name.startsWith('.') && !others.has(name));
  const isSource = (path: string) => !left.has(basename(path));
  for (const name of entries) await cp(join(repository, name), join(copy, name), { recursive: true, filter: isSource });
  for (const folder of ['node_modules', 'web/node_modules']) await linkDependencies(folder, copy);
  return copy;
}

/** Our own packages are symlinks into the working tree. The copy gets symlinks into its own tree. */
async function linkDependencies(folder: string, copy: string): Promise<void> {
  const names = await readdir(join(repository, folder)).catch(() => []);
  await mkdir(join(copy, folder, '@earshot'), { recursive: true });
  for (const name of names.filter((one) => one !== '@earshot' && !one.startsWith('.'))) {
    await symlink(join(repository, folder, name), join(copy, folder, name));
  }
  for (const name of await readdir(join(repository, folder, '@earshot')).catch(() => [])) {
    await symlink(await readlink(join(repository, folder, '@earshot', name)), join(copy, folder, '@earshot', name));
  }
}

/** Saves a file as editors do: writes a new file and renames it to the old name. */
async function saveByRename(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

describe('npm run dev', () => {
  let copy: string;
  let dev: ChildProcess;
  let output = '';
  let url: string;

  beforeAll(async () => {
    copy = await workingCopy();
    const [web, port] = await freePorts(2);
    url = `http://127.0.0.1:${web}`;
    const env = {
      ...process.env,
      PORT: String(port),
      WEB_PORT: new URL(url).port,
      EARSHOT_DATA: join(copy, '.data'),
      SANDBOX_ARRIVALS_PER_HOUR: '0',
    };
    dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until('dev to be ready', () => {
      if (dev.exitCode !== null) throw new Error(`dev ended with ${dev.exitCode}:\n${output}`);
      return output.includes('\nOpen ');
    });
  });

  afterAll(async () => {
    const ended = dev.exitCode === null ? once(dev, 'exit') : [dev.exitCode];
    dev.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    await rm(copy, { recursive: true });
  });

  it('names in its last line the address that answers', async () => {
    expect(output.trimEnd().split('\n').at(-1)).toContain(`Open ${url} `);
    const page = await fetch(`${url}/auth`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('/@vite/client');
  });

  it('lets people register and sign in', async () => {
    const body = { email: 'first-day@example.test', password: 'a quiet harbour' };
    expect((await new Visitor(url).ask('/api/auth/register', { method: 'POST', body })).status).toBe(201);
    expect((await new Visitor(url).ask('/api/auth/login', { method: 'POST', body })).status).toBe(200);
  });

  it('restarts each time a file is saved by renaming a new one over it', async () => {
    const file = join(copy, 'proto/http/auth-fields.ts');
    const before = await readFile(file, 'utf8');
    const message = 'Password must be at least 8 characters long';
    expect(before).toContain(message);
    const body = { email: 'short@example.test', password: 'short' };
    const headers = { 'content-type': 'application/json' };
    // While the services restart, the web app's dev server answers instead of them.
    const answer = async () =>
      (await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    expect(await answer()).toContain(message);
    for (const changed of ['The first change', 'The second change']) {
      await saveByRename(file, before.replace(message, changed));
      await until(`the answer "${changed}"`, async () => (await answer()).includes(changed));
    }
  });
});
