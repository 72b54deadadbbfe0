import type { ScanStatus } from '@earshot/proto/values';

/** What a scan came to, as far as it has come. */
export interface ScanResult {
  readonly id: string;
  readonly status: ScanStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly processedThreads: number;
  readonly newLeadsFound: number;
}

/** What the figures need of the scans. */
export interface ResultStore {
  /** The user's scans in the order of their start, those after `after`. */
  results(
    userId: string,
    after: Pick<ScanResult, 'id' | 'createdAt'> | null,
    limit: number,
  ): Promise<readonly ScanResult[]>;
}

/** Sums over scans of a user. */
interface Totals {
  readonly completed: number;
  /** Milliseconds of the completed ones together. */
  readonly durationMs: number;
  /** Posts that the completed ones dealt with. */
  readonly posts: number;
  /** Leads of all. */
  readonly leads: number;
}

/** Figures about the scans of one user: ms, posts a second, leads. */
export interface ScanFigures {
  readonly scansCompleted: number;
  readonly averageDuration: number;
  readonly averageThroughput: number;
  readonly totalLeadsFound: number;
}

const none: Totals = { completed: 0, durationMs: 0, posts: 0, leads: 0 };
const pageSize = 200;
/** Users whose sums are kept. */
const keptUsers = 1_000;
/** The last leads of a cancelled scan are counted a moment after its end. */
const settledMs = 10 * 60_000;

/**
 * Reads a user's figures. The sums of scans that ended a while ago are kept, so each scan is read about once, however
 * often its figures are asked for.
 */
export function figuresReader(jobs: ResultStore): (userId: string, now: Date) => Promise<ScanFigures> {
  const kept = new Map<string, { last: ScanResult; totals: Totals }>();
  return async (userId, now) => {
    const known = kept.get(userId);
    let { totals, last }: { totals: Totals; last: ScanResult | null } = known ?? { totals: none, last: null };
    let settled = true;
    for (let page: readonly ScanResult[] = []; page.length === 0 || page.length === pageSize;) {
      page = await jobs.results(userId, last, pageSize);
      if (page.length === 0) break;
      for (const result of page) {
        settled &&= result.completedAt !== null && now.getTime() - result.completedAt.getTime() > settledMs;
        totals = plus(totals, result);
        last = result;
        if (settled) keep(kept, userId, { totals, last });
      }
    }
    return figuresOf(totals);
  };
}

function keep<T>(kept: Map<string, T>, userId: string, sums: T): void {
  // Insertion order is order of use, so the oldest stand first.
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
