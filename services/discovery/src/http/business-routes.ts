import type { KeyValue } from '@earshot/core';
import type { ReadablePage, Sources } from '@earshot/sources';
import { type RateLimiter, type Route, route } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import type { Community } from '../domain/catalogue/community.ts';
import { describedBy } from '../domain/website.ts';
import { checkCommunity } from '../domain/check-community.ts';
import type { Ranker } from '../domain/discover.ts';
import type { Profiler } from '../domain/propose-profile.ts';
import { rankForBusiness, type RankingDeps } from '../domain/rank-for-business.ts';

export interface BusinessRouteDependencies {
  readonly sources: Sources;
  readonly kv: Pick<KeyValue, 'get' | 'set'>;
  readonly now: () => Date;
  readonly ranker: Ranker;
  readonly byWords: RankingDeps['byWords'];
  readonly rankPlaces: RankingDeps['rankPlaces'];
  /** Reads descriptions on behalf of a user, who is charged for a model. */
  readonly profiler: (userId: UserId) => Profiler;
  readonly communities: readonly Community[];
  /** Reads the pages of a website. Throws website.unreadable. */
  readonly readWebsite: (address: string, leaving: AbortSignal) => Promise<readonly ReadablePage[]>;
  /** Per user, for all these calls together. */
  readonly limit: RateLimiter;
}

/** What a signed-in user needs to set up a business: proposed profile fields, communities, and the check of a name. */
export function businessRoutes(deps: BusinessRouteDependencies): Route[] {
  return [
    route(discoveryContract.proposeProfile, async ({ userId, body, request }) => {
      await deps.limit.take(userId);
      return deps.profiler(userId)(body.businessDescription, request.signal);
    }),
    route(discoveryContract.describeByWebsite, async ({ userId, body, request }) => {
      await deps.limit.take(userId);
      return { businessDescription: describedBy(await deps.readWebsite(body.address, request.signal)) };
    }),
    route(discoveryContract.rankCommunities, async ({ userId, body }) => {
      await deps.limit.take(userId);
      return rankForBusiness(body, deps);
    }),
    route(discoveryContract.checkCommunity, ({ body, request }) => {
      return checkCommunity(body, deps, request.signal);
    }),
  ];
}
