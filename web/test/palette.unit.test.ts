import { expect, it } from '@jest/globals';
import { type Command, commandsFor, inGroups } from '../src/app/palette/commands.ts';
import { optionAfter } from '../src/app/palette/options.ts';

const command = (label: string, more: Partial<Command> = {}): Command => {
  return { id: label, group: 'pages', icon: 'gear', label, run: () => undefined, ...more };
};
const commands = [
  command('Settings'),
  command('Settings: Two-step sign-in', { isHidden: true }),
  command('Start Scan', { group: 'actions', words: 'run read posts' }),
  command('Sign out', { group: 'actions', words: 'log out leave' }),
];
const found = (typed: string) => commandsFor(typed, commands).map(({ label }) => label);

it('finds the commands in which each typed word starts a word, the best first', () => {
  expect(found('')).toEqual(['Settings', 'Start Scan', 'Sign out']);
  expect(found('  SETT ')).toEqual(['Settings', 'Settings: Two-step sign-in']);
  expect(found('sign')).toEqual(['Sign out', 'Settings: Two-step sign-in']);
  expect(found('out log')).toEqual(['Sign out']);
  expect(found('s')).toEqual(['Settings', 'Settings: Two-step sign-in', 'Start Scan', 'Sign out']);
  expect(found('read')).toEqual(['Start Scan']);
  expect(found('ettings')).toEqual([]);
});

it('shows the group of the best command first', () => {
  expect(inGroups(commandsFor('start', commands)).map(({ name }) => name)).toEqual(['actions']);
  expect(inGroups(commandsFor('', commands)).map(({ name }) => name)).toEqual(['pages', 'actions']);
  expect(inGroups(commandsFor('sign out', commands)).map(({ name }) => name)).toEqual(['actions']);
});

it('arrow keys lead around the ends, and other keys nowhere', () => {
  const options = ['a', 'b', 'c'];
  expect(optionAfter('ArrowDown', 'c', options)).toBe('a');
  expect(optionAfter('ArrowUp', 'a', options)).toBe('c');
  expect(optionAfter('ArrowDown', undefined, options)).toBe('a');
  expect(optionAfter('Home', 'b', options)).toBeUndefined();
  expect(optionAfter('ArrowDown', undefined, [])).toBeUndefined();
});
