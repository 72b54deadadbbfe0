import { type RefObject, useEffect, useState } from 'react';

/** Scrolling further than this counts as reading. Pixels. */
const atTop = 40;
/** Time in ms without input after which the pointer counts as idle. */
const restMs = 2000;

const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'touchmove'] as const;

/** Whether the user reads or works in `root`: has scrolled, has the focus there, or has just used the pointer or keys there. */
export function useReading(root: RefObject<HTMLElement | null>): boolean {
  const [isReading, setIsReading] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let busyUntil = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const rest = busyUntil - performance.now();
      setIsReading(scrollY > atTop || element.contains(document.activeElement) || rest > 0);
      if (rest > 0) timer = setTimeout(look, rest);
    };
    const onSign = () => {
      const wasBusy = busyUntil > performance.now();
      busyUntil = performance.now() + restMs;
      if (!wasBusy) look();
    };
    look();
    const [passive, capture] = [{ passive: true }, { capture: true }];
    for (const sign of signs) element.addEventListener(sign, onSign, passive);
    for (const change of ['focusin', 'focusout'] as const) document.addEventListener(change, look, capture);
    addEventListener('scroll', look, passive);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) element.removeEventListener(sign, onSign);
      for (const change of ['focusin', 'focusout'] as const) document.removeEventListener(change, look, capture);
      removeEventListener('scroll', look);
    };
  }, [root]);
  return isReading;
}
