import { postKey, refIn } from '../domain/community.ts';
import type { VerdictModel } from '../store/verdict-schema.ts';
import type { PostModel } from './post-schema.ts';

/** Which posts Earshot may hold words of: those in the cache, and those that were judged. */
export interface KnownPosts {
  among(source: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The posts whose id starts with `idPrefix`. */
  startingWith(source: string, idPrefix: string): Promise<readonly string[]>;
}

export function knownPosts(posts: PostModel, verdicts: VerdictModel): KnownPosts {
  const cached = async (range: object, source: string) => {
    const found = await posts.find({ _id: range, removedBy: { $exists: false } }, { _id: 1 }).lean<{ _id: string }[]>();
    return found.map(({ _id }) => refIn(_id, source).id);
  };
  const judged = (range: object, source: string) => verdicts.distinct('postId', { postId: range, source });
  return {
    among: async (source, ids) => {
      if (ids.length === 0) return new Set();
      const keys = ids.map((id) => postKey({ source, id }));
      const [some, others] = await Promise.all([cached({ $in: keys }, source), judged({ $in: [...ids] }, source)]);
      return new Set([...some, ...others]);
    },
    startingWith: async (source, idPrefix) => {
      const end = afterPrefix(idPrefix);
      const keys = { $gte: postKey({ source, id: idPrefix }), $lt: postKey({ source, id: end }) };
      const [some, others] = await Promise.all([cached(keys, source), judged({ $gte: idPrefix, $lt: end }, source)]);
      return [...new Set([...some, ...others])];
    },
  };
}

/** The first text after all texts that start with `prefix`. */
function afterPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
