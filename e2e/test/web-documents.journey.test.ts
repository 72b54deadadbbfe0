import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Product, startProduct } from '../src/product.ts';

const template = (name: string) =>
  `<title>${name}</title><!--page-head--><link rel="canonical" href="__ORIGIN____PATH__"><script nonce="__CSP_NONCE__">`;
const pages = [
  { path: '/auth', scripts: ['/assets/auth.js'], styles: ['/assets/auth.css'] },
  { path: '/dashboard', scripts: ['/assets/shell.js'], styles: [] },
  { path: '/dashboard/leads', scripts: ['/assets/shell.js', '/assets/leads.js'], styles: [] },
  { path: '/dashboard/*', scripts: ['/assets/shell.js'], styles: [] },
  { path: '*', scripts: ['/assets/not-found.js'], styles: [] },
];
let root: string;
let product: Product;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  await writeFile(join(root, 'index.html'), template('landing'));
  await writeFile(join(root, 'scores.html'), template('scores'));
  await writeFile(join(root, 'app.html'), template('app'));
  await writeFile(join(root, 'pages.json'), JSON.stringify(pages));
  product = await startProduct({ settings: { WEB_ROOT: root, USAGE_URL: 'https://count.test/events?site="x"' } });
});
afterAll(async () => {
  await product.stop();
  await rm(root, { recursive: true });
});

async function open(path: string) {
  const answer = await fetch(product.url + path, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    policy,
    title: /<title>(.*)<\/title>/.exec(html)?.[1],
  };
}

/** Sends the path and the Host header unchanged. `fetch` would normalise them. */
async function openRaw(path: string, host: string) {
  return new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(product.url);
    request({ hostname, port, path, headers: { host, accept: 'text/html' } }, (answer) => resolve(text(answer)))
      .on('error', reject)
      .end();
  });
}

describe('the documents of the web app', () => {
  it.each([
    ['/', 200, 'landing'],
    ['/?from=mail', 200, 'landing'],
    ['/how-scores-are-measured', 200, 'scores'],
    ['/how-scores-are-measured/', 200, 'scores'],
    ['/how-scores-are-measured/more', 404, 'app'],
    ['/auth', 200, 'app'],
    ['/Auth/', 200, 'app'],
    ['/dashboard', 200, 'app'],
    ['/dashboard/whatever/it/is', 200, 'app'],
    ['/auth/more', 404, 'app'],
    ['/nothing', 404, 'app'],
    ['/index.html', 404, 'app'],
    ['/scores.html', 404, 'app'],
    ['/app.html', 404, 'app'],
  ])('%s is answered with %i and the %s', async (path, status, title) => {
    expect(await open(path)).toMatchObject({ status, title });
  });

  it('each have a nonce of their own, which the policy allows', async () => {
    const nonces = await Promise.all(
      ['/', '/', '/auth'].map(async (path) => {
        const { html, policy, headers } = await open(path);
        const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? '';
        expect(policy).toContain(`'nonce-${nonce}'`);
        expect(headers.get('cache-control')).toBe('no-store');
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  it('preload the resources that their page needs', async () => {
    const { html } = await open('/auth');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/auth.js">');
    expect(html).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/auth.css" nonce="[^"]+">/);
    expect((await open('/dashboard/leads')).html).toContain('/assets/leads.js');
    expect((await open('/dashboard/other')).html).not.toContain('/assets/leads.js');
    expect((await open('/nothing')).html).toContain('/assets/not-found.js');
  });

  it('name their own address, whatever signs it holds', async () => {
    expect((await open('/auth?return=/x')).html).toContain(`<link rel="canonical" href="${product.url}/auth">`);
    expect(await openRaw('/"><script>', 'earshot.localhost')).toContain(
      'href="http://earshot.localhost/&quot;&gt;&lt;script&gt;"',
    );
    expect(await openRaw('/auth', 'a"b.localhost')).toContain('href="http://a&quot;b.localhost/auth"');
  });

  it('require trusted types, name where violations are reported, and switch unused features off', async () => {
    const { policy, headers } = await open('/auth');
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default");
    expect(policy).toContain('report-uri /csp-reports;report-to csp');
    expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"');
    expect(headers.get('permissions-policy')).toMatch(/(^|, )camera=\(\)(,|$)/);
  });

  it.each([
    ['application/csp-report', 204],
    ['application/reports+json', 204],
  ])('reports of the type %s are taken from browsers, which send no session', async (type, status) => {
    const send = async (body: string) =>
      (await fetch(`${product.url}/csp-reports`, { method: 'POST', headers: { 'content-type': type }, body })).status;
    expect([await send('{}'), await send('{'), await send(`"${'x'.repeat(20_000)}"`)]).toEqual([status, 400, 413]);
  });

  it('lead to counted reports, whose content is not kept', async () => {
    const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.test/?secret' } };
    const headers = { 'content-type': 'application/csp-report' };
    await fetch(`${product.url}/csp-reports`, { method: 'POST', headers, body: JSON.stringify(report) });
    const scrape = await product.scrape();
    expect(scrape).toMatch(/^earshot_policy_violations_total\{.*directive="img-src".*\} 1$/m);
    expect(scrape).not.toContain('evil.test');
  });

  it('say where page views go, and the policy lets them', async () => {
    const { html, policy } = await open('/');
    expect(html).toContain('<meta name="usage-url" content="https://count.test/events?site=&quot;x&quot;">');
    expect(policy).toContain("connect-src 'self' https://count.test;");
  });

  it('go compressed to those who accept it', async () => {
    const encodings = await Promise.all(
      ['gzip', 'identity'].map(async (accepted) => {
        const answer = await fetch(product.url, { headers: { accept: 'text/html', 'accept-encoding': accepted } });
        expect(await answer.text()).toContain('<title>landing</title>');
        expect(answer.headers.get('vary')).toContain('Accept-Encoding');
        return answer.headers.get('content-encoding');
      }),
    );
    expect(encodings).toEqual(['gzip', null]);
  });

  it('are those of the latest build', async () => {
    await writeFile(join(root, 'app.html'), template('a newer app'));
    await utimes(join(root, 'app.html'), new Date(), new Date(Date.now() + 5_000));
    expect(await open('/auth')).toMatchObject({ title: 'a newer app' });
  });
});
