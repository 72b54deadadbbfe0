import { useEffect, useRef } from 'react';

/**
 * Keeps the focus in place after a button has removed its item from a list: moves it to the next button marked `data-remove`,
 * or else to the list. `count` is the number of items.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number) {
  const place = useRef<E>(null);
  const removedAt = useRef<number | null>(null);
  const before = useRef(count);
  useEffect(() => {
    const at = removedAt.current;
    const isShorter = count < before.current;
    before.current = count;
    if (at === null || !isShorter) return;
    removedAt.current = null;
    if (document.activeElement !== document.body) return;
    const buttons = place.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? place.current)?.focus();
  }, [count]);
  const removing = (index: number) => {
    removedAt.current = index;
  };
  return { place, removing };
}
