import type { Clock } from '@earshot/core';
import type { PostRef, UserId } from '@earshot/proto/refs';
import type { Sources } from '@earshot/sources';
import { presenceOf } from './gone-check.ts';
import { businessOf, type JudgedBy, type TaskCounts } from './job.ts';
import type { CachedPost, VerdictStore } from './ports.ts';
import {
  type Business,
  type DropReason,
  plainReasonOf,
  type Post,
  type Prefiltered,
  type Scorer,
  type UnscoredReason,
  type Verdict,
} from '@earshot/scoring';
import { type TaskRun, whileAlive } from './task-run.ts';
import {
  type Evidence,
  lowestThreshold,
  type Outcome,
  type PostVerdict,
  tallyOf,
  type VerdictMark,
} from './verdict.ts';

/** The dependencies of judging. */
export interface JudgeDeps {
  readonly sources: Pick<Sources, 'all'>;
  readonly verdicts: VerdictStore;
  readonly scorer: Scorer;
  readonly clock: Clock;
  /** Called with posts whose text changed since an earlier scan made leads of them. */
  readonly edited: (userId: UserId, posts: readonly PostRef[]) => Promise<void>;
  readonly prefilter: <P extends Post>(business: Business, posts: readonly P[]) => Prefiltered<P>;
}

/** The task that posts are judged for. */
export interface Judging {
  readonly job: JudgedBy;
  readonly task: number;
  readonly run: TaskRun;
  /** Throws JobEnded once the job has ended. */
  readonly check: () => Promise<void>;
  /** Incremented for each processed post. */
  readonly tally: Record<keyof TaskCounts, number>;
}

/** Posts scored between two checks whether the job is still running, unless the scorer knows better: one full call of a model. */
const scoredAtOnce = 25;

/**
 * Judges a batch of posts of one source and stores each verdict once. A post that this task judged before a crash
 * counts with its stored outcome. A post that an earlier scan judged counts as known.
 */
export async function judgePosts(deps: JudgeDeps, judging: Judging, posts: readonly CachedPost[]): Promise<void> {
  const { job } = judging;
  const [first] = posts;
  if (first === undefined) return;
  const { source } = first;
  const marks = marksById(await deps.verdicts.marksOf(job.userId, job.businessVersion, posts));
  const fresh: CachedPost[] = [];
  for (const post of posts) {
    const mark = marks.get(post.id);
    if (mark === undefined || isStale(mark, post, job)) fresh.push(post);
    else count(judging, mark);
  }
  const edited = fresh.filter((post) => isEditedLead(marks.get(post.id), post));
  if (edited.length > 0)
    await deps.edited(
      job.userId,
      edited.map(({ id }) => ({ source, id })),
    );
  // The scorer gets only the communities of these posts. Otherwise adding a community would invalidate all other
  // verdicts.
  const communities = [...new Set(posts.map((post) => post.community))];
  const business = businessOf(job, { source, communities });
  const { postsAtOnce = scoredAtOnce, postsAWrite = 1 } = deps.scorer;
  const dropReasons = new Map<string, DropReason>();
  const verdicts: PostVerdict[] = [];
  for (const chunk of chunksOf(deps, business, fresh, dropReasons, postsAtOnce)) {
    const scores = await scoresOf(deps, judging, business, chunk.worth);
    const found = chunk.worth.filter(({ id }) => outcomeOf(scores.get(id)?.score ?? null, job.threshold) === 'found');
    for (const id of await goneOf(deps, judging, found)) dropReasons.set(id, 'removed');
    const now = deps.clock.now();
    for (const post of chunk.posts)
      verdicts.push(verdictOf(judging, post, dropReasons.get(post.id) ?? scores.get(post.id) ?? null, now));
    if (verdicts.length >= postsAWrite) await store(deps, judging, source, verdicts.splice(0), marks);
  }
  if (verdicts.length > 0) await store(deps, judging, source, verdicts, marks);
}

/** Stores verdicts of one source unless the job has ended, and counts them. */
async function store(
  deps: JudgeDeps,
  judging: Judging,
  source: string,
  verdicts: readonly PostVerdict[],
  marks: ReadonlyMap<string, VerdictMark>,
): Promise<void> {
  const { job, tally } = judging;
  await judging.check();
  const left = new Set(await deps.verdicts.add(job, verdicts, marks));
  for (const verdict of verdicts) if (!left.has(verdict.postId)) tally[tallyOf(verdict.outcome)] += 1;
  // Another process judged these posts between our read and our write: its verdicts count.
  const theirs =
    left.size === 0 ? [] : await deps.verdicts.marksOf(job.userId, job.businessVersion, refsOf(source, left));
  for (const mark of theirs) count(judging, mark);
  judging.run.alive();
}

function refsOf(source: string, postIds: ReadonlySet<string>): PostRef[] {
  return Array.from(postIds, (id) => ({ source, id }));
}

function marksById(marks: readonly VerdictMark[]): Map<string, VerdictMark> {
  return new Map(marks.map((mark) => [mark.postId, mark]));
}

/**
 * Whether the post must be judged again. A later scan judges changed posts again and retries unscored ones, except held
 * ones. One job never judges a post twice. Posts that wait to be rescored are left to the rescorer, or both would call
 * the model. Posts that the user kept as leads are leads already.
 */
function isStale(mark: VerdictMark, post: CachedPost, job: JudgedBy): boolean {
  if (mark.jobId === job.id || mark.rescoreAt !== undefined || mark.rescuedAt !== undefined) return false;
  if (mark.contentHash !== post.contentHash) return true;
  return mark.outcome === 'unscored' && mark.unscoredReason !== 'held';
}

function isEditedLead(mark: VerdictMark | undefined, post: CachedPost): boolean {
  if (mark === undefined || mark.contentHash === post.contentHash) return false;
  return mark.outcome === 'created' || mark.outcome === 'duplicate';
}

/** Posts that another task of the job has counted (the carry-over) are not counted again. */
function count({ job, task, tally }: Judging, mark: VerdictMark): void {
  if (mark.jobId !== job.id) tally.known += 1;
  else if (mark.task === task) tally[tallyOf(mark.outcome)] += 1;
}

interface Chunk {
  readonly posts: readonly CachedPost[];
  readonly worth: readonly CachedPost[];
}

/**
 * Splits posts into chunks with up to `atOnce` posts to score, plus the dropped posts between them. Full chunks keep the
 * number of model calls low. A chunk is filtered when it is taken, so that it is scored while its reading is fresh.
 * Adds to `dropReasons`.
 */
function* chunksOf(
  { prefilter }: JudgeDeps,
  business: Business,
  posts: readonly CachedPost[],
  dropReasons: Map<string, DropReason>,
  atOnce: number,
): Generator<Chunk> {
  for (let start = 0; start < posts.length;) {
    const worth: CachedPost[] = [];
    let end = start;
    while (worth.length < atOnce && end < posts.length) {
      const next = posts.slice(end, end + atOnce - worth.length);
      const { kept, dropped } = prefilter(business, next);
      worth.push(...kept);
      for (const { id, reason } of dropped) dropReasons.set(id, reason);
      end += next.length;
    }
    yield { posts: posts.slice(start, end), worth };
    start = end;
  }
}

async function scoresOf(
  { scorer }: JudgeDeps,
  { run }: Judging,
  business: Business,
  posts: readonly CachedPost[],
): Promise<Map<string, Verdict>> {
  if (posts.length === 0) return new Map();
  const scored = await whileAlive(run, () => scorer.score(business, posts, run.signal));
  return new Map(scored.map((verdict) => [verdict.id, verdict]));
}

/**
 * Posts that the site no longer shows, if the source can check this. They must not become leads. While the source does
 * not answer the check, the other posts count as present, because the source has just listed them.
 */
async function goneOf(deps: JudgeDeps, judging: Judging, found: readonly CachedPost[]): Promise<string[]> {
  const gone: string[] = [];
  for (const post of found) {
    const presence = await presenceOf(deps, judging, post);
    if (presence === 'unknown') break;
    if (presence === 'gone') gone.push(post.id);
  }
  return gone;
}

/** `judged`: the reason for dropping the post before scoring, or the scorer's verdict. Null if the scorer gave none. */
function verdictOf(
  { job, task }: Judging,
  post: CachedPost,
  judged: Verdict | DropReason | null,
  now: Date,
): PostVerdict {
  const facts = {
    userId: job.userId,
    businessVersion: job.businessVersion,
    source: post.source,
    postId: post.id,
    community: post.community,
    postCreatedAt: post.createdAt,
    contentHash: post.contentHash,
    jobId: job.id,
    task,
  };
  const nothing = { score: null, evidence: null };
  if (judged === null) return { ...facts, ...nothing, outcome: 'unscored', unscoredReason: noAnswer };
  if (typeof judged === 'string') return { ...facts, ...nothing, outcome: 'filtered', dropReason: judged };
  const { score } = judged;
  const outcome = outcomeOf(score, job.threshold);
  const evidence = evidenceOf(post, judged);
  return {
    ...facts,
    outcome,
    score,
    ...(score === null && { unscoredReason: judged.unscoredReason ?? noAnswer }),
    ...(judged.provisional && { provisional: true as const, rescoreAt: now }),
    evidence,
    ...(outcome === 'below' &&
      evidence === null && { matchReason: plainReasonOf(judged.parts).slice(0, longestReason) }),
  };
}

const noAnswer: UnscoredReason = 'no-answer';

/** Maximum length, in characters, of the stored reason of a post below the threshold. */
const longestReason = 300;

function outcomeOf(score: number | null, threshold: number): Outcome {
  if (score === null) return 'unscored';
  return score >= threshold ? 'found' : 'below';
}

function evidenceOf(post: CachedPost, verdict: Verdict): Evidence | null {
  if (verdict.score === null || (verdict.score < lowestThreshold && !verdict.provisional)) return null;
  return {
    title: post.title,
    content: post.selftext,
    author: post.author,
    url: post.url,
    relevance: verdict.relevance,
    matchReason: verdict.matchReason,
    scorerVersion: verdict.scorerVersion,
    parts: verdict.parts,
  };
}
