import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { authContract } from '@earshot/proto/http';
import { retryAt } from '../src/domain/mails/deliver.ts';
import { DigestWorld } from './digest-world.ts';

const minuteMs = 60_000;
let world: DigestWorld;
beforeEach(async () => {
  world = await DigestWorld.open();
});
afterEach(() => world.close());

const restart = async () => {
  await world.stop();
  await world.start();
};

describe('a service that restarts on its folder', () => {
  it('between any two events: sends one digest with all leads', async () => {
    const { id } = await world.reader();
    await world.leads(id, 'job', 1);
    await restart();
    await world.leads(id, 'job', 2);
    await restart();
    await world.scanEnded(id, 'job', 3);
    await restart();
    await world.leads(id, 'job', 3);
    expect((await world.digest())[0]?.subject).toContain('3 new leads');
    await restart();
    world.nowMs += 5 * minuteMs;
    await world.settled();
    expect(await world.digests()).toHaveLength(1);
  });

  it('while the mail server hangs during a mail: sends the mail afterwards, once', async () => {
    const { id } = await world.reader();
    const before = world.server.attempts();
    world.server.be('hangs');
    await world.leads(id, 'job', 1);
    await world.scanEnded(id, 'job', 1);
    await until('an attempt', () => world.server.attempts() > before);
    await world.stop();
    world.server.be('takes');
    world.nowMs += 3 * minuteMs;
    await world.start();
    await world.digest();
    await world.settled();
    expect(await world.digests()).toHaveLength(1);
  });

  it("between the server's 250 and the stored outcome: repeats the mail once, with the same Message-ID", async () => {
    const { id } = await world.reader();
    await world.stop();
    // The mail was sent, but the process ends before it stores the outcome.
    world.wrap = (mailer) => ({ ...mailer, send: async (mail) => mailer.send(mail).then(() => new Promise(() => {})) });
    await world.start();
    await world.leads(id, 'job', 1);
    await world.scanEnded(id, 'job', 1);
    await world.digest();
    await world.stop();
    world.wrap = (mailer) => mailer;
    await world.start();
    world.nowMs += 3 * minuteMs;
    const [first, second] = await world.digest(2);
    expect(second?.messageId).toBe(first?.messageId);
    await world.settled();
    await restart();
    world.nowMs += 3 * minuteMs;
    await world.settled();
    expect(await world.digests()).toHaveLength(2);
  });

  it('while the mail server is unavailable: sends a requested reset link once it is back', async () => {
    const { email } = await world.reader();
    world.server.be('later');
    const before = world.server.attempts();
    const asked = { userId: null, body: { email } };
    expect((await world.running.fetch(authContract.forgotPassword, asked)).status).toBe(200);
    await until('an attempt', () => world.server.attempts() > before);
    await restart();
    world.server.be('takes');
    world.nowMs += minuteMs;
    await until('the mail', async () => (await world.mails()).some(({ subject }) => subject?.includes('password')));
  });
});

it('the time between attempts doubles, up to an hour', () => {
  const start = new Date(0);
  const waits = Array.from({ length: 12 }, (_, at) => retryAt(at + 1, start).getTime() / 1_000);
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600]);
});
