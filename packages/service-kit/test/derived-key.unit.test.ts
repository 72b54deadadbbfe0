import { expect, it } from '@jest/globals';
import { derivedKey } from '../src/identity/derived-key.ts';
import { newKeyPair } from '../src/identity/key-pair.ts';

it('a derived key is the same wherever the private key is, and differs by purpose and private key', () => {
  const { privateKey } = newKeyPair();
  const key = derivedKey(privateKey, 'list-positions');
  expect(key.length).toBe(32);
  expect(derivedKey(`\n${privateKey}\n`, 'list-positions')).toEqual(key);
  expect(derivedKey(privateKey, 'something else')).not.toEqual(key);
  expect(derivedKey(newKeyPair().privateKey, 'list-positions')).not.toEqual(key);
});
