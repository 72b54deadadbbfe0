import type { RedditAccount } from '@earshot/proto/http/outreach';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useToaster } from '../../lib/toaster-context.ts';
import { linkNews } from './link-news.ts';

const names = ['linked', 'linkError'] as const;

/** Tells once how a link ended, as the address says it, and takes it out of the address. */
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
