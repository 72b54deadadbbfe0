import { allServices } from '@earshot/all-in-one/services';
import { platformSettings } from '@earshot/service-kit';
import { clusterSettings, credentialUsers, storeAccess, tracingSettings } from '@earshot/service-kit/operations';
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { mainOf } from '../../src/cluster/service-process.ts';

const root = new URL('../../..', import.meta.url);
const container = z.object({
  command: z.array(z.string()).nullable(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.object({ host_ip: z.string(), target: z.number() })).default([]),
  networks: z.record(z.string(), z.unknown()),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  volumes: z
    .array(z.object({ source: z.string(), target: z.string(), read_only: z.boolean().default(false) }))
    .default([]),
  image: z.string(),
});
const composed = z.object({ services: z.record(z.string(), container) });
function servicesWith(settings: Record<string, string> = {}) {
  const env = { ...process.env, ...settings };
  const text = execFileSync('docker', ['compose', 'config', '--format', 'json'], { cwd: root, encoding: 'utf8', env });
  return composed.parse(JSON.parse(text)).services;
}
const services = servicesWith();
const chart = z
  .object({
    services: z.record(z.string(), z.object({ command: z.string(), nodeFlags: z.array(z.string()).default([]) })),
  })
  .parse(parse(readFileSync(new URL('charts/earshot/values.yaml', root), 'utf8')));
const servers = ['kafka', 'mongo', 'redis'];

/**
 * Settings that the image sets, that follow from the service, or that volumes and the compose network make unnecessary.
 */
const inImage = ['HOST', 'PORT', 'METRICS_PORT'];
const elsewhere = [
  ...inImage,
  'OTEL_SERVICE_NAME',
  'EARSHOT_NAMESPACE',
  'SANDBOX_PORT',
  'SANDBOX_POSTS',
  // The stores are reachable only by these containers, and need no users.
  ...Object.keys(storeAccess),
];
const described = z.object({ shape: z.record(z.string(), z.unknown()) });
const namesOf = (schema: unknown) => Object.keys(described.parse(schema).shape);
const shared = [clusterSettings, platformSettings, tracingSettings].flatMap(namesOf);

it('has a container for each service, and no other but the servers and their set-up', () => {
  const names = allServices.map(({ name }) => name);
  expect(Object.keys(services).sort()).toEqual([...names, ...servers, 'setup'].sort());
});

it.each(allServices.map((service) => [service.name, service] as const))(
  '%s runs its own program with the flags of the chart, its own key and all its settings',
  (name, service) => {
    const own = services[name];
    if (own === undefined) throw new Error(`docker-compose.yml has no ${name}`);
    const { command, environment } = own;
    const main = mainOf(name);
    expect(existsSync(new URL(main, root))).toBe(true);
    const inChart = chart.services[name];
    expect(inChart?.command).toBe(main);
    expect(command).toEqual([...(inChart?.nodeFlags ?? []), main]);
    expect(environment['SERVICE_KEY_FILE']).toBe(`/keys/${name}.pem`);
    const isUsed = (setting: string) => credentialUsers[setting]?.(service) ?? true;
    const missing = [...shared, ...namesOf(service.config)].filter((setting) => !(setting in environment));
    const lacking = missing.filter((setting) => !elsewhere.includes(setting) && isUsed(setting));
    expect(lacking.map((setting) => `${setting} belongs under ${name} in docker-compose.yml`)).toEqual([]);
  },
);

it('each service has its own volume of keys, read-only, and only the set-up has those of all', () => {
  for (const { name } of allServices) {
    const mounts = services[name]?.volumes.filter(({ target }) => target !== '/data');
    expect([name, mounts]).toEqual([name, [{ source: `${name}-keys`, target: '/keys', read_only: true }]]);
  }
  const written = services['setup']?.volumes.map(({ source, target }) => [source, target]);
  const own = allServices.map(({ name }) => [`${name}-keys`, `/own/${name}`]);
  expect(written?.toSorted()).toEqual([['keys', '/keys'], ...own].toSorted());
});

it('only the services that use a third party get its credentials, and only those that seal get sealing keys', () => {
  for (const service of allServices) {
    const environment = services[service.name]?.environment ?? {};
    const credentials = ['OPENAI_API_KEY', 'REDDIT_CLIENT_SECRET', 'SMTP_URL'];
    const given = credentials.filter((setting) => setting in environment);
    expect([service.name, given]).toEqual([
      service.name,
      credentials.filter((setting) => credentialUsers[setting]?.(service)),
    ]);
    const seals = namesOf(service.config).includes('SEALING_KEYS_FILE');
    expect([service.name, 'SEALING_KEYS_FILE' in environment]).toEqual([service.name, seals]);
  }
});

it('only the gateway can be reached from outside, and only from this machine', () => {
  const published = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => ({ name, ...port })));
  expect(published).toEqual([{ name: 'gateway', host_ip: '127.0.0.1', target: 8080 }]);
  for (const name of servers) expect([name, Object.keys(services[name]?.networks ?? {})]).toEqual([name, ['stores']]);
});

it('the address for browsers is the published one, unless another is set', () => {
  const urls = (settings: Record<string, string>) =>
    new Set(Object.values(servicesWith(settings)).flatMap(({ environment }) => environment['EARSHOT_URL'] ?? []));
  expect(urls({ EARSHOT_PORT: '8123', EARSHOT_URL: '' })).toEqual(new Set(['http://127.0.0.1:8123']));
  expect(urls({ EARSHOT_URL: 'https://earshot.example' })).toEqual(new Set(['https://earshot.example']));
});

it('nothing may gain rights, and what is ours and Redis write to no root file system', () => {
  for (const [name, { cap_drop: dropped, security_opt: options }] of Object.entries(services))
    expect([name, dropped, options]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
  const writable = Object.keys(services).filter((name) => services[name]?.read_only !== true);
  expect(writable.sort()).toEqual(['kafka', 'mongo']);
});
