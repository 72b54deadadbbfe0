/** Removes what the stores themselves keep of a deleted user beside documents. */
export interface Eraser {
  /**
   * Called by each service once it has removed its own documents of the user. Resolves when the wish survives a crash;
   * the work goes on in the background until every service has handled the deletion.
   */
  erase(userId: string): Promise<void>;
}

/** Where others keep the stores: events there expire with their topics and hold no more than opaque ids. */
export const noEraser: Eraser = { erase: async () => undefined };
