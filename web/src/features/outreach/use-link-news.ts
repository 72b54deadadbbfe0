import type { RedditAccount } from '@earshot/proto/http/outreach';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useToaster } from '../../lib/toaster-context.ts';
import { linkNews } from './link-news.ts';

const names = ['linked', 'linkError'] as const;

/** Shows the result of linking once as a toast and removes it from the address. */
export function useLinkNews(accounts: readonly RedditAccount[] | undefined): void {
  const [search, setSearch] = useSearchParams();
  const toaster = useToaster();
  useEffect(() => {
    if (!accounts || !names.some((name) => search.has(name))) return;
    const news = linkNews(search, accounts);
    if (news) toaster.show(news);
    const rest = new URLSearchParams(search);
    for (const name of names) rest.delete(name);
    setSearch(rest, { replace: true });
  }, [accounts, search, setSearch, toaster]);
}
