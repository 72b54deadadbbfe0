import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ERROR_CODES } from '../src/domain/faults.ts';
import { type Answer, linkAccount, listingOf, openSite, type Site, temporaryFolder, viewerHeader } from './site.ts';

const BROWSER = { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } };
const ADA = { headers: { ...BROWSER.headers, [viewerHeader]: 'ada' } };

const created = z.object({
  json: z.object({
    errors: z.array(z.never()),
    data: z.object({ things: z.array(z.object({ kind: z.literal('t1'), data: z.record(z.string(), z.unknown()) })) }),
  }),
});

const commentOf = (answer: Answer): Record<string, unknown> => {
  const [thing] = created.parse(answer.json).json.data.things;
  return thing?.data ?? {};
};

describe('writing', () => {
  let site: Site;
  let token = '';
  let post: Record<string, unknown> = {};
  beforeAll(async () => {
    site = await openSite({ slowMs: 20 });
    token = (await linkAccount(site, 'quiet_otter', { viewer: 'ada' })).access;
    post = listingOf(await site.ask('/r/smallbusiness/new?limit=1')).items[0] ?? {};
  });
  afterAll(() => site.close());

  const comment = (form: Record<string, string>, by = token): Promise<Answer> =>
    site.ask('/api/comment?raw_json=1', {
      token: by,
      form: { api_type: 'json', thing_id: String(post.name), text: 'Hello', ...form },
    });
  const compose = (form: Record<string, string>, by = token): Promise<Answer> =>
    site.ask('/api/compose?raw_json=1', {
      token: by,
      form: { api_type: 'json', to: String(post.author), subject: 'About your post', text: 'Hello', ...form },
    });
  const page = async (path: string, as = ADA): Promise<string> => (await fetch(site.url + path, as)).text();

  it('answers a comment with the thing it made, and shows it everywhere', async () => {
    const text = 'We built <script>alert(1)</script> & "this"';
    const answer = await comment({ text });
    expect([answer.status, Number(answer.headers['x-ratelimit-used'])]).toEqual([200, expect.any(Number)]);
    const made = commentOf(answer);
    expect(made).toMatchObject({ author: 'quiet_otter', body: text, parent_id: post.name, link_id: post.name });
    expect(made.permalink).toBe(`${String(post.permalink)}${String(made.id)}/`);
    expect(made.name).toBe(`t1_${String(made.id)}`);

    const reply = commentOf(await comment({ thing_id: String(made.name), text: 'And more' }));
    expect(reply).toMatchObject({ parent_id: made.name, link_id: post.name });
    const mine = listingOf(await site.ask('/user/QUIET_OTTER/comments', { token }));
    expect(mine.names).toEqual([reply.name, made.name]);
    const next = listingOf(await site.ask(`/user/quiet_otter/comments?limit=1&after=${String(reply.name)}`, { token }));
    expect([next.names, next.after]).toEqual([[made.name], null]);
    expect(listingOf(await site.ask(`/api/info?id=${String(post.name)}`)).items[0]?.num_comments).toBe(
      Number(post.num_comments) + 2,
    );
    for (const path of [String(post.permalink), String(made.permalink), '/user/quiet_otter/', '/sent/']) {
      const html = await page(path);
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;this&quot;');
      expect(html).not.toContain('<script');
    }
  });

  it('delivers a message to the page of its recipient, and returns no id', async () => {
    const answer = await compose({ to: `u/${String(post.author).toUpperCase()}`, text: '<b>Hi</b>' });
    expect(answer.json).toEqual({ json: { errors: [] } });
    for (const path of [`/message/inbox/${String(post.author)}`, '/user/quiet_otter', '/sent']) {
      expect(await page(path)).toContain('&lt;b&gt;Hi&lt;/b&gt;');
    }
    expect(await page('/message/inbox/nobody_else')).toContain('No messages.');
  });

  it('answers forms without api_type=json as instructions to a page', async () => {
    expect((await comment({ api_type: '' })).json).toEqual({ jquery: [], success: true });
    expect((await compose({ api_type: '', to: '' })).json).toEqual({ jquery: [], success: false });
  });

  it.each([
    [{ text: ' ' }, ['NO_TEXT', 'we need something here', 'text']],
    [{ text: 'x'.repeat(10_001) }, ['TOO_LONG', 'this is too long (max: 10000)', 'text']],
  ])('refuses a comment of %#', async (form, error) => {
    const answer = await comment(form);
    expect([answer.status, answer.json]).toEqual([200, { json: { errors: [error] } }]);
  });

  it('accepts a text of 10,000 characters of any kind', async () => {
    const text = '🦊'.repeat(10_000);
    expect(commentOf(await comment({ text })).body).toBe(text);
  });

  it('reports all errors of a message at once', async () => {
    const answer = await compose({ to: 'nobody_took_this', subject: '', text: '' });
    expect(answer.json).toEqual({
      json: {
        errors: [
          ['USER_DOESNT_EXIST', "that user doesn't exist", 'to'],
          ['NO_SUBJECT', 'please enter a subject', 'subject'],
          ['NO_TEXT', 'we need something here', 'text'],
        ],
      },
    });
    expect((await compose({ to: '', subject: 's'.repeat(101) })).json).toEqual({
      json: {
        errors: [
          ['NO_USER', 'please enter a username', 'to'],
          ['TOO_LONG', 'this is too long (max: 100)', 'subject'],
        ],
      },
    });
  });

  it.each(['t3_zzzzzz', 't5_2qh1a', 'rubbish', ''])('forbids to answer %j', async (thing) => {
    expect((await comment({ thing_id: thing })).status).toBe(403);
  });

  it.each([
    ['submit', '/api/comment', { thing_id: 't3_x', text: 'x' }],
    ['privatemessages', '/api/compose', { to: 'x', subject: 'x', text: 'x' }],
    ['history', '/user/quiet_otter/comments', undefined],
    ['identity', '/api/v1/me', undefined],
    ['read', '/r/SEO/about/rules', undefined],
  ])('asks for the scope %s at %s', async (scope, path, form) => {
    const others = ['submit', 'privatemessages', 'history', 'identity', 'read'].filter((each) => each !== scope);
    const { access } = await linkAccount(site, 'quiet_otter', { scope: others.join(',') });
    const answer = await site.ask(path, { token: access, ...(form !== undefined && { form }) });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="reddit", error="insufficient_scope"');
    expect((await site.ask(path, { token: 'made-up', ...(form !== undefined && { form }) })).status).toBe(401);
  });

  it('requires an account to write', async () => {
    const answer = await site.ask('/api/compose', { form: { api_type: 'json', to: 'x', subject: 'x', text: 'x' } });
    expect(answer.json).toEqual({ json: { errors: [['USER_REQUIRED', 'please log in to do that.', null]] } });
  });

  it('returns the rules of a community', async () => {
    const body = z.object({ rules: z.array(z.object({ short_name: z.string(), priority: z.number() })) });
    const { rules } = body.parse((await site.ask('/r/smallbusiness/about/rules', { token })).json);
    expect(rules.map((rule) => rule.priority)).toEqual([0, 1, 2]);
    expect(rules[0]?.short_name).toBe('Promotion stays in the weekly thread');
    const others = body.parse((await site.ask('/r/SaaS/about/rules', { token })).json).rules;
    expect(others.map((rule) => rule.short_name)).toEqual(['Disclose what is yours', 'Be kind']);
  });

  describe('by special names', () => {
    const errorsOf = (answer: Answer) =>
      z
        .object({ json: z.object({ errors: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])) }) })
        .parse(answer.json).json.errors;
    const errorPost = async (author: string): Promise<string> => {
      const found = listingOf(await site.ask('/r/sandbox_errors/new?limit=100')).items;
      return String(found.find((item) => item.author === author)?.name);
    };

    it.each(ERROR_CODES)('%s comes from the sender, the recipient and the post', async (code) => {
      const { access } = await linkAccount(site, `error_${code}`);
      const answers = [
        await comment({}, access),
        await compose({}, access),
        await compose({ to: `error_${code}` }),
        await comment({ thing_id: await errorPost(`error_${code}`) }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(errorsOf(answer).map(([each]) => each)).toEqual([code]);
      }
    });

    it('RATELIMIT has the wait as a number and in its message, or only in its message', async () => {
      const both = await compose({ to: 'sandbox_ratelimited' });
      const words = ['RATELIMIT', 'you are doing that too much. try again in 9 minutes.', 'ratelimit'];
      expect(both.json).toEqual({ json: { ratelimit: 512.2, errors: [words] } });
      expect((await compose({ to: 'sandbox_ratelimited_words' })).json).toEqual({ json: { errors: [words] } });
    });

    it.each([
      ['sandbox_429', 429],
      ['sandbox_banned', 403],
      ['sandbox_500', 500],
      ['sandbox_503', 503],
    ])('%s answers %i and keeps nothing', async (name, status) => {
      const { access } = await linkAccount(site, name);
      expect((await comment({}, access)).status).toBe(status);
      expect((await compose({}, access)).status).toBe(status);
      expect((await comment({ thing_id: await errorPost(name) })).status).toBe(status);
      expect(listingOf(await site.ask(`/user/${name}/comments`, { token: access })).names).toEqual([]);
    });

    it('sandbox_429 asks for a short wait, so that it does not block every user until the limit resets', async () => {
      expect((await compose({ to: 'sandbox_429' })).headers).toMatchObject({ 'retry-after': '5' });
    });

    it('sandbox_hang answers nothing, yet the comment is kept', async () => {
      const { access } = await linkAccount(site, 'sandbox_hang');
      const leaving = new AbortController();
      const asked = fetch(`${site.url}/api/comment`, {
        method: 'POST',
        headers: { authorization: `bearer ${access}`, 'user-agent': 'test:x:v1 (by /u/example)' },
        body: new URLSearchParams({ api_type: 'json', thing_id: String(post.name), text: 'Was it sent?' }),
        signal: leaving.signal,
      });
      const left = expect(asked).rejects.toThrow();
      const comments = async () => listingOf(await site.ask('/user/sandbox_hang/comments', { token: access })).items;
      const kept = await until('the comment', async () => {
        const all = await comments();
        return all.length > 0 && all;
      });
      leaving.abort();
      await left;
      expect(kept.map((item) => item.body)).toEqual(['Was it sent?']);
    });

    it('sandbox_malformed breaks its answer and sandbox_slow answers late, and both store the message', async () => {
      for (const [name, json] of [
        ['sandbox_malformed', undefined] as const,
        ['sandbox_slow', expect.anything()] as const,
      ]) {
        const { access } = await linkAccount(site, name);
        const answer = await comment({}, access);
        expect([answer.status, answer.json]).toEqual([200, json]);
        expect(listingOf(await site.ask(`/user/${name}/comments`, { token: access })).names.length).toBe(1);
      }
    });

    it('sandbox_revoked can be linked, but not be used or refreshed', async () => {
      const { access, refresh } = await linkAccount(site, 'sandbox_revoked');
      expect((await site.ask('/api/v1/me', { token: access })).status).toBe(200);
      expect((await comment({}, access)).status).toBe(401);
      const form = { grant_type: 'refresh_token', refresh_token: refresh };
      expect((await site.ask('/api/v1/access_token', { token: null, basic: 'my-app:secret', form })).status).toBe(400);
    });

    it('sandbox_expired needs one refresh', async () => {
      const { access, refresh } = await linkAccount(site, 'sandbox_expired');
      expect((await compose({}, access)).status).toBe(401);
      const form = { grant_type: 'refresh_token', refresh_token: refresh };
      const again = await site.ask('/api/v1/access_token', { token: null, basic: 'my-app:secret', form });
      const renewed = z.object({ access_token: z.string() }).parse(again.json).access_token;
      expect((await compose({}, renewed)).json).toEqual({ json: { errors: [] } });
    });

    it('sandbox_suspended reports that it is suspended and may not write', async () => {
      const { access } = await linkAccount(site, 'sandbox_suspended');
      expect((await site.ask('/api/v1/me', { token: access })).json).toMatchObject({ is_suspended: true });
      expect((await compose({}, access)).status).toBe(403);
    });

    it('their posts are in no list but their own', async () => {
      const own = listingOf(await site.ask('/r/sandbox_errors/new?limit=100'));
      expect(own.names.length).toBeGreaterThan(ERROR_CODES.length);
      expect(JSON.stringify((await site.ask('/r/all/new?limit=100')).json)).not.toContain('sandbox_errors');
      expect(JSON.stringify((await site.ask('/subreddits/search?q=sandbox')).json)).not.toContain('sandbox_errors');
    });
  });
});

describe('stored data', () => {
  it('survives a restart: accounts, tokens, comments, messages', async () => {
    const folder = temporaryFolder();
    const first = await openSite({ dataDir: folder.path });
    const { access, refresh } = await linkAccount(first, 'quiet_otter', { viewer: 'ada' });
    const [post] = listingOf(await first.ask('/r/SEO/new?limit=1')).items;
    const form = { api_type: 'json', thing_id: String(post?.name), text: 'Still here' };
    const name = commentOf(await first.ask('/api/comment', { token: access, form })).name;
    await first.ask('/api/compose', {
      token: access,
      form: { api_type: 'json', to: String(post?.author), subject: 'Hello', text: 'Kept' },
    });
    await first.close();

    const second = await openSite({ dataDir: folder.path });
    expect(listingOf(await second.ask('/user/quiet_otter/comments', { token: access })).names).toEqual([name]);
    expect(await (await fetch(`${second.url}/message/inbox/${String(post?.author)}`, ADA)).text()).toContain('Kept');
    const again = { grant_type: 'refresh_token', refresh_token: refresh };
    const renewed = await second.ask('/api/v1/access_token', { token: null, basic: 'my-app:secret', form: again });
    expect(renewed.status).toBe(200);
    // A renewed token still belongs to the user who linked the account.
    const token = z.object({ access_token: z.string() }).parse(renewed.json).access_token;
    const more = { api_type: 'json', to: String(post?.author), subject: 'Hello', text: 'Renewed' };
    await second.ask('/api/compose', { token, form: more });
    expect(await (await fetch(`${second.url}/sent`, ADA)).text()).toContain('Renewed');
    await second.close();
    folder.remove();
  });
});
