import { describe, expect, it } from '@jest/globals';
import { githubNames } from '../src/github/names.ts';
import { nameReader } from './name-reader.ts';

const { community } = githubNames;
const nameOf = nameReader(community);

describe('names of searches on GitHub', () => {
  it.each([
    ['Late   payments', 'late payments', 'GitHub: late payments'],
    ['invoices language:ruby', 'invoices language:ruby', 'GitHub: invoices language:ruby'],
    ['github.com/acme/billing', 'repo:acme/billing', 'GitHub: acme/billing'],
    ['https://github.com/Acme/Billing/issues?q=is%3Aopen', 'repo:acme/billing', 'GitHub: acme/billing'],
    ['https://github.com/search?q=overdue+invoices&type=issues', 'overdue invoices', 'GitHub: overdue invoices'],
  ])('%s is %s', (typed, name, label) => {
    expect([nameOf(typed), community.label(name)]).toEqual([name, label]);
    expect(nameOf(name)).toBe(name);
    expect(nameOf(community.url(name))).toBe(name);
  });

  it.each(['', 'x', 'https://example.com/search?q=invoices', 'github.com', 'x'.repeat(101)])('%j is none', (typed) => {
    expect(nameOf(typed)).toContain('Enter 2 to 100 characters to search for in GitHub issues');
  });
});
