import { describe, expect, it } from '@jest/globals';
import { passwordForms, passwordWeakness } from '@earshot/proto/password-rules';
import { commonPasswordList } from '../src/clients/common-password-list.ts';

const owner = { email: 'Ann.Lee@example.com', firstName: 'Annabelle', lastName: 'Lee' };
const common = commonPasswordList();

describe('a weak password', () => {
  it.each([
    ['        ', 'blank'],
    ['\t  \u00a0\u2003   ', 'blank'],
    ['aaaaaaaa', 'repeated'],
    ['AbAbABAB', 'repeated'],
    ['abc!abc!ab', 'repeated'],
    ['🙂🙂🙂🙂🙂🙂🙂🙂', 'repeated'],
    ['QWERTYUIOP', 'run'],
    ['poiuytrewq', 'run'],
    ['qwertzuiop', 'run'],
    ['abcdefgh', 'run'],
    ['wxyzabcd', 'run'],
    ['87654321', 'run'],
    ['7890123456', 'run'],
    ['!@#$%^&*', 'run'],
    ['Abc12345', 'run'],
    ['1qwerty!', 'run'],
    ['ann.lee@example.com', 'personal'],
    ['99ann.lee!', 'personal'],
    ['Annabelle', 'personal'],
    ['annabelle lee', 'personal'],
    ['LeeAnnabelle1', 'personal'],
    ['lee12345', 'personal'],
    ['Earshot2026', 'product'],
  ])('%j is %s', (password, weakness) => {
    expect(passwordWeakness(password, owner)).toBe(weakness);
  });

  it.each([
    'a quiet harbour',
    'abcdeabcde',
    'ab345678',
    'Lee and Annabelle',
    'earshots apart',
    'Zürich-Gare-7',
    '2x4=8!?%$',
  ])('%j is not weak', (password) => {
    expect(passwordWeakness(password, owner)).toBeNull();
  });

  it('an account without names refuses no password because of them', () => {
    expect(passwordWeakness('x9 and more', { email: '', firstName: '', lastName: null })).toBeNull();
  });
});

describe('the common passwords', () => {
  it.each(['password', 'PASSWORD', '12password!', 'iloveyou', 'sunshine1', 'Football'])(
    'holds %j',
    async (password) => {
      const found = await Promise.all(passwordForms(password).map((form) => common.has(form)));
      expect(found).toContain(true);
    },
  );

  it.each(['a quiet harbour', '!', '~~~~~~~~~~', '', 'passwor', 'password\npassword'])(
    'does not hold %j',
    async (password) => {
      expect(await common.has(password)).toBe(false);
    },
  );
});
