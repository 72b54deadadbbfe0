import { authContract } from '@earshot/proto/http/auth';
import { call } from '../../../lib/api-client.ts';
import type { PreferencesValues } from '../form-values.ts';

/** Saves all fields (specification, section 7). */
export const savePreferences = (_: Partial<PreferencesValues>, body: PreferencesValues) =>
  call(authContract.savePreferences, { body });
