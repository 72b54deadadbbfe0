import { type Clock, newId } from '@earshot/core';
import { type Route, route } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http';
import type { CommunityRepository } from '../domain/community.ts';
import {
  configurationOf,
  type ConfigurationRepository,
  saveConfiguration,
  type SavingDependencies,
  scanSettingsOf,
} from '../domain/configuration.ts';
import { presentConfiguration } from './present.ts';

/** The user's configuration, and the settings that a scan needs. */
export function configurationRoutes(deps: {
  configurations: ConfigurationRepository;
  communities: CommunityRepository;
  clock: Clock;
  configurationSaved: SavingDependencies['configurationSaved'];
  /** Called after each write that carries an event. */
  saved: () => void;
}): Route[] {
  const { configurations, communities, clock } = deps;
  const saving = { ...deps, newId, now: () => clock.now() };
  return [
    route(leadContract.getConfiguration, async ({ userId }) => {
      return presentConfiguration(await configurationOf(userId, configurations));
    }),
    route(leadContract.saveConfiguration, async ({ userId, body }) => {
      const configuration = await saveConfiguration(userId, body, saving);
      deps.saved();
      return presentConfiguration(configuration);
    }),
    route(leadContract.getScanSettings, async ({ userId }) => {
      const [configuration, watched] = await Promise.all([
        configurationOf(userId, configurations),
        communities.list(userId),
      ]);
      return scanSettingsOf(configuration, watched);
    }),
  ];
}
