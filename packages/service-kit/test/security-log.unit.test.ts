import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appError, createLogger, systemClock, withTrace } from '@earshot/core';
import { decodeEnvelope } from '@earshot/proto/events';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecurityLogKey, readSecurityLogKey, securityLogKeyIn } from '../src/security/log-key.ts';
import { recordAttempt, type SecurityLog } from '../src/security/security-log.ts';
import type { EventBus } from '@earshot/event-bus';
import { type SecurityRecorder, securityRecorder } from '../src/security/security-recorder.ts';

const key = Buffer.alloc(32, 7);
const silent = createLogger({ name: 'test', level: 'silent' });

let lines: string[];
let stored: { userId: string; event: string; network: string | undefined; count: number }[];
let publishing: () => Promise<void>;
let recorder: SecurityRecorder;
let logs: Map<string, SecurityLog>;

const bus: Pick<EventBus, 'publish'> = {
  publish: async (records) => {
    await publishing();
    for (const { value } of records) {
      const { userId, payload } = decodeEnvelope(value);
      if (payload.case !== 'securityRecorded') throw new Error('another event');
      const { event, network, count } = payload.value;
      stored.push({ userId, event, network, count });
    }
  },
};

/** One log for each service, as in a process. */
function logOf(service: string): SecurityLog {
  const log = logs.get(service) ?? recorder.logOf(service, bus);
  logs.set(service, log);
  return log;
}

beforeEach(() => {
  lines = [];
  stored = [];
  publishing = async () => undefined;
  recorder = securityRecorder({
    clock: systemClock,
    log: silent,
    key,
    lines: (name) => createLogger({ name, level: 'info', stream: { write: (line: string) => void lines.push(line) } }),
  });
  logs = new Map();
});
afterEach(() => recorder.stop());

const last = (): unknown => JSON.parse(lines.at(-1) ?? '');
const refuse = (network: string) =>
  logOf('gateway').record({ event: 'cross-origin-call', outcome: 'refused', reason: 'call', network });

describe('a line of the security log', () => {
  it('is written before record returns, without a log level, although the process is killed', async () => {
    const file = join(import.meta.dirname, 'fixtures', 'records-and-dies.ts');
    const written = await new Promise<string>((resolve) => {
      execFile(process.execPath, [file], { env: { LOG_LEVEL: 'silent' } }, (_error, stdout) => resolve(stdout));
    });
    const facts = written
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(facts).toEqual([
      expect.objectContaining({
        security: 'sign-in',
        outcome: 'failure',
        reason: 'wrong-secret',
        network: '192.0.2.7',
      }),
    ]);
  });

  it('names the request, and the account only by a hash under the key', () => {
    withTrace({ correlationId: 'request-1', causationId: 'request-1' }, () =>
      logOf('auth').record({ event: 'sign-out', outcome: 'success', userId: 'user-1', network: '192.0.2.7' }),
    );
    const account = createHmac('sha256', key).update('user-1').digest('base64url');
    expect(last()).toMatchObject({ service: 'auth', security: 'sign-out', requestId: 'request-1', account });
    expect(lines.join()).not.toContain('user-1');
  });
});

describe('storing', () => {
  it('stores the first of equal events at once and the others together', async () => {
    for (let call = 0; call < 500; call += 1) refuse('192.0.2.7');
    refuse('192.0.2.8');
    await recorder.stop();
    expect(lines).toHaveLength(501);
    expect(stored.map(({ network, count }) => [network, count])).toEqual([
      ['192.0.2.7', 1],
      ['192.0.2.8', 1],
      ['192.0.2.7', 499],
    ]);
  });

  it('tells at most 1,000 networks apart, and still distinguishes accounts', async () => {
    for (let at = 0; at < 5_000; at += 1) refuse(`2001:db8:0:${at.toString(16)}::/64`);
    logOf('auth').record({ event: 'sign-out', outcome: 'success', userId: 'u1', network: '192.0.2.7' });
    await recorder.stop();
    expect(lines).toHaveLength(5_001);
    const refused = stored.filter(({ event }) => event === 'cross-origin-call');
    expect(refused).toHaveLength(1_002);
    expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
    expect(stored).toContainEqual({ userId: 'u1', event: 'sign-out', network: '192.0.2.7', count: 1 });
  });

  it('keeps no account and no network of a deletion', async () => {
    logOf('auth').record({ event: 'account-deleted', outcome: 'success', userId: 'u1', network: '192.0.2.7' });
    await recorder.stop();
    expect(stored).toEqual([{ userId: '', event: 'account-deleted', network: undefined, count: 1 }]);
    expect(last()).toMatchObject({ security: 'account-deleted', network: '192.0.2.7' });
  });

  it('neither fails nor waits while the bus is unavailable, and keeps no more than the bound', async () => {
    publishing = () => Promise.reject(new Error('away'));
    for (let at = 0; at < 3_000; at += 1)
      logOf('auth').record({ event: 'sign-out', outcome: 'success', userId: `u${at}` });
    await recorder.stop();
    expect(lines).toHaveLength(3_000);
    expect(stored).toEqual([]);
  });
});

describe('recordAttempt', () => {
  const attempt = (run: () => Promise<{ id: string }>) =>
    recordAttempt(
      logOf('auth'),
      { event: 'sign-in', network: '192.0.2.7', userOf: ({ id }: { id: string }) => id },
      run,
    );

  it('records the account of a success', async () => {
    await attempt(async () => ({ id: 'u1' }));
    await recorder.stop();
    expect(last()).toMatchObject({ security: 'sign-in', outcome: 'success' });
    expect(stored).toMatchObject([{ userId: 'u1' }]);
  });

  it.each([
    [appError('auth.invalid-credentials', { userId: 'u1' }), { outcome: 'failure', reason: 'wrong-secret' }],
    [appError('rate.limited'), { outcome: 'refused', reason: 'rate-limited' }],
  ])('records why an attempt failed: %s', async (error, facts) => {
    await expect(attempt(() => Promise.reject(error))).rejects.toBe(error);
    expect(last()).toMatchObject(facts);
  });

  it('records no invalid input', async () => {
    await expect(attempt(() => Promise.reject(appError('request.invalid')))).rejects.toThrow();
    expect(lines).toEqual([]);
  });
});

describe('the key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-log-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, for its owner only', async () => {
    const file = join(folder, 'security-log.key');
    makeSecurityLogKey(file);
    const made = readSecurityLogKey(file);
    makeSecurityLogKey(file);
    expect(made).toHaveLength(32);
    expect(readSecurityLogKey(file)).toEqual(made);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('names the setting if the file is missing or damaged', async () => {
    const file = join(folder, 'security-log.key');
    expect(() => readSecurityLogKey(file)).toThrow(/SECURITY_LOG_KEY_FILE.*npm run keys/);
    await writeFile(file, 'short');
    expect(() => readSecurityLogKey(file)).toThrow(/SECURITY_LOG_KEY_FILE.*npm run keys/);
  });

  it('of a data folder is named as the file there if it is damaged', async () => {
    const made = securityLogKeyIn(folder);
    expect(securityLogKeyIn(folder)).toEqual(made);
    await writeFile(join(folder, 'security-log.key'), 'short');
    expect(() => securityLogKeyIn(folder)).toThrow(`security-log.key in ${folder} holds no key: restore it`);
  });
});
