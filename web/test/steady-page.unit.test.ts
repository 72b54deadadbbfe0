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
};
const reading: Reading = { ...idle, hold: true };
const order = (page: SteadyPage) => page.leads.map(({ id }) => id).join('');

describe('a page of leads', () => {
  it('shows new leads at once while the user is not reading', () => {
    const before = steadyPage(null, answer('bcd'), idle);
    expect(order(steadyPage(before, answer('abcd'), idle))).toBe('abcd');
  });

  it('holds new leads back while the user is reading, and counts them', () => {
    const before = steadyPage(null, answer('cde'), idle);
    const held = steadyPage(before, answer('abcde'), reading);
    expect([order(held), held.waiting, held.total, held.mayBeMore]).toEqual(['cde', 2, 3, false]);
    const released = steadyPage(held, held.source, idle);
    expect([order(released), released.waiting, released.total]).toEqual(['abcde', 0, 5]);
  });

  it('shows that there may be more when a whole page of new leads waits', () => {
    const before = steadyPage(null, answer('xyz'), idle);
    const held = steadyPage(before, answer('abcdefghijklmnopqrst', 40), reading);
    expect([order(held), held.waiting, held.mayBeMore]).toEqual(['xyz', 20, true]);
  });

  it('updates leads in place, and keeps those that moved to the next page', () => {
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

  it('fills the place of a lead that left, at the end of the list', () => {
    const fits = ({ id }: Lead) => id !== 'b';
    const before = steadyPage(null, answer('abcdefghijklmnopqrst', 21), idle);
    const held = steadyPage(before, answer('acdefghijklmnopqrstu', 20), { ...reading, fits });
    expect(order(held)).toBe('abcdefghijklmnopqrstu');
    expect(held.waiting).toBe(0);
  });

  it('keeps the place of a lead that no longer matches the filter, so that it returns there', () => {
    const fits = ({ id }: Lead) => id !== 'b';
    const before = steadyPage(null, answer('abc'), idle);
    expect(order(steadyPage(before, answer('Zac'), { ...idle, fits }))).toBe('Zabc');
  });

  it('counts by the total on later pages, where new leads come from the page before', () => {
    const second = { ...reading, page: 2 };
    const before = steadyPage(null, answer('cde', 23), { ...second, hold: false });
    const held = steadyPage(before, answer('bcd', 24), second);
    expect([order(held), held.waiting]).toEqual(['cde', 1]);
  });

  it('holds nothing while the list is empty', () => {
    const before = steadyPage(null, answer(''), idle);
    expect(order(steadyPage(before, answer('ab'), reading))).toBe('ab');
  });

  it('starts over with another list, and stays the same object while nothing is new', () => {
    const list = answer('ab');
    const before = steadyPage(null, list, idle);
    expect(steadyPage(before, list, reading)).toBe(before);
    expect(order(steadyPage(before, answer('xy'), { ...reading, key: 'page 2' }))).toBe('xy');
  });
});
