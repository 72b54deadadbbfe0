import type { Sources } from '@earshot/sources';

type GoneCheck = (postId: string, signal?: AbortSignal) => Promise<boolean>;

/**
 * Returns the call that asks a post's source whether the post was deleted there. Null if the source cannot tell or is
 * not in use, or if the post comes from the sandbox and the real source is in use now.
 */
export function goneCheckOf(
  { all }: Pick<Sources, 'all'>,
  { source, sample }: { readonly source: string; readonly sample: boolean },
): GoneCheck | null {
  const found = all.find(({ definition }) => definition.id === source);
  return found?.sample === sample ? (found.read.isGone ?? null) : null;
}
