import { examples } from '@earshot/proto/http/examples';
import { outreachContract, type RedditAccount } from '@earshot/proto/http/outreach';
import { expect, it } from '@jest/globals';
import { accountToUse } from '../src/features/outreach/chosen-account.ts';
import { waitWords } from '../src/features/outreach/holds.ts';
import { linkNews } from '../src/features/outreach/link-news.ts';
import { linkPath } from '../src/features/outreach/link-path.ts';
import { fullDate } from '../src/lib/format.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const [linked]: RedditAccount[] = outreachContract.listAccounts.response.parse(examples['listAccounts']?.response);
if (!linked) throw new Error('the contract has no example');

it('messages go out from the chosen account, else the first that the site still takes', () => {
  const [first, second, ended] = ['1', '2', '3'].map((id) => ({ ...linked, id, isActive: id !== '3' }));
  if (!first || !second || !ended) throw new Error('three accounts');
  expect(accountToUse([], null)).toBeNull();
  expect(accountToUse([ended], ended.id)).toBeNull();
  expect(accountToUse([ended, first, second], null)).toBe(first);
  expect(accountToUse([first, second], second.id)).toBe(second);
  expect(accountToUse([first, ended], ended.id)).toBe(first);
});

it('an account that may write is preferred, unless the user chose another one', () => {
  const hold = { reason: 'suspended', until: null } as const;
  const [held, free] = [
    { ...linked, id: '1', hold },
    { ...linked, id: '2' },
  ];
  expect(accountToUse([held, free], null)).toBe(free);
  expect(accountToUse([held, free], held.id)).toBe(held);
  expect(accountToUse([held], null)).toBe(held);
});

it.each([
  [500, 'in 1 s'],
  [12_000, 'in 12 s'],
  [512_200, 'in 8 min 33 s'],
  [3_600_000, 'in 60 min 0 s'],
])('a wait of %d ms is shown as %j', (ms, words) => {
  expect(waitWords(new Date(noon + ms).toISOString(), noon)).toBe(words);
});

it('a longer wait is shown as its end', () => {
  const until = new Date(noon + 86_400_000).toISOString();
  expect(waitWords(until, noon)).toBe(`at ${fullDate(until)}`);
});

it('linking returns to the lead with the filters of the list, if they fit', () => {
  const back = (search: string) =>
    new URL(linkPath({ id: 'l1', source: 'reddit' }, search), 'https://x.example').searchParams.get('return');
  expect(back('')).toBe('/dashboard/leads?lead=l1');
  expect(back('?q=a+b&lead=other&page=2')).toBe('/dashboard/leads?q=a+b&lead=l1&page=2');
  expect(back(`?q=${'x'.repeat(2_000)}`)).toBe('/dashboard/leads?lead=l1');
});

it('the result of linking is shown only for known codes and for accounts in the list', () => {
  const news = (search: string) => linkNews(new URLSearchParams(search), [linked])?.title;
  expect(news(`linked=${linked.username}`)).toBe('Account Linked');
  expect(news('linked=somebody')).toBeUndefined();
  expect(news('linkError=denied')).toBe('Link Failed');
  expect(news('linkError=made-up')).toBeUndefined();
});
