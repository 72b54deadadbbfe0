import type { Label, LabelFact, Learned } from '@earshot/scoring';
import { learnedBy, learningOf } from '@earshot/scoring';

/** The labels of users, and their learning switches. */
export interface LabelStore {
  /**
   * Stores an action of a user on a post. A repeated action, or one older than the stored action of its kind, has no
   * effect. The same holds for actions from before the user deleted all labels. Keeps the newest `keptLabels` per user.
   */
  keep(fact: LabelFact): Promise<void>;
  /** The labels of a user, without undone ones. */
  of(userId: string): Promise<Label[]>;
  /** Deletes all labels up to `now`. Events of earlier actions that arrive later are ignored. */
  forget(userId: string, now: Date): Promise<void>;
  switchOf(userId: string): Promise<LearningSwitch>;
  turn(userId: string, isOn: boolean, now: Date): Promise<void>;
}

export interface LearningSwitch {
  readonly isOn: boolean;
  /** When the user last changed the switch or deleted all labels; null if never. */
  readonly changedAt: Date | null;
}

/** Labels stored per user: about a year of an active user. */
export const keptLabels = 500;

/** Returns a reader of the adjustments for a user's scans. */
export function learnedOf(labels: LabelStore): (userId: string) => Promise<Learned | null> {
  return async (userId) => {
    const { isOn } = await labels.switchOf(userId);
    return isOn ? learnedBy(learningOf(await labels.of(userId), isOn)) : null;
  };
}
