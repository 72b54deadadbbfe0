import { authContract } from '@earshot/proto/http/auth';
import { call } from '../../../lib/api-client.ts';
import type { PreferencesValues } from '../form-values.ts';

export const savePreferences = (body: Partial<PreferencesValues>) => call(authContract.savePreferences, { body });
