import { store } from './local-storage.ts';

const signedOutKey = 'earshot-signed-out';

/** Whether the gateway's readable cookie says that there is a session; without it nobody asks who the user is. */
export function hasSessionMarker(cookies: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === 'signed_in=1');
}

/** Lets the other tabs know at once that the session has ended, also those whose live channel is broken. */
export function tellOtherTabsSignedOut(): void {
  store(signedOutKey, String(Date.now()));
}

/** Hears that another tab signed out; gives the function that ends it. */
export function watchOtherTabsSignOut(onSignedOut: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === signedOutKey) onSignedOut();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
