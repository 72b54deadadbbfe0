import { createLogger } from '@earshot/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { hackerNewsReader } from '../src/hacker-news/source.ts';
import { clientOf, closeAll, page, siteOf, t3 } from './reddit-client.ts';

afterEach(closeAll);

describe('known posts of Reddit', () => {
  it('are asked about together: what they say now, and who removed them', async () => {
    const site = await siteOf(() => ({
      body: page([
        t3({ name: 't3_a', title: 'Edited &amp; solved', selftext: 'EDIT: solved', score: 9, num_comments: 4 }),
        t3({ name: 't3_b', selftext: '[deleted]', author: null }),
        t3({ name: 't3_c', removed_by_category: 'moderator' }),
        t3({ name: 't3_d', removed_by_category: 'anti_evil_ops' }),
        { kind: 't3', data: { name: 't3_e' } },
      ]),
    }));
    const states = await clientOf(site).recheck.states(['t3_a', 't3_b', 't3_c', 't3_d', 't3_e', 't3_f']);
    expect(site.calls.map(({ path, query }) => [path, query.get('id')])).toEqual([
      ['/api/info', 't3_a,t3_b,t3_c,t3_d,t3_e,t3_f'],
    ]);
    expect([...states]).toEqual([
      ['t3_a', { kind: 'present', now: { title: 'Edited & solved', selftext: 'EDIT: solved', score: 9, comments: 4 } }],
      ['t3_b', { kind: 'removed', by: 'author' }],
      ['t3_c', { kind: 'removed', by: 'moderator' }],
      ['t3_d', { kind: 'removed', by: 'site' }],
    ]);
  });
});

describe('known items of Hacker News', () => {
  const at = async (item: unknown) => {
    const get = async <S extends z.ZodType>(_api: string, _path: string, shape: S) => shape.parse(item);
    const reader = hackerNewsReader({ get, log: createLogger({ name: 'sources', level: 'silent' }) });
    return (await reader.recheck.states(['7'])).get('7');
  };

  it.each([
    ['a story', { id: 7, title: 'Ask HN: A &amp; B?', text: 'Solved.<p>Thanks', score: 4, descendants: 2 }],
    ['a comment', { id: 7, parent: 3, text: 'Solved.<p>Thanks' }],
  ])('say what %s says now', async (_what, item) => {
    const figures = 'title' in item ? { title: 'Ask HN: A & B?', score: 4, comments: 2 } : {};
    expect(await at(item)).toEqual({ kind: 'present', now: { selftext: 'Solved.\n\nThanks', ...figures } });
  });

  it.each([
    [{ id: 7, deleted: true }, 'author'],
    [{ id: 7, dead: true, text: 'Buy now' }, 'moderator'],
    [{ id: 7, text: '[flagged]' }, 'unknown'],
  ])('are removed as in %j', async (item, by) => {
    expect(await at(item)).toEqual({ kind: 'removed', by });
  });

  it('have no state if the API does not know them yet', async () => {
    expect(await at(null)).toBeUndefined();
  });
});
