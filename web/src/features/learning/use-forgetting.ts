import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useForgetLearning } from './api/forget-learning.ts';

/**
 * The confirmation before everything that was learned is deleted. Its button disappears with the data, either before or after the
 * dialog closes; the focus then moves to `place`.
 */
export function useForgetting(labels: number, place: RefObject<HTMLElement | null>) {
  const forget = useForgetLearning();
  const [isAsking, setIsAsking] = useState(false);
  const wasAgreedTo = useRef(false);
  const keepFocus = () => {
    if (!wasAgreedTo.current || place.current?.contains(document.activeElement)) return;
    wasAgreedTo.current = false;
    place.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (!isAsking) keepFocus();
  }, [labels, isAsking]);
  return {
    isAsking,
    isBusy: forget.isPending,
    ask: () => setIsAsking(true),
    cancel: () => setIsAsking(false),
    agree: () => {
      wasAgreedTo.current = true;
      forget.mutate(undefined, { onSettled: () => setIsAsking(false) });
    },
    keepFocus,
  };
}
