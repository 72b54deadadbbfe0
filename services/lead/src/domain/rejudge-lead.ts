import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { DescribedPost } from './found-post.ts';
import type { StatusChange } from './change-lead-status.ts';
import type { JudgedFor, Lead, LeadPost } from './lead.ts';

/** A new judgement of a lead's post. */
export type Rejudged = LeadPost &
  Pick<Lead, 'userId' | 'score' | 'relevance' | 'matchReason' | 'aiAnalysis'> & {
    readonly judgedFor: JudgedFor & { readonly threshold: number };
    /** Why scans of this business drop the post, whatever its score; null if they do not. */
    readonly dropReason: string | null;
    /** The text that was judged. */
    readonly text: Pick<Lead, 'title' | 'content'>;
  };

/** The leads that a new judgement concerns: new ones, and those that an earlier judgement withdrew. */
export interface LeadsToJudgeQuery {
  /** Leads that were judged for exactly this are left out. */
  readonly judgedFor: JudgedFor;
  /** The id after which the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export interface RejudgeRepository {
  /** Looks through `limit` leads in the order of their ids. `next` is the id after which others follow, null at the end. */
  toJudge(userId: UserId, query: LeadsToJudgeQuery): Promise<{ readonly leads: Lead[]; readonly next: string | null }>;
  /** The skipped leads that a judgement withdrew, the latest first, and their number. */
  withdrawn(userId: UserId, limit: number): Promise<{ readonly leads: Lead[]; readonly total: number }>;
  findOfPost(userId: UserId, post: LeadPost): Promise<Lead | null>;
  /**
   * Saves the lead's score, its explanation, text, status, revision and withdrawal with the events in one write. Returns
   * false if the stored status or score is no longer that of `before`.
   */
  rejudge(before: Lead, after: Lead, events: readonly OutgoingEvent[]): Promise<boolean>;
}

export interface RejudgeDependencies {
  readonly leads: RejudgeRepository;
  readonly leadRescored: (lead: Lead) => OutgoingEvent;
  readonly statusChanged: (change: StatusChange, lead: Lead) => OutgoingEvent;
  readonly now: () => Date;
}

/**
 * Gives a lead its new score and the text that was judged, if it is still new. A lead below the threshold is withdrawn:
 * it is skipped with a reason, until the user keeps it or another judgement brings it back. A lead that the user kept is
 * never withdrawn. Does nothing if the lead was judged for exactly this already.
 */
export async function rejudgeLead(rejudged: Rejudged, deps: RejudgeDependencies): Promise<void> {
  for (;;) {
    const before = await deps.leads.findOfPost(rejudged.userId, rejudged);
    if (before === null || !isConcerned(before)) return;
    const isKnown = isJudgedFor(before, rejudged.judgedFor) && !isEdited(before, rejudged);
    if (isKnown && !before.aiAnalysis.provisional) return;
    const after = judged(before, rejudged, deps.now());
    const events = [deps.leadRescored(after), ...statusEvents(before, after, deps)];
    // Another write changed the lead first: decide again on what it is now.
    if (await deps.leads.rejudge(before, after, events)) return;
  }
}

/** Applies the judgement of a scan that found the post of a lead again. Provisional scores bring none. */
export async function rejudgeFound(found: DescribedPost, deps: RejudgeDependencies): Promise<void> {
  const { judgedFor, title, content, ...post } = found;
  const { threshold } = judgedFor;
  if (post.aiAnalysis.provisional || judgedFor.businessVersion === null || threshold === null) return;
  await rejudgeLead(
    { ...post, judgedFor: { ...judgedFor, threshold }, dropReason: null, text: { title, content } },
    deps,
  );
}

/** Whether a new judgement concerns the lead. */
export function isConcerned({ status, withdrawn, removed }: Pick<Lead, 'status' | 'withdrawn' | 'removed'>): boolean {
  return removed === null && (status === 'new' || withdrawn !== null);
}

/** Whether the lead's score is the one for this business, strategy and ratings. */
export function isJudgedFor({ judgedFor: own }: Pick<Lead, 'judgedFor'>, wanted: JudgedFor): boolean {
  const isSameBusiness = own.businessVersion === wanted.businessVersion;
  return isSameBusiness && own.threshold === wanted.threshold && own.learnedVersion === wanted.learnedVersion;
}

function isEdited({ title, content }: Lead, { text }: Rejudged): boolean {
  return text.title !== title || text.content !== content;
}

function judged(before: Lead, rejudged: Rejudged, now: Date): Lead {
  const { score, relevance, matchReason, aiAnalysis, judgedFor, text } = rejudged;
  const reason = isWithdrawn(before, rejudged) ? reasonOf(before, rejudged) : null;
  const withdrawn = reason === null ? null : { reason, at: before.withdrawn?.at ?? now };
  const status = withdrawn === null ? 'new' : 'skipped';
  const revision = before.revision + (status === before.status ? 0 : 1);
  return { ...before, ...text, score, relevance, matchReason, aiAnalysis, judgedFor, withdrawn, status, revision };
}

function isWithdrawn(before: Lead, rejudged: Rejudged): boolean {
  const { score, judgedFor, dropReason } = rejudged;
  return !before.isKept && (dropReason !== null || score < judgedFor.threshold || isSolved(before, rejudged));
}

const solvedReason = 'The author has found a solution.';

/**
 * Whether the author has added since that nothing more is needed. It withdraws the lead whatever its score, because the post
 * asks as it did before.
 */
function isSolved(before: Lead, rejudged: Rejudged): boolean {
  const isSaid = rejudged.aiAnalysis.parts.some(({ category }) => category === 'already-served');
  return isSaid && (isEdited(before, rejudged) || before.withdrawn?.reason === solvedReason);
}

function reasonOf(before: Lead, rejudged: Rejudged): string {
  const { score, judgedFor, matchReason, dropReason } = rejudged;
  if (isSolved(before, rejudged)) return solvedReason;
  const cause = causeOf(before, rejudged);
  if (dropReason !== null) return `${cause} ${dropReason}`;
  const threshold = judgedFor.threshold.toFixed(1);
  return `${cause} Its score is now ${score.toFixed(1)}, under your threshold of ${threshold}: ${matchReason}`;
}

/** What has changed since the lead was judged last. */
function causeOf(before: Lead, rejudged: Rejudged): string {
  const [own, wanted] = [before.judgedFor, rejudged.judgedFor];
  if (isEdited(before, rejudged)) return 'The post was edited.';
  if (own.businessVersion !== null && own.businessVersion !== wanted.businessVersion) {
    // The version covers both, and a different scorer may also be the result of the new business.
    const isSameScorer = before.aiAnalysis.scorerVersion === rejudged.aiAnalysis.scorerVersion;
    return isSameScorer ? 'Your business changed.' : 'Your business or the scorer changed.';
  }
  if (own.threshold !== null && own.threshold !== wanted.threshold) return 'Your search strategy changed.';
  if (own.businessVersion !== null && own.learnedVersion !== wanted.learnedVersion)
    return 'Earshot learned from your ratings.';
  return 'Earshot judged this lead again.';
}

function statusEvents(before: Lead, after: Lead, { statusChanged }: RejudgeDependencies): OutgoingEvent[] {
  if (before.status === after.status) return [];
  const { id: leadId, userId, status: to, revision } = after;
  const nothing = { messageType: null, messageId: null, variant: null };
  const change = { leadId, userId, from: before.status, to, revision, ...nothing, byScore: true, keeps: false };
  return [statusChanged(change, after)];
}
