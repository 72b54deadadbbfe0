import type { RedditAccount } from '@earshot/proto/http/outreach';
import { useSyncExternalStore } from 'react';
import { keptTexts } from '../../lib/kept-texts.ts';

const place = 'send-from';

/** The account to send from: the one that was chosen last, else the first; only such as the site still takes. */
export function accountToUse(accounts: readonly RedditAccount[], chosenId: string | null): RedditAccount | null {
  const usable = accounts.filter(({ isActive }) => isActive);
  return usable.find(({ id }) => id === chosenId) ?? usable[0] ?? null;
}

/** The choice is one for all leads. */
export function useChosenAccount(accounts: readonly RedditAccount[]) {
  const chosenId = useSyncExternalStore(keptTexts.subscribe, () => keptTexts.read(place));
  return {
    account: accountToUse(accounts, chosenId),
    choose: (id: string) => keptTexts.keep(place, id),
  };
}
