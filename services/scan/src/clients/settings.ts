import type { CallService } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http/auth';
import { leadContract } from '@earshot/proto/http/lead';
import type { StartDeps } from '../domain/start-scan.ts';

/** Reads a user's settings and preferences from the services that own them. */
export function settingsClient(call: CallService): Pick<StartDeps, 'settingsOf' | 'preferencesOf'> {
  return {
    settingsOf: (userId) => call(leadContract.getScanSettings, { userId }),
    preferencesOf: (userId) => call(authContract.getPreferences, { userId }),
  };
}
