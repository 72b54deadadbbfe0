import { createContext, use } from 'react';
import { authPath, paths } from '../config/paths.ts';
import type { Toaster } from '../lib/toaster.ts';
import { texts } from './texts.ts';

const redirectDelayMs = 500;

export interface SignedOut {
  /** The server reports that the session has ended: shows a toast and, 500 ms later, opens login, which returns to this page. */
  readonly report: () => void;
  /** The user is signing out, so an ended session shows no toast until the returned function is called. */
  readonly expect: () => () => void;
}

interface SignedOutDeps {
  readonly toaster: Toaster;
  /** The current path and query. */
  readonly here: () => string;
  /** Goes to a path and drops everything that the ended session loaded. */
  readonly leave: (path: string) => void;
}

/** Many calls may fail at once, and the live channel closes too. The first report acts; the rest are ignored until the redirect. */
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
