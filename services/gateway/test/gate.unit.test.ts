import { expect, it } from '@jest/globals';
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { passwordGate, rounds } from '../src/domain/gate.ts';

it('each guess of the password from a stolen pass costs 210,000 rounds of PBKDF2', () => {
  const pass = passwordGate('let me in').newPass(new Date());
  const [until = '', salt = '', signature] = pass.split('.');
  const key = pbkdf2Sync('let me in', 'earshot development gate', 210_000, 32, 'sha512');
  expect(rounds).toBe(210_000);
  expect(signature).toBe(createHmac('sha256', key).update(`${until}.${salt}`).digest('base64url'));
});
