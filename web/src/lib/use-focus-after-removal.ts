import { useEffect, useRef } from 'react';

/**
 * Keeps the focus near what was taken out of a list by a button within it: the next such button, marked `data-remove`,
 * else the place itself. `count`: how many the list has.
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
