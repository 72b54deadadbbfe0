import { afterEach, describe, expect, it } from '@jest/globals';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayConfig } from '../src/config.ts';
import { gatewayService } from '../src/service.ts';

const named = (['auth', 'realtime', 'sandbox'] as const).map((name) => idleService(name));
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function started(settings: Record<string, string>, now = () => new Date()): Promise<TestServices> {
  const services = await startTestServices([...named, gatewayService], {
    settings: { PORT: '0', ...settings },
    platform: (own) => ({ ...own, clock: { now } }),
  });
  ending.push(() => services.stop());
  return services;
}
const path = '/.well-known/security.txt';
const read = async (services: TestServices) => (await fetch(services.urlOf('gateway') + path)).text();

describe('security.txt', () => {
  it("names the project's contact, for everybody and before the release", async () => {
    const web = await mkdtemp(join(tmpdir(), 'earshot-web-'));
    ending.push(() => rm(web, { recursive: true }));
    for (const page of ['index.html', 'app.html']) await writeFile(join(web, page), '<p>a page</p>');
    await writeFile(join(web, 'pages.json'), '[]');
    const now = new Date('2026-11-24T12:00:00Z');
    const services = await started({ WEB_ROOT: web, DEV_ACCESS_PASSWORD: 'let me in' }, () => now);
    const response = await fetch(services.urlOf('gateway') + path, { headers: { accept: 'text/html' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await response.text()).toBe(
      'Contact: mailto:security@earshot.example\nExpires: 2027-05-23T12:00:00.000Z\nPreferred-Languages: en\n',
    );
  });

  it.each(['mailto:security@acme.example', 'https://acme.example/report?from=earshot'])(
    "names the operator's contact %s",
    async (contact) => {
      const text = await read(await started({ EARSHOT_SECURITY_CONTACT: contact }));
      expect(text.split('\n')[0]).toBe(`Contact: ${contact}`);
      expect(text).not.toContain('Canonical');
    },
  );

  it('names its own address under https', async () => {
    const text = await read(await started({ EARSHOT_URL: 'https://acme.example' }));
    expect(text).toContain(`\nCanonical: https://acme.example${path}\n`);
  });

  it('is read-only, and the folder has nothing else', async () => {
    const url = (await started({})).urlOf('gateway');
    const post = await fetch(url + path, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await fetch(`${url}/.well-known/other`)).status).toBe(404);
  });
});

it.each([
  'security@acme.example',
  'http://acme.example/report',
  'mailto:security@acme.example\nContact: mailto:security@evil.example',
  'https://acme.example\r\nContact: https://evil.example',
  'mailto:',
])('refuses the contact %j', (contact) => {
  const { error } = gatewayConfig.safeParse({ EARSHOT_SECURITY_CONTACT: contact });
  expect(error?.issues).toMatchObject([
    { path: ['EARSHOT_SECURITY_CONTACT'], message: 'must read mailto:name@example.com or https://...' },
  ]);
});
