import { LISTING_END } from '../domain/listing.ts';
import { searchCommunities } from '../domain/community-search.ts';
import { openCommunities } from './access.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { communityListing, postListing } from './listing-reply.ts';
import { ok, type Reply } from './reply.ts';

/** `/r/a+b/new`. Without a community it lists the whole site. */
export function listNewPosts(call: Call, dependencies: SandboxDependencies): Reply {
  const access = openCommunities(call.path.community ?? 'all', call.base, dependencies);
  if (access.refused !== null) return access.refused;
  const ids = dependencies.posts.newest(access.names, LISTING_END);
  return ok(postListing(ids, call.input, dependencies));
}

/** `/subreddits/search`. */
export function searchForCommunities(call: Call, dependencies: SandboxDependencies): Reply {
  return ok(communityListing(searchCommunities(call.input.q ?? '', dependencies.communities.all()), call.input));
}
