import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { cardOf, focusCard } from './card-focus.ts';

/** If the focused card leaves the list, the focus moves to the card that takes its place. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const before = useRef(ids);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      focused.current = cardOf(event.target)?.dataset['lead'] ?? null;
    };
    // A click outside of all cards means that the user has left the card.
    const onPress = (event: PointerEvent) => {
      if (cardOf(event.target) === null) focused.current = null;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, []);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = ids;
    const id = focused.current;
    if (id === null || ids.includes(id) || !was.includes(id) || document.activeElement !== document.body) return;
    const follower = was.slice(was.indexOf(id)).find((other) => ids.includes(other)) ?? ids.at(-1);
    const card = list.current?.querySelector<HTMLElement>(`[data-lead="${CSS.escape(follower ?? '')}"]`);
    if (card) focusCard(card);
  }, [ids, list]);
}
