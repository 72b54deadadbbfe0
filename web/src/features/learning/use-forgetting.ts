import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForgetLearning } from './api/learning.ts';

/**
 * The confirmation before everything that was learned is deleted. Its button disappears with the data, either before or after the
 * dialog closes; the focus then moves to `place`.
 */
export function useForgetting(labels: number, place: RefObject<HTMLElement | null>) {
  const forget = useForgetLearning();
  const [isAsking, setIsAsking] = useState(false);
  const focusLeaves = useRef(false);
  const keepFocus = () => {
    // While the button is still there, the dialog returns the focus to it.
    if (!focusLeaves.current || place.current?.contains(document.activeElement)) return;
    focusLeaves.current = false;
    place.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    // Until the dialog has closed, the focus is in it.
    if (document.activeElement === document.body) keepFocus();
  }, [labels]);
  return {
    isAsking,
    isBusy: forget.isPending,
    ask: () => setIsAsking(true),
    cancel: () => setIsAsking(false),
    agree: () => {
      const onSuccess = () => {
        focusLeaves.current = true;
      };
      forget.mutate(undefined, { onSuccess, onSettled: () => setIsAsking(false) });
    },
    keepFocus,
  };
}
