/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useShortcuts } from '../src/lib/use-shortcuts.ts';

afterEach(() => document.body.replaceChildren());

/** The shortcuts of j, x and ? that a key press at an element of this HTML triggers. */
function press(html: string, key: KeyboardEventInit) {
  document.body.innerHTML = html;
  const acted = jest.fn<(key: string) => void>();
  const shortcuts = { j: () => acted('j'), x: () => false, '?': () => acted('?') };
  const { unmount } = renderHook(() => useShortcuts(shortcuts, { repeating: ['j'] }));
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key });
  (document.querySelector('#here') ?? document.body).dispatchEvent(event);
  unmount();
  return { acted: acted.mock.calls.flat().join(''), prevented: event.defaultPrevented };
}

it.each([
  ['on the page', '', { key: 'j' }],
  ['held down', '', { key: 'j', repeat: true }],
  ['with the capital lock', '', { key: 'J' }],
  ['on a button', '<button id="here"></button>', { key: 'j' }],
  ['on a checkbox', '<input type="checkbox" id="here">', { key: 'j' }],
])('a key acts %s', (_, html, key) => {
  expect(press(html, key)).toEqual({ acted: 'j', prevented: true });
});

it('a sign that needs Shift acts, and a shortcut that had nothing to do leaves the key to the browser', () => {
  expect(press('', { key: '?', shiftKey: true })).toEqual({ acted: '?', prevented: true });
  expect(press('', { key: 'x' })).toEqual({ acted: '', prevented: false });
});

it.each([
  ['in a field', '<input id="here">', { key: 'j' }],
  ['in a text', '<textarea id="here"></textarea>', { key: 'j' }],
  ['in a choice', '<div role="combobox"><span id="here"></span></div>', { key: 'j' }],
  ['in a menu', '<ul role="menu"><li role="menuitem" id="here"></li></ul>', { key: 'j' }],
  ['under a dialog', '<div role="dialog"></div><button id="here"></button>', { key: 'j' }],
  ['with Control', '', { key: 'j', ctrlKey: true }],
  ['with Meta', '', { key: 'j', metaKey: true }],
  ['with Alt', '', { key: 'j', altKey: true }],
  ['with Shift', '', { key: 'J', shiftKey: true }],
  ['while characters are composed', '', { key: 'j', isComposing: true }],
  ['held down, where that is not meant', '', { key: '?', repeat: true }],
  ['of which nobody knows', '', { key: 'q' }],
])('a key does nothing %s', (_, html, key) => {
  expect(press(html, key)).toEqual({ acted: '', prevented: false });
});
