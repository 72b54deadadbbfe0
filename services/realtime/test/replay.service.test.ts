import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Replicas } from './fixtures/replicas.ts';

let replicas: Replicas;
let userId: string;
beforeAll(async () => {
  replicas = await Replicas.start(2);
});
beforeEach(() => {
  userId = newId();
});
afterAll(() => replicas.stop());

describe('the sequence of a user', () => {
  it('is equal on all replicas, also if events reach them in another order', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((lead) => replicas.changed(userId, lead));
    const [first, second] = [await replicas.open(0, userId), await replicas.open(1, userId)];
    if (a === undefined || b === undefined || c === undefined) throw new Error('no events');
    await replicas.deliver(0, a, b);
    await until('the first two', () => first.leads().length === 2);
    await replicas.deliver(1, c, b, a);
    await replicas.deliver(0, c);
    await until('all on both', () => first.leads().length === 3 && second.leads().length === 3);
    const marker = replicas.changed(userId, 'marker');
    await replicas.deliverToAll(marker);
    await until('the marker', () => [first, second].every((live) => live.leads().includes('marker')));
    expect(first.leads().toSorted()).toEqual(['a', 'b', 'c', 'marker']);
    expect(second.frames.slice(1)).toEqual(first.frames.slice(1));
    const seqs = first.frames.map(({ seq }) => seq ?? 0);
    expect(seqs).toEqual(seqs.map((_, n) => (seqs[0] ?? 0) + n));
  });

  it('counts each of the two frames of one event, and frames longer than 64 KB', async () => {
    const live = await replicas.open(0, userId);
    const start = live.seq();
    const time = { seconds: 1_700_000_000n, nanos: 0 };
    const job = { id: 'job', status: 'completed', newLeadsFound: 2, createdAt: time, funnel: {} };
    const lead = { leadId: 'long', source: 'sample', community: 'ü'.repeat(70_000), score: 8 };
    await replicas.deliver(0, replicas.event({ userId, payload: { case: 'scanEnded', value: { job } } }));
    await until('the job', () => live.frames.length === 3);
    await replicas.deliver(0, replicas.event({ userId, payload: { case: 'leadCreated', value: lead } }));
    await until('the lead', () => live.frames.length === 4);
    expect(live.frames.map(({ type, seq = 0 }) => [type, seq - start])).toEqual([
      ['authenticated', 0],
      ['scan_progress', 1],
      ['scan_complete', 2],
      ['new_lead', 3],
    ]);
    expect(live.frames[3]).toMatchObject({ data: { subreddit: 'ü'.repeat(70_000) } });
  });

  it('announces new leads with the titles that the lead service has, and without them while it is away', async () => {
    const live = await replicas.open(0, userId);
    const created = (leadId: string) =>
      replicas.event({ userId, payload: { case: 'leadCreated', value: { leadId, community: 'saas', score: 8 } } });
    const titles = () => live.frames.flatMap((frame) => (frame.type === 'new_lead' ? [frame.data.title] : []));
    replicas.titles.set('a', 'Looking for a tool').set('b', 'Any advice?');
    await replicas.deliver(0, created('a'), created('b'), created('deleted'));
    await until('three leads', () => titles().length === 3);
    replicas.titles.clear();
    replicas.isLeadAway = true;
    await replicas.deliver(0, created('later'));
    await until('the fourth lead', () => titles().length === 4);
    replicas.isLeadAway = false;
    expect(titles()).toEqual(['Looking for a tool', 'Any advice?', '', '']);
  });

  it('stays in order for sockets that join while events arrive', async () => {
    const leads = Array.from({ length: 60 }, (_, n) => `${n}`);
    const events = leads.map((lead) => replicas.changed(userId, lead));
    const early = await replicas.open(0, userId);
    const start = early.seq();
    await replicas.deliverToAll(...events.slice(0, 30));
    const late = await Promise.all([replicas.open(0, userId, start), replicas.open(1, userId, start)]);
    await replicas.deliverToAll(...events.slice(30));
    await until('all everywhere', () => [early, ...late].every((live) => live.leads().length >= leads.length));
    for (const live of late) expect(live.frames.slice(1)).toEqual(early.frames.slice(1));
    expect(early.leads().toSorted()).toEqual(leads.toSorted());
  });
});

describe('a client that reconnects', () => {
  it('gets the frames that it missed once, in order, at any replica', async () => {
    const before = await replicas.open(0, userId);
    await replicas.deliverToAll(replicas.changed(userId, 'a'));
    await until('the first', () => before.leads().length === 1);
    before.cut();
    await replicas.deliverToAll(replicas.changed(userId, 'b'), replicas.changed(userId, 'c'));
    const witness = await replicas.open(0, userId, before.seq());
    await until('both', () => witness.leads().length === 2);
    const after = await replicas.open(1, userId, before.seq());
    await replicas.deliverToAll(replicas.changed(userId, 'd'));
    await until('the last', () => after.leads().includes('d') && witness.leads().includes('d'));
    expect(after.leads().toSorted()).toEqual(['b', 'c', 'd']);
    expect(after.frames).toEqual(witness.frames);
    expect(after.frames[0]).toEqual({ type: 'authenticated', data: { userId }, seq: before.seq() });
  });

  it('gets up to 1,000 frames, and resync if more were missed', async () => {
    const before = await replicas.open(0, userId);
    const start = before.seq();
    const events = Array.from({ length: 1_001 }, (_, n) => replicas.changed(userId, `${n}`));
    await replicas.deliver(0, ...events);
    await until('all', () => before.leads().length === events.length);
    const within = await replicas.open(1, userId, start + 1);
    await until('the replay', () => within.leads().length === 1_000);
    expect(within.leads()).toEqual(before.leads().slice(1));
    const beyond = await replicas.open(1, userId, start);
    await until('resync', () => beyond.frames.length === 2);
    const seq = start + events.length;
    expect(beyond.frames).toEqual([
      { type: 'authenticated', data: { userId }, seq },
      { type: 'resync', data: {}, seq },
    ]);
  });

  it.each(['0', '99999999999999999999', '-1', 'x', ''])('is served with since=%s', async (since) => {
    const known = await replicas.open(0, userId);
    const live = await replicas.open(0, userId, since === '' ? undefined : Number(since));
    await replicas.deliver(0, replicas.changed(userId, 'a'));
    await until('the frame', () => live.leads().length === 1);
    expect(live.seq()).toBe(known.seq());
  });

  it('gets an answer, but nothing twice, if it authenticates again', async () => {
    const before = await replicas.open(0, userId);
    await replicas.deliver(0, replicas.changed(userId, 'a'));
    await until('the frame', () => before.leads().length === 1);
    const live = await replicas.open(0, userId, before.frames[0]?.seq);
    live.socket.send(JSON.stringify({ type: 'authenticate', userId }));
    await until('the second answer', () => live.frames.at(-1)?.type === 'authenticated' && live.frames.length > 1);
    expect(live.frames.map(({ type }) => type)).toEqual(['authenticated', 'lead_status_updated', 'authenticated']);
    expect(live.seq()).toBe(before.seq());
  });
});

it('frames continue without the store, and clients resync once it is back', async () => {
  const live = await replicas.open(0, userId);
  const start = live.seq();
  replicas.kv.leave();
  await replicas.deliver(0, replicas.changed(userId, 'a'));
  await until('the frame', () => live.leads().length === 1);
  const meanwhile = await replicas.open(1, userId, start);
  await until('resync', () => meanwhile.frames.length === 2);
  expect([live.frames.at(-1)?.seq, ...meanwhile.frames.map(({ seq }) => seq)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  replicas.kv.comeBack();
  await replicas.deliver(0, replicas.changed(userId, 'b'));
  await until('a number', () => live.seq() > start);
  expect(live.frames.map(({ type }) => type)).toEqual(['authenticated', 'lead_status_updated', 'resync']);
  const late = await replicas.open(1, userId, start);
  await until('resync', () => late.frames.length === 2);
  expect(late.frames.at(-1)).toEqual({ type: 'resync', data: {}, seq: live.seq() });
  await replicas.deliver(0, replicas.changed(userId, 'c'));
  await until('the frame', () => live.leads().includes('c'));
});

it('a client resyncs if no replica received events while it was away', async () => {
  const own = await Replicas.start(1);
  const before = await own.open(0, userId);
  await own.deliver(0, own.changed(userId, 'a'));
  await until('the frame', () => before.leads().length === 1);
  await own.stopReplica(0);
  own.pass(4_000);
  await own.add();
  const after = await own.open(0, userId, before.seq());
  await until('resync', () => after.frames.length === 2);
  expect(after.frames[1]?.type).toBe('resync');
  expect(after.seq()).toBeGreaterThan(before.seq());
  await own.stop();
});

it('closes a client that stops reading, and serves the others', async () => {
  const [stalled, other] = [await replicas.open(0, userId), await replicas.open(0, userId)];
  const closed = once(stalled.socket, 'close');
  stalled.socket.pause();
  const lead = { leadId: 'long', source: 'sample', community: 'x'.repeat(30_000), score: 8 };
  // More than the kernel buffers on both ends, and 1 MiB.
  const events = Array.from({ length: 300 }, () =>
    replicas.event({ userId, payload: { case: 'leadCreated', value: lead } }),
  );
  await replicas.deliver(0, ...events);
  await until('all at the other', () => other.frames.length === events.length + 1);
  stalled.socket.resume();
  // 1006: the connection was cut, because the client did not even read the close frame.
  expect([1013, 1006]).toContain((await closed)[0]);
  expect(stalled.frames.length).toBeLessThan(events.length);
});
