import { leadContract } from '@earshot/proto/http/lead';
import { call } from '../../../lib/api-client.ts';
import { withProfile } from '../../../lib/profile-texts.ts';
import type { ConfigurationValues } from '../form-values.ts';

/** Saves the given fields; all others keep their values. */
export const saveConfiguration = (change: Partial<ConfigurationValues>) =>
  call(leadContract.saveConfiguration, { body: withProfile(change) });
