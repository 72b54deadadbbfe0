import type { Label, LabelFact } from './label.ts';

/** What users did with posts, and their switches. */
export interface LabelStore {
  /**
   * Remembers what a user did with a post; told again, or later than a newer deed of its kind, it changes nothing. Without
   * effect where the user has all forgotten since. Keeps the newest `keptLabels` a user.
   */
  keep(fact: LabelFact): Promise<void>;
  /** What the user's deeds say of posts; those that were taken back are missing. */
  of(userId: string): Promise<Label[]>;
  /** Forgets all that was done up to `now`, also what is told of it later. */
  forget(userId: string, now: Date): Promise<void>;
  switchOf(userId: string): Promise<LearningSwitch>;
  turn(userId: string, isOn: boolean, now: Date): Promise<void>;
}

export interface LearningSwitch {
  readonly isOn: boolean;
  /** When the user last turned it or had all forgotten; null: never. */
  readonly changedAt: Date | null;
}

/** About a year of a busy user. */
export const keptLabels = 500;
