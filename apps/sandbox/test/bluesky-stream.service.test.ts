import { until } from '@earshot/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type BlueskyWorld, blueskyWorld } from './bluesky-world.ts';

let world: BlueskyWorld;
beforeEach(async () => {
  world = await blueskyWorld();
});
afterEach(() => world.close());

describe('the position in the stream', () => {
  it('is kept with its host: nothing is lost or repeated', async () => {
    const first = await world.open();
    world.write('invoice 1');
    await first.has('invoice 1');
    const cursor = await first.stop();
    await world.closed();
    world.write('invoice 2');
    const second = await world.open(undefined, {}, cursor);
    await second.has('invoice 2');
    expect(second.titles()).toEqual(['invoice 2']);
    expect(world.opened.at(-1)?.cursor).toBe('1');
  });

  it('moves on without a post that is followed', async () => {
    const reader = await world.open();
    world.write('Ducks');
    await until('the cursor', () => reader.cursor()?.includes('"seq":1'));
    expect(reader.changes).toEqual([]);
  });

  it('is five minutes earlier at another host, which brings nothing back that was removed', async () => {
    const times = [-600_000, -240_000, -120_000, 0];
    world.pass(-600_000);
    const posts = times.map((at, n) => {
      if (n > 0) world.pass(at - (times[n - 1] ?? 0));
      return world.write(`invoice ${n}`);
    });
    const [removed, last] = [posts[2], world.network.events().at(-1)];
    if (removed === undefined || last === undefined) throw new Error('no post');
    const { atMs } = last;
    world.network.remove('lena.bsky.example', removed.rkey);
    // The position is of a host that is no longer in use.
    const stored = JSON.stringify({ host: 'wss://gone.example', seq: 4, atMs });
    const again = await world.open(undefined, { hosts: ['/one', '/other'] }, stored);
    await again.has('invoice 1', 'invoice 2', 'invoice 3');
    expect(again.titles()).not.toContain('invoice 0');
    expect(world.opened.at(-1)?.cursor).toBe(String((atMs - 300_000) * 1_000));
    await until('the removal', () => again.changes.some(({ kind }) => kind === 'removed'));
    // Another host repeats the past, and what was removed stays so.
    world.host.drop();
    const { length } = again.changes;
    await until('the removal', () => again.changes.slice(length).some(({ kind }) => kind === 'removed'));
    expect(world.opened.map(({ path }) => path)).toEqual(['/one', '/other']);
    const repeated = again.changes.slice(length);
    expect(repeated.map((change) => ('post' in change ? change.post.title : change.kind))).toEqual([
      'invoice 1',
      'invoice 3',
      'removed',
    ]);
  });

  it('that a host no longer has is given up, with a word about what was missed', async () => {
    const host = await world.open(undefined, { hosts: ['/faults/cursor-too-old'] });
    world.write('invoice 1');
    await host.has('invoice 1');
    const cursor = await host.stop();
    await world.closed();
    world.write('invoice 2');
    world.pass(90_000);
    const again = await world.open(undefined, { hosts: ['/faults/cursor-too-old'] }, cursor);
    await until('a connection without a cursor', () => world.opened.at(-1)?.cursor === null);
    world.write('invoice 3');
    await again.has('invoice 3');
    expect(again.titles()).toEqual(['invoice 3']);
    const line = world.lines.find((one) => one.includes('no longer has the posts')) ?? '{}';
    expect(z.object({ missedSeconds: z.number() }).parse(JSON.parse(line)).missedSeconds).toBeGreaterThanOrEqual(90);
  });
});

describe('a host that fails', () => {
  it.each(['400', '403', '429', '503', 'silent', 'late'])('with %s is left for the next one', async (fault) => {
    const options = { hosts: [`/faults/${fault}`, '/other'], silenceMs: 200, lateMs: 60_000 };
    const reader = world.follow(['search:invoice'], options);
    await until('the other host', () => {
      world.write('Ducks');
      return world.opened.some(({ path }) => path === '/other') && world.host.connections() === 1;
    });
    world.write('an invoice');
    await reader.has('an invoice');
    expect(world.opened[0]?.path).toBe(`/faults/${fault}`);
  });

  it('because it stops is continued at the event where it ended', async () => {
    const reader = await world.open();
    world.write('invoice 1');
    await reader.has('invoice 1');
    world.host.drop();
    world.write('invoice 2');
    await reader.has('invoice 2');
    expect(reader.titles()).toEqual(['invoice 1', 'invoice 2']);
    expect(world.opened.at(-1)?.cursor).toBe('1');
  });

  it('because Earshot was too slow is asked again, not another one', async () => {
    const reader = await world.open(undefined, { hosts: ['/faults/consumer-too-slow', '/other'] });
    for (const n of [1, 2, 3]) world.write(`invoice ${n}`);
    await reader.has('invoice 1', 'invoice 2', 'invoice 3');
    expect(world.opened.map(({ path }) => path)).not.toContain('/other');
  });

  it.each(['malformed', 'duplicates', 'reordered'])('with %s frames loses no post', async (fault) => {
    const reader = await world.open(undefined, { hosts: [`/faults/${fault}`] });
    const expected = [1, 2, 3, 4].map((n) => `invoice ${n}`);
    expected.forEach((text) => world.write(text));
    await reader.has(...expected);
    expect(world.opened).toHaveLength(1);
  });

  it('with frames of any size costs one second of the stream', async () => {
    const reader = await world.open(undefined, { hosts: ['/faults/huge'] });
    world.write('invoice 1');
    await reader.has('invoice 1');
    world.write(`invoice ${'x'.repeat(2 * 1024 * 1024)}`);
    world.pass(2_000);
    world.write('invoice 2');
    await reader.has('invoice 2');
  });

  it('a host that obeys leaves such frames out', async () => {
    const reader = await world.open();
    world.write(`invoice ${'x'.repeat(2 * 1024 * 1024)}`);
    world.write('an invoice');
    await reader.has('an invoice');
    expect(world.opened).toHaveLength(1);
  });
});

it('a stream that is not taken is not read, so that memory is bounded', async () => {
  const reader = await world.open();
  reader.pause();
  const text = `invoice ${'x'.repeat(20_000)}`;
  await until('the host to wait', () => {
    for (let n = 0; n < 50; n += 1) world.write(text);
    return world.host.waitingBytes() > 8 * 1024 * 1024;
  });
  const { bytes } = world.received;
  expect(bytes).toBeLessThan(16 * 1024 * 1024);
  world.write('The end of the invoice');
  reader.resume();
  await until('the rest', () => reader.cursor()?.includes(`"seq":${world.network.events().length}`));
  expect(world.opened).toHaveLength(1);
});
