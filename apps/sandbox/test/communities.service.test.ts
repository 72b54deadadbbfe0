import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldsOf, listingOf, openSite, type Site } from './site.ts';

describe('communities', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const found = async (path: string): Promise<unknown[]> =>
    listingOf(await site.ask(path)).items.map((item) => item.display_name);

  it.each(['new', 'about/rules'])('closes /%s of private, banned and quarantined ones', async (path) => {
    const of = (name: string) => site.ask(`/r/${name}/${path}`);
    const closed = await of('sandbox_private');
    expect([closed.status, closed.json]).toEqual([403, { reason: 'private', message: 'Forbidden', error: 403 }]);
    const banned = await of('sandbox_banned');
    expect([banned.status, banned.json]).toEqual([404, { reason: 'banned', message: 'Not Found', error: 404 }]);
    const quarantined = await of('sandbox_quarantined');
    expect([quarantined.status, fieldsOf(quarantined)]).toEqual([
      403,
      ['error', 'message', 'quarantine_message', 'quarantine_message_html', 'reason'],
    ]);
  });

  it('redirects an unknown name to the search, and answers 404 for an invalid name', async () => {
    const missing = await site.ask('/r/nobody_took_this/new');
    expect([missing.status, missing.headers.location]).toEqual([302, '/subreddits/search?q=nobody_took_this']);
    expect((await site.ask('/r/no-such-name/new')).status).toBe(404);
    expect((await site.ask('/r/nobody_a+nobody_b/new')).status).toBe(404);
  });

  it('finds them by name first, then by their description', async () => {
    expect((await found('/subreddits/search?q=seo'))[0]).toBe('SEO');
    expect((await found('/subreddits/search?q=r/webdev'))[0]).toBe('webdev');
    expect(await found('/subreddits/search?q=freelancers+taxes')).toContain('freelance');
    expect(await found('/subreddits/search?q=zzzzqq')).toEqual([]);
    expect(await found('/subreddits/search?q=sandbox_private')).toEqual([]);
  });
});

describe('things', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('are looked up by fullname, in the order asked for', async () => {
    const [a, b] = listingOf(await site.ask('/new?limit=2')).names;
    const info = listingOf(await site.ask(`/api/info?id=${b},t3_zzzzzzz,${a},t1_x,junk`));
    expect(info.names).toEqual([b, a]);
    expect(info.kinds).toEqual(['t3', 't3']);
  });
});
