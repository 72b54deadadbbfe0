import { useEffect, useRef } from 'react';

/** The action of a key. Return false if there was nothing to do, so that the browser handles the key. */
export type Shortcut = (event: KeyboardEvent) => void | boolean;

/** By `KeyboardEvent.key`: 'j', '?', 'Escape'. Letters match only without Shift. */
export type Shortcuts = Readonly<Partial<Record<string, Shortcut>>>;

interface ShortcutOptions {
  /** Keys that repeat while they are held down. */
  readonly repeating?: readonly string[];
}

const writingRoles = '[role="combobox"], [role="listbox"], [role="menu"], [role="textbox"], [role="searchbox"]';
const writingInputs = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select';
const dialogs = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** Whether the target handles keys itself: a text input, a menu or a list of choices. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(`${writingInputs}, ${writingRoles}`) !== null;
}

/** Whether any dialog is shown, modal or not. */
export function dialogIsOpen(): boolean {
  return [...document.querySelectorAll<HTMLElement>(dialogs)].some((dialog) => dialog.checkVisibility?.() ?? true);
}

/** The shortcut for a key press; none with a modifier, while typing, or while a dialog is open. */
function shortcutFor(event: KeyboardEvent, shortcuts: Shortcuts, repeating: readonly string[] = []) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.repeat && !repeating.includes(event.key)) return undefined;
  const isLetter = /^\p{L}$/u.test(event.key);
  if (isLetter && event.shiftKey) return undefined;
  const shortcut = shortcuts[isLetter ? event.key.toLowerCase() : event.key];
  if (!shortcut || takesKeys(event.target) || dialogIsOpen()) return undefined;
  return shortcut;
}

/** Registers single-key shortcuts for a page while it is shown. */
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
