import type { Clock, Route } from '@earshot/platform';
import { answer, newId, route } from '@earshot/platform';
import { leadContract } from '@earshot/proto/http';
import type { CommunityRepository } from '../domain/community.ts';
import { addCommunity, removeCommunity, starCommunity } from '../domain/community.ts';
import { presentCommunity } from './present.ts';

/** The user's list of communities: show, add, delete, star. */
export function communityRoutes({ communities, clock }: { communities: CommunityRepository; clock: Clock }): Route[] {
  const deps = { communities, newId, now: () => clock.now() };
  return [
    route(leadContract.listSubreddits, async ({ userId }) => {
      const found = await communities.list(userId);
      return found.map(presentCommunity);
    }),
    route(leadContract.addSubreddit, async ({ userId, body }) => {
      const { community, isNew } = await addCommunity({ ...body, userId }, deps);
      return answer(presentCommunity(community), { status: isNew ? 201 : 200 });
    }),
    route(leadContract.deleteSubreddit, async ({ userId, params }) => {
      await removeCommunity(userId, params.id, communities);
      return undefined;
    }),
    route(leadContract.starSubreddit, async ({ userId, params, body }) => {
      return presentCommunity(await starCommunity({ ...body, userId, id: params.id }, communities));
    }),
  ];
}
