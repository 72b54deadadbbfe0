import { useEffect, useRef } from 'react';

/** What a key does. Give false when there was nothing to do, so that the browser does what it does with the key. */
export type Shortcut = (event: KeyboardEvent) => void | boolean;

/** By `KeyboardEvent.key`: 'j', '?', 'Escape'. Letters are meant without Shift. */
export type Shortcuts = Readonly<Partial<Record<string, Shortcut>>>;

interface ShortcutOptions {
  /** Keys that act again and again while they are held down. */
  readonly repeating?: readonly string[];
}

const writingRoles = '[role="combobox"], [role="listbox"], [role="menu"], [role="textbox"], [role="searchbox"]';
const writingInputs = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select';
const dialogs = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** Whether a key pressed here is typing, or belongs to a menu or a list of choices. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(`${writingInputs}, ${writingRoles}`) !== null;
}

function dialogIsOpen(): boolean {
  return [...document.querySelectorAll<HTMLElement>(dialogs)].some((dialog) => dialog.checkVisibility?.() ?? true);
}

/** The shortcut that a key press asks for; none with a modifier, while writing, or while a dialog is open. */
function shortcutFor(event: KeyboardEvent, shortcuts: Shortcuts, repeating: readonly string[] = []) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.repeat && !repeating.includes(event.key)) return undefined;
  const isLetter = /^\p{L}$/u.test(event.key);
  if (isLetter && event.shiftKey) return undefined;
  const shortcut = shortcuts[isLetter ? event.key.toLowerCase() : event.key];
  if (!shortcut || takesKeys(event.target) || dialogIsOpen()) return undefined;
  return shortcut;
}

/** Single keys that act on a page while it is shown. */
export function useShortcuts(shortcuts: Shortcuts, { repeating }: ShortcutOptions = {}): void {
  const current = useRef({ shortcuts, repeating });
  useEffect(() => {
    current.current = { shortcuts, repeating };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutFor(event, current.current.shortcuts, current.current.repeating);
      if (shortcut && shortcut(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
