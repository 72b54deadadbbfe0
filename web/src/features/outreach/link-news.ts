import type { RedditAccount } from '@earshot/proto/http/outreach';
import { linkErrors } from '@earshot/proto/values';
import type { ToastContent } from '../../lib/toaster.ts';
import { texts } from './texts.ts';

/**
 * The toast for the result of linking an account, from the address; null if there is none. Anybody can craft such an address,
 * so a name only counts if that account is linked, and an error code only if it is known.
 */
export function linkNews(search: URLSearchParams, accounts: readonly RedditAccount[]): ToastContent | null {
  const linked = accounts.find(({ username }) => username === search.get('linked'));
  if (linked) return { kind: 'success', ...texts.linked(linked.username) };
  const code = linkErrors.find((known) => known === search.get('linkError'));
  if (!code) return null;
  return { kind: 'destructive', title: texts.linkFailed, description: texts.linkErrors[code] };
}
