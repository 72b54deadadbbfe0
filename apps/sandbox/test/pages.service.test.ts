import { describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSite, temporaryFolder } from './site.ts';

const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Mozilla/5.0' } };

describe('pages for browsers', () => {
  it('show a post and its community, and nothing of a post can run', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'posts.jsonl');
    const evil = '<script>alert(1)</script><img src=x onerror="alert(2)">';
    writeFileSync(
      file,
      JSON.stringify({ id: 'abc', subreddit: 'webdev', title: evil, selftext: `'"${evil}`, created_utc: 1 }),
    );
    const site = await openSite({ postsFile: file });
    for (const path of ['/r/webdev/comments/abc/script/', '/comments/abc', '/r/webdev/', '/', '/r/all']) {
      const answer = await fetch(site.url + path, BROWSER);
      const html = await answer.text();
      expect([answer.status, html.match(/<(script|img)/g)]).toEqual([200, null]);
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
    const post = await (await fetch(`${site.url}/r/webdev/comments/abc/script/`, BROWSER)).text();
    expect(post).toContain('href="../../../../../r/webdev/"');
    await site.close();
    folder.remove();
  });

  it('answer 404 for unknown paths, and do not affect API clients', async () => {
    const site = await openSite();
    for (const path of ['/comments/zzzz', '/r/nobody_x', '/r/sandbox_private']) {
      expect((await fetch(site.url + path, BROWSER)).status).toBe(404);
    }
    expect((await site.ask('/comments/zzzz', { token: null })).status).toBe(401);
    await site.close();
  });
});
