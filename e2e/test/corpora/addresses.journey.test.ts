import {
  addressCommunities,
  addressPosts,
  addressReturns,
  headerAddresses,
  headerTexts,
  injectedHeader,
  markupTexts,
  pathTargets,
  refusedHosts,
  refusedOrigins,
  trapHost,
} from '@earshot/testing/corpora';
import { configuration } from '@earshot/proto/http/lead';
import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Founder, founder, linkAccount } from '../../src/founder.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { speak } from '../../src/speak.ts';

const secret = 'the secret beside the web app';
let place: string;
let product: Product;
let member: Founder;
let accountId: string;
let trap: Server;
let trapped: string[];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'earshot-corpora-'));
  const root = join(place, 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  const pages = [
    { path: '/', scripts: [], styles: [] },
    { path: '*', scripts: [], styles: [] },
  ];
  await writeFile(join(place, 'secret.txt'), secret);
  await writeFile(join(root, 'pages.json'), JSON.stringify(pages));
  for (const page of ['index.html', 'app.html']) await writeFile(join(root, page), '<link href="__ORIGIN____PATH__">');
  await writeFile(join(root, 'assets', 'app.js'), '// the app');
  trapped = [];
  trap = createServer((req, res) => {
    trapped.push(`${req.method} ${req.url}`);
    res.end('{}');
  });
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  product = await startProduct({ settings: { WEB_ROOT: root } });
  member = await founder(product.url);
  accountId = (await linkAccount(member.visitor, 'careful_sender')).id;
});
afterAll(async () => {
  await product.stop();
  trap.close();
  await rm(place, { recursive: true });
});

/** The payload with the address of the trap. */
function armed(payload: string): string {
  const address = trap.address();
  if (address === null || typeof address === 'string') throw new Error('the trap has no port');
  return payload.replaceAll(trapHost, `127.0.0.1:${address.port}`);
}
const statusOf = (answer: string) => Number(answer.split(' ')[1]);
const request = (target: string, ...lines: readonly string[]) =>
  speak(product.url, `GET ${target} HTTP/1.1\r\n${['Connection: close', ...lines].join('\r\n')}\r\n\r\n`);
const headOf = (answer: string) => answer.slice(0, answer.indexOf('\r\n\r\n'));
/** A cookie of the member, for raw requests. */
const cookie = () => `Cookie: ${member.visitor.cookieHeader}`;

describe('a path', () => {
  it('of an asset is served, so that refusals prove something', async () => {
    expect(await request('/assets/app.js', 'Host: localhost')).toContain('// the app');
  });

  it.each(pathTargets)('%s leaves no folder', async (target) => {
    const answer = await request(target, 'Host: localhost', cookie());
    expect([200, 301, 302, 400, 403, 404]).toContain(statusOf(answer));
    expect(answer).not.toMatch(new RegExp(`${secret}|root:.*:0:0:|"dependencies"|SQLite format|businessDescription`));
    // A page of the app answers unknown paths; nothing else may succeed.
    if (statusOf(answer) === 200) expect(answer).toContain('<link href="http://localhost');
  });

  it.each(markupTexts)('of a page shows %j as text', async (text) => {
    const target = `/${text.replaceAll(/[\s\0]/g, '+')}`;
    const answer = await request(encodeURI(target), 'Host: localhost', 'Accept: text/html');
    expect(statusOf(answer)).toBe(404);
    const raw = await request(target.replaceAll(/[^\x20-\x7e]/g, ''), 'Host: localhost', 'Accept: text/html');
    for (const { body } of [answer, raw].map((one) => ({ body: one.slice(headOf(one).length) })))
      expect(body.replace(/<link href="[^"<>]*">/, '')).not.toMatch(/[<>]/);
  });
});

describe('an address', () => {
  it.each(addressCommunities)('is no community: %j', async (name) => {
    const { visitor } = member;
    for (const [path, body] of [
      ['/api/subreddits', { name: armed(name) }],
      ['/api/leads/scan/preview', { subreddit: armed(name) }],
    ] as const) {
      const { status } = await visitor.ask(path, { method: 'POST', body });
      expect([path, status]).toEqual([path, 400]);
    }
    expect(trapped).toEqual([]);
  });

  it.each(addressPosts)('is no post to comment on: %j', async (postUrl) => {
    const [lead] = member.leads;
    const body = { accountId, postUrl: armed(postUrl), comment: 'Hello', leadId: lead.id };
    const reply = await member.visitor.ask('/api/reddit/send-comment', { method: 'POST', body });
    expect([reply.status, Object.keys(errorBody.parse(reply.body).fields ?? {})]).toEqual([400, ['postUrl']]);
    expect(trapped).toEqual([]);
  });

  it.each(addressReturns)('is nowhere to return to: %j', async (wanted) => {
    const { status, headers } = await member.visitor.ask(`/api/login?return=${encodeURIComponent(armed(wanted))}`);
    expect([status, headers.get('location')]).toEqual([302, expect.not.stringContaining(armed(trapHost))]);
    expect(trapped).toEqual([]);
  });

  it('in a description is not requested', async () => {
    // The first ones: a description has a maximum length.
    const addresses = [...addressCommunities.slice(0, 6), ...addressPosts.slice(0, 3)].map(armed).join(' ');
    const body = { productDescription: `InvoiceNest sends invoices for freelancers. Read ${addresses}` };
    const reply = await member.visitor.ask('/api/public/discover-subreddits', { method: 'POST', body });
    expect([reply.status, trapped]).toEqual([200, []]);
  });
});

describe('a text that begins another header', () => {
  it.each(headerTexts)('%j stays one value', async (text) => {
    const { visitor } = member;
    const saved = { method: 'POST', body: { businessDescription: text } };
    expect((await visitor.get(configuration, '/api/configuration', saved)).businessDescription).toBe(text);
    const paths = ['/api/login?return=', '/api/leads/export?subreddit=', '/api/reddit/callback?error=', '/no-page?'];
    for (const path of paths) {
      const answer = await request(`${path}${encodeURIComponent(text)}`, 'Host: localhost', cookie());
      expect([path, headOf(answer)]).toEqual([path, expect.not.stringMatching(new RegExp(`^${injectedHeader}`, 'im'))]);
    }
  });

  it.each(headerTexts)('%j in a header of the request is not sent back', async (text) => {
    const one = text.replaceAll(/[\r\n\0]/g, '');
    for (const name of ['X-Request-Id', 'User-Agent', 'Idempotency-Key', 'X-Forwarded-Host', 'Accept-Language']) {
      const answer = await request('/api/auth/sessions', 'Host: localhost', cookie(), `${name}: ${one}`);
      expect(headOf(answer)).not.toContain(injectedHeader);
    }
  });

  it.each(headerAddresses)('%j is no address', async (email) => {
    const { visitor } = member;
    const password = 'a quiet harbour';
    for (const [path, body] of [
      ['/api/auth/register', { email, password }],
      ['/api/auth/forgot-password', { email }],
      ['/api/waitlist/signup', { email }],
    ] as const) {
      const { status } = await visitor.ask(path, { method: 'POST', body });
      expect([path, status]).toEqual([path, 400]);
    }
  });
});

describe('who asks', () => {
  it.each(refusedHosts)('as the host %j is refused', async (host) => {
    expect([400, 421]).toContain(statusOf(await request('/api/auth/user', `Host: ${host}`)));
  });

  it.each(refusedOrigins)('from %j changes nothing', async (origin) => {
    const body = '{"businessDescription":"from elsewhere"}';
    const lines = ['Host: localhost', `Origin: ${origin}`, cookie(), 'Content-Type: application/json'];
    const head = ['POST /api/configuration HTTP/1.1', ...lines, `Content-Length: ${body.length}`, 'Connection: close'];
    expect(statusOf(await speak(product.url, `${head.join('\r\n')}\r\n\r\n${body}`))).toBe(403);
  });
});
