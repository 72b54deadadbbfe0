import type { Preferences } from '@earshot/proto/http/auth';
import type { SavedResource } from '../../lib/use-saved-form.ts';
import { preferencesQuery } from './api/get-preferences.ts';
import { savePreferences } from './api/save-preferences.ts';
import { type PreferencesValues, valuesOf } from './form-values.ts';
import { texts } from './texts.ts';

/** The preferences as a resource for `useSavedForm`. */
export const preferencesResource: SavedResource<Preferences, PreferencesValues> = {
  name: 'preferences',
  query: preferencesQuery,
  valuesOf,
  save: savePreferences,
  successToast: texts.saved,
};
