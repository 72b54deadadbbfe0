import type { OutgoingEvent } from '@earshot/event-bus';
import { type Clock, newId } from '@earshot/core';
import { answer, type Route, route } from '@earshot/service-kit';
import { sourceDefinition, type Sources } from '@earshot/sources';
import { leadContract, sourceUsersContract } from '@earshot/proto/http';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import {
  addCommunity,
  type AddingDependencies,
  type Community,
  type CommunityRepository,
  removeCommunity,
  starCommunity,
} from '../domain/community.ts';
import { presentCommunity, presentSource } from './present.ts';

/** Communities that are looked through for one page of users. */
const usersAtOnce = 500;

/** The sources, and the user's list of communities: show, add, delete, star. */
export function communityRoutes(given: {
  communities: CommunityRepository;
  sources: Sources;
  /** Whether browsers reach the sandbox, where accounts of sample sources are linked. */
  opensSandbox: boolean;
  clock: Clock;
  communityAdded: (community: Community) => OutgoingEvent;
  communityRemoved: (userId: UserId, id: string) => OutgoingEvent;
  checkCommunity: AddingDependencies['checkCommunity'];
  /** Called after each write that carries an event. */
  saved: () => void;
}): Route[] {
  const { communities, sources, opensSandbox, clock, saved } = given;
  const isSearch = ({ source, name }: CommunityRef) => sourceDefinition(source)?.community.isSearch?.(name) ?? false;
  const deps = { ...given, newId, now: () => clock.now(), isSearch };
  return [
    route(leadContract.listSources, async () => sources.all.map((source) => presentSource(source, { opensSandbox }))),
    route(sourceUsersContract.listSourceUsers, async ({ params: { source }, query: { after } }) => {
      const found = await communities.usersOf(source, after, usersAtOnce);
      return { users: [...new Set(found)], next: found.length < usersAtOnce ? null : (found.at(-1) ?? null) };
    }),
    route(leadContract.listSubreddits, async ({ userId }) => {
      const found = await communities.list(userId);
      return found.map(presentCommunity);
    }),
    route(leadContract.addSubreddit, async ({ userId, body }) => {
      const source = sources.get(body.source ?? sources.first);
      const { community, isNew } = await addCommunity({ ...body, source, userId }, deps);
      saved();
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
