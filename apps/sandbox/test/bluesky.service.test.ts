import { until } from '@earshot/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type BlueskyWorld, blueskyWorld } from './bluesky-world.ts';

let world: BlueskyWorld;
beforeEach(async () => {
  world = await blueskyWorld();
});
afterEach(() => world.close());

const idOf = (by: string, { rkey }: { rkey: string }) => `${world.didOf(by)}/${rkey}`;
const code = (asking: Promise<unknown> | undefined) =>
  Promise.resolve(asking).then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  );

describe('posts of Bluesky', () => {
  it('of a search arrive with their words and the name of their author', async () => {
    const reader = await world.open(['search:"late invoice" lang:en', 'search:invoice']);
    const embed = { external: { uri: 'https://example.org', title: 'Chasing payments', description: 'A guide' } };
    const post = world.write('A late invoice\nagain', 'lena.bsky.example', { langs: ['en'], embed });
    world.write('Ducks');
    await reader.has('A late invoice');
    const id = idOf('lena.bsky.example', post);
    const facts = { title: 'A late invoice', selftext: 'A late invoice\nagain\n\nChasing payments\n\nA guide' };
    const own = { author: 'lena.bsky.example', url: `https://bsky.app/profile/${id.replace('/', '/post/')}` };
    const times = { score: 0, comments: 0, createdAt: expect.any(Date) };
    expect(reader.changes).toEqual(
      ['search:"late invoice" lang:en', 'search:invoice'].map((community) => ({
        kind: 'appeared',
        post: { id, community, ...facts, ...own, ...times },
      })),
    );
    expect(world.received.bytes).toBeGreaterThan(200);
  });

  it('of an account and of the members of a list', async () => {
    const list = `${world.didOf('lena.bsky.example')}/lists/3freelancers#Freelancers`;
    const account = `${world.didOf('ada.bsky.example')}#ada.bsky.example`;
    const reader = await world.open([list, account]);
    await until('the members of the list', () => world.asked.some((path) => path.endsWith('getList')));
    await until('a post of a member', () => {
      world.write('From a member', 'tomasz.bsky.example');
      return reader.titles().includes('From a member');
    });
    world.write('From the account', 'ada.bsky.example');
    world.write('From nobody', 'kim.bsky.example');
    world.write('The end', 'ada.bsky.example');
    await reader.has('The end');
    expect(reader.titles()).toContain('From the account');
    expect(reader.titles()).not.toContain('From nobody');
  });

  it('of a new search arrive on the same connection', async () => {
    const reader = await world.open(['search:invoice']);
    world.write('first invoice');
    await reader.has('first invoice');
    reader.follow(['search:invoice', 'search:payment']);
    world.write('a payment');
    await reader.has('a payment');
    expect(world.opened).toHaveLength(1);
  });

  it('are edited, deleted, and gone with their account', async () => {
    const reader = await world.open();
    const post = world.write('an invoice');
    await reader.has('an invoice');
    world.network.update('lena.bsky.example', post.rkey, { text: 'another invoice' });
    world.network.remove('lena.bsky.example', post.rkey);
    world.network.setAccount('ada.bsky.example', { active: false, status: 'takendown' });
    world.network.setAccount('kim.bsky.example', { active: false, status: 'desynchronized' });
    world.write('the end of the invoice');
    await reader.has('the end of the invoice');
    expect(reader.changes.slice(1, -1)).toEqual([
      { kind: 'edited', post: expect.objectContaining({ title: 'another invoice' }) },
      { kind: 'removed', id: idOf('lena.bsky.example', post), by: 'author' },
      { kind: 'author-removed', idPrefix: `${world.didOf('ada.bsky.example')}/`, by: 'site' },
    ]);
  });

  it('have the id of their author while the API is away, and the stream does not wait for it', async () => {
    const reader = await world.open(undefined, { api: '/faults/503' });
    world.write('an invoice');
    await reader.has('an invoice');
    world.write('one more invoice', 'ada.bsky.example');
    await reader.has('one more invoice');
    const authors = reader.changes.map((change) => ('post' in change ? change.post.author : null));
    expect(authors).toEqual([world.didOf('lena.bsky.example'), world.didOf('ada.bsky.example')]);
    expect(world.asked).toHaveLength(1);
  });

  it('are limited where a search finds thousands', async () => {
    const reader = await world.open();
    for (let n = 0; n < 650; n += 1) world.write(`invoice ${n}`);
    await until('the limit', () => world.lines.some((line) => line.includes('too many posts')));
    await until('the cursor', () => reader.cursor()?.includes('"seq":650'));
    expect(reader.changes).toHaveLength(600);
    world.pass(3_600_000);
    world.write('the next hour of the invoice');
    await reader.has('the next hour of the invoice');
  });
});

describe('the public API', () => {
  it('finds accounts and lists before they are added', async () => {
    const { findCommunity } = world.reader();
    const ada = `${world.didOf('ada.bsky.example')}#ada.bsky.example`;
    expect(await findCommunity?.('search:invoice')).toBe('search:invoice');
    expect(world.asked).toEqual([]);
    expect(await findCommunity?.('@ada.bsky.example')).toBe(ada);
    expect(await findCommunity?.(world.didOf('ada.bsky.example'))).toBe(ada);
    const list = `${world.didOf('lena.bsky.example')}/lists/3freelancers#Freelancers`;
    expect(await findCommunity?.('@lena.bsky.example/lists/3freelancers')).toBe(list);
    expect(await code(findCommunity?.('@nobody.bsky.example'))).toBe('source.not-found');
    expect(await code(findCommunity?.('@lena.bsky.example/lists/3nothing'))).toBe('source.not-found');
  });

  it('is asked five times a second; more questions wait a moment', async () => {
    const { findCommunity } = world.reader();
    const ask = async () => findCommunity?.('@ada.bsky.example');
    // Two requests each.
    expect(new Set(await Promise.all([ask(), ask(), ask(), ask()])).size).toBe(1);
    expect(world.asked).toHaveLength(8);
  });

  it.each([
    ['403', 'source.refused'],
    ['429', 'source.rate-limited'],
    ['503', 'source.unavailable'],
  ])('%s is %s', async (status, expected) => {
    const { findCommunity } = world.reader({ api: `/faults/${status}` });
    expect(await code(findCommunity?.('@ada.bsky.example'))).toBe(expected);
    const asked = world.asked.length;
    await code(findCommunity?.('@ada.bsky.example'));
    // After a 429 no request is sent for a while.
    expect(world.asked.length - asked).toBe(status === '429' ? 0 : 1);
  });

  it('shows known posts as they are now, and the text that a post answers', async () => {
    const read = world.reader();
    const [first, gone] = [world.write('an invoice'), world.write('gone')];
    world.network.remove('lena.bsky.example', gone.rkey);
    const answer = world.write('an answer', 'ada.bsky.example', {
      reply: { parent: { uri: first.uri }, root: { uri: first.uri } },
    });
    const ids = [idOf('lena.bsky.example', first), idOf('lena.bsky.example', gone)];
    const now = { title: 'an invoice', selftext: 'an invoice', score: 2, comments: 1 };
    expect([...(await read.recheck.states(ids))]).toEqual([[ids[0], { kind: 'present', now }]]);
    expect(await read.parentText?.(idOf('ada.bsky.example', answer))).toBe('an invoice');
    expect(await read.parentText?.(ids[0] ?? '')).toBeNull();
  });
});
