import { describe, expect, it } from '@jest/globals';
import { feedNames } from '../src/feed/names.ts';
import { softwareFeeds } from '../src/feed/presets.ts';
import { nameReader } from './name-reader.ts';

const { community } = feedNames;
const nameOf = nameReader(community);

describe('the address of a feed', () => {
  it.each([
    ['example.com/blog', 'https://example.com/blog', 'example.com/blog'],
    ['  <https://www.example.com/feed.xml>  ', 'https://www.example.com/feed.xml', 'example.com/feed.xml'],
    ['http://Example.com:8080/', 'http://example.com:8080/', 'example.com:8080'],
    ['https://example.com/feed.xml#Example Blog', 'https://example.com/feed.xml', 'Example Blog'],
  ])('%s', (typed, address, label) => {
    const name = nameOf(typed);
    expect([community.url(name), community.label(name)]).toEqual([address, label]);
    // A suggestion or an imported name is the same community.
    expect(nameOf(name)).toBe(name);
  });

  it.each(['', 'invoices', 'r/startups', 'mailto:jo@example.com', 'ftp://example.com', 'https://jo:pw@example.com'])(
    'is not %j',
    (typed) => {
      expect(nameOf(typed)).toBe(
        'This is not a web address. Enter the address of a blog, forum page or feed, such as example.com/blog',
      );
    },
  );

  it('has a limit', () => {
    expect(nameOf(`example.com/${'a'.repeat(400)}`)).toBe('An address has at most 400 characters');
  });

  it('cuts a long label between characters', () => {
    expect(community.label(nameOf(`example.com/#${'é😀'.repeat(50)}`))).toBe('é😀'.repeat(30));
  });
});

describe('pages of well-known sites', () => {
  it.each([
    ['lobste.rs/t/programming', 'https://lobste.rs/t/programming.rss', 'Lobsters: programming'],
    ['https://dev.to/t/startup', 'https://dev.to/feed/tag/startup', 'DEV: #startup'],
    [
      'https://stackoverflow.com/questions/tagged/c%2b%2b?tab=Newest',
      'https://stackoverflow.com/feeds/tag?tagnames=c%2b%2b&sort=newest',
      'Stack Overflow: c++',
    ],
    [
      'workplace.stackexchange.com/questions/tagged/freelancing',
      'https://workplace.stackexchange.com/feeds/tag?tagnames=freelancing&sort=newest',
      'Workplace: freelancing',
    ],
    ['medium.com/tag/bootstrapping', 'https://medium.com/feed/tag/bootstrapping', 'Medium: bootstrapping'],
    ['https://medium.com/@jo', 'https://medium.com/feed/@jo', 'Medium: @jo'],
    ['quiet.substack.com/p/one', 'https://quiet.substack.com/feed', 'Substack: quiet'],
    ['https://www.youtube.com/channel/UC1', 'https://www.youtube.com/feeds/videos.xml?channel_id=UC1', 'YouTube: UC1'],
    [
      'github.com/jestjs/jest/discussions',
      'https://github.com/jestjs/jest/discussions.atom?discussions_q=sort%3Adate_created',
      'GitHub: jestjs/jest discussions',
    ],
  ])('%s is the feed %s', (typed, address, label) => {
    const name = nameOf(typed);
    expect([community.url(name), community.label(name)]).toEqual([address, label]);
    expect(nameOf(name)).toBe(name);
  });
});

describe('pages of forum software', () => {
  it.each([
    ['https://forum.example/c/help/billing/12', ['https://forum.example/c/help/billing/12.rss']],
    ['https://forum.example/tag/invoices', ['https://forum.example/tag/invoices.rss']],
    ['https://social.example/@jo', ['https://social.example/@jo.rss']],
    ['https://social.example/tags/freelance', ['https://social.example/tags/freelance.rss']],
    [
      'https://lemmy.example/c/selfhosted',
      [
        'https://lemmy.example/feeds/c/selfhosted.xml?sort=New',
        'https://lemmy.example/feeds/videos.xml?videoChannelName=selfhosted',
      ],
    ],
    ['https://tube.example/a/jo/videos', ['https://tube.example/feeds/videos.xml?accountName=jo']],
    ['https://board.example/phpbb/viewforum.php?f=7', ['https://board.example/phpbb/app.php/feed/forum/7']],
    ['https://example.com/about', []],
  ])('%s may have %j', (page, feeds) => {
    expect(softwareFeeds(new URL(page))).toEqual(feeds);
  });
});
