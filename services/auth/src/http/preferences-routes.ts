import type { Clock } from '@earshot/core';
import type { Route } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { PreferencesRepository } from '../domain/preferences.ts';
import { preferencesOf } from '../domain/preferences.ts';
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
