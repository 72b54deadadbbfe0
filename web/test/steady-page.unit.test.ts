import type { Lead, LeadList } from '@earshot/proto/http/lead';
import { describe, expect, it } from '@jest/globals';
import { type Reading, type SteadyPage, steadyPage } from '../src/features/leads/steady-page.ts';
import { aLead } from './a-lead.ts';

const answer = (ids: string, total = ids.length, given: Partial<Lead> = {}): LeadList => ({
  leads: [...ids].map((id) => aLead(id, given)),
  total,
  totalPages: Math.ceil(total / 20),
});

const idle: Reading = {
  key: 'all',
  page: 1,
  hold: false,
  fits: () => true,
  isPending: () => false,
  latest: () => undefined,
};
const reading: Reading = { ...idle, hold: true };
const order = (page: SteadyPage) => page.leads.map(({ id }) => id).join('');

describe('a page of leads', () => {
  it('shows new leads at once while nobody reads', () => {
    const before = steadyPage(null, answer('bcd'), idle);
    expect(order(steadyPage(before, answer('abcd'), idle))).toBe('abcd');
  });

  it('lets new leads wait while somebody reads, and counts them', () => {
    const before = steadyPage(null, answer('cde'), idle);
    const held = steadyPage(before, answer('abcde'), reading);
    expect([order(held), held.waiting, held.total, held.mayBeMore]).toEqual(['cde', 2, 3, false]);
    const released = steadyPage(held, held.source, idle);
    expect([order(released), released.waiting, released.total]).toEqual(['abcde', 0, 5]);
  });

  it('says that there may be more when a whole page of new leads waits', () => {
    const before = steadyPage(null, answer('xyz'), idle);
    const held = steadyPage(before, answer('abcdefghijklmnopqrst', 40), reading);
    expect([order(held), held.waiting, held.mayBeMore]).toEqual(['xyz', 20, true]);
  });

  it('takes new facts in place, and keeps what has moved on to the next page', () => {
    const before = steadyPage(null, answer('abcdefghijklmnopqrst', 25), idle);
    const news = answer('ZYabcdefghijklmnopqr', 27, { relevance: 'high' });
    const held = steadyPage(before, news, reading);
    expect([order(held), held.waiting]).toEqual(['abcdefghijklmnopqrst', 2]);
    expect(held.leads.map(({ relevance }) => relevance)).toEqual([
      ...Array.from({ length: 18 }, () => 'high'),
      'medium',
      'medium',
    ]);
  });

  it('knows of what has moved on what the server said of it alone', () => {
    const before = steadyPage(null, answer('ab'), idle);
    const latest = (id: string) => aLead(id, { status: 'skipped' });
    const held = steadyPage(before, answer('a', 1), { ...reading, latest });
    expect(held.leads.map(({ status }) => status)).toEqual(['new', 'skipped']);
  });

  it('fills the room that a lead has left, at the end', () => {
    const fits = ({ id }: Lead) => id !== 'b';
    const before = steadyPage(null, answer('abcdefghijklmnopqrst', 21), idle);
    const held = steadyPage(before, answer('acdefghijklmnopqrstu', 20), { ...reading, fits });
    expect(order(held)).toBe('abcdefghijklmnopqrstu');
    expect(held.waiting).toBe(0);
  });

  it('keeps the place of a lead that has left the filter, so that it comes back to it', () => {
    const fits = ({ id }: Lead) => id !== 'b';
    const before = steadyPage(null, answer('abc'), idle);
    expect(order(steadyPage(before, answer('Zac'), { ...idle, fits }))).toBe('Zabc');
  });

  it('counts by the total on later pages, where what is new has come down from the page before', () => {
    const second = { ...reading, page: 2 };
    const before = steadyPage(null, answer('cde', 23), { ...second, hold: false });
    const held = steadyPage(before, answer('bcd', 24), second);
    expect([order(held), held.waiting]).toEqual(['cde', 1]);
  });

  it('has nothing to hold where nothing is shown', () => {
    const before = steadyPage(null, answer(''), idle);
    expect(order(steadyPage(before, answer('ab'), reading))).toBe('ab');
  });

  it('begins anew with another list, and stays the same object while nothing is new', () => {
    const list = answer('ab');
    const before = steadyPage(null, list, idle);
    expect(steadyPage(before, list, reading)).toBe(before);
    expect(order(steadyPage(before, answer('xy'), { ...reading, key: 'page 2' }))).toBe('xy');
  });
});
