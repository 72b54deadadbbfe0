import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkAccount, listingOf, openSite, type Site, viewerHeader } from './site.ts';

const BROWSER = { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } };
const ADA = { headers: { ...BROWSER.headers, [viewerHeader]: 'ada' } };
const BOB = { headers: { ...BROWSER.headers, [viewerHeader]: 'bob' } };

describe('pages with messages', () => {
  let site: Site;
  let token = '';
  let post: Record<string, unknown> = {};
  beforeAll(async () => {
    site = await openSite();
    token = (await linkAccount(site, 'quiet_otter', { viewer: 'ada' })).access;
    post = listingOf(await site.ask('/r/smallbusiness/new?limit=1')).items[0] ?? {};
  });
  afterAll(() => site.close());

  const compose = async (text: string, by = token) => {
    const form = { api_type: 'json', to: String(post.author), subject: 'About your post', text };
    const answer = await site.ask('/api/compose', { token: by, form });
    expect(answer.json).toEqual({ json: { errors: [] } });
  };
  const page = async (path: string, as = ADA): Promise<string> => (await fetch(site.url + path, as)).text();

  it('shows messages only to the user who sent them, also below the same account', async () => {
    const theirs = (await linkAccount(site, 'quiet_otter', { viewer: 'bob' })).access;
    const outside = (await linkAccount(site, 'quiet_otter')).access;
    await compose('From Ada');
    await compose('From Bob', theirs);
    await compose('From nobody here', outside);
    const comment = { api_type: 'json', thing_id: String(post.name), text: 'Comment of Bob' };
    await site.ask('/api/comment', { token: theirs, form: comment });
    for (const path of ['/sent/', '/user/quiet_otter/', `/message/inbox/${String(post.author)}/`]) {
      const [ada, bob] = [await page(path), await page(path, BOB)];
      const seen = (html: string) => ['From Ada', 'From Bob', 'From nobody here'].map((text) => html.includes(text));
      expect([path, seen(ada), seen(bob)]).toEqual([path, [true, false, false], [false, true, false]]);
    }
    expect([await page('/sent/'), await page('/sent/', BOB)].map((html) => html.includes('Comment of Bob'))).toEqual([
      false,
      true,
    ]);
  });

  it('shows signed-out visitors no message, and asks them to sign in', async () => {
    await compose('Not for strangers');
    for (const path of ['/sent', '/sent/', '/SENT', `/message/inbox/${String(post.author)}`]) {
      const answer = await fetch(site.url + path, BROWSER);
      const html = await answer.text();
      expect([path, answer.status, html.includes('Not for strangers')]).toEqual([path, 401, false]);
      expect(html).toContain('Sign in to see this page');
    }
    const account = await fetch(`${site.url}/user/quiet_otter/`, BROWSER);
    expect([account.status, (await account.text()).includes('Not for strangers')]).toEqual([200, false]);
  });
});
