import type { ScanStatus } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';

/** The result of a scan so far. */
export interface ScanResult {
  readonly id: string;
  readonly status: ScanStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly processedThreads: number;
  readonly newLeadsFound: number;
}

/** Reads the results of scans. */
export interface ResultStore {
  /** The user's scans after `after`, oldest first. */
  results(
    userId: UserId,
    after: Pick<ScanResult, 'id' | 'createdAt'> | null,
    limit: number,
  ): Promise<readonly ScanResult[]>;
}

/** Sums over scans of a user. */
interface Totals {
  readonly completed: number;
  /** Total duration of the completed scans in milliseconds. */
  readonly durationMs: number;
  /** Posts processed by the completed scans. */
  readonly posts: number;
  /** Leads of all scans. */
  readonly leads: number;
}

/** Figures about the scans of one user, in milliseconds, posts per second and leads. */
export interface ScanFigures {
  readonly scansCompleted: number;
  readonly averageDuration: number;
  readonly averageThroughput: number;
  readonly totalLeadsFound: number;
}

const none: Totals = { completed: 0, durationMs: 0, posts: 0, leads: 0 };
const pageSize = 200;
/** Maximum number of users whose sums are cached. */
const keptUsers = 1_000;
/**
 * Time after the end of a scan until its sums are cached: the last leads of a cancelled scan are counted shortly after
 * its end.
 */
const settledMs = 10 * 60_000;

/**
 * Returns a reader of a user's figures. It caches the sums of scans that ended more than `settledMs` ago, so each scan
 * is read about once.
 */
export function figuresReader(jobs: ResultStore): (userId: UserId, now: Date) => Promise<ScanFigures> {
  const byUser = new Map<string, { last: ScanResult; totals: Totals }>();
  return async (userId, now) => {
    const known = byUser.get(userId);
    let { totals, last }: { totals: Totals; last: ScanResult | null } = known ?? { totals: none, last: null };
    let settled = true;
    for (let page: readonly ScanResult[] = []; page.length === 0 || page.length === pageSize;) {
      page = await jobs.results(userId, last, pageSize);
      if (page.length === 0) break;
      for (const result of page) {
        settled &&= result.completedAt !== null && now.getTime() - result.completedAt.getTime() > settledMs;
        totals = plus(totals, result);
        last = result;
        if (settled) keep(byUser, userId, { totals, last });
      }
    }
    return figuresOf(totals);
  };
}

function keep<T>(kept: Map<string, T>, userId: UserId, sums: T): void {
  // A map keeps insertion order and each use inserts the user again, so the least recently used come first.
  kept.delete(userId);
  kept.set(userId, sums);
  for (const oldest of kept.keys()) {
    if (kept.size <= keptUsers) return;
    kept.delete(oldest);
  }
}

function plus(totals: Totals, result: ScanResult): Totals {
  const leads = totals.leads + result.newLeadsFound;
  if (result.status !== 'completed' || result.completedAt === null) return { ...totals, leads };
  const durationMs = result.completedAt.getTime() - (result.startedAt ?? result.createdAt).getTime();
  return {
    completed: totals.completed + 1,
    durationMs: totals.durationMs + durationMs,
    posts: totals.posts + result.processedThreads,
    leads,
  };
}

function figuresOf({ completed, durationMs, posts, leads }: Totals): ScanFigures {
  return {
    scansCompleted: completed,
    averageDuration: completed === 0 ? 0 : Math.round(durationMs / completed),
    averageThroughput: durationMs === 0 ? 0 : Math.round((posts * 10_000) / durationMs) / 10,
    totalLeadsFound: leads,
  };
}
