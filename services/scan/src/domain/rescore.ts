import type { Clock } from '@earshot/core';
import type { NewScore } from '@earshot/proto/http/post-words';
import type { UserId } from '@earshot/proto/refs';
import { businessOf } from './job.ts';
import {
  isOfficial,
  type Learned,
  personalScorer,
  plainReasonOf,
  type Post,
  type Scorer,
  type Vectors,
  type Verdict,
} from '@earshot/scoring';
import type { ListenerStore } from './listening.ts';
import type { JobStore } from './ports.ts';
import { businessVersion } from './start-scan.ts';
import { type Evidence, type FoundPost, waits } from './verdict.ts';
import { postKey } from './community.ts';
import { type ApplyScores, scoreOf } from './rejudge.ts';

/** A provisional verdict that is due to be rescored. */
export type DueVerdict = FoundPost & { readonly rescoreAt: Date };

/** The new values of a verdict. Its outcome stays, so that the figures of its scan do not change. */
export interface RescoredVerdict {
  readonly score: number;
  /** Without words of the post: it is stored for posts below the threshold, whose text is not kept. */
  readonly matchReason: string;
  /** The content for a lead; null if the post can no longer become one. */
  readonly evidence: Evidence | null;
}

/** Provisional verdicts of all users. `settle` and `leave` have no effect on a verdict that has changed since it was read. */
export interface RescoreStore {
  /** Longest due first. */
  due(now: Date, limit: number): Promise<DueVerdict[]>;
  /** Whether the user has a provisional score that waits for the model. */
  hasAny(userId: UserId): Promise<boolean>;
  /** Saves the model's score. */
  settle(due: DueVerdict, rescored: RescoredVerdict): Promise<void>;
  /** Ends the rescoring of a verdict, which keeps its provisional score. */
  leave(due: DueVerdict): Promise<void>;
  postpone(due: readonly DueVerdict[], until: Date): Promise<void>;
}

export interface RescoreDeps {
  readonly verdicts: Omit<RescoreStore, 'hasAny'>;
  readonly jobs: Pick<JobStore, 'find'>;
  readonly listeners: Pick<ListenerStore, 'find'>;
  readonly learnedOf: (userId: string) => Promise<Learned | null>;
  /** Its scorer gives provisional scores while the user's model is unavailable. */
  readonly scorerFor: (model: string, userId: UserId) => Scorer;
  readonly vectors: Vectors;
  readonly applyScores: ApplyScores;
  readonly clock: Clock;
  /** Renews the lease. Returns false if another process may hold it now. */
  readonly renewLease: () => Promise<boolean>;
}

/** Posts per run, so that a user with many posts does not delay the others for long. */
const postsALook = 300;
/** Posts per call: one full call of a model. */
const postsACall = 25;
/** Delay until the next try if the model was unavailable or the user's daily tokens were used up. */
const awayMs = 60_000;
/** Delay until the next try for a post without a usable answer. */
const silentMs = 3_600_000;

/**
 * Lets the users' models score the posts with provisional scores (docs/decisions/0068). Each call contains posts of one
 * scan and community, as in the scan. A verdict changes only once, even if several processes rescore it. A verdict that
 * stays provisional is retried later.
 */
export async function rescoreDue(deps: RescoreDeps, signal: AbortSignal): Promise<void> {
  const due = await deps.verdicts.due(deps.clock.now(), postsALook);
  const groups = Map.groupBy(due, ({ jobId, source, community }) => `${jobId} ${source} ${community}`);
  for (const group of groups.values()) {
    for (let left: readonly DueVerdict[] = group; left.length > 0;) {
      signal.throwIfAborted();
      if (!(await deps.renewLease())) return;
      const isAvailable = await rescoreSome(deps, left.slice(0, postsACall), signal);
      left = left.slice(postsACall);
      if (!isAvailable) {
        await postpone(deps, left, awayMs);
        break;
      }
    }
  }
}

/** False if the model was unavailable for all of the posts. */
async function rescoreSome(deps: RescoreDeps, due: readonly DueVerdict[], signal: AbortSignal): Promise<boolean> {
  // Their leads are not created yet, and the new score must not arrive before the lead.
  const pending = due.filter(({ outcome }) => outcome === 'found');
  await postpone(deps, pending, awayMs);
  const ready = due.filter(({ outcome }) => outcome !== 'found');
  const [first] = ready;
  if (first === undefined) return true;
  const job = await judgedBy(deps, first);
  if (job === null) {
    for (const one of ready) await deps.verdicts.leave(one);
    return true;
  }
  const business = businessOf(job, { source: first.source, communities: [first.community] });
  const scorer = personalScorer(deps.scorerFor(job.model, job.userId), job.learned, deps.vectors);
  const judged = await scorer.score(business, ready.map(postOf), signal);
  const answered = ready.flatMap((one, index) => {
    const verdict = judged[index];
    return verdict === undefined || verdict.provisional ? [] : [{ due: one, verdict }];
  });
  const early = await giveToLeads(deps, job.userId, answered);
  for (const one of answered) if (!early.has(one.due)) await settle(deps, one.due, one.verdict);
  const done = new Set(answered.map(({ due: one }) => one).filter((one) => !early.has(one)));
  await postpone(
    deps,
    ready.filter((one) => !done.has(one)),
    awayMs,
  );
  return answered.length > 0;
}

interface Answered {
  readonly due: DueVerdict;
  readonly verdict: Verdict;
}

/** Resolves with the posts that the user kept and that are not leads yet: the new score must not arrive before the lead. */
async function giveToLeads(
  { applyScores }: RescoreDeps,
  userId: UserId,
  answered: readonly Answered[],
): Promise<ReadonlySet<DueVerdict>> {
  const ofLeads = answered.filter(({ due }) => mayBeLead(due));
  const scores = ofLeads.flatMap(({ due: { source, postId }, verdict }): NewScore[] => {
    const { score } = verdict;
    return score === null ? [] : [{ ...scoreOf({ source, postId, score }, verdict), rejudgement: null }];
  });
  const leads = new Set((await applyScores(userId, scores)).map(({ source, postId: id }) => postKey({ source, id })));
  const isEarly = ({ due: { source, postId: id, rescuedAt } }: Answered) =>
    rescuedAt !== undefined && !leads.has(postKey({ source, id }));
  return new Set(ofLeads.filter((one) => one.verdict.score !== null && isEarly(one)).map(({ due }) => due));
}

/** The business and the model by which a post was judged: those of its scan, or those of the user who listens. */
async function judgedBy(
  { jobs, listeners, learnedOf, scorerFor }: RescoreDeps,
  { jobId, userId, businessVersion: judgedFor }: DueVerdict,
) {
  const job = await jobs.find(jobId);
  if (job !== null) return job;
  const { settings } = (await listeners.find(userId)) ?? {};
  if (settings === undefined) return null;
  const { businessDescription: description, profile, model } = settings;
  const version = businessVersion({ description, ...(profile && { profile }) }, scorerFor(model, userId).version);
  return version === judgedFor ? { ...settings, userId, learned: await learnedOf(userId) } : null;
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
    score,
    matchReason: plainReasonOf(parts),
    evidence: mayBecomeLead(due, score) ? evidence : null,
  });
}

/** Whether a later scan may take the post over with this score. */
function mayBecomeLead({ outcome, rescuedAt }: DueVerdict, score: number): boolean {
  return rescuedAt === undefined && waits(outcome, score);
}

/**
 * Whether the post may have a lead with a provisional score. That includes duplicates: their lead was created from an
 * earlier text of the post.
 */
function mayBeLead({ outcome, rescuedAt }: DueVerdict): boolean {
  return outcome === 'created' || outcome === 'duplicate' || rescuedAt !== undefined;
}

async function postpone({ verdicts, clock }: RescoreDeps, due: readonly DueVerdict[], ms: number): Promise<void> {
  if (due.length > 0) await verdicts.postpone(due, new Date(clock.now().getTime() + ms));
}

function postOf({ postId, community, evidence }: DueVerdict): Post {
  const { title, content: selftext, author, parts } = evidence;
  return { id: postId, community, title, selftext, author, official: isOfficial(parts) };
}
