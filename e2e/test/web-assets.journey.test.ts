import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';

const script = 'console.log("loaded")';
let root: string;
let product: Product;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), '<!doctype html>');
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

  it('that do not exist are a 404', async () => {
    expect((await get('gone.js', 'gzip')).status).toBe(404);
    expect((await get('..%2Findex.html.js', 'gzip')).status).toBe(404);
  });
});
