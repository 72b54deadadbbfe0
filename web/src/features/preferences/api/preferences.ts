import { authContract } from '@earshot/proto/http/auth';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import type { PreferencesValues } from '../form-values.ts';

export const preferencesQuery = callQuery(authContract.getPreferences);

/** Saves all fields (specification, section 7). */
export const savePreferences = (_: Partial<PreferencesValues>, body: PreferencesValues) =>
  call(authContract.savePreferences, { body });
