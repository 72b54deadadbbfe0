import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { compose } from '../../src/compose.ts';
import { type OpenProduct, openProduct } from '../../src/product.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

let product: OpenProduct;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.stop());

const development = /^(typescript|jest|vite|eslint|prettier|testcontainers|playwright-core|react|node-(bin-)?\w+-.*)$/;
const component = z.object({ name: z.string() });
const sbom = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(component) });
const inGateway = (script: string) => compose('exec', '-T', 'gateway', 'bash', '-c', script);

it('the image adds less than 180 MB to its base, 80 of them for the encoder: no development tools, no second Node', async () => {
  // Everything that we add to the base image is under /app.
  const [kilobytes = ''] = (await inGateway('du -sk /app')).split('\t');
  expect(Number(kilobytes)).toBeLessThan(180 * 1024);
  const installed = (await inGateway('ls /app/node_modules')).split('\n');
  expect(installed).toContain('express');
  expect(installed.filter((name) => development.test(name))).toEqual([]);
});

it('the image lists what is in it, packages of services and of pages, and no tools', async () => {
  const named = async (file: string) => {
    const { components } = sbom.parse(JSON.parse(await inGateway(`cat /app/sbom/${file}.cdx.json`)));
    return components.map(({ name }) => name);
  };
  const installed = (await inGateway('cd /app/node_modules && ls -d [a-z]* @[!e]*/*')).trim().split('\n');
  const services = await named('services');
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((name) => !services.includes(name))).toEqual([]);
  const web = await named('web');
  expect(web).toEqual(expect.arrayContaining(['react', 'antd', 'react-router-dom']));
  expect(services.filter((name) => development.test(name))).toEqual([]);
  expect(web.filter((name) => development.test(name))).toEqual(['react']);
});

it('a service is nobody special, and can write nothing but its own scratch space', async () => {
  const script = 'id -un; for f in /app/x /keys/x /tmp/x; do touch $f 2>/dev/null && echo wrote $f; done; true';
  expect(await inGateway(script)).toBe('node\nwrote /tmp/x\n');
});

it.each([
  ['gateway', []],
  ['auth', ['sealing.json']],
])('the container of %s holds its own private key and no other', async (name, more) => {
  const files = (await compose('exec', '-T', name, 'ls', '/keys')).trim().split('\n');
  expect(files).toEqual([`${name}.pem`, 'public.json', ...more, 'security-log.key'].toSorted());
});

it('a signed-out person reads the mail with the link for a new password by a command in the container', async () => {
  const email = newEmail('forgetful');
  await Visitor.registered(product.url, email);
  await new Visitor(product.url).ask('/api/auth/forgot-password', { method: 'POST', body: { email } });
  const mails = () => compose('exec', '-T', 'sandbox', 'node', 'apps/sandbox/src/cli/mails.ts');
  const hasLink = (mail: string) => mail.includes(`To: ${email}`) && mail.includes('/reset-password?token=');
  await until('the mail', async () => (await mails()).split('-'.repeat(72)).some(hasLink), 60_000);
});

it('a killed gateway restarts automatically, and sessions are still valid', async () => {
  const visitor = await Visitor.registered(product.url);
  const startedAt = () => inGateway('cut -d" " -f22 /proc/1/stat').catch(() => '');
  const before = await startedAt();
  // Kills every process of the container, including this one.
  await inGateway('kill -9 -1').catch(() => undefined);
  await until('the gateway to have started again', async () => ![before, ''].includes(await startedAt()));
  const answer = () => visitor.ask('/api/auth/user').catch(() => null);
  await until('the session to be served', async () => (await answer())?.status === 200);
});
