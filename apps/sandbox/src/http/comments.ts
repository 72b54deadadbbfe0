import { LISTING_END, pageOf } from '../domain/listing.ts';
import type { Community, Post } from '../domain/types.ts';
import type { Comment } from '../domain/write.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { listing, pageQueryOf } from './listing-reply.ts';
import { presentComment } from './present-comment.ts';
import { type Json, ok, type Reply } from './reply.ts';

/** Comments in the site's format, in their order. */
export function presentComments(
  comments: readonly Comment[],
  { posts, communities }: Pick<SandboxDependencies, 'posts' | 'communities'>,
): Json[] {
  const ids = [...new Set(comments.map((comment) => comment.postId))];
  const known = new Map<string, Post>(posts.byIds(ids).map((post) => [post.id, post]));
  const places = new Map<string, Community | null>();
  return comments.map((comment) => {
    const community = places.get(comment.community) ?? communities.find(comment.community);
    places.set(comment.community, community);
    return presentComment(comment, known.get(comment.postId) ?? null, community);
  });
}

function commentListing(comments: readonly Comment[], call: Call, dependencies: SandboxDependencies): Json {
  const byName = new Map(comments.map((comment) => [`t1_${comment.id}`, comment]));
  const page = pageOf([...byName.keys()], pageQueryOf(call.input));
  const shown = page.names.flatMap((name) => byName.get(name) ?? []);
  return listing(presentComments(shown, dependencies), page);
}

/** `/user/{name}/comments`, newest first. */
export function listCommentsBy(call: Call, dependencies: SandboxDependencies): Reply {
  const comments = dependencies.writings.commentsBy(call.path.name ?? '', LISTING_END);
  return ok(commentListing(comments, call, dependencies));
}
