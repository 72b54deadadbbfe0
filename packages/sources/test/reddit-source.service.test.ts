import { afterEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '@earshot/core/testing';
import type { SiteReply } from './fake-site.ts';
import { clientOf, closeAll, newest, ok, page, patience, siteOf, start, t3 } from './reddit-client.ts';

afterEach(closeAll);

describe('posts of the Reddit source', () => {
  it('asks as the site demands and reads a page', async () => {
    const site = await siteOf(() => ({ body: page([t3()], 't3_abc1') }));
    const read = await clientOf(site).newPosts('smallbusiness', { after: 't3_zzz', limit: 250 });
    expect(read).toEqual({
      posts: [
        {
          id: 't3_abc1',
          community: 'smallbusiness',
          title: 'Which CRM & why?',
          selftext: 'We are <5 people.',
          author: 'jo',
          url: 'https://www.reddit.com/r/smallbusiness/comments/abc1/which_crm_why/',
          score: 3,
          comments: 2,
          createdAt: new Date(start - 60_000),
        },
      ],
      after: 't3_abc1',
    });
    const [call] = site.calls;
    expect(call?.path).toBe('/r/smallbusiness/new');
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ limit: '100', after: 't3_zzz', raw_json: '1' });
    expect(call?.headers.authorization).toBe('Bearer token-1');
    expect(call?.headers['user-agent']).toBe('server:earshot:v1 (by /u/earshot)');
  });

  it('drops what is broken, with one line that counts it, and forgets what was removed', async () => {
    const children = [
      null,
      t3({ created_utc: 'yesterday' }),
      t3({ name: 't3_<script>' }),
      { kind: 'more', data: {} },
      t3({ name: 't3_r1', selftext: '[removed]' }),
      t3({ name: 't3_r2', removed_by_category: 'moderator' }),
      t3({ name: 't3_gone', author: null }),
      t3({ name: 't3_link', selftext: null, permalink: 'https://evil.example/' }),
    ];
    const site = await siteOf(() => ({ body: page(children) }));
    const lines: string[] = [];
    const { posts } = await clientOf(site, { lines }).newPosts('smallbusiness', newest);
    expect(posts.map(({ id, author }) => [id, author])).toEqual([
      ['t3_gone', '[deleted]'],
      ['t3_link', 'jo'],
    ]);
    expect(posts[1]?.url).toBe('https://www.reddit.com/comments/link');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ broken: 4, subreddit: 'smallbusiness' });
  });

  it('reads all words of a post, as people read them', async () => {
    const encoded = 'We&nbsp;use Q&amp;amp;A.&#39;s\n\n&#x200B;\n\n&amp;#x200B;\n\nAT&T, ?a=1&copy=2 &lt;b&gt;';
    const children = [
      t3({ name: 't3_text', title: 'R&amp;D &#39;tool&#39;', selftext: encoded }),
      t3({
        name: 't3_cross',
        title: 'Passing this on',
        selftext: '',
        crosspost_parent_list: [{ title: 'Who does payroll?', selftext: 'Ten&nbsp;people.', ups: 3 }],
      }),
      t3({ name: 't3_gone', selftext: 'See', crosspost_parent_list: [{ title: 'Old', selftext: '[removed]' }] }),
      t3({
        name: 't3_poll',
        selftext: 'Which one?',
        poll_data: {
          total_vote_count: 3,
          options: [
            { id: '1', text: 'Sage' },
            { id: '2', text: 'By &amp; hand' },
          ],
        },
      }),
      t3({
        name: 't3_pics',
        is_self: false,
        selftext: 'Before',
        gallery_data: { items: [{ media_id: 'a', caption: 'The leak' }, { media_id: 'b' }] },
      }),
      t3({
        name: 't3_passed',
        selftext: 'Seen elsewhere',
        crosspost_parent_list: [
          {
            title: 'Which CRM & why?',
            selftext: '',
            gallery_data: { items: [{ caption: 'Our sheet' }] },
            poll_data: { options: [{ text: 'Paper' }] },
          },
        ],
      }),
      t3({ name: 't3_old', crosspost_parent_list: [{ title: 'Old', selftext: '', removed_by_category: 'deleted' }] }),
      t3({ name: 't3_odd', selftext: 'Text', poll_data: 'x', gallery_data: 7, crosspost_parent_list: {} }),
      t3({ name: 't3_long', title: 'x'.repeat(500), selftext: 'y '.repeat(100_000) }),
    ];
    const site = await siteOf(() => ({ body: page(children) }));
    const { posts } = await clientOf(site).newPosts('smallbusiness', newest);
    expect(posts.slice(0, 8).map(({ title, selftext }) => [title, selftext])).toEqual([
      ["R&D 'tool'", "We use Q&A.'s\n\nAT&T, ?a=1&copy=2 <b>"],
      ['Passing this on', 'Who does payroll?\n\nTen people.'],
      ['Which CRM & why?', 'See'],
      ['Which CRM & why?', 'Which one?\n\n- Sage\n- By & hand'],
      ['Which CRM & why?', 'Before\n\nThe leak'],
      ['Which CRM & why?', 'Seen elsewhere\n\nOur sheet\n\n- Paper'],
      ['Which CRM & why?', 'We are <5 people.'],
      ['Which CRM & why?', 'Text'],
    ]);
    expect([posts[8]?.title.length, posts[8]?.selftext.length]).toEqual([300, 40_000]);
  });

  it('marks what moderators wrote as such or pinned, and no other post', async () => {
    const children = [
      t3({ name: 't3_mod', distinguished: 'moderator' }),
      t3({ name: 't3_admin', distinguished: 'admin' }),
      t3({ name: 't3_pinned', stickied: true }),
      t3({ name: 't3_former', distinguished: 'special' }),
      t3({ name: 't3_odd', distinguished: 7, stickied: 'yes' }),
      t3({ name: 't3_plain', distinguished: null, stickied: false }),
    ];
    const site = await siteOf(() => ({ body: page(children) }));
    const { posts } = await clientOf(site).newPosts('smallbusiness', newest);
    expect(posts).toHaveLength(6);
    expect(posts.filter(({ official }) => official).map(({ id }) => id)).toEqual(['t3_mod', 't3_admin', 't3_pinned']);
  });

  it('reads communities and leaves profiles and nonsense out', async () => {
    const community = { display_name: 'SaaS', title: 'Software', public_description: 'About it', subscribers: 12 };
    const children = [
      { kind: 't5', data: { ...community, display_name_prefixed: 'r/SaaS', over18: true } },
      { kind: 't5', data: { display_name: 'bare' } },
      { kind: 't5', data: { ...community, display_name: 'u_jo', subreddit_type: 'user' } },
      { kind: 't5', data: { display_name: '../etc' } },
    ];
    const site = await siteOf(() => ({ body: page(children) }));
    expect(await clientOf(site).searchCommunities('software & tools', 20)).toEqual([
      {
        name: 'SaaS',
        displayName: 'r/SaaS',
        title: 'Software',
        description: 'About it',
        subscribers: 12,
        isNsfw: true,
      },
      { name: 'bare', displayName: 'r/bare', title: '', description: '', subscribers: null, isNsfw: false },
    ]);
    expect(site.calls[0]?.query.get('q')).toBe('software & tools');
  });
});

describe('errors of the Reddit source', () => {
  const html = '<html><title>Blocked</title>whoa there, pardner!</html>';
  const cases: [string, SiteReply, string][] = [
    ['404', { status: 404, body: { message: 'Not Found', error: 404 } }, 'source.not-found'],
    ['a banned community', { status: 404, body: { reason: 'banned', error: 404 } }, 'source.banned'],
    [
      'a redirect to the search',
      { status: 302, headers: { location: 'https://oauth.reddit.com/subreddits/search?q=x' }, body: '' },
      'source.not-found',
    ],
    ['another redirect', { status: 302, headers: { location: '/login' }, body: '' }, 'source.refused'],
    ['a private community', { status: 403, body: { reason: 'private', error: 403 } }, 'source.private'],
    ['a quarantined community', { status: 403, body: { reason: 'quarantined', error: 403 } }, 'source.quarantined'],
    [
      'a banned community',
      { status: 404, body: { reason: 'banned', message: 'Not Found', error: 404 } },
      'source.banned',
    ],
    ['a bare 403', { status: 403, body: { message: 'Forbidden', error: 403 } }, 'source.refused'],
    ['a blocked client', { status: 403, body: html }, 'source.refused'],
    ['500', { status: 500, body: { message: 'Internal Server Error', error: 500 } }, 'source.unavailable'],
    ['503 with a page', { status: 503, body: html }, 'source.unavailable'],
    ['a page instead of JSON', { body: html }, 'source.unavailable'],
    ['cut JSON', { body: '{"kind": "Listing", "data": {"chi' }, 'source.unavailable'],
    ['another shape', { body: { kind: 'Listing', data: { children: 'none' } } }, 'source.unavailable'],
    ['silence', { body: undefined }, 'source.unavailable'],
  ];
  it.each(cases)('%s', async (_what, reply, code) => {
    const site = await siteOf(() => reply);
    await expect(clientOf(site, patience(reply)).newPosts('x1', newest)).rejects.toMatchObject({
      name: 'AppError',
      code,
    });
  });

  it('reports how long to wait after a 429, and sends nothing until then', async () => {
    let nowMs = start;
    const clock = { now: () => new Date(nowMs) };
    const site = await siteOf((_request, count) =>
      count === 1 ? { status: 429, headers: { 'x-ratelimit-reset': '90' }, body: '' } : ok,
    );
    const client = clientOf(site, { clock });
    const limited = (seconds: number) => ({ code: 'source.rate-limited', details: { retryAfterSeconds: seconds } });
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject(limited(90));
    nowMs += 30_000;
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject(limited(60));
    expect(site.calls).toHaveLength(1);
    nowMs += 60_001;
    expect((await client.newPosts('x1', newest)).posts).toHaveLength(1);
  });

  it('cannot reach the site', async () => {
    const site = await siteOf(() => ok);
    await site.stop();
    await expect(clientOf(site).newPosts('x1', newest)).rejects.toMatchObject({ code: 'source.unavailable' });
  });

  it("rejects with the caller's own reason when the caller leaves", async () => {
    const site = await siteOf(() => ({ body: undefined }));
    const leaving = new AbortController();
    const asked = clientOf(site).newPosts('x1', newest, leaving.signal);
    const outcome = expect(asked).rejects.toThrow('gone home');
    while (site.calls.length === 0) await turn();
    leaving.abort(new Error('gone home'));
    await outcome;
  });
});

describe('the token of the Reddit source', () => {
  it('is asked for once by many, and again shortly before it runs out', async () => {
    let nowMs = start;
    const site = await siteOf(() => ok);
    const client = clientOf(site, { clock: { now: () => new Date(nowMs) } });
    await Promise.all(Array.from({ length: 8 }, () => client.newPosts('x1', newest)));
    expect(site.tokensGiven()).toBe(1);
    nowMs += 3_539_000;
    await client.newPosts('x1', newest);
    expect(site.tokensGiven()).toBe(1);
    nowMs += 2_000;
    await client.newPosts('x1', newest);
    expect(site.tokensGiven()).toBe(2);
  });

  it('is renewed once when the site refuses it, then the refusal stands', async () => {
    const refused = { status: 401, body: { message: 'Unauthorized', error: 401 } };
    const once = await siteOf((_request, count) => (count === 1 ? refused : ok));
    expect((await clientOf(once).newPosts('x1', newest)).posts).toHaveLength(1);
    expect(once.calls.map((call) => call.headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);

    const always = await siteOf(() => refused);
    await expect(clientOf(always).newPosts('x1', newest)).rejects.toMatchObject({ code: 'source.refused' });
    expect(always.calls).toHaveLength(2);
  });

  it('is renewed once when the site blocks it in its last ten minutes, and not before', async () => {
    let nowMs = start;
    const blocked = { status: 403, body: { message: 'Blocked', error: 403 } };
    const site = await siteOf((_request, count) => (count <= 2 ? blocked : ok));
    const client = clientOf(site, { clock: { now: () => new Date(nowMs) } });
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject({ code: 'source.refused' });
    nowMs += 3_000_000;
    expect((await client.newPosts('x1', newest)).posts).toHaveLength(1);
    expect(site.tokensGiven()).toBe(2);
  });

  const cases: [string, SiteReply, string][] = [
    ['wrong credentials', { status: 401, body: { message: 'Unauthorized', error: 401 } }, 'source.refused'],
    ['invalid_grant with 200', { body: { error: 'invalid_grant' } }, 'source.refused'],
    ['a blocked client', { status: 403, body: '<html>' }, 'source.refused'],
    ['429', { status: 429, body: { message: 'Too Many Requests', error: 429 } }, 'source.rate-limited'],
    ['500', { status: 500, body: '<html>' }, 'source.unavailable'],
    ['a page', { body: '<html>' }, 'source.unavailable'],
    ['silence', { body: undefined }, 'source.unavailable'],
  ];
  it.each(cases)('is not given: %s', async (_what, reply, code) => {
    const site = await siteOf(
      () => ok,
      (count) => (count === 1 ? reply : { body: { access_token: 'a', expires_in: 60 } }),
    );
    const client = clientOf(site, patience(reply));
    await expect(client.newPosts('x1', newest)).rejects.toMatchObject({ code });
    expect(site.calls).toHaveLength(0);
    // A failure is not cached. The call is repeated, because the short timeout may expire on a busy machine.
    const asked = () => client.newPosts('x1', newest).catch(() => null);
    expect((await until('an answer', asked)).posts).toHaveLength(1);
  });

  it('reads the rules of a community and leaves nonsense out', async () => {
    const rule = { kind: 'comment', short_name: 'Be kind', description: 'Argue > insult.', priority: 0 };
    const rules = [rule, { ...rule, kind: 'odd', description: null }, { kind: 'all' }, 'text'];
    const site = await siteOf(() => ({ body: { rules, site_rules: ['Spam'], site_rules_flow: [] } }));
    expect(await clientOf(site).rules('small business')).toEqual([
      { shortName: 'Be kind', description: 'Argue > insult.', kind: 'comment' },
      { shortName: 'Be kind', description: '', kind: 'all' },
    ]);
    expect(site.calls[0]?.path).toBe('/r/small%20business/about/rules');
    expect(site.calls[0]?.query.get('raw_json')).toBe('1');
  });

  it('takes an answer without rules for none of the site', async () => {
    const site = await siteOf(() => ({ body: { data: 'something else' } }));
    await expect(clientOf(site).rules('SaaS')).rejects.toMatchObject({ code: 'source.unavailable' });
  });
});
