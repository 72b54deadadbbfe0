import { completeName } from '../domain/community-search.ts';
import { htmlOf } from '../domain/markup.ts';
import { rulesOf } from '../domain/rules.ts';
import { openCommunity } from './access.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { communityListing } from './listing-reply.ts';
import { presentCommunity } from './present-community.ts';
import { ok, type Reply } from './reply.ts';

const MOST_NAMES = 10;

/** `/r/{community}/about`. */
export function showCommunity(call: Call, dependencies: SandboxDependencies): Reply {
  const access = openCommunity(call.path.community ?? '', call.base, dependencies);
  return access.refused ?? ok(presentCommunity(access.community));
}

/** `/r/{community}/about/rules`. */
export function showRules(call: Call, dependencies: SandboxDependencies): Reply {
  const access = openCommunity(call.path.community ?? '', call.base, dependencies);
  if (access.refused !== null) return access.refused;
  const { createdAt, name: community } = access.community;
  return ok({
    rules: rulesOf(community).map(({ kind, name, description }, priority) => ({
      kind,
      description,
      short_name: name,
      violation_reason: name,
      created_utc: createdAt,
      priority,
      description_html: htmlOf(description),
    })),
    site_rules: ['Spam', 'Personal and confidential information', 'Threatening, harassing, or inciting violence'],
    site_rules_flow: [],
  });
}

/** `/subreddits/popular` and similar lists, largest first. */
export function listCommunities(call: Call, dependencies: SandboxDependencies): Reply {
  return ok(communityListing(dependencies.communities.all(), call.input));
}

/** `/subreddits/new`, newest first. */
export function listYoungCommunities(call: Call, dependencies: SandboxDependencies): Reply {
  const young = dependencies.communities.all().sort((a, b) => b.createdAt - a.createdAt);
  return ok(communityListing(young, call.input));
}

/** `/api/search_reddit_names`: names that begin with the query, or only the name that equals it. */
export function completeNames(call: Call, dependencies: SandboxDependencies): Reply {
  const query = call.input.query ?? '';
  const found = completeName(query, dependencies.communities.all());
  const exact = (call.input.exact ?? '').toLowerCase() === 'true';
  const kept = exact ? found.filter((community) => community.name.toLowerCase() === query.trim().toLowerCase()) : found;
  return ok({ names: kept.slice(0, MOST_NAMES).map((community) => community.name) });
}

/** `/api/subreddit_autocomplete_v2`: the same communities with all fields. */
export function completeCommunities(call: Call, dependencies: SandboxDependencies): Reply {
  return ok(communityListing(completeName(call.input.query ?? '', dependencies.communities.all()), call.input));
}
