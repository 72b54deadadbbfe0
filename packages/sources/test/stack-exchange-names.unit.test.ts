import { describe, expect, it } from '@jest/globals';
import { stackExchangeNames } from '../src/stack-exchange/names.ts';
import { nameReader } from './name-reader.ts';

const { community, post } = stackExchangeNames;
const nameOf = nameReader(community);

describe('names of Stack Exchange', () => {
  it.each([
    ['stackoverflow.com/questions/tagged/invoices', 'stackoverflow/tag:invoices', 'Stack Overflow: invoices'],
    ['https://stackoverflow.com/questions/tagged/c%2b%2b?tab=Newest', 'stackoverflow/tag:c++', 'Stack Overflow: c++'],
    ['https://freelancing.stackexchange.com/', 'freelancing', 'Freelancing'],
    ['freelancing', 'freelancing', 'Freelancing'],
    [
      'https://superuser.com/search?q=Late+Payments',
      'superuser/search:late payments',
      'Super User search: late payments',
    ],
    ['mathoverflow.net', 'mathoverflow.net', 'MathOverflow'],
  ])('%s is %s', (typed, name, label) => {
    expect([nameOf(typed), community.label(name)]).toEqual([name, label]);
    expect(nameOf(name)).toBe(name);
    // The address of its page leads back to it.
    expect(nameOf(community.url(name))).toBe(name);
  });

  it.each(['', 'r/startups', 'https://example.com/questions/tagged/x', 'late payments'])('%j is none', (typed) => {
    expect(nameOf(typed)).toContain('This is not a Stack Exchange address');
  });

  it('are searches where they search, and questions have an address without their title', () => {
    expect([community.isSearch?.('superuser/search:a b'), community.isSearch?.('superuser/tag:a')]).toEqual([
      true,
      false,
    ]);
    expect(post.withoutTitle('https://superuser.com/questions/12/how-to-x')).toBe('https://superuser.com/questions/12');
  });
});
