import type { Fetcher } from '@earshot/outbound';
import type { OpenSource, SourcesContext } from '../define-source.ts';
import { sourceMetrics } from '../source-metrics.ts';
import { redditAccounts } from './accounts.ts';
import { budgetLeft } from './budget.ts';
import { redditSource } from './source.ts';

/** A site with Reddit's API: where it answers, and as whom we call it. Addresses have no trailing slash. */
export interface RedditSite {
  readonly authUrl: () => string;
  readonly apiUrl: () => string;
  readonly fetcher: Fetcher;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userAgent: string;
  /** Where browsers that use Earshot at `origin` open the site. */
  readonly browserUrl: (origin: string | null) => string;
  /** Path of the site at Earshot's own address; null if it has an address of its own. */
  readonly ownPath: string | null;
  /** What users read about a community that the site lacks, if not that it does not exist. */
  readonly missing?: string | undefined;
}

/** Opens a site with Reddit's API. Its readers and writers share the request budget of source `id`. */
export function openReddit(
  id: 'reddit' | 'sample',
  site: RedditSite,
  { kv, clock, log, meters, ownUrl }: SourcesContext,
): OpenSource {
  const { browserUrl, ownPath, missing, ...api } = site;
  const client = { ...api, kv, clock, log };
  const left = () => budgetLeft(client);
  const metrics = sourceMetrics(meters, id, left);
  const links = () => browserUrl(ownUrl?.replace(/\/$/, '') ?? null);
  const origin = ownUrl === undefined ? undefined : new URL(ownUrl).origin;
  return {
    budgetLeft: left,
    read: redditSource({ ...client, metrics, linkUrl: links, missing }),
    write: redditAccounts({ ...client, metrics, ownUrl: origin, sandboxPath: ownPath, browserUrl }),
  };
}
