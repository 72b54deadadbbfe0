import type { Clock } from '@earshot/core';
import { personalScorer } from './learning/personal-scorer.ts';
import type { JobStore } from './ports.ts';
import type { Post, Scorer, Verdict } from './scoring/scorer.ts';
import type { Evidence, FoundPost } from './verdict.ts';
import { waits } from './verdict.ts';

/** A provisional verdict whose turn has come. */
export type DueVerdict = FoundPost & { readonly rescoreAt: Date };

/** What a verdict is from here on; its outcome stays, so that the scans it counts in stay as they were. */
export interface RescoredVerdict {
  readonly score: number;
  readonly matchReason: string;
  /** What a lead is made of, as long as the post may still become one; null when it may not. */
  readonly evidence: Evidence | null;
  /** What its lead is told; null where it has none. */
  readonly told: Pick<Evidence, 'matchReason' | 'scorerVersion' | 'parts'> | null;
}

/** Provisional verdicts of all users. Whoever changed one since it was read wins. */
export interface RescoreStore {
  /** Longest due first. */
  due(now: Date, limit: number): Promise<DueVerdict[]>;
  /** Whether a score of the user waits for the model. */
  hasAny(userId: string): Promise<boolean>;
  /** Saves the model's score and the event for its lead in one write. */
  settle(due: DueVerdict, rescored: RescoredVerdict): Promise<void>;
  /** The model is not to be asked any more: the score stays, and stays provisional. */
  leave(due: DueVerdict): Promise<void>;
  postpone(due: readonly DueVerdict[], until: Date): Promise<void>;
}

export interface RescoreDeps {
  readonly verdicts: Omit<RescoreStore, 'hasAny'>;
  readonly jobs: Pick<JobStore, 'find'>;
  /** Judges provisionally while the user's model cannot be asked. */
  readonly scorerFor: (model: string, userId: string) => Scorer;
  readonly clock: Clock;
  /** False when the work is somebody else's by now. */
  readonly stillMine: () => Promise<boolean>;
}

/** Posts of one look, so that nobody waits for long behind a user with many. */
const postsALook = 300;
/** One full call of a model. */
const postsACall = 25;
/** Until a model that was away, or a user whose day was spent, is tried again. */
const awayMs = 60_000;
/** Until a post is tried again of which the model said nothing usable. */
const silentMs = 3_600_000;

/**
 * Has the users' models score what they could not be asked about, in calls of one scan and community, as the scan would
 * have made them. A verdict changes once, whoever else does the same; one that stays provisional is tried again later.
 */
export async function rescoreDue(deps: RescoreDeps, signal: AbortSignal): Promise<void> {
  const due = await deps.verdicts.due(deps.clock.now(), postsALook);
  const groups = Map.groupBy(due, ({ jobId, source, subreddit }) => `${jobId} ${source} ${subreddit}`);
  for (const group of groups.values()) {
    for (let left: readonly DueVerdict[] = group; left.length > 0;) {
      signal.throwIfAborted();
      if (!(await deps.stillMine())) return;
      const isThere = await rescoreSome(deps, left.slice(0, postsACall), signal);
      left = left.slice(postsACall);
      if (!isThere) {
        await postpone(deps, left, awayMs);
        break;
      }
    }
  }
}

/** False when the model could not be asked about any of them. */
async function rescoreSome(deps: RescoreDeps, due: readonly DueVerdict[], signal: AbortSignal): Promise<boolean> {
  // Its lead is still being made: the new score would come before it.
  const pending = due.filter(({ outcome }) => outcome === 'found');
  await postpone(deps, pending, awayMs);
  const ready = due.filter(({ outcome }) => outcome !== 'found');
  const [first] = ready;
  if (first === undefined) return true;
  const job = await deps.jobs.find(first.jobId);
  if (job === null) {
    for (const one of ready) await deps.verdicts.leave(one);
    return true;
  }
  const business = { description: job.businessDescription, source: first.source, subreddits: [first.subreddit] };
  const scorer = personalScorer(deps.scorerFor(job.model, job.userId), job.learned);
  const judged = await scorer.score(business, ready.map(postOf), signal);
  const away: DueVerdict[] = [];
  for (const [index, one] of ready.entries()) {
    const verdict = judged[index];
    if (verdict === undefined || verdict.provisional) away.push(one);
    else await settle(deps, one, verdict);
  }
  await postpone(deps, away, awayMs);
  return away.length < ready.length;
}

async function settle(deps: RescoreDeps, due: DueVerdict, verdict: Verdict): Promise<void> {
  if (verdict.score === null) {
    if (verdict.unscoredReason === 'no-answer') await postpone(deps, [due], silentMs);
    else await deps.verdicts.leave(due);
    return;
  }
  const { score, matchReason, relevance, scorerVersion, parts } = verdict;
  const evidence = { ...due.evidence, matchReason, relevance, scorerVersion, parts };
  await deps.verdicts.settle(due, {
    ...{ score, matchReason },
    evidence: mayBecomeLead(due, score) ? evidence : null,
    told: mayBeLead(due) ? evidence : null,
  });
}

/** Whether a later scan may take it over with this score. */
function mayBecomeLead({ outcome, rescuedAt }: DueVerdict, score: number): boolean {
  return rescuedAt === undefined && waits(outcome, score);
}

/** A duplicate's lead may be provisional too: it was made of an earlier text of the post. */
function mayBeLead({ outcome, rescuedAt }: DueVerdict): boolean {
  return outcome === 'created' || outcome === 'duplicate' || rescuedAt !== undefined;
}

async function postpone({ verdicts, clock }: RescoreDeps, due: readonly DueVerdict[], ms: number): Promise<void> {
  if (due.length > 0) await verdicts.postpone(due, new Date(clock.now().getTime() + ms));
}

function postOf({ postId, subreddit, evidence }: DueVerdict): Post {
  return { id: postId, subreddit, title: evidence.title, selftext: evidence.content };
}
