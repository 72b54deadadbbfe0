import { describe, expect, it } from '@jest/globals';
import { blueskyNames } from '../src/bluesky/names.ts';
import { nameReader } from './name-reader.ts';

const { community, author } = blueskyNames;
const nameOf = nameReader(community);
const did = 'did:plc:z72i7hdynmk6r22z27h6tvur';

describe('names of Bluesky', () => {
  it.each([
    ['Late Payments', 'search:late payments', 'Bluesky search: late payments'],
    [
      '“client won’t pay”  freelance',
      'search:"client won’t pay" freelance',
      'Bluesky search: "client won’t pay" freelance',
    ],
    ['lang:EN-us invoice lang:fr', 'search:invoice lang:en lang:fr', 'Bluesky search: invoice lang:en lang:fr'],
    ['invoice invoice - "', 'search:invoice', 'Bluesky search: invoice'],
    ['請求書', 'search:請求書', 'Bluesky search: 請求書'],
    ['https://bsky.app/search?q=%22late+payment%22', 'search:"late payment"', 'Bluesky search: "late payment"'],
    ['bsky.app/hashtag/Freelance', 'search:freelance', 'Bluesky search: freelance'],
    ['node.js help', 'search:node.js help', 'Bluesky search: node.js help'],
    ['@Jay.bsky.team', '@jay.bsky.team', '@jay.bsky.team'],
    ['pfrazee.bsky.social', '@pfrazee.bsky.social', '@pfrazee.bsky.social'],
    ['<https://bsky.app/profile/jay.bsky.team>', '@jay.bsky.team', '@jay.bsky.team'],
    ['https://bsky.app/profile/jay.bsky.team/post/3kabc', '@jay.bsky.team', '@jay.bsky.team'],
    [`https://bsky.app/profile/${did}`, did, did],
    [`${did}#bsky.app`, `${did}#bsky.app`, '@bsky.app'],
    ['bsky.app/profile/jay.bsky.team/lists/3kabc', '@jay.bsky.team/lists/3kabc', 'Bluesky list of @jay.bsky.team'],
    [`${did}/lists/3kabc#Freelance People`, `${did}/lists/3kabc#Freelance People`, 'Bluesky list: Freelance People'],
  ])('%s is %s', (typed, name, label) => {
    expect([nameOf(typed), community.label(name)]).toEqual([name, label]);
    expect(nameOf(name)).toBe(name);
    // The address of its page leads back to it.
    expect(nameOf(community.url(name))).toBe(name);
  });

  it('a search may be typed as the list shows it', () => {
    expect(nameOf('Bluesky search: "late payment" lang:en')).toBe('search:"late payment" lang:en');
  });

  it.each([
    ['', 'A search has 2 to 100 characters'],
    ['x'.repeat(101), 'A search has 2 to 100 characters'],
    ['lang:en', 'This search contains no words. Add at least one, such as invoice lang:en'],
    ['invoice -crypto', 'A Bluesky search cannot exclude words. Remove the terms that begin with a minus'],
    ['https://example.com/profile/jay.bsky.team', 'Enter words to search for, an account'],
    ['@nobody', 'Enter words to search for, an account'],
    ['did:plc:short', 'Enter words to search for, an account'],
    ['https://bsky.app/settings', 'Enter words to search for, an account'],
  ])('%j is none', (typed, problem) => {
    expect(nameOf(typed)).toContain(problem);
  });

  it('of authors are their handles, or their ids without one', () => {
    expect([author.label('jay.bsky.team'), author.label(did)]).toEqual(['@jay.bsky.team', did]);
  });
});
