import type { ScanJob } from '@earshot/proto/http/scan';
import { count, fullDate, sentence } from '../../lib/format.ts';
import { texts } from './texts.ts';

/** Longer error messages would push the leads off the screen, so they are shown on demand. */
const longest = 160;

/** The error message if it is too long for the summary, else null. */
export function longProblem({ errorMessage }: ScanJob): string | null {
  return errorMessage !== null && errorMessage.length > longest ? errorMessage : null;
}

/** The result of a finished scan in sentences; if it found nothing, also the reason, unless it is brief. */
export function scanSummary(job: ScanJob, isBrief = false): string[] {
  if (job.status === 'failed') {
    const problem = longProblem(job) === null ? job.errorMessage : null;
    return [sentence(texts.lastFailed(problem ?? texts.failedReason))];
  }
  const first =
    job.status === 'cancelled'
      ? texts.lastCancelled(job.newLeadsFound)
      : texts.read(job.processedThreads, job.newLeadsFound);
  const { capped, unscored } = job.funnel;
  return [
    first,
    ...(job.newLeadsFound === 0 && !isBrief ? whyNone(job) : []),
    ...(unscored > 0 && !isBrief ? [texts.notScored(count(unscored))] : []),
    ...(capped > 0 ? [texts.capped(capped)] : []),
    ...(job.limitResetsAt === null ? [] : [texts.limit(fullDate(job.limitResetsAt))]),
  ];
}

function whyNone({ funnel }: ScanJob): string[] {
  const reasons = [
    { posts: funnel.known, words: texts.known },
    { posts: funnel.filtered, words: texts.offTopic },
    { posts: funnel.belowThreshold, words: texts.below },
    { posts: funnel.duplicate, words: texts.alreadyLeads },
  ].filter(({ posts }) => posts > 0);
  if (reasons.length === 0) return [];
  return [sentence(reasons.map(({ posts, words }) => words(count(posts))).join(', '))];
}
