import {
  type Label,
  type LabelFact,
  type Learned,
  learnedBy,
  textOf,
  type Vector,
  type Vectors,
} from '@earshot/scoring';
import type { PostRef, UserId } from '@earshot/proto/refs';
import type { PostCache } from './ports.ts';

/** The labels of users, and their learning switches. */
export interface LabelStore {
  /**
   * Stores an action of a user on a post. A repeated action, or one older than the stored action of its kind, has no
   * effect. The same holds for actions from before the user deleted all labels. Keeps the newest `limits.ratings.most` per user.
   */
  keep(fact: LabelFact): Promise<void>;
  /** The labels of a user, without undone ones. */
  of(userId: UserId): Promise<Label[]>;
  /** Deletes all labels up to `now`. Events of earlier actions that arrive later are ignored. */
  forget(userId: UserId, now: Date): Promise<void>;
  /** Deletes the labels of posts of the sample data. */
  removeSamples(userId: UserId): Promise<void>;
  switchOf(userId: UserId): Promise<LearningSwitch>;
  turn(userId: UserId, isOn: boolean, now: Date): Promise<void>;
}

export interface LearningSwitch {
  readonly isOn: boolean;
  /** When the user last changed the switch or deleted all labels; null if never. */
  readonly changedAt: Date | null;
}

/** Returns a reader of what was learned for a user's scans. */
export function learnedOf(labels: LabelStore): (userId: UserId) => Promise<Learned | null> {
  return async (userId) => {
    const { isOn } = await labels.switchOf(userId);
    return isOn ? learnedBy(await labels.of(userId), isOn) : null;
  };
}

/** Gives what a post means. Null if its text is no longer cached, or no encoder works. */
export type MeaningOf = (post: PostRef) => Promise<Vector | null>;

export function meaningOf(posts: Pick<PostCache, 'find'>, vectors: Vectors): MeaningOf {
  return async (ref) => {
    const [post] = await posts.find([ref]);
    const [vector] = (post && (await vectors.ofPosts([textOf(post)]))) ?? [];
    return vector ?? null;
  };
}
