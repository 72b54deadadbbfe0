import { sharedData } from '@earshot/testing/shared-data';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { listingOf, openSite, type Site } from './site.ts';

const record = z.record(z.string(), z.unknown());
const recordedListing = z.object({
  data: z.object({ children: z.array(z.object({ kind: z.string(), data: record })) }),
});
const recordedThing = z.object({ kind: z.string(), data: record });

/** null is compatible with every type, because the site sets most fields of most things to null. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Expects recorded fields only, each with one of its recorded types. */
function expectFits(ours: Record<string, unknown>, recorded: Record<string, unknown>[]): void {
  const types = new Map<string, Set<string>>();
  for (const item of recorded) {
    for (const [key, value] of Object.entries(item)) types.set(key, (types.get(key) ?? new Set()).add(typeOf(value)));
  }
  expect(Object.keys(ours).filter((key) => !types.has(key))).toEqual([]);
  const strange = [...types].filter(([key, kinds]) => {
    const type = typeOf(ours[key]);
    return key in ours && type !== 'null' && !kinds.has(type) && !(kinds.size === 1 && kinds.has('null'));
  });
  expect(strange.map(([key, kinds]) => [key, typeOf(ours[key]), [...kinds]])).toEqual([]);
}

describe('shapes against recorded answers', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const read = (path: string): unknown => {
    const file = sharedData(path);
    return file === null ? null : JSON.parse(readFileSync(file, 'utf8'));
  };
  const whenThere = (path: string) => (sharedData(path) === null ? it.skip : it);

  const POSTS = 'data/api-fixtures-mit/redditMiner_2026/sample_posts.json';
  whenThere(POSTS)('a post has fields of 2026, of the recorded types', async () => {
    const recorded = recordedListing.parse(read(POSTS)).data.children;
    for (const item of listingOf(await site.ask('/r/all/new?limit=100')).items) {
      expectFits(
        item,
        recorded.map((child) => child.data),
      );
    }
  });

  whenThere(POSTS)('a listing has the recorded fields around its children', async () => {
    const around = record.parse(z.object({ data: record }).parse(read(POSTS)).data);
    const ours = z.object({ data: record }).parse((await site.ask('/new')).json).data;
    expect(Object.keys(ours).sort()).toEqual(Object.keys(around).sort());
  });

  const ABOUT = 'data/api-fixtures-mit/go-reddit/subreddit/about.json';
  whenThere(ABOUT)('a community has recorded fields, of the recorded types', async () => {
    const recorded = recordedThing.parse(read(ABOUT));
    const [ours = {}] = listingOf(await site.ask('/subreddits/search?q=smallbusiness')).items;
    expectFits(ours, [recorded.data]);
  });

  const ERRORS = 'data/api-cassettes-bsd/error_bodies.jsonl';
  whenThere(ERRORS)('refusals are the recorded ones, byte for byte of their JSON', async () => {
    const file = sharedData(ERRORS) ?? '';
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => record.parse(JSON.parse(line)));
    const bodyOf = (test: string, status: number): unknown =>
      JSON.parse(String(rows.find((row) => String(row.file).startsWith(test) && row.status === status)?.body));
    const form = { grant_type: 'client_credentials' };
    const cases: [recorded: unknown, ours: unknown][] = [
      [
        bodyOf('TestAuthImplicit.test_implicit__with_invalid_token', 401),
        (await site.ask('/api/v1/me', { token: 'x' })).json,
      ],
      [bodyOf('TestRedditors.test_partial_redditors__not_found', 404), (await site.ask('/api/nothing')).json],
      [
        bodyOf('TestAuthorizer.test_authorize__with_invalid_code', 200),
        (
          await site.ask('/api/v1/access_token', {
            token: null,
            basic: 'a:b',
            form: { ...form, grant_type: 'authorization_code' },
          })
        ).json,
      ],
    ];
    for (const [recorded, ours] of cases) expect(ours).toEqual(recorded);
  });
});
