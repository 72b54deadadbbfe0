import { expect, it } from '@jest/globals';
import { visitorAddress } from '../src/domain/address.ts';

it.each([
  ['nothing told', undefined, 0, 'peer'],
  ['hearsay without proxies of ours', '1.1.1.1', 0, 'peer'],
  ['what our one proxy saw', '9.9.9.9, 1.1.1.1', 1, '1.1.1.1'],
  ['what the outer of two saw', '9.9.9.9, 2.2.2.2,1.1.1.1', 2, '2.2.2.2'],
  ['several headers', ['9.9.9.9', '2.2.2.2, 1.1.1.1'], 1, '1.1.1.1'],
  ['fewer than our proxies', '1.1.1.1', 2, 'peer'],
  ['nothing where our proxy should have told', '', 1, 'peer'],
])('the visitor is at: %s', (_name, forwardedFor, proxies, wanted) => {
  expect(visitorAddress({ peer: 'peer', forwardedFor, proxies })).toBe(wanted);
});
