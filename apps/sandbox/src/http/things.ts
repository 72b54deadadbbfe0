import { LISTING_END } from '../domain/listing.ts';
import { parseFullname } from '../domain/fullname.ts';
import { faultOf } from '../domain/faults.ts';
import type { Call, SandboxDependencies } from './call.ts';
import { presentComments } from './comments.ts';
import { listing, postListing, presentPosts } from './listing-reply.ts';
import { presentAccount, presentMe } from './present-account.ts';
import { presentCommunity } from './present-community.ts';
import { ok, refusal, type Json, type Reply } from './reply.ts';

/** The site looks up at most this many ids at once. */
const MOST_IDS = 100;

const ALONE = { after: null, before: null } as const;

/** The sandbox returns at most this many comments of a post. */
const MOST_COMMENTS = 500;

/** `/comments/{id}`: the post and the comments below it, as two listings. */
export function showPost(call: Call, dependencies: SandboxDependencies): Reply {
  const id = (call.path.id ?? '').toLowerCase().replace(/^t3_/, '');
  const post = presentPosts([id], dependencies);
  const comments = presentComments(dependencies.writings.commentsBelow(id, MOST_COMMENTS), dependencies);
  return post.length === 0 ? refusal(404) : ok([listing(post, ALONE), listing(comments, ALONE)]);
}

function namedThings(text: string, dependencies: SandboxDependencies): Json[] {
  const names = text.split(',').slice(0, MOST_IDS).map(parseFullname);
  return names.flatMap((name) => {
    if (name?.kind === 't3') return presentPosts([name.id], dependencies);
    if (name?.kind === 't1') {
      const comment = dependencies.writings.findComment(name.id);
      return comment === null ? [] : presentComments([comment], dependencies);
    }
    const community = name?.kind === 't5' ? dependencies.communities.findById(name.id) : null;
    return community === null ? [] : [presentCommunity(community)];
  });
}

/** `/api/info?id=t3_..,t5_..` or `?sr_name=a,b`: the existing things among those named, in that order. */
export function showThings(call: Call, dependencies: SandboxDependencies): Reply {
  const byName = (call.input.sr_name ?? '').split(',').slice(0, MOST_IDS);
  const communities = byName.flatMap((name) => dependencies.communities.find(name.trim()) ?? []);
  return ok(listing([...namedThings(call.input.id ?? '', dependencies), ...communities.map(presentCommunity)], ALONE));
}

/** `/by_id/t3_..,t3_..`. */
export function showPostsById(call: Call, dependencies: SandboxDependencies): Reply {
  return ok(listing(namedThings(call.path.names ?? '', dependencies), ALONE));
}

/** `/api/v1/me`. An application without a user has no account to show. */
export function showMe(call: Call): Reply {
  return call.grant.username === null
    ? refusal(403)
    : ok(presentMe(call.grant.username, faultOf(call.grant.username)?.kind === 'suspended'));
}

function writtenBy(
  name: string,
  dependencies: SandboxDependencies,
): ReturnType<SandboxDependencies['posts']['search']> {
  return dependencies.posts.search({ communities: null, match: null, author: name, flair: null }, LISTING_END);
}

/** `/user/{name}/about`. Accounts exist for everyone who wrote a post or authorized an application. */
export function showAccount(call: Call, dependencies: SandboxDependencies): Reply {
  const account = dependencies.writings.findAccount(call.path.name ?? '');
  return account === null ? refusal(404) : ok({ kind: 't2', data: presentAccount(account) });
}

/** `/user/{name}/submitted`, newest first. */
export function listSubmitted(call: Call, dependencies: SandboxDependencies): Reply {
  return ok(postListing(writtenBy(call.path.name ?? '', dependencies), call.input, dependencies));
}
