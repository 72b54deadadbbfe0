import { appError, type ErrorDetails } from '@earshot/core';
import type { ErrorCode } from '@earshot/proto/errors';
import { describe, expect, it } from '@jest/globals';
import {
  communityHealth,
  type CommunityReads,
  paceOf,
  sourceHealth,
  type Trouble,
  troubleAfter,
} from '../src/domain/source-health.ts';

const now = new Date('2026-11-30T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const withKey = { client: 'REDDIT_CLIENT_ID', secrets: ['REDDIT_CLIENT_SECRET'] };
const withoutKey = { secrets: [] };

const fine: CommunityReads = {
  source: 'sample',
  name: 'fine',
  headFetchedAt: ago(1),
  newestAt: ago(5),
  trouble: null,
  usualGapMs: 10 * 60_000,
  nextTryAt: ago(-3),
};
const trouble = (code: ErrorCode | null, details: ErrorDetails = {}, since = 30): Trouble => ({
  since: ago(since),
  at: ago(2),
  code,
  details,
});
const failing = (...given: Parameters<typeof trouble>): CommunityReads => ({
  ...fine,
  headFetchedAt: ago(60),
  nextTryAt: ago(-8),
  trouble: trouble(...given),
});
const host = 'oauth.reddit.com';
const refused = failing('source.refused', { host, status: 403 });
const wrongKey = failing('source.refused', { host: 'www.reddit.com', status: 401 });
const away = failing('source.unavailable', { host, reason: 'unreachable' });
const limited = failing('source.rate-limited', { host, status: 429, retryAfterSeconds: 600 });

describe('the state of a source', () => {
  it.each([
    ['nothing was read', [], withKey, { state: 'idle', cause: null }],
    ['all can be read', [fine, fine], withKey, { state: 'listening', cause: null, failing: 0, lastPostAt: ago(5) }],
    ['all are refused', [refused, refused], withKey, { state: 'refused', cause: `Refused by ${host}: 403` }],
    ['no site answers', [away], withKey, { state: 'unreachable', cause: `No connection to ${host}` }],
    ['the key is rejected', [wrongKey], withKey, { state: 'misconfigured', cause: 'Refused by www.reddit.com: 401' }],
    ['a site without a key answers 401', [wrongKey], withoutKey, { state: 'refused' }],
    ['one waits for the limit', [fine, limited], withKey, { state: 'limited', since: ago(30) }],
    ['all wait for the limit', [limited], withKey, { state: 'limited' }],
    [
      'some are refused',
      [fine, refused, limited],
      withKey,
      { state: 'listening', read: 3, failing: 2, cause: `Refused by ${host}: 403` },
    ],
    ['one is private', [fine, failing('source.private')], withKey, { state: 'listening', failing: 1, cause: null }],
    ['one is private and the others are refused', [failing('source.private'), refused], withKey, { state: 'refused' }],
    ['none exists', [failing('source.not-found')], withKey, { state: 'listening', cause: null }],
    ['a read fails by our fault', [failing(null)], withKey, { cause: 'Something went wrong on our side' }],
  ])('%s', (_case, reads, definition, expected) => {
    expect(sourceHealth(definition, reads, now)).toMatchObject(expected);
  });

  it('says until when the site asks to wait, counted from the answer', () => {
    expect(sourceHealth(withKey, [limited], now).cause).toBe(`Refused by ${host}: 429, until 2026-11-30 12:08 UTC`);
  });

  it('begins with the first failed read after which none succeeded', () => {
    const early = { ...failing('source.refused', {}, 500), headFetchedAt: ago(600) };
    const late = { ...failing('source.refused', {}, 20), headFetchedAt: ago(40) };
    expect(sourceHealth(withKey, [early, late], now).since).toEqual(ago(20));
    expect(sourceHealth(withKey, [early, { ...late, headFetchedAt: ago(550) }], now).since).toEqual(ago(500));
  });

  it('is tried next when the first failing community is', () => {
    expect(sourceHealth(withKey, [fine, refused], now).nextTryAt).toEqual(ago(-8));
    expect(sourceHealth(withKey, [fine], now).nextTryAt).toEqual(ago(-3));
    expect(sourceHealth(withKey, [{ ...fine, nextTryAt: null }], now).nextTryAt).toBeNull();
  });

  it('of a stream is that of its connection', () => {
    const of = (stream: Parameters<typeof sourceHealth>[3]) => sourceHealth(withoutKey, [fine, fine], now, stream);
    expect(of({ savedAt: ago(1), trouble: null })).toMatchObject({ state: 'listening', failing: 0 });
    expect(of({ savedAt: ago(5), trouble: null })).toMatchObject({ state: 'unreachable', since: ago(5), failing: 2 });
    expect(of({ savedAt: ago(1), trouble: trouble('source.unavailable') })).toMatchObject({ state: 'unreachable' });
    expect(of(null)).toMatchObject({ state: 'listening' });
  });
});

describe('a trouble', () => {
  it('keeps its begin until a read succeeds, and begins again after a wait for the limit', () => {
    const first = troubleAfter(null, appError('source.unavailable', { host }), ago(9));
    const second = troubleAfter(first, appError('source.refused', { host }), ago(5));
    const wait = troubleAfter(second, appError('source.rate-limited'), ago(4));
    expect([first, second, wait].map(({ since, at, code }) => [since, at, code])).toEqual([
      [ago(9), ago(9), 'source.unavailable'],
      [ago(9), ago(5), 'source.refused'],
      [ago(4), ago(4), 'source.rate-limited'],
    ]);
    expect(troubleAfter(null, new Error('of ours'), now)).toMatchObject({ code: null, details: {} });
  });
});

describe('a community', () => {
  const quiet = (minutes: number, gapMinutes: number) =>
    communityHealth(fine, { ...fine, newestAt: ago(minutes), usualGapMs: gapMinutes * 60_000 }, null);

  it('is silent after ten times its usual gap, and not within an hour', () => {
    expect(quiet(98, 10)).toBeNull();
    expect(quiet(102, 10)).toMatchObject({ trouble: 'silent', since: ago(102), cause: null, usualGapMs: 600_000 });
    expect(quiet(55, 1)).toBeNull();
    expect(quiet(65, 1)).toMatchObject({ trouble: 'silent' });
    expect(communityHealth(fine, { ...fine, newestAt: ago(9_999), usualGapMs: null }, null)).toBeNull();
  });

  it('is not silent because nobody has read it', () => {
    expect(communityHealth(fine, { ...fine, headFetchedAt: ago(600), newestAt: ago(605) }, null)).toBeNull();
  });

  it('fails with the words of its site, or with the reason why it is not read here', () => {
    expect(communityHealth(fine, refused, null)).toMatchObject({
      trouble: 'failing',
      since: ago(30),
      cause: `Refused by ${host}: 403`,
    });
    expect(communityHealth(fine, null, appError('source.unknown'))).toMatchObject({
      trouble: 'failing',
      cause: 'This source is not set up on this installation. Ask your administrator to set it up',
    });
    expect(communityHealth(fine, null, null)).toBeNull();
  });
});

describe('posts a day', () => {
  const hours = (from: number, to: number, posts: number) =>
    Array.from({ length: from - to }, (_, n) => {
      const hour = ago((from - n) * 60);
      return { hour, posts, newestAt: hour };
    });

  it('are those of the last 24 hours, against the mean of the seven days before', () => {
    expect(paceOf([...hours(192, 24, 10), ...hours(24, 0, 2)], now)).toEqual({ postsLastDay: 48, usualPostsADay: 240 });
    expect(paceOf([...hours(72, 24, 10), ...hours(10, 0, 1)], now)).toEqual({ postsLastDay: 10, usualPostsADay: 240 });
  });

  it('are not compared when fewer than two days are known', () => {
    expect(paceOf([], now)).toEqual({ postsLastDay: null, usualPostsADay: null });
    expect(paceOf(hours(40, 0, 1), now)).toMatchObject({ usualPostsADay: null });
  });
});
