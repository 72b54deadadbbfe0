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

  it.each(['new', 'about', 'about/rules', 'search?q=x&restrict_sr=1'])(
    'closes /%s of private, banned and quarantined ones',
    async (path) => {
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
    },
  );

  it('redirects an unknown name to the search, and answers 404 for an invalid name', async () => {
    const missing = await site.ask('/r/nobody_took_this/new');
    expect([missing.status, missing.headers.location]).toEqual([302, '/subreddits/search?q=nobody_took_this']);
    expect((await site.ask('/r/no-such-name/new')).status).toBe(404);
    expect((await site.ask('/r/nobody_a+nobody_b/new')).status).toBe(404);
  });

  it('returns one by its name in any case', async () => {
    const answer = await site.ask('/r/SMALLBUSINESS/about.json');
    expect(answer.json).toMatchObject({
      kind: 't5',
      data: { display_name: 'smallbusiness', over18: false, subreddit_type: 'public', url: '/r/smallbusiness/' },
    });
  });

  it('finds them by name first, then by their description', async () => {
    expect((await found('/subreddits/search?q=seo'))[0]).toBe('SEO');
    expect((await found('/subreddits/search?q=r/webdev'))[0]).toBe('webdev');
    expect(await found('/subreddits/search?q=freelancers+taxes')).toContain('freelance');
    expect(await found('/subreddits/search?q=zzzzqq')).toEqual([]);
    expect(await found('/subreddits/search?q=sandbox_private')).toEqual([]);
  });

  it('completes names', async () => {
    expect((await site.ask('/api/search_reddit_names?query=s')).json).toEqual({
      names: ['smallbusiness', 'startups', 'sysadmin', 'SEO', 'SaaS'],
    });
    const form = { query: 'SAAS', exact: 'True', api_type: 'json' };
    expect((await site.ask('/api/search_reddit_names', { form })).json).toEqual({ names: ['SaaS'] });
    expect(await found('/api/subreddit_autocomplete_v2?query=web')).toEqual(['webdev']);
  });

  it('lists them largest first, and youngest first', async () => {
    expect((await found('/subreddits/popular?limit=2')).length).toBe(2);
    expect((await found('/subreddits/popular'))[0]).toBe('HomeImprovement');
    expect((await found('/subreddits/new'))[0]).toBe('weddingplanning');
  });
});

describe('things', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('are looked up by fullname and name, in the order asked for', async () => {
    const [a, b] = listingOf(await site.ask('/new?limit=2')).names;
    const community = listingOf(await site.ask('/subreddits/search?q=seo')).names[0];
    const info = listingOf(await site.ask(`/api/info?id=${b},t3_zzzzzzz,${community},${a},t1_x,junk`));
    expect(info.names).toEqual([b, community, a]);
    expect(info.kinds).toEqual(['t3', 't5', 't3']);
    expect(listingOf(await site.ask('/api/info?sr_name=SEO,nobody_x')).items.map((item) => item.display_name)).toEqual([
      'SEO',
    ]);
    expect(listingOf(await site.ask(`/by_id/${a},${b}`)).names).toEqual([a, b]);
  });

  it('show a post with its comments as two listings', async () => {
    const post = listingOf(await site.ask('/r/SEO/new?limit=1')).items[0];
    for (const path of [`/comments/${String(post?.id)}`, `${String(post?.permalink)}.json`]) {
      const answer = await site.ask(path);
      expect(answer.json).toMatchObject([
        { kind: 'Listing', data: { children: [{ kind: 't3', data: { id: post?.id } }] } },
        { kind: 'Listing', data: { children: [] } },
      ]);
    }
    expect((await site.ask('/comments/zzzzzzz')).status).toBe(404);
    expect(listingOf(await site.ask('/r/SEO/comments')).items).toEqual([]);
  });

  it('show authors and their posts', async () => {
    const post = listingOf(await site.ask('/r/SEO/new?limit=1')).items[0];
    const about = await site.ask(`/user/${String(post?.author)}/about`);
    expect(about.json).toMatchObject({ kind: 't2', data: { name: post?.author } });
    expect(listingOf(await site.ask(`/user/${String(post?.author)}/submitted`)).names).toContain(post?.name);
    expect((await site.ask('/user/nobody_here_1/about')).status).toBe(404);
  });

  it('name the scopes', async () => {
    expect((await site.ask('/api/v1/scopes?scopes=read,submit')).json).toMatchObject({
      read: { id: 'read' },
      submit: { id: 'submit' },
    });
    expect(fieldsOf(await site.ask('/api/v1/scopes'))).toContain('privatemessages');
  });
});
