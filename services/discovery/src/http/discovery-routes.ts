import { AppError, appError, type Logger } from '@earshot/core';
import { answer, documentsAway, publicRoute, type RateLimiter, type Route, route } from '@earshot/service-kit';
import { communityView } from '@earshot/sources';
import type { Discovery } from '@earshot/proto/http/discovery';
import { discoveryContract } from '@earshot/proto/http';
import { keptCookie, visitorCookie } from '@earshot/proto/http/cookies';
import type { SourceId } from '@earshot/proto/values';
import type { Suggestions } from '../domain/suggestions.ts';
import { discover, type DiscoverDependencies } from '../domain/discover.ts';
import type { HearableCommunity } from '../domain/hearable.ts';
import { visitorOf, visitorSetCookie } from '../domain/visitor.ts';

export interface DiscoveryRouteDependencies extends DiscoverDependencies {
  /** Rate limits per IP address; a search counts towards each. */
  readonly limits: readonly RateLimiter[];
  /** Separates what this installation can read from what it cannot. */
  readonly hearable: (suggestions: Suggestions['suggestions']) => Promise<HearableCommunity[]>;
  /** The source of the suggested communities. */
  readonly source: SourceId;
  readonly newVisitor: () => string;
  /** Whether browsers connect through https. */
  readonly secure: boolean;
  readonly log: Logger;
}

export function discoveryRoutes(deps: DiscoveryRouteDependencies): Route[] {
  return [
    publicRoute(discoveryContract.discoverSubreddits, async ({ body, request }) => {
      for (const limit of deps.limits) await limit.take(request.ip);
      const visitor = visitorOf(keptCookie(visitorCookie, request.cookie)) ?? deps.newVisitor();
      const input = { description: body.productDescription, visitor };
      const suggestions = await discover(input, deps).catch((error: unknown) => {
        throw failure(error, deps.log);
      });
      const headers = { 'Set-Cookie': visitorSetCookie(visitor, deps) };
      const communities = (await deps.hearable(suggestions.suggestions)).map(labelledIn(deps.source));
      return answer({ success: true as const, suggestions: { ...suggestions, suggestions: communities } }, { headers });
    }),
    route(discoveryContract.describeRequests, ({ body }) => deps.discoveries.describe(body.hashes)),
  ];
}

function labelledIn(source: SourceId) {
  return ({ name, ...facts }: HearableCommunity): Discovery['suggestions']['suggestions'][number] => ({
    name,
    ...communityView({ source, name }),
    ...facts,
  });
}

/** Known errors keep their code. All others are logged and returned with the code that the page expects. */
function failure(error: unknown, log: Logger): unknown {
  if (error instanceof AppError || documentsAway(error)) return error;
  log.error({ err: error }, 'a public search failed');
  return appError('discovery.failed', {}, error);
}
