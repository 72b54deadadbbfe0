import { createContext, use } from 'react';
import { authPath, paths } from '../config/paths.ts';
import type { Toaster } from '../lib/toaster.ts';

const redirectDelayMs = 500;

/** What to do when the server says that nobody is signed in. */
export type OnSignedOut = () => void;

interface SignedOutDeps {
  readonly toaster: Toaster;
  /** The path and query the user is at. */
  readonly here: () => string;
  /** Goes to a path and forgets what the ended session has loaded. */
  readonly leave: (path: string) => void;
}

/** Tells the user and, 500 ms later, goes to the login path, which leads back here. Further calls until then do nothing. */
export function createOnSignedOut({ toaster, here, leave }: SignedOutDeps): OnSignedOut {
  let leaving = false;
  return () => {
    const from = here();
    if (leaving || from.startsWith(paths.auth)) return;
    leaving = true;
    toaster.show({
      kind: 'destructive',
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    });
    setTimeout(() => {
      leaving = false;
      leave(authPath(from));
    }, redirectDelayMs);
  };
}

export const SignedOutContext = createContext<OnSignedOut | null>(null);

export function useOnSignedOut(): OnSignedOut {
  const onSignedOut = use(SignedOutContext);
  if (!onSignedOut) throw new Error('useOnSignedOut needs a SignedOutContext above it');
  return onSignedOut;
}
