import type { UserId } from '@earshot/proto/refs';
import { type Lead, postKey } from './lead.ts';
import type { Caps } from './lead-quota.ts';
import { originalOf, type WrittenPost } from './same-post.ts';

/** A post that scored above its user's threshold, and the limits of its scan. Its words are read by `wordsOf`. */
export interface FoundPost extends Caps, Pick<Lead, 'userId' | 'jobId' | 'source' | 'postId' | 'isKept'> {
  /** The version of the business for which it was scored. */
  readonly businessVersion: string;
  /** The lowest score of a lead in its scan. */
  readonly threshold: number;
  /** When the post arrived, if it was found because the user listens. Null if a scan found it. */
  readonly heardAt: Date | null;
}

/** What a found post says, and its score. */
export interface PostWords extends Pick<
  Lead,
  | ('community' | 'title' | 'content' | 'author' | 'url' | 'postCreatedAt')
  | ('score' | 'relevance' | 'matchReason' | 'aiAnalysis')
> {
  readonly learnedVersion: string | null;
}

/** A found post with its words. */
export type DescribedPost = Omit<FoundPost, 'businessVersion' | 'threshold'> &
  Omit<PostWords, 'learnedVersion'> &
  Pick<Lead, 'judgedFor'>;

/** The words of found posts by `postKey`. Posts that were removed are missing. */
export type WordsOf = (userId: UserId, posts: readonly FoundPost[]) => Promise<ReadonlyMap<string, PostWords>>;

/** Reads the words of found posts. Posts that were removed are missing. */
export async function describeFound(
  userId: UserId,
  posts: readonly FoundPost[],
  wordsOf: WordsOf,
): Promise<ReadonlyMap<string, DescribedPost>> {
  const described = new Map<string, DescribedPost>();
  if (posts.length === 0) return described;
  const words = await wordsOf(userId, posts);
  for (const { businessVersion, threshold, ...post } of posts) {
    const own = words.get(postKey(post));
    if (own === undefined) continue;
    const { learnedVersion, ...said } = own;
    described.set(postKey(post), { ...post, ...said, judgedFor: { businessVersion, threshold, learnedVersion } });
  }
  return described;
}

/** Splits posts before each that repeats one of its run, because that one may become a lead first. */
export function runsOf(posts: readonly FoundPost[], described: ReadonlyMap<string, DescribedPost>): FoundPost[][] {
  const runs: FoundPost[][] = [[]];
  let written: WrittenPost[] = [];
  for (const post of posts) {
    const own = described.get(postKey(post));
    if (own !== undefined && originalOf(own, written) !== undefined) {
      runs.push([]);
      written = [];
    }
    if (own !== undefined) written.push({ ...own, alsoIn: [] });
    runs.at(-1)?.push(post);
  }
  return runs.filter((run) => run.length > 0);
}
