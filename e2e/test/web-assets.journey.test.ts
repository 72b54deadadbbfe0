import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Product, startProduct } from '../src/product.ts';

const script = 'console.log("loaded")';
const hidden = 'secret of the folder';
let root: string;
let product: Product;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  for (const folder of ['assets', '.git', 'assets/.git']) await mkdir(join(root, folder));
  for (const file of ['.git/config', '.env', 'assets/.git/config']) await writeFile(join(root, file), hidden);
  for (const page of ['index.html', 'app.html']) await writeFile(join(root, page), '<!doctype html>');
  await writeFile(join(root, 'pages.json'), JSON.stringify([{ path: '/auth', scripts: [], styles: [] }]));
  await writeFile(join(root, 'assets/packed.js'), script);
  await writeFile(join(root, 'assets/packed.js.gz'), gzipSync(script));
  await writeFile(join(root, 'assets/plain.js'), script);
  product = await startProduct({ settings: { WEB_ROOT: root } });
});
afterAll(async () => {
  await product.stop();
  await rm(root, { recursive: true });
});

const get = (name: string, encoding: string) =>
  fetch(`${product.url}/assets/${name}`, { headers: { 'accept-encoding': encoding } });

describe('assets of the web app', () => {
  it.each([
    ['compressed for those who accept it', 'packed.js', 'gzip, br', 'gzip'],
    ['plain for those who do not', 'packed.js', 'identity', null],
    ['plain where the build made no compressed one', 'plain.js', 'gzip', null],
  ])('go %s', async (_name, file, accepted, encoding) => {
    const response = await get(file, accepted);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(script);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['', 'assets/', '.git/', '.git/config', '.env', 'assets/.git/config', 'package.json'])(
    '/%s is neither a list of files nor a file of the build',
    async (path) => {
      const response = await fetch(`${product.url}/${path}`, { redirect: 'manual' });
      const text = await response.text();
      expect(text).not.toMatch(new RegExp(`packed|${hidden}`));
      if (path !== '') expect([path, response.status]).toEqual([path, 404]);
    },
  );

  it('that do not exist are a 404', async () => {
    expect((await get('gone.js', 'gzip')).status).toBe(404);
    expect((await get('..%2Findex.html.js', 'gzip')).status).toBe(404);
  });
});
