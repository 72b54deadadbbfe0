import { sharedData } from '@earshot/testing/shared-data';
import { afterEach, describe, expect, it } from '@jest/globals';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listingOf, NOON, openSite, type Site, temporaryFolder } from './site.ts';

const noon = NOON / 1000;
const WEEK = 7 * 86_400;

const post = (id: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ id, subreddit: 'bakers', title: `Title of ${id}`, created_utc: 1_300_000_000, ...more });

describe('SANDBOX_POSTS', () => {
  const folders: { remove: () => void }[] = [];
  const folder = (): string => {
    const made = temporaryFolder();
    folders.push(made);
    return made.path;
  };
  afterEach(() => folders.splice(0).forEach((each) => each.remove()));

  const written = (lines: string[], name = 'posts.jsonl'): string => {
    const file = join(folder(), name);
    const text = lines.join('\n');
    writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text);
    return file;
  };
  const newest = async (site: Site) => listingOf(await site.ask('/r/bakers/new?raw_json=1')).items;

  it.each(['posts.jsonl', 'posts.jsonl.gz'])('names malformed lines of %s and loads the rest', async (name) => {
    const lines = [
      '\uFEFF' + post('a1'),
      '',
      '{"id": ',
      post('b2', { subreddit: 'no such name' }),
      '[]',
      post('a1'),
      post('c3') + '\r',
    ];
    const site = await openSite({ postsFile: written(lines, name) });
    expect(site.warnings.map((warning) => warning.replace(`SANDBOX_POSTS: ${name} `, ''))).toEqual([
      'line 3 is not JSON; left out',
      'line 4 field subreddit: must be a community name; left out',
      'line 5 is not a post object; left out',
      'line 6 repeats the id a1; left out',
    ]);
    expect((await newest(site)).map((item) => item.id).sort()).toEqual(['a1', 'c3']);
    await site.close();
  });

  it('stops naming lines when there are too many', async () => {
    const site = await openSite({ postsFile: written([...Array.from({ length: 50 }, () => 'x'), post('a1')]) });
    expect(site.warnings).toHaveLength(21);
    expect(site.warnings.at(-1)).toContain('30 more lines');
    await site.close();
  });

  it('keeps texts complete: line separators inside them, and escaped characters of the site', async () => {
    const selftext = 'one\u2028two &amp; &lt;three&gt;';
    const site = await openSite({ postsFile: written([post('a1', { selftext, author: 'real_name' }), post('b2')]) });
    const items = await newest(site);
    expect(items.find((item) => item.id === 'a1')).toMatchObject({
      selftext: 'one\u2028two & <three>',
      author: 'real_name',
    });
    expect(items.find((item) => item.id === 'b2')?.author).toMatch(/^[a-z]+[-_][a-z]+[-_]?\d+$/);
    expect(site.warnings).toEqual([]);
    await site.close();
  });

  it('maps times in order onto the week before the first load, and keeps them over restarts', async () => {
    const file = written([post('new', { created_utc: 1_400_000_000 }), post('old', { created_utc: 1 }), post('mid')]);
    const dataDir = folder();
    const first = await openSite({ postsFile: file, dataDir });
    const before = await newest(first);
    expect(before.map((item) => item.id)).toEqual(['new', 'mid', 'old']);
    for (const item of before) {
      expect(Number(item.created_utc)).toBeGreaterThanOrEqual(noon - WEEK);
      expect(Number(item.created_utc)).toBeLessThanOrEqual(noon);
    }
    await first.close();
    const later = await openSite({ postsFile: file, dataDir, clock: () => NOON + 3 * 86_400_000 });
    expect((await newest(later)).map((item) => item.created_utc)).toEqual(before.map((item) => item.created_utc));
    await later.close();
  });

  it('loads a file again when it has changed', async () => {
    const file = written([post('a1')]);
    const dataDir = folder();
    const before = await openSite({ postsFile: file, dataDir });
    expect((await newest(before)).map((item) => item.id)).toEqual(['a1']);
    await before.close();
    writeFileSync(file, [post('b2'), post('c3')].join('\n'));
    utimesSync(file, noon, noon);
    const site = await openSite({ postsFile: file, dataDir });
    expect((await newest(site)).map((item) => item.id).sort()).toEqual(['b2', 'c3']);
    await site.close();
  });

  it.each([
    ['nowhere.jsonl', null, 'there is no file'],
    ['empty.jsonl', '', 'holds no posts'],
    ['broken.jsonl.gz', 'not gzip at all', 'cannot be read'],
  ])('reports in one line the fault of %s', async (name, content, words) => {
    const file = join(folder(), name);
    if (content !== null) writeFileSync(file, content);
    const opening = openSite({ postsFile: file, dataDir: folder() });
    await expect(opening).rejects.toThrow(words);
    await expect(opening).rejects.toThrow(/^SANDBOX_POSTS: [^\n]+ unset it for the built-in posts\.$/);
  });

  const real = sharedData('data/posts-2013-pddl/posts.jsonl.gz');
  (real === null ? it.skip : it)('loads the real file: every post, every community, once', async () => {
    const site = await openSite({ postsFile: real });
    expect(site.warnings).toEqual([]);
    const counts = new Map<string, number>();
    for (const community of ['smallbusiness', 'Entrepreneur', 'freelance']) {
      const seen = new Set<string>();
      for (let after: string | null = ''; after !== null;) {
        const page = listingOf(await site.ask(`/r/${community}/new?limit=100&after=${after}`));
        page.names.forEach((name) => seen.add(name));
        after = page.after;
      }
      counts.set(community, seen.size);
    }
    expect(Object.fromEntries(counts)).toEqual({ smallbusiness: 600, Entrepreneur: 524, freelance: 500 });
    await site.close();
  });
});
