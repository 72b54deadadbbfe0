import { type Clock, newId } from '@earshot/core';
import { type Route, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { preferencesOf, type PreferencesRepository } from '../domain/preferences.ts';
import { presentPreferences } from './present-user.ts';

/** Reading and saving the user's preferences. */
export function preferencesRoutes(deps: { preferences: PreferencesRepository; clock: Clock }): Route[] {
  const { preferences, clock } = deps;
  return [
    route(authContract.getPreferences, async ({ userId }) => {
      return presentPreferences(await preferencesOf(userId, preferences));
    }),
    route(authContract.savePreferences, async ({ userId, body }) => {
      const facts = { newId: newId(), now: clock.now() };
      return presentPreferences(await preferences.save(userId, body, facts));
    }),
  ];
}
