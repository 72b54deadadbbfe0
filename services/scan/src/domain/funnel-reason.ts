import { scanLookBackDays } from '@earshot/proto/values';
import type { ScanJob } from './job.ts';
import { dropNotes } from '@earshot/scoring';
import type { UnscoredReason } from '@earshot/scoring';
import type { PostVerdict } from './verdict.ts';

const unscoredNotes: Readonly<Record<UnscoredReason, string>> = {
  'no-answer': 'The model gave no usable answer; the next scan asks again.',
  refused: 'The model refused to judge it; the next scan asks again.',
  held: 'The text seems to give the model instructions. Read it yourself.',
};

/** The reason shown for a stale post. */
export const staleNote = `It is older than the ${scanLookBackDays} days that a scan looks back.`;

/**
 * One sentence about the outcome of a judged post and the reason for it. `judge` is the scan that judged it, null if
 * unknown.
 */
export function reasonOf(verdict: PostVerdict, judge: ScanJob | null): string {
  const score = verdict.score?.toFixed(1) ?? '';
  switch (verdict.outcome) {
    case 'filtered':
      return dropNotes[verdict.dropReason ?? 'no-shared-topic'];
    case 'unscored':
      return unscoredNotes[verdict.unscoredReason ?? 'no-answer'];
    case 'below':
      if (takesBack(verdict, judge)) return `Scored ${score} once your model was back; the next scan takes it first.`;
      return `Scored ${score}, under your threshold${judge === null ? '' : ` of ${judge.threshold.toFixed(1)}`}${because(verdict)}`;
    case 'capped':
      if (judge?.status === 'cancelled' && verdict.cap === undefined)
        return `Scored ${score}, but the scan was cancelled first; the next scan takes it.`;
      return `Scored ${score}, but ${limitOf(verdict, judge)} was reached; the next scan takes it first.`;
    case 'duplicate':
      return 'It is already one of your leads, or the post was removed from its site.';
    case 'created':
      return `It became a lead with a score of ${score}.`;
    case 'found':
      return `Scored ${score}; it is about to become a lead.`;
    case 'stale':
      return staleNote;
  }
}

/** Whether the next scan takes the post: the model's later score reaches the threshold that the provisional score missed. */
function takesBack({ score, evidence }: PostVerdict, judge: ScanJob | null): boolean {
  return score !== null && evidence !== null && judge !== null && score >= judge.threshold;
}

function because({ matchReason, evidence }: PostVerdict): string {
  const reason = matchReason ?? evidence?.matchReason ?? '';
  return reason === '' ? '.' : `: ${reason}`;
}

function limitOf({ cap }: PostVerdict, judge: ScanJob | null): string {
  if (cap === undefined || judge === null) return 'a limit of your leads';
  return cap === 'scan-limit'
    ? `the limit of ${judge.maxLeadsPerScan} leads a scan`
    : `the limit of ${judge.maxLeadsPerDay} leads a day`;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The same sentence for a post that an earlier scan judged. */
export function knownReasonOf(verdict: PostVerdict, judge: ScanJob | null): string {
  const reason = reasonOf(verdict, judge);
  const scan = judge === null ? 'an earlier scan' : `the scan of ${days.format(judge.createdAt)}`;
  return `Judged in ${scan}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
