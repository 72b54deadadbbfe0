import type { Outcome } from '../domain/verdict.ts';
import type { VerdictModel } from '../store/verdict-schema.ts';
import type { PostModel } from './post-schema.ts';
import { refIn } from '../domain/community.ts';

/** A post whose state at its site is due to be checked. */
export interface DuePost {
  readonly key: string;
  readonly source: string;
  readonly id: string;
  /** How often the site left it out of its answers, in a row. */
  readonly missed: number;
}

/** Which posts are checked again, and when. */
export interface RecheckStore {
  due(source: string, now: Date, limit: number): Promise<DuePost[]>;
  /** The keys of the posts from which a lead was made or may still be made. */
  held(posts: readonly DuePost[]): Promise<ReadonlySet<string>>;
  /** Nobody holds them: they are due again in a day, if they are still in the cache. */
  postpone(posts: readonly DuePost[], now: Date): Promise<void>;
  /** The site made no statement about them: they are due again in six hours. */
  miss(posts: readonly DuePost[], now: Date): Promise<void>;
}

/** Reading a post counts as a check. Twice this time is within the 48 hours in which removed content must go. */
export const recheckMs = 24 * 3_600_000;
const missedMs = 6 * 3_600_000;

/** The outcomes of verdicts from which a lead was made or may be made. */
const holding: readonly Outcome[] = ['found', 'created', 'capped', 'duplicate'];

export function recheckStore(posts: PostModel, verdicts: VerdictModel): RecheckStore {
  const keysOf = (all: readonly DuePost[]) => ({ _id: { $in: all.map(({ key }) => key) } });
  const after = (now: Date, ms: number) => ({ recheckAt: new Date(now.getTime() + ms) });
  return {
    due: async (source, now, limit) => {
      const found = await posts
        .find({ source, recheckAt: { $lte: now } }, { missed: 1 })
        .sort({ recheckAt: 1 })
        .limit(limit)
        .lean<{ _id: string; missed?: number }[]>();
      return found.map(({ _id: key, missed = 0 }) => ({ key, missed, ...refIn(key, source) }));
    },
    held: async (all) => {
      const [first] = all;
      if (first === undefined) return new Set();
      const ids = all.map(({ id }) => id);
      const about = { postId: { $in: ids }, source: first.source };
      const [leads, texts] = await Promise.all([
        verdicts.distinct('postId', { ...about, outcome: { $in: [...holding] } }),
        verdicts.distinct('postId', { ...about, evidence: { $exists: true } }),
      ]);
      const found = new Set([...leads, ...texts]);
      return new Set(all.filter(({ id }) => found.has(id)).map(({ key }) => key));
    },
    postpone: async (all, now) => {
      if (all.length > 0) await posts.updateMany(keysOf(all), { $set: after(now, recheckMs) });
    },
    miss: async (all, now) => {
      if (all.length > 0) await posts.updateMany(keysOf(all), { $set: after(now, missedMs), $inc: { missed: 1 } });
    },
  };
}
