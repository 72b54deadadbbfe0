import { describe, expect, it } from '@jest/globals';
import { discourseNames } from '../src/discourse/names.ts';
import { nameReader } from './name-reader.ts';

const { community, post } = discourseNames;
const nameOf = nameReader(community);

describe('names of searches on forums', () => {
  it.each([
    [
      'community.n8n.io late payments',
      'https://community.n8n.io/search?q=late%20payments',
      'community.n8n.io: late payments',
    ],
    [
      'https://Community.n8n.io/search?q=Late+Payments&expanded=true',
      'https://community.n8n.io/search?q=late%20payments',
      'community.n8n.io: late payments',
    ],
    [
      'https://www.example.org/forum/  invoices #billing',
      'https://www.example.org/forum/search?q=invoices%20%23billing',
      'example.org/forum: invoices #billing',
    ],
    [
      'http://127.0.0.1:8091/discourse invoices',
      'http://127.0.0.1:8091/discourse/search?q=invoices',
      '127.0.0.1:8091/discourse: invoices',
    ],
  ])('%s is %s', (typed, name, label) => {
    expect([nameOf(typed), community.label(name)]).toEqual([name, label]);
    expect(nameOf(name)).toBe(name);
    expect(nameOf(community.url(name))).toBe(name);
  });

  it.each([
    ['late payments', 'Enter the address of a Discourse forum and the words'],
    ['community.n8n.io', 'Enter 3 to 80 characters to search for'],
    ['community.n8n.io ab', 'Enter 3 to 80 characters to search for'],
    ['https://me:secret@example.org/search?q=invoices', 'Enter the address of a Discourse forum and the words'],
  ])('%s is none', (typed, problem) => {
    expect(nameOf(typed)).toContain(problem);
  });

  it('posts have an address without their title', () => {
    expect(post.withoutTitle('https://example.org/forum/t/a-title/12/3')).toBe('https://example.org/forum/t/12/3');
  });
});
