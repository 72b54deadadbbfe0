import type { CommunityView } from '../../lib/community.ts';

type Listed = Pick<CommunityView, 'communityLabel'> & { readonly isStarred: boolean };

/** Starred communities first, then by name. */
export function inOrder<T extends Listed>(list: readonly T[]): T[] {
  return list.toSorted(
    (a, b) => Number(b.isStarred) - Number(a.isStarred) || a.communityLabel.localeCompare(b.communityLabel),
  );
}
