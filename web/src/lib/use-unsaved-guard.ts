import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { useUnsavedWork } from './unsaved-work.ts';

/** State of the question whether to leave. */
export interface UnsavedGuard {
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Asks before the user leaves the page with unsaved edits by a link, by back navigation or by signing out. If the tab is closed, the
 * browser asks. It does not block the redirect to login after a session has ended: the edits stay in the tab's storage.
 * Use one guard per page, because a router supports only one blocker.
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
  const resolveAnswer = (leave: boolean) => {
    answer?.(leave);
    setAnswer(null);
  };
  return {
    isAsking: blocker.state === 'blocked' || answer !== null,
    stay: () => {
      blocker.reset?.();
      resolveAnswer(false);
    },
    leave: () => {
      abandon();
      blocker.proceed?.();
      resolveAnswer(true);
    },
  };
}
