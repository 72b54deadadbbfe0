import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { useUnsavedWork } from './unsaved-work.ts';

/** The question whether to leave, while it is asked. */
export interface UnsavedGuard {
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Holds who is about to leave the page with unsaved edits: by a link, by going back, by signing out; the browser asks
 * on its own where the tab is closed. The end of a session is not held up: the edits wait in the tab's storage.
 * One guard a page, since a router has one blocker.
 */
export function useUnsavedGuard(isDirty: boolean, abandon: () => void): UnsavedGuard {
  const unsaved = useUnsavedWork();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const giveUp = useRef(abandon);
  useEffect(() => {
    giveUp.current = abandon;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== paths.auth,
  );
  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    const part = unsaved.join({
      ask: () => new Promise((resolve) => setAnswer(() => resolve)),
      abandon: () => giveUp.current(),
    });
    return () => {
      removeEventListener('beforeunload', hold);
      part();
    };
  }, [isDirty, unsaved]);
  const tell = (leave: boolean) => {
    answer?.(leave);
    setAnswer(null);
  };
  return {
    isAsking: blocker.state === 'blocked' || answer !== null,
    stay: () => {
      blocker.reset?.();
      tell(false);
    },
    leave: () => {
      abandon();
      blocker.proceed?.();
      tell(true);
    },
  };
}
