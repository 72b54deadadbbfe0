import type { RedditAccount } from '@earshot/proto/http/outreach';
import { useSyncExternalStore } from 'react';
import { keptTexts } from '../../lib/kept-texts.ts';

const place = 'send-from';

/**
 * Returns the account to send from: the last chosen one, or else the first that may write, or else the first. Ignores
 * accounts whose link has ended.
 */
export function accountToUse(accounts: readonly RedditAccount[], chosenId: string | null): RedditAccount | null {
  const usable = accounts.filter(({ isActive }) => isActive);
  return usable.find(({ id }) => id === chosenId) ?? usable.find(({ hold }) => hold === null) ?? usable[0] ?? null;
}

/** One choice for all leads. */
export function useChosenAccount(accounts: readonly RedditAccount[]) {
  const chosenId = useSyncExternalStore(keptTexts.subscribe, () => keptTexts.read(place));
  return {
    account: accountToUse(accounts, chosenId),
    choose: (id: string) => keptTexts.keep(place, id),
  };
}
