import type { CommunityPost, PostChange } from '@earshot/sources';
import type { Removal } from './post-writer.ts';

/** What a batch of changes comes to. */
export interface StreamChanges {
  /** Authors whose posts go, before `present` is stored. */
  readonly removedAuthors: readonly { readonly idPrefix: string; readonly by: Removal['by'] }[];
  /** A post of several communities appears once for each. */
  readonly present: readonly CommunityPost[];
  readonly removed: readonly Removal[];
}

/** Joins changes in their order: a post that was removed after it appeared is only removed. */
export function joinedChanges(changes: readonly PostChange[]): StreamChanges {
  const authors = new Map<string, Removal['by']>();
  const present = new Map<string, Map<string, CommunityPost>>();
  const removed = new Map<string, Removal>();
  for (const change of changes) {
    if ('post' in change) {
      const { post } = change;
      removed.delete(post.id);
      present.set(post.id, (present.get(post.id) ?? new Map<string, CommunityPost>()).set(post.community, post));
    } else if (change.kind === 'removed') {
      present.delete(change.id);
      removed.set(change.id, { id: change.id, by: change.by });
    } else {
      authors.set(change.idPrefix, change.by);
      for (const id of present.keys()) if (id.startsWith(change.idPrefix)) present.delete(id);
    }
  }
  return {
    removedAuthors: [...authors].map(([idPrefix, by]) => ({ idPrefix, by })),
    present: [...present.values()].flatMap((posts) => [...posts.values()]),
    removed: [...removed.values()],
  };
}
