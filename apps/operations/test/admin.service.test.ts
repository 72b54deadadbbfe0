import { authService } from '@earshot/auth';
import { consume } from '@earshot/event-bus';
import { defineService } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './operate.ts';

const email = 'ada@example.test';
let folder: string;
let services: TestServices;
let received: { userId: string; isAdmin: boolean }[];

/** A service that consumes `adminChanged`, as the gateway does. */
const listener = defineService({
  name: 'gateway',
  database: null,
  config: z.object({}),
  serves: [],
  calls: [],
  publishes: [],
  consumes: ['adminChanged'],
  start: async () => ({
    subscriptions: [
      consume({
        group: 'gateway',
        topic: 'account.events',
        handlers: {
          adminChanged: async ({ userId, payload }) => {
            received.push({ userId, isAdmin: payload.value.isAdmin });
          },
        },
      }),
    ],
  }),
});

const start = async (at: string) => {
  services = await startTestServices([listener, authService], { folder: at, mongo: null });
};
async function register(): Promise<string> {
  const body = { email, password: 'correct horse' };
  return user.parse((await services.fetch(authContract.register, { userId: null, body })).body).id;
}
const isAdmin = async (userId: string) =>
  user.parse((await services.fetch(authContract.currentUser, { userId })).body).isAdmin;
const admin = (...args: string[]) => run(['admin', ...args], { EARSHOT_DATA: folder });

beforeEach(async () => {
  received = [];
  folder = await mkdtemp(join(tmpdir(), 'earshot-admin-'));
});
afterEach(async () => {
  await services.stop().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

describe('npm run admin', () => {
  it('changes the account through the running Earshot, which publishes an event; repeating it changes nothing', async () => {
    await start(folder);
    const id = await register();
    expect(await admin('grant', email.toUpperCase())).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('now')],
    });
    expect(await isAdmin(id)).toBe(true);
    await until('the event', () => received.length > 0);
    expect(await admin('grant', email)).toMatchObject({ code: 0, lines: [expect.stringContaining('already')] });
    expect(await admin('revoke', email)).toMatchObject({ code: 0 });
    expect(await isAdmin(id)).toBe(false);
    await until('the second event', () => received.length > 1);
    expect(received).toEqual([
      { userId: id, isAdmin: true },
      { userId: id, isAdmin: false },
    ]);
  });

  it('changes the folder of a stopped Earshot, which publishes the event after its next start', async () => {
    await start(folder);
    const id = await register();
    await services.stop();
    expect(await admin('grant', email)).toMatchObject({ code: 0 });
    expect(received).toEqual([]);
    await start(folder);
    expect(await isAdmin(id)).toBe(true);
    await until('the event', () => received.length > 0);
    expect(received).toEqual([{ userId: id, isAdmin: true }]);
  });

  it('reaches a running Earshot even if the path is too long for a socket', async () => {
    folder = join(folder, 'x'.repeat(120));
    await mkdir(folder);
    await start(folder);
    await register();
    expect(await admin('grant', email)).toMatchObject({ code: 0 });
  });

  it('reports an unknown address, whether Earshot runs or not', async () => {
    await start(folder);
    const refused = { code: 1, lines: ['No account has the address eve@example.test'] };
    expect(await admin('grant', 'eve@example.test')).toEqual(refused);
    await services.stop();
    expect(await admin('revoke', 'eve@example.test')).toEqual(refused);
  });

  it('creates a control socket that only the owner of the folder can use', async () => {
    await start(folder);
    expect((await stat(join(folder, 'control.sock'))).mode & 0o777).toBe(0o600);
  });
});

describe('admin', () => {
  it.each([
    [[], 'admin needs a verb'],
    [['make'], 'unknown verb "make"'],
    [['grant'], 'grant needs an EMAIL'],
    [['grant', email, 'more'], 'unknown argument "more"'],
  ])('prints the usage for %j', async (args, complaint) => {
    const { code, lines } = await run(['admin', ...args]);
    expect([code, lines[0]]).toEqual([2, complaint]);
    expect(lines.join('\n')).toContain('admin -- revoke EMAIL');
  });

  it('without settings uses and names the default data folder', async () => {
    await start(folder);
    const userId = await register();
    const { code, lines } = await run(['admin', 'grant', email], {}, folder);
    expect([code, lines[0]]).toEqual([0, `Using the data folder ${folder}. Set EARSHOT_DATA to use another folder`]);
    expect(await isAdmin(userId)).toBe(true);
    await services.stop();
  });
});
