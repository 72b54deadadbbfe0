import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommunityAbout } from '@earshot/sources';
import { appError, newId } from '@earshot/core';
import { type LeavingKeyValue, leavingKeyValue } from '@earshot/core/testing';
import { startTestServices, type TestServices, withSource, redditSettings } from '@earshot/testing';
import type { ErrorCode } from '@earshot/proto/errors';
import { discoveryContract } from '@earshot/proto/http';
import { catalogue } from '../src/domain/catalogue/catalogue.ts';
import { discoveryService } from '../src/service.ts';

const { suggestSubreddits } = discoveryContract;
const start = new Date('2026-11-21T12:00:00.000Z').getTime();
let nowMs = start;
let fails: ErrorCode | null = null;
let asked: string[] = [];

const about = (name: string): CommunityAbout => ({
  name,
  displayName: `r/${name}`,
  title: 'A community',
  description: 'About it',
  subscribers: 12,
  isNsfw: false,
});

/** The same, with labels for users. */
const labelled = (name: string) => ({
  ...about(name),
  source: 'sample',
  sourceLabel: 'Sample data',
  communityLabel: `r/${name}`,
});

/** A source with an unlimited number of communities, which records each search. */
async function searchCommunities(query: string, limit: number): Promise<CommunityAbout[]> {
  asked.push(`${query} ${limit}`);
  if (fails !== null) throw appError(fails, { retryAfterSeconds: 30 });
  return Array.from({ length: limit + 5 }, (_, n) => about(`c${n}`));
}

let services: TestServices;
let kv: LeavingKeyValue;
beforeAll(async () => {
  services = await startTestServices([discoveryService], {
    clock: { now: () => new Date(nowMs) },
    platform: (own) => {
      kv = leavingKeyValue(own.kv);
      const { read } = own.sources.get('sample');
      return { ...own, kv, sources: withSource(own.sources, { read: { ...read, searchCommunities } }) };
    },
  });
});
afterAll(() => services.stop());
beforeEach(() => {
  asked = [];
  fails = null;
  nowMs += 3_600_000;
});

const suggest = (query: Record<string, string>, userId: string | null = newId()) =>
  services.fetch(suggestSubreddits, { userId, query });

describe('the members of a suggestion', () => {
  const membersOf = async (name: string, subscribers: number | null, source: 'sample' | 'reddit') => {
    const on = await startTestServices([discoveryService], {
      settings: { SOURCES: source, ...(source === 'reddit' && redditSettings) },
      platform: (own) => {
        const { read } = own.sources.get(source);
        const found = async () => [{ ...about(name), subscribers }];
        return { ...own, sources: withSource(own.sources, { read: { ...read, searchCommunities: found } }, source) };
      },
    });
    try {
      const { body } = await on.fetch(suggestSubreddits, { userId: newId(), query: { query: 'tea' } });
      return suggestSubreddits.response.parse(body)[0]?.subscribers;
    } finally {
      await on.stop();
    }
  };
  const listed = catalogue.find(({ name }) => name === 'smallbusiness')?.members;

  it('are those of the site, else of the catalogue', async () => {
    expect(await membersOf('SmallBusiness', 7, 'reddit')).toBe(7);
    expect(await membersOf('SmallBusiness', null, 'reddit')).toBe(listed);
    expect(await membersOf('tea_for_nobody', null, 'reddit')).toBeNull();
  });

  it('are those of the catalogue where the sandbox invents some', async () => {
    expect(await membersOf('SmallBusiness', 7, 'sample')).toBe(listed);
    expect(await membersOf('tea_for_nobody', 7, 'sample')).toBe(7);
  });
});

describe('suggestions', () => {
  it('are what the source finds, twenty by default', async () => {
    const answer = await suggest({ query: ' Business ' });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(Array.from({ length: 20 }, (_, n) => labelled(`c${n}`)));
    expect((await suggest({ query: 'business', limit: '3' })).body).toHaveLength(3);
    expect(asked).toEqual(['business 20', 'business 3']);
  });

  it('mix the results of searches that commas separate, each community once, at most four searches', async () => {
    const { body } = await suggest({ query: 'tea, Coffee ,,cocoa, milk, water', limit: '3' });
    expect(asked).toEqual(['tea 3', 'coffee 3', 'cocoa 3', 'milk 3']);
    expect(body).toEqual([labelled('c0'), labelled('c1'), labelled('c2')]);
  });

  it('are requested once in ten minutes for all users and spellings', async () => {
    await suggest({ query: 'tea shop' });
    nowMs += 599_000;
    expect((await suggest({ query: 'Tea  SHOP' })).body).toHaveLength(20);
    expect(asked).toHaveLength(1);
    nowMs += 2_000;
    await suggest({ query: 'tea shop' });
    expect(asked).toHaveLength(2);
  });

  it('are requested each time without the key-value store, and cached again afterwards', async () => {
    await suggest({ query: 'lamp oil' });
    kv.leave();
    try {
      for (let n = 0; n < 2; n += 1) expect((await suggest({ query: 'lamp oil' })).body).toHaveLength(20);
      expect(asked).toHaveLength(3);
    } finally {
      kv.comeBack();
    }
    expect((await suggest({ query: 'lamp oil' })).body).toHaveLength(20);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['source.rate-limited', 503, '30'],
    ['source.unavailable', 503, '30'],
    ['source.refused', 503, '30'],
  ] as const)('pass %s on and do not remember it', async (code, status, retryAfter) => {
    fails = code;
    const answer = await suggest({ query: 'coffee' });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    fails = null;
    expect(await suggest({ query: 'coffee' })).toMatchObject({ status: 200 });
  });
});
