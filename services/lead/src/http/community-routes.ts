import type { Clock } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { Route } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { answer, route } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import type { Community, CommunityRepository } from '../domain/community.ts';
import { addCommunity, removeCommunity, starCommunity } from '../domain/community.ts';
import { presentCommunity } from './present.ts';

/** The user's list of communities: show, add, delete, star. */
export function communityRoutes(given: {
  communities: CommunityRepository;
  clock: Clock;
  communityAdded: (community: Community) => OutgoingEvent;
  communityRemoved: (userId: string, id: string) => OutgoingEvent;
  /** Called after each write that carries an event. */
  saved: () => void;
}): Route[] {
  const { communities, clock, saved } = given;
  const deps = { ...given, newId, now: () => clock.now() };
  return [
    route(leadContract.listSubreddits, async ({ userId }) => {
      const found = await communities.list(userId);
      return found.map(presentCommunity);
    }),
    route(leadContract.addSubreddit, async ({ userId, body }) => {
      const { community, isNew } = await addCommunity({ ...body, userId }, deps);
      if (isNew) saved();
      return answer(presentCommunity(community), { status: isNew ? 201 : 200 });
    }),
    route(leadContract.deleteSubreddit, async ({ userId, params }) => {
      await removeCommunity(userId, params.id, deps);
      saved();
      return undefined;
    }),
    route(leadContract.starSubreddit, async ({ userId, params, body }) => {
      return presentCommunity(await starCommunity({ ...body, userId, id: params.id }, communities));
    }),
  ];
}
