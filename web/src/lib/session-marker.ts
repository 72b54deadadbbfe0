import { store } from './local-storage.ts';

const signedOutKey = 'earshot-signed-out';

/** Whether the gateway's readable cookie marks a session. Without it the app does not request the user. */
export function hasSessionMarker(cookies: string): boolean {
  return /(^|; *)(__Host-)?signed_in=1(;|$)/.test(cookies);
}

/** Notifies other tabs at once that the session has ended, including tabs whose live channel is broken. */
export function notifyTabsOfSignOut(): void {
  store(signedOutKey, String(Date.now()));
}

/** Calls back when another tab signs out; returns the function that stops watching. */
export function watchOtherTabsSignOut(onSignedOut: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === signedOutKey) onSignedOut();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
