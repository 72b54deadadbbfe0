import { threadMs } from '@earshot/core/testing';
import { describe, expect, it } from '@jest/globals';
import { feedsOfPage } from '../src/feed/page-feeds.ts';
import { readFeed } from '../src/feed/parse-feed.ts';

const now = new Date('2026-11-29T12:00:00Z');
const origin = {
  address: 'https://forum.example/latest.rss',
  community: 'https://forum.example/latest.rss#Forum',
  now,
};
const read = (text: string) => readFeed(text, origin);
const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
    <channel><title>Forum &amp; friends</title>${channel}${items}</channel></rss>`;
const item = (inside: string) => rss(`<item>${inside}</item>`);

describe('dialects of feeds', () => {
  const post = {
    title: 'Which tool sends invoices?',
    selftext: 'I bill by the hour.\n\nDetails (https://forum.example/d)',
    author: 'jo',
    url: 'https://forum.example/t/1',
    createdAt: new Date('2026-11-28T10:00:00Z'),
  };
  const html = '<p>I bill by the hour.</p><p><a href="https://forum.example/d">Details</a></p><script>x()</script>';

  it.each([
    [
      'RSS',
      item(`<title>Which tool sends invoices?</title><link>https://forum.example/t/1</link><dc:creator>jo</dc:creator>
        <pubDate>Sat, 28 Nov 2026 10:00:00 GMT</pubDate><description>Short</description>
        <content:encoded><![CDATA[${html}]]></content:encoded>`),
    ],
    [
      'RDF',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel rdf:about="https://forum.example"><title>Forum &amp; friends</title><link>https://forum.example</link></channel>
        <item rdf:about="https://forum.example/t/1"><title>Which tool sends invoices?</title>
        <link>https://forum.example/t/1</link><dc:creator>jo</dc:creator><dc:date>2026-11-28T10:00:00Z</dc:date>
        <content:encoded><![CDATA[${html}]]></content:encoded></item></rdf:RDF>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Forum &amp; friends</title><id>urn:f</id><entry><id>urn:1</id>
        <title type="html">Which tool sends invoices?</title><link rel="edit" href="/edit/1"/><link href="/t/1"/>
        <author><name>jo</name></author><published>2026-11-28T10:00:00Z</published><updated>2026-11-29T10:00:00Z</updated>
        <content type="html"><![CDATA[${html}]]></content></entry></feed>`,
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Forum & friends',
        items: [
          {
            id: '1',
            url: '/t/1',
            title: 'Which tool sends invoices?',
            content_html: html,
            authors: [{ name: 'jo' }],
            date_published: '2026-11-28T10:00:00Z',
          },
        ],
      }),
    ],
  ])('%s gives the same post', (_, text) => {
    const feed = read(text);
    expect(feed?.title).toBe('Forum & friends');
    expect(feed?.posts).toEqual([expect.objectContaining(post)]);
  });

  it('other texts are none', () => {
    for (const text of [
      '',
      'hello',
      '<html><head></head></html>',
      '{"items":[]}',
      '[1]',
      '<rss><channel><item><title>',
    ]) {
      expect(read(text)).toBeNull();
    }
  });
});

describe('entries of feeds', () => {
  it('link to the discussion at the own site rather than to the page that it is about', () => {
    const feed = read(
      item(`<title>A story</title><link>https://elsewhere.example/story</link>
        <guid isPermaLink="false">https://forum.example/s/abc</guid><comments>https://forum.example/s/abc</comments>`),
    );
    expect(feed?.posts[0]?.url).toBe('https://forum.example/s/abc');
  });

  it('are the same post in every feed that lists their page, whatever tracks the reader', () => {
    const at = (link: string) => read(item(`<title>A</title><link>${link}</link>`))?.posts[0];
    const [one, other] = [
      at('https://forum.example/t/1?page=2'),
      at('https://forum.example/t/1?page=2&amp;utm_source=rss'),
    ];
    expect(one?.id).toBe(other?.id);
    expect(one?.url).toBe('https://forum.example/t/1?page=2');
  });

  it('are left out without words or without a page of their own', () => {
    expect(read(item('<title>No page</title>'))?.posts).toEqual([]);
    expect(read(item('<link>https://forum.example/t/1</link>'))?.posts).toEqual([]);
    expect(read(item('<title>A</title><link>javascript:alert(1)</link>'))?.posts).toEqual([]);
  });

  it('without a title begin with their words, without an author are by the site, and without a time are new', () => {
    const feed = read(
      item('<link>https://forum.example/t/1</link><description>Need a &lt;b&gt;tool&lt;/b&gt;</description>'),
    );
    expect(feed?.posts).toEqual([
      expect.objectContaining({
        title: 'Need a tool',
        selftext: 'Need a tool',
        author: 'Forum & friends',
        createdAt: now,
      }),
    ]);
  });

  it('are not from the future, and come newest first', () => {
    const one = (id: number, date: string) =>
      `<item><title>${id}</title><link>https://forum.example/t/${id}</link><pubDate>${date}</pubDate></item>`;
    const feed = read(
      rss(
        one(1, 'Mon, 23 Nov 2026 10:00:00 GMT') +
          one(2, 'Fri, 01 Jan 2100 00:00:00 GMT') +
          one(3, 'Tue, 24 Nov 2026 10:00:00 GMT'),
      ),
    );
    expect(feed?.posts.map(({ title }) => title)).toEqual(['2', '3', '1']);
    expect(feed?.posts[0]?.createdAt).toEqual(now);
  });

  it('state how long to wait', () => {
    const pause = (channel: string) => read(rss('', channel))?.waitMinutes;
    expect(pause('')).toBeNull();
    expect(pause('<ttl>90</ttl>')).toBe(90);
    expect(pause('<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>')).toBe(360);
  });
});

it('hostile feeds cost little', () => {
  const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('');
  const hostile = [
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol">${entities}]>${item('<title>&e30;</title><link>https://forum.example/1</link>')}`,
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${item('<title>&f;</title><link>https://forum.example/1</link>')}`,
    rss('<item>'.repeat(20_000)),
    item(`<title>${'&lt;b&gt;'.repeat(20_000)}</title><link>https://forum.example/1</link>`),
    rss('<item><title>A</title><link>https://forum.example/1</link></item>'.repeat(20_000)),
    '{"version":"https://jsonfeed.org/version/1.1","items":' + '['.repeat(50_000),
  ];
  const startedMs = threadMs();
  for (const text of hostile) expect(JSON.stringify(read(text) ?? '').length).toBeLessThan(100_000);
  expect(threadMs() - startedMs).toBeLessThan(5_000);
});

it('a page names its feeds in its head, those of comments last', () => {
  const page = `<html><head><link rel="stylesheet" href="/a.css"><link rel="alternate" hreflang="de" href="/de">
    <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
    <LINK REL='alternate' TYPE='application/atom+xml' href='/feed.atom?a=1&amp;b=2'></head></html>`;
  expect(feedsOfPage(page, 'https://example.com/blog/')).toEqual([
    'https://example.com/feed.atom?a=1&b=2',
    'https://example.com/comments/feed',
  ]);
});
