import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf } from '../src/domain/listing.ts';
import { listingOf, type Listing, openSite, type Site, temporaryFolder } from './site.ts';

describe('listings', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const page = async (path: string): Promise<Listing> => listingOf(await site.ask(path));

  it('returns 25 posts by default, and never more than 100', async () => {
    expect((await page('/r/all/new')).items).toHaveLength(25);
    expect((await page('/r/all/new?limit=3')).items).toHaveLength(3);
    expect((await page('/r/all/new?limit=1024')).items).toHaveLength(100);
    expect((await page('/r/all/new?limit=nonsense')).items).toHaveLength(25);
  });

  it('walks every post once by after, newest first', async () => {
    const forwards: Listing[] = [];
    for (let after: string | null = ''; after !== null; after = forwards.at(-1)?.after ?? null) {
      forwards.push(await page(`/r/all/new?limit=30&after=${after}`));
    }
    const seen = forwards.flatMap((each) => each.names);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(200);
    const times = forwards.flatMap((each) => each.items.map((item) => Number(item.created_utc)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('is empty at a cursor that is not in it', async () => {
    const newest = (await page('/r/SEO/new?limit=1')).names[0] ?? '';
    expect((await page('/r/SEO/new?after=t3_zzzzzzz')).items).toEqual([]);
    expect((await page(`/r/webdev/new?after=${newest}`)).items).toEqual([]);
  });

  it('joins communities in any case and leaves out the missing', async () => {
    const both = await page('/r/SEO+WEBDEV+nobody_took_this/new.json?limit=100');
    expect(new Set(both.items.map((item) => item.subreddit))).toEqual(new Set(['SEO', 'webdev']));
  });

  it('ends at 1,000 items', () => {
    const names = Array.from({ length: 1500 }, (_, i) => `t3_${i.toString(36)}`);
    const last = pageOf(names, { after: names[949] ?? null, limit: 100 });
    expect([last.names.length, last.after]).toEqual([50, null]);
    expect(pageOf(names, { after: names[1200] ?? null, limit: 100 }).names).toEqual([]);
  });
});

describe('escaping', () => {
  it('escapes & < > everywhere unless raw_json=1', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'posts.jsonl');
    const post = { id: 'abc', subreddit: 'webdev', title: 'a <b> & "c"', selftext: 'x > y', created_utc: 1 };
    writeFileSync(file, JSON.stringify(post));
    const site = await openSite({ postsFile: file });
    const escaped = listingOf(await site.ask('/r/webdev/new')).items[0];
    expect(escaped).toMatchObject({ title: 'a &lt;b&gt; &amp; "c"', selftext: 'x &gt; y' });
    const raw = listingOf(await site.ask('/r/webdev/new?raw_json=1')).items[0];
    expect(raw).toMatchObject({ title: 'a <b> & "c"', selftext: 'x > y', permalink: '/r/webdev/comments/abc/a_b_c/' });
    await site.close();
    folder.remove();
  });
});
