import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const dist = new URL('../dist', import.meta.url).pathname;
const read = (path: string) => readFileSync(dist + path);
const pages = z
  .array(z.object({ path: z.string(), scripts: z.array(z.string()) }))
  .parse(JSON.parse(read('/pages.json').toString()));

const named = (document: string) =>
  [
    ...read(document)
      .toString()
      .matchAll(/(?:src|href)="(\/[^"]+\.js)"/g),
  ].map(([, path]) => path ?? '');

/** Every script that is loaded before the page is ready. */
function scriptsOf(path: string): string[] {
  if (path === '/') return named('/index.html');
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`no page ${path} in pages.json`);
  return [...new Set([...named('/app.html'), ...page.scripts])];
}

const codeOf = (scripts: readonly string[]) => scripts.map((script) => read(script).toString()).join('');

const kib = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0) / 1024;

it.each([
  ['/', 88],
  ['/auth', 190],
  ['/dashboard/leads', 240],
])('%s fetches at most %i KiB of scripts at first', (path, most) => {
  const scripts = scriptsOf(path);
  expect(scripts.length).toBeGreaterThan(1);
  expect(kib(scripts)).toBeLessThanOrEqual(most);
});

/** Each file costs a phone the headers of its answer and, over HTTP/1.1, a place in the queue for six connections. */
it.each([
  ['/', 10],
  ['/auth', 13],
  ['/dashboard/leads', 18],
])('%s fetches at most %i scripts at first', (path, most) => {
  expect(scriptsOf(path).length).toBeLessThanOrEqual(most);
});

it('the landing page fetches no code of the app', () => {
  for (const sign of [/defaultShouldRevalidate|useNavigate/, /queryKey/, /ZodError/]) {
    expect(codeOf(scriptsOf('/dashboard/leads'))).toMatch(sign);
    expect(codeOf(scriptsOf('/'))).not.toMatch(sign);
  }
});

it('the landing, sign-in and leads pages fetch no code of antd at first', () => {
  const ofAntd = readdirSync(`${dist}/assets`)
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/assets/${name}`)
    .filter((script) => codeOf([script]).includes('ConfigProvider'));
  expect(ofAntd).not.toEqual([]);
  for (const path of ['/', '/auth', '/dashboard/leads']) {
    for (const script of ofAntd) expect(scriptsOf(path)).not.toContain(script);
  }
});

it('charts are fetched by no page at first', () => {
  const manifest = z
    .record(z.string(), z.object({ file: z.string() }))
    .parse(JSON.parse(read('/.vite/manifest.json').toString()));
  const charts = manifest['src/components/charts/plot.tsx']?.file ?? '';
  expect(charts).toMatch(/\.js$/);
  for (const { path } of pages) expect(scriptsOf(path)).not.toContain(`/${charts}`);
});
