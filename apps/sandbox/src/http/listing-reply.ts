import { type Page, pageOf, type PageQuery } from '../domain/listing.ts';
import type { Community } from '../domain/types.ts';
import type { SandboxDependencies } from './call.ts';
import { presentCommunity } from './present-community.ts';
import { presentPost } from './present-post.ts';
import type { Json } from './reply.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

const wholeNumber = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0);

/** Reads paging fields as the site does: invalid values are ignored, and `limit` is at most 100. */
export function pageQueryOf(input: Readonly<Record<string, string>>): PageQuery {
  const cursor = (text: string | undefined): string | null =>
    /^t[1-5]_[0-9a-z]+$/i.test(text ?? '') ? (text ?? '').toLowerCase() : null;
  const limit = wholeNumber(input.limit);
  return {
    after: cursor(input.after),
    limit: limit === 0 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT),
  };
}

export function listing(children: readonly Json[], page: Pick<Page, 'after'>): Json {
  return {
    kind: 'Listing',
    data: {
      after: page.after,
      dist: children.length,
      modhash: '',
      geo_filter: '',
      children,
      before: null,
    },
  };
}

/** Posts in the site's format, in the order of `ids`, without unknown ids. */
export function presentPosts(ids: readonly string[], dependencies: SandboxDependencies): Json[] {
  return dependencies.posts.byIds(ids).map(presentPost);
}

/** One page of ordered posts. */
export function postListing(
  ids: readonly string[],
  input: Readonly<Record<string, string>>,
  dependencies: SandboxDependencies,
): Json {
  const page = pageOf(
    ids.map((id) => `t3_${id}`),
    pageQueryOf(input),
  );
  const shown = page.names.map((name) => name.slice(3));
  return listing(presentPosts(shown, dependencies), page);
}

/** One page of ordered communities. */
export function communityListing(communities: readonly Community[], input: Readonly<Record<string, string>>): Json {
  const byName = new Map(communities.map((community) => [`t5_${community.id}`, community]));
  const page = pageOf([...byName.keys()], pageQueryOf(input));
  const children = page.names.flatMap((name) => byName.get(name) ?? []).map(presentCommunity);
  return listing(children, page);
}
