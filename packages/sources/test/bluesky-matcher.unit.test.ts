import { describe, expect, it } from '@jest/globals';
import { matcherOf } from '../src/bluesky/matcher.ts';
import { blueskyTarget } from '../src/bluesky/names.ts';

const communityOf = (name: string) => {
  const target = blueskyTarget(name);
  return target.kind === 'search' ? { name, search: target } : { name, dids: [target.actor] };
};
const finds = (words: string, text: string, langs: readonly string[] = ['en']) =>
  matcherOf([communityOf(`search:${words}`)])({ did: 'did:plc:a', text, langs }).length > 0;

describe('a search', () => {
  it.each([
    ['late invoice', 'The INVOICE is Late again', true],
    ['late invoice', 'The invoice is lately paid', false],
    ['late invoice', 'The invoices are late', false],
    ['invoice', '#invoice', true],
    ['"late payment"', 'another late payment, again', true],
    ['"late payment"', 'late again: no payment', false],
    ['"late payment" tool', 'a tool against late late payment', true],
    ['e-mail', 'my e-mail is full', true],
    ['e-mail', 'e is for mail', false],
    ['"won’t pay"', "they won't pay", true],
    ['cafe', 'the Café is closed', true],
    ['rechnung für', 'Rechnung fuer die Firma', true],
    ['請求書', 'フリーランスです。請求書を自動で送れる', true],
    ['請求書 invoice', '請求書を送る', false],
    ['請求書 invoice', '請求書 (invoice) を送る', true],
  ])('for %j in %j: %j', (words, text, found) => {
    expect(finds(words, text)).toBe(found);
  });

  it('may name languages', () => {
    expect(finds('tool lang:en', 'a tool', ['en-GB'])).toBe(true);
    expect(finds('tool lang:en lang:fr', 'a tool', ['fr'])).toBe(true);
    expect(finds('tool lang:en', 'a tool', ['de'])).toBe(false);
    expect(finds('tool lang:en', 'a tool', [])).toBe(false);
  });
});

it('a post is in all of its communities', () => {
  const author = 'did:plc:z72i7hdynmk6r22z27h6tvur';
  const names = ['search:invoice', 'search:tool', `${author}#bsky.app`, 'search:invoice tool'];
  const match = matcherOf([...names.map(communityOf), { name: 'a list', dids: ['did:plc:b', author] }]);
  expect(match({ did: author, text: 'an invoice tool', langs: [] }).toSorted()).toEqual(
    [...names, 'a list'].toSorted(),
  );
  expect(match({ did: 'did:plc:b', text: 'an invoice', langs: [] }).toSorted()).toEqual(['a list', 'search:invoice']);
  expect(match({ did: 'did:plc:c', text: 'hello', langs: [] })).toEqual([]);
});
