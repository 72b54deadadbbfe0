import { allServices } from '@earshot/all-in-one/services';
import type { ServiceName } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mainOf } from '../../src/cluster/service-process.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const complete = {
  HOST: '127.0.0.1',
  PORT: '8080',
  KAFKA_BROKERS: '127.0.0.1:1',
  MONGODB_URL: 'mongodb://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  SERVICE_URLS: 'auth=http://auth',
  SERVICE_KEY_FILE: '/nowhere/key.pem',
  SERVICE_PUBLIC_KEYS_FILE: '/nowhere/public.json',
  SECURITY_LOG_KEY_FILE: '/nowhere/security-log.key',
};

/** Node's cache of compiled modules, with which a process starts in half of the time. */
const { NODE_COMPILE_CACHE = '' } = process.env;

/** Runs a service's entry file with exactly these settings until it exits. */
async function runToExit(name: ServiceName, settings: Record<string, string>) {
  const env = { ...settings, NODE_COMPILE_CACHE };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [join(root, mainOf(name))], { env, cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

describe('a process of a cluster', () => {
  it.each(allServices)('$name has an entry', ({ name }) => {
    expect(existsSync(join(root, mainOf(name)))).toBe(true);
  });

  it.each(allServices)('$name without settings ends with 1 and names every missing one', async ({ name, database }) => {
    const { code, stdout, stderr } = await runToExit(name, {});
    expect(code).toBe(1);
    const needed = Object.keys(complete).filter((setting) => setting !== 'MONGODB_URL' || database !== null);
    for (const setting of needed) expect(stderr).toMatch(new RegExp(`^ +${setting} is missing: `, 'm'));
    expect(stderr).toContain(`${name} cannot start with these settings:`);
    expect(stdout).toBe('');
  });

  it('an empty setting counts as missing; wrong settings are named in the same error', async () => {
    const wrong = { ...complete, KAFKA_BROKERS: '', PORT: 'http', REDIS_URL: 'localhost:6379', LOG_LEVEL: 'loud' };
    const { code, stderr } = await runToExit('gateway', wrong);
    expect(code).toBe(1);
    for (const name of ['KAFKA_BROKERS is missing', 'PORT must be', 'REDIS_URL must begin', 'LOG_LEVEL must be one of'])
      expect(stderr).toContain(name);
  });

  it('the gateway alone needs EARSHOT_URL to listen beyond loopback', async () => {
    const open = { ...complete, HOST: '0.0.0.0' };
    const problem = 'HOST 0.0.0.0 opens Earshot to other machines: set EARSHOT_URL';
    expect((await runToExit('gateway', open)).stderr).toContain(problem);
    for (const EARSHOT_URL of ['http://localhost:8080', 'https://earshot.example'])
      expect((await runToExit('gateway', { ...open, EARSHOT_URL })).stderr).not.toContain('HOST');
    expect((await runToExit('lead', open)).stderr).not.toContain('HOST');
  });

  it('names the services that SERVICE_URLS lacks', async () => {
    const { code, stderr } = await runToExit('gateway', complete);
    expect(code).toBe(1);
    expect(stderr).toContain('SERVICE_URLS lacks lead, scan, outreach, discovery, analytics, realtime');
  });

  it('needs the sandbox where it names the samples as a source', async () => {
    const names = ['auth', 'lead', 'scan', 'outreach', 'discovery', 'analytics', 'realtime'];
    const SERVICE_URLS = names.map((name) => `${name}=http://${name}:8080`).join(',');
    const { code, stderr } = await runToExit('discovery', { ...complete, SERVICE_URLS, SOURCES: 'sample' });
    expect(code).toBe(1);
    expect(stderr).toContain('SERVICE_URLS lacks sandbox');
  });

  it('a service needs only the credentials of what it uses', async () => {
    const withoutDatabase = { ...complete, MONGODB_URL: '' };
    expect((await runToExit('lead', withoutDatabase)).stderr).toMatch(/^ +MONGODB_URL is missing: /m);
    expect((await runToExit('realtime', withoutDatabase)).stderr).not.toContain('MONGODB_URL');
    const REDDIT = { REDDIT_CLIENT_ID: 'a-client', REDDIT_USER_AGENT: 'server:earshot:v1 (by /u/somebody)' };
    expect((await runToExit('scan', { ...complete, ...REDDIT })).stderr).toMatch(
      /^ +REDDIT_CLIENT_SECRET is missing: /m,
    );
    expect((await runToExit('lead', { ...complete, ...REDDIT })).stderr).not.toContain('REDDIT');
  });

  it('auth needs a mail server, and a sender for it; the others need none', async () => {
    expect((await runToExit('auth', complete)).stderr).toMatch(/^ +SMTP_URL is missing: /m);
    const without = await runToExit('auth', { ...complete, SMTP_URL: 'smtp://mail.example.test' });
    expect(without.stderr).toMatch(/^ +MAIL_FROM is needed with SMTP_URL/m);
    expect((await runToExit('lead', complete)).stderr).not.toContain('SMTP_URL');
  });
});
