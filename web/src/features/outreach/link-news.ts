import type { RedditAccount } from '@earshot/proto/http/outreach';
import { linkErrors } from '@earshot/proto/values';
import type { ToastContent } from '../../lib/toaster.ts';
import { texts } from './texts.ts';

/**
 * What the address says of a link that ended; null: nothing. Anybody can make such an address, so a name counts only if
 * it is that of an account which is linked, and only known codes do.
 */
export function linkNews(search: URLSearchParams, accounts: readonly RedditAccount[]): ToastContent | null {
  const linked = accounts.find(({ username }) => username === search.get('linked'));
  if (linked) return { kind: 'success', ...texts.linked(linked.username) };
  const code = linkErrors.find((known) => known === search.get('linkError'));
  if (!code) return null;
  return { kind: 'destructive', title: texts.linkFailed, description: texts.linkErrors[code] };
}
