import { addressReturns, markupLinks, trapHost } from '@earshot/testing/corpora';
import { describe, expect, it } from '@jest/globals';
import { safeHref } from '../src/lib/format.ts';

describe('the address of a link from outside', () => {
  it.each(markupLinks)('%j is no link, or one of http', (address) => {
    const href = safeHref(address, 'https://earshot.example');
    expect(href === undefined || /^https?:\/\//.test(href)).toBe(true);
  });

  it.each(addressReturns.filter((address) => !address.includes(trapHost)))('%j runs nothing', (address) => {
    expect(safeHref(address, 'https://earshot.example') ?? '').not.toMatch(/^(?:javascript|data):/i);
  });
});
