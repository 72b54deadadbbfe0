import type { UserId } from '@earshot/proto/refs';

/** Removes deleted data that the stores keep outside of documents. */
export interface Eraser {
  /**
   * Each service calls this after it has removed its documents of the user. Resolves when the request would survive a
   * crash. The work continues in the background until every service has handled the deletion.
   */
  erase(userId: UserId): Promise<void>;
  /** Words of a removed post were deleted from documents: clears the copies that the store's files keep, within an hour. */
  clearTraces(): void;
}

/** For installations with external stores. Events there expire with their topics and contain only opaque ids. */
export const noEraser: Eraser = { erase: async () => undefined, clearTraces: () => undefined };
