import type { Clock } from '@earshot/core';
import { leadThresholds } from '@earshot/proto/values';
import type { NewScore } from '@earshot/proto/http/post-words';
import type { PostRef, UserId } from '@earshot/proto/refs';
import { businessOf } from './job.ts';
import {
  type Business,
  dropNote,
  personalScorer,
  type Post,
  type Scorer,
  type Vectors,
  type Verdict,
} from '@earshot/scoring';
import type { JudgeDeps } from './judge-posts.ts';
import type { CachedPost, PostCache } from './ports.ts';
import { businessVersion, type StartDeps } from './start-scan.ts';
import { postKey } from './community.ts';

/** A user whose leads are judged again. */
export interface Rejudgement {
  readonly userId: UserId;
  /** Counts the requests. A new request restarts the work. */
  readonly round: number;
  /** The lead after which the work continues; null at the beginning. */
  readonly after: string | null;
  /** Posts whose text changed. They are judged first. */
  readonly edited: readonly PostRef[];
}

/** The next position and its time; null when no lead is left. */
export type NextLook = { readonly after: string | null; readonly at: Date } | null;

/** The result of one look. */
export interface Look {
  readonly next: NextLook;
  /** When the work starts once more if something changed meanwhile. */
  readonly againAt: Date;
  /** Edited posts that need no further look. */
  readonly settled: readonly PostRef[];
}

/** Stores which users' leads are to be judged again. */
export interface RejudgeStore {
  /** Starts or restarts the work for a user. */
  request(userId: UserId, now: Date): Promise<void>;
  /** Starts the work for a user at a time. Work that waits or runs is not restarted, but done once more afterwards. */
  follow(userId: UserId, at: Date, edited?: readonly PostRef[]): Promise<void>;
  /** Requests the work, once for each release of the scorer, for all users who have scanned. */
  requestFor(release: string, now: Date): Promise<void>;
  /** Longest due first. */
  due(now: Date, limit: number): Promise<Rejudgement[]>;
  /** Saves the next position, unless the work was restarted. */
  advance(current: Rejudgement, look: Look): Promise<void>;
}

/** A lead, as far as it is scored. */
export interface LeadToJudge {
  readonly id: string;
  readonly source: string;
  readonly post: Post;
}

/** What scores are made for: the version of the business, the lowest score of a lead and what was learned from the user. */
export interface JudgedFor {
  readonly businessVersion: string;
  readonly threshold: number;
  /** Null if nothing learned is applied. */
  readonly learnedVersion: string | null;
}

/** The new judgement of a lead. */
interface JudgedLead {
  readonly source: string;
  readonly postId: string;
  readonly judgedFor: JudgedFor;
  readonly dropReason: string | null;
  /** The text that was judged. */
  readonly text: { readonly title: string; readonly content: string };
  readonly verdict: Verdict & { readonly score: number };
}

export interface RejudgeDeps
  extends
    Pick<StartDeps, 'jobs' | 'settingsOf' | 'preferencesOf' | 'learnedOf' | 'scorerFor'>,
    Pick<JudgeDeps, 'prefilter'> {
  readonly rejudgements: Pick<RejudgeStore, 'due' | 'advance'>;
  readonly posts: Pick<PostCache, 'find'>;
  /** Scores posts that scans drop. */
  readonly keyless: Scorer;
  readonly vectors: Vectors;
  /**
   * The leads of the user that were judged for something else, among the next `limit` ones. `next` is the id after which
   * others follow, null at the end.
   */
  readonly leadsToJudge: (
    userId: UserId,
    query: { readonly judgedFor: JudgedFor; readonly after: string | null; readonly limit: number },
  ) => Promise<{ readonly leads: LeadToJudge[]; readonly next: string | null }>;
  readonly applyScores: ApplyScores;
  readonly clock: Clock;
  /** False once another process may have taken over the work. */
  readonly isLeader: () => Promise<boolean>;
}

/** Users per run. Each gets one page, so that none waits for another's many leads. */
const usersALook = 20;
/** Leads per page: one full call of a model. */
const leadsAPage = 25;
/** Delay after an action of the user, so that several actions cause one run. */
export const followMs = 5_000;
/** Delay until the next try while the user's scan runs, which may still find leads for the old business. */
const scanningMs = 10_000;
/** Delay until the next try if the model was unavailable or the user's tokens of the day were used up. */
const awayMs = 60_000;

/**
 * Judges users' leads again (docs/decisions/0119-a-changed-business-judges-leads-again.md), with the texts, the scorer,
 * the model's budget and what was learned, as in Test Settings. Resolves to true if there is more to do now.
 */
export async function rejudgeDue(deps: RejudgeDeps, signal: AbortSignal): Promise<boolean> {
  const due = await deps.rejudgements.due(deps.clock.now(), usersALook);
  for (const current of due) {
    signal.throwIfAborted();
    if (!(await deps.isLeader())) return false;
    await rejudgePage(deps, current, signal);
  }
  return due.length > 0;
}

async function rejudgePage(deps: RejudgeDeps, current: Rejudgement, signal: AbortSignal): Promise<void> {
  const { userId, after } = current;
  const now = deps.clock.now().getTime();
  const later = (ms: number) => ({ after, at: new Date(now + ms) });
  const againAt = new Date(now + followMs);
  const advance = (next: NextLook, settled: readonly PostRef[] = []) =>
    deps.rejudgements.advance(current, { next, againAt, settled });
  if ((await deps.jobs.findRunning(userId)) !== null) return advance(later(scanningMs));
  const judge = await judgeOf(deps, userId);
  if (judge === null) return advance(null, current.edited);
  const edited = current.edited.slice(0, leadsAPage);
  const { leads, next } =
    edited.length > 0
      ? { leads: (await deps.posts.find(edited)).map(leadOf), next: after }
      : await deps.leadsToJudge(userId, { judgedFor: judge.judgedFor, after, limit: leadsAPage });
  const judged = await judge.judge(edited.length > 0 ? leads : await withPresentTexts(deps, leads), signal);
  // Before the position is saved: a repetition after a crash changes no lead twice.
  await deps.applyScores(userId, judged.filter(isFinal).map(newScoreOf));
  if (judged.some(({ verdict }) => verdict.provisional)) return advance(later(awayMs));
  if (edited.length > 0) return advance(later(0), edited);
  return advance(next === null ? null : { ...later(0), after: next });
}

function leadOf({ source, ...post }: CachedPost): LeadToJudge {
  return { id: post.id, source, post };
}

/** The leads with the texts that their sites show, as Test Settings judges them. */
async function withPresentTexts(deps: RejudgeDeps, leads: readonly LeadToJudge[]): Promise<LeadToJudge[]> {
  if (leads.length === 0) return [];
  const cached = await deps.posts.find(leads.map(({ source, post }) => ({ source, id: post.id })));
  const texts = new Map(cached.map((post) => [postKey(post), post]));
  return leads.map((lead) => {
    const present = texts.get(postKey({ source: lead.source, id: lead.post.id }));
    if (present === undefined) return lead;
    return { ...lead, post: { ...lead.post, title: present.title, selftext: present.selftext } };
  });
}

type Judged = Omit<JudgedLead, 'verdict'> & { readonly verdict: Verdict };

/** Unscored leads keep their score, and provisional scores are no better than the one that a lead has. */
function isFinal(judged: Judged): judged is JudgedLead {
  return judged.verdict.score !== null && !judged.verdict.provisional;
}

function newScoreOf({ source, postId, judgedFor, dropReason, text, verdict }: JudgedLead): NewScore {
  return {
    ...scoreOf({ source, postId, score: verdict.score }, verdict),
    rejudgement: { ...judgedFor, dropReason, ...text },
  };
}

interface Judge {
  readonly judgedFor: JudgedFor;
  readonly judge: (leads: readonly LeadToJudge[], signal: AbortSignal) => Promise<Judged[]>;
}

/** The judge for the user's present business; null without a business. */
async function judgeOf(deps: RejudgeDeps, userId: UserId): Promise<Judge | null> {
  const [settings, preferences, learned] = await Promise.all([
    deps.settingsOf(userId),
    deps.preferencesOf(userId),
    deps.learnedOf(userId),
  ]);
  const businessDescription = settings.businessDescription.trim();
  if (businessDescription === '') return null;
  const { profile = null, searchStrategy } = settings;
  const userScorer = deps.scorerFor(preferences.leadScoringModel, userId);
  const scorer = personalScorer(userScorer, learned, deps.vectors);
  const business = { description: businessDescription, ...(profile && { profile }) };
  const judgedFor = {
    businessVersion: businessVersion(business, userScorer.version),
    threshold: leadThresholds[searchStrategy],
    learnedVersion: learned?.version ?? null,
  };
  const judgeGroup = async (group: readonly LeadToJudge[], signal: AbortSignal): Promise<Judged[]> => {
    const [first] = group;
    if (first === undefined) return [];
    const { source } = first;
    // As in a scan, the scorer gets only the community of these posts.
    const groupBusiness: Business = businessOf(
      { businessDescription, profile },
      { source, communities: [first.post.community] },
    );
    const posts = group.map(({ post }) => post);
    const { kept, dropped } = deps.prefilter(groupBusiness, posts);
    const notes = new Map(dropped.map(({ id, reason }) => [id, dropNote(reason)]));
    // No model is asked about posts that a scan would drop.
    const keptVerdicts = kept.length === 0 ? [] : await scorer.score(groupBusiness, kept, signal);
    const left = posts.filter(({ id }) => notes.has(id));
    const leftVerdicts = left.length === 0 ? [] : await deps.keyless.score(groupBusiness, left, signal);
    const texts = new Map(posts.map(({ id, title, selftext }) => [id, { title, content: selftext }]));
    return [...keptVerdicts, ...leftVerdicts].flatMap((verdict) => {
      const { id: postId } = verdict;
      const text = texts.get(postId);
      const facts = { source, postId, judgedFor, dropReason: notes.get(postId) ?? null };
      return text === undefined ? [] : [{ ...facts, text, verdict }];
    });
  };
  return {
    judgedFor,
    judge: async (leads, signal) => {
      const groups = Map.groupBy(leads, ({ source, post }) => `${source} ${post.community}`);
      const judged: Judged[] = [];
      for (const group of groups.values()) judged.push(...(await judgeGroup(group, signal)));
      return judged;
    },
  };
}

/** Gives the user's leads new scores. Resolves with the posts among them that are leads. */
export type ApplyScores = (
  userId: UserId,
  scores: readonly NewScore[],
) => Promise<readonly Pick<NewScore, 'source' | 'postId'>[]>;

/** The score of a post as its lead takes it. */
export function scoreOf(
  post: Pick<NewScore, 'source' | 'postId' | 'score'>,
  { matchReason, scorerVersion, parts }: Pick<Verdict, 'matchReason' | 'scorerVersion' | 'parts'>,
): Omit<NewScore, 'rejudgement'> {
  return { ...post, matchReason, aiAnalysis: { scorerVersion, provisional: false, parts: [...parts] } };
}
