import type { CommunityPost } from './community-source.ts';
import type { SourceReader } from './define-source.ts';

/** The newest posts of a community. A stream cannot be asked for the past, so it has none. Throws the source's errors. */
export async function newestPosts(
  read: SourceReader,
  { community, limit }: { readonly community: string; readonly limit: number },
  signal?: AbortSignal,
): Promise<readonly CommunityPost[]> {
  return read.kind === 'poll' ? (await read.newPosts(community, { after: null, limit }, signal)).posts : [];
}
