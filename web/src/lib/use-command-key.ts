import { useEffect, useRef } from 'react';
import { dialogIsOpen } from './use-shortcuts.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The key that opens the palette: its label on this system, and its value for `aria-keyshortcuts`. */
export const commandKey = isMac ? { label: '⌘K', aria: 'Meta+K' } : { label: 'Ctrl+K', aria: 'Control+K' };

/** Whether this key press is the key of the palette. On a Mac, Control and K delete the rest of a line, so only Command counts there. */
export function isCommandKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const hasModifier = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && hasModifier && !altKey && !shiftKey;
}

/** Calls `onPress` when the user presses the palette's key, in text fields too. While a dialog is open, the browser handles the key. */
export function useCommandKey(onPress: () => void): void {
  const current = useRef(onPress);
  useEffect(() => {
    current.current = onPress;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || !isCommandKey(event) || dialogIsOpen()) return;
      event.preventDefault();
      current.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
