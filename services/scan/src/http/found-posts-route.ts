import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { postWordsContract } from '@earshot/proto/http';
import type { FoundPostsDeps } from '../domain/found-posts.ts';
import { listFoundPosts } from '../domain/found-posts.ts';

/** Returns the words of found posts to the lead service, because `lead.found` contains none. */
export function foundPostsRoute(deps: FoundPostsDeps): Route {
  return route(postWordsContract.listFoundPosts, ({ userId, body: { posts } }) => listFoundPosts(deps, userId, posts));
}
