import { expect, it } from '@jest/globals';
import { anyWebAddress, baseAddress, originAddress } from '../src/web-address.ts';

const accepts = (schema: typeof anyWebAddress | typeof originAddress, text: string) => schema.safeParse(text).success;

it.each([
  // The address, and whether it can be an origin, a base, any web address.
  ['https://example.com', true, true, true],
  ['https://example.com/', true, true, true],
  ['http://[::1]:8080', true, true, true],
  ['https://example.com/v1', false, true, true],
  ['https://example.com/?', false, false, true],
  ['https://example.com/?a=1', false, false, true],
  ['https://example.com/#', false, false, true],
  ['https://ada@example.com', false, false, false],
  ['https://ada:secret@example.com', false, false, false],
  ['example.com', false, false, false],
  ['localhost:8080', false, false, false],
  ['ftp://example.com', false, false, false],
  ['javascript:alert(1)', false, false, false],
])('%s', (text, origin, base, any) => {
  expect([accepts(originAddress, text), accepts(baseAddress, text), accepts(anyWebAddress, text)]).toEqual([
    origin,
    base,
    any,
  ]);
});

it('an origin has no slash at its end', () => {
  expect(originAddress.parse('https://Example.com:443/')).toBe('https://example.com');
});
