import type { ClosePosts, ScanJob } from '@earshot/proto/http/scan';
import { count } from '../../lib/format.ts';
import { texts } from './texts.ts';

/** Communities that a sentence names; the others are counted. */
const named = 3;
const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a scan without leads searched, how many posts it read, why none is a lead, and what the user can do next. */
export function whyNoLeads(job: ScanJob, { searched, threshold, isOutdated }: ClosePosts): string[] {
  const { fetched } = job.funnel;
  const where = lists.format([
    ...searched.slice(0, named),
    ...(searched.length > named ? [texts.moreCommunities(searched.length - named)] : []),
  ]);
  if (job.status === 'failed') return [texts.searchFailed, texts.next.failed];
  const first =
    fetched === 0 && job.status === 'completed' ? texts.foundNoPosts(where) : texts.searched(where, fetched);
  const why = reasonsOf(job, threshold);
  return [
    first,
    ...(why.length > 0 ? [texts.noLead(lists.format(why))] : []),
    isOutdated ? texts.outdated : texts.next[nextFor(job)],
  ];
}

function reasonsOf({ funnel }: ScanJob, threshold: number): string[] {
  const { known, stale, filtered, belowThreshold, unscored, duplicate } = funnel;
  const reasons = [
    { posts: known, words: texts.known },
    { posts: stale, words: texts.stale },
    { posts: filtered, words: texts.offTopic },
    { posts: belowThreshold, words: (posts: string) => texts.belowThreshold(posts, threshold.toFixed(1)) },
    { posts: unscored, words: texts.withoutScore },
    { posts: duplicate, words: texts.alreadyLeads },
  ];
  return reasons.filter(({ posts }) => posts > 0).map(({ posts, words }) => words(count(posts)));
}

function nextFor({ status, funnel, errorMessage }: ScanJob): Exclude<keyof typeof texts.next, 'failed'> {
  if (status === 'cancelled') return 'cancelled';
  if (funnel.fetched === 0) return errorMessage === null ? 'noPosts' : 'notRead';
  if (funnel.belowThreshold > 0) return 'below';
  if (funnel.unscored > 0) return 'unscored';
  return funnel.known === funnel.fetched ? 'known' : 'offTopic';
}
