import { noMeters } from '@earshot/core';
import { processMetrics } from '@earshot/service-kit';
import { figureOf } from '@earshot/core/testing';
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { argon2Passwords } from '../src/clients/argon2-passwords.ts';
import { workLimit } from '../src/clients/work-limit.ts';

describe('passwords', () => {
  it('match only their own hash', async () => {
    const passwords = argon2Passwords(noMeters);
    const hash = await passwords.hash('pass\u0000word ünïcode');
    expect(await passwords.hash('pass\u0000word ünïcode')).not.toBe(hash);
    expect(await passwords.matches(hash, 'pass\u0000word ünïcode')).toBe(true);
    expect(await passwords.matches(hash, 'pass')).toBe(false);
    expect(await passwords.matches(null, 'nobody has this password')).toBe(false);
  });

  it.each([
    ['an accent alone or with its letter', 'cafe\u0301 am meer', 'caf\u00e9 am meer'],
    ['full width or not', '\uff30\uff21\uff33\uff33 the salt', 'PASS the salt'],
    ['a ligature or its letters', 'o\ufb03ce at nine', 'office at nine'],
  ])('match on every system: %s', async (_what, one, other) => {
    const passwords = argon2Passwords(noMeters);
    expect(await passwords.matches(await passwords.hash(one), other)).toBe(true);
    expect(await passwords.matches(await passwords.hash(other), one)).toBe(true);
  });

  it('are hashed under node --watch, where Node posts additional messages', async () => {
    const clients = new URL('../src/clients/argon2-passwords.ts', import.meta.url);
    const program = `
      import { argon2Passwords } from '${clients.href}';
      const passwords = argon2Passwords({ gauge: () => ({ watch: () => {} }) });
      console.log(await passwords.matches(await passwords.hash('a quiet harbour'), 'a quiet harbour'));`;
    // `--watch` sets this variable in its child process.
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env });
    expect(stdout).toBe('true\n');
  });

  it('report how many are being hashed and how many wait', async () => {
    const { meters, text } = processMetrics(['auth']);
    const passwords = argon2Passwords(meters);
    const all = Promise.all([1, 2, 3, 4].map(() => passwords.hash('something')));
    const busy = await text();
    const figure = (scrape: string, state: string) => figureOf(scrape, 'passwordHashes', { state }) ?? 0;
    expect(figure(busy, 'running')).toBeGreaterThan(0);
    expect(figure(busy, 'running') + figure(busy, 'waiting')).toBe(4);
    await all;
    const idle = await text();
    expect(figure(idle, 'running') + figure(idle, 'waiting')).toBe(0);
  });

  it('cost the same work for unknown and known accounts', async () => {
    const passwords = argon2Passwords(noMeters);
    const hash = await passwords.hash('something');
    await passwords.matches(null, 'warm up');
    const least = async (stored: string | null) => {
      const times: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        // The CPU time of all threads of this process, including the hashing one, but of no other process.
        const before = process.cpuUsage();
        await passwords.matches(stored, 'wrong');
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const [somebody, nobody] = [await least(hash), await least(null)];
    // Without the dummy hash it would be a thousand times less.
    expect(nobody).toBeGreaterThan(somebody / 3);
  });
});

describe('the limit of work', () => {
  it('runs and queues tasks up to the limits, and refuses the rest', async () => {
    const limited = workLimit({ running: 2, waiting: 3 });
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const work = (n: number) =>
      limited(async () => {
        started.push(n);
        await new Promise<void>((resolve) => finish.push(resolve));
        return n;
      }, 'stranger');
    const all = [0, 1, 2, 3, 4].map(work);
    expect(() => limited.admit('stranger')).toThrow('not answering');
    await expect(work(5)).rejects.toMatchObject({ code: 'service.unavailable', details: { retryAfterSeconds: 2 } });
    expect(started).toEqual([0, 1]);
    finish[0]?.();
    await all[0];
    await all[0];
    expect(started).toEqual([0, 1, 2]);
    const sixth = work(6);
    for (let n = 1; n <= 5; n += 1) {
      while (finish[n] === undefined) await Promise.resolve();
      finish[n]?.();
    }
    expect(await Promise.all([...all, sixth])).toEqual([0, 1, 2, 3, 4, 6]);
    expect(() => limited.admit('stranger')).not.toThrow();
  });

  it('passes the slot on when work fails', async () => {
    const limited = workLimit({ running: 1, waiting: 1 });
    const failing = limited(() => Promise.reject(new Error('no')), 'stranger');
    const next = limited(() => Promise.resolve('yes'), 'stranger');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(await limited(() => Promise.resolve('again'), 'stranger')).toBe('again');
  });

  it('keeps places for callers on known devices, and lets them go first', async () => {
    const limited = workLimit({ running: 1, waiting: 1 });
    const order: string[] = [];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const work = (name: string, caller: 'known' | 'stranger') =>
      limited(async () => {
        await opened;
        order.push(name);
      }, caller);
    const all = [work('first stranger', 'stranger'), work('second stranger', 'stranger')];
    await expect(work('third stranger', 'stranger')).rejects.toThrow('not answering');
    all.push(work('known', 'known'));
    expect([limited.running(), limited.waiting()]).toEqual([1, 2]);
    expect(() => limited.admit('known')).toThrow('not answering');
    open();
    await Promise.all(all);
    expect(order).toEqual(['first stranger', 'known', 'second stranger']);
  });
});
