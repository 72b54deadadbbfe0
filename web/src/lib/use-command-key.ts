import { useEffect, useRef } from 'react';
import { dialogIsOpen } from './use-shortcuts.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The key that opens the palette, as people of this system write it, and as `aria-keyshortcuts` needs it. */
export const commandKey = isMac ? { label: '⌘K', aria: 'Meta+K' } : { label: 'Ctrl+K', aria: 'Control+K' };

/** Whether this key press is the key of the palette. On a Mac, Control and K delete the rest of a line, so only Command counts there. */
export function isCommandKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const held = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && held && !altKey && !shiftKey;
}

/** Calls back for the key of the palette, in text fields too. While a dialog is open, the key is left to the browser. */
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
