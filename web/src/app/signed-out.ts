import { createContext, use } from 'react';
import { authPath, paths } from '../config/paths.ts';
import type { Toaster } from '../lib/toaster.ts';
import { texts } from './texts.ts';

const redirectDelayMs = 500;

export interface SignedOut {
  /** The server says that nobody is signed in: tell the user and, 500 ms later, go to login, which leads back here. */
  readonly report: () => void;
  /** The user is signing out: what ends now needs no telling, until the function given back is called. */
  readonly expect: () => () => void;
}

interface SignedOutDeps {
  readonly toaster: Toaster;
  /** The path and query the user is at. */
  readonly here: () => string;
  /** Goes to a path and forgets what the ended session has loaded. */
  readonly leave: (path: string) => void;
}

/** Many calls may fail at once and the channel closes too: the first report acts, the others until then do nothing. */
export function createSignedOut({ toaster, here, leave }: SignedOutDeps): SignedOut {
  let leaving = false;
  let expected = false;
  const report = () => {
    const from = here();
    if (leaving || expected || from.startsWith(paths.auth)) return;
    leaving = true;
    toaster.show({ kind: 'destructive', ...texts.signedOut });
    setTimeout(() => {
      leaving = false;
      leave(authPath(from));
    }, redirectDelayMs);
  };
  const expect = () => {
    expected = true;
    return () => {
      expected = false;
    };
  };
  return { report, expect };
}

export const SignedOutContext = createContext<SignedOut | null>(null);

export function useSignedOut(): SignedOut {
  const signedOut = use(SignedOutContext);
  if (!signedOut) throw new Error('useSignedOut needs a SignedOutContext above it');
  return signedOut;
}
