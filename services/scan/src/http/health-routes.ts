import { type Route, route } from '@earshot/service-kit';
import {
  type CommunityHealth as CommunityView,
  type SourceHealth as SourceView,
  sourceHealthContract,
} from '@earshot/proto/http/source-health';
import { communityView, sourceView } from '@earshot/sources';
import { type BoardDeps, boardOf, type BoardSource, wholeBoard } from '../domain/health-board.ts';
import type { CommunityHealth } from '../domain/source-health.ts';

/** The state of the sources, for users and for administrators. */
export function healthRoutes(deps: BoardDeps): Route[] {
  return [
    route(sourceHealthContract.sourcesHealth, async ({ userId }) => {
      const { sources, communities } = await boardOf(deps, userId);
      return { sources: sources.map(presentSource), communities: communities.map(presentCommunity) };
    }),
    route(sourceHealthContract.allSourcesHealth, async () => ({
      sources: (await wholeBoard(deps)).map(presentSource),
    })),
  ];
}

function presentSource({ source, read, failing, silent, ...health }: BoardSource): SourceView {
  const { definition } = source;
  const { state, cause, postsLastDay, usualPostsADay, budgetLeft } = health;
  return {
    ...sourceView(definition.id),
    sample: definition.isSample ?? false,
    communityNoun: definition.community.noun,
    state,
    cause,
    postsLastDay,
    usualPostsADay,
    budgetLeft,
    since: health.since?.toISOString() ?? null,
    nextTryAt: health.nextTryAt?.toISOString() ?? null,
    lastPostAt: health.lastPostAt?.toISOString() ?? null,
    communities: { read, failing, silent },
    settings: settingsOf(definition),
  };
}

/** The settings without which the source cannot sign in at its site. */
function settingsOf({ client, secrets, needs }: BoardSource['source']['definition']): string[] {
  const names = [...(client === undefined ? [] : [client]), ...needs.map(({ setting }) => setting), ...secrets];
  return [...new Set(names)];
}

function presentCommunity({ community, usualGapMs, ...health }: CommunityHealth): CommunityView {
  const { trouble, since, cause, nextTryAt } = health;
  return {
    name: community.name,
    ...communityView(community),
    trouble,
    cause,
    since: since?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    usualGapSeconds: usualGapMs === null ? null : Math.round(usualGapMs / 1_000),
  };
}
