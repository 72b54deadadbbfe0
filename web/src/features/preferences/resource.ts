import type { Preferences } from '@earshot/proto/http/auth';
import { scanContract } from '@earshot/proto/http/scan';
import type { SavedResource } from '../../lib/use-saved-form.ts';
import { preferencesQuery, savePreferences } from './api/preferences.ts';
import { type PreferencesValues, valuesOf } from './form-values.ts';
import { texts } from './texts.ts';

/** The preferences as a resource for `useSavedForm`. */
export const preferencesResource: SavedResource<Preferences, PreferencesValues> = {
  name: 'preferences',
  query: preferencesQuery,
  valuesOf,
  save: savePreferences,
  // A scan shows whether its posts were judged with other settings.
  changes: [[scanContract.listScanPosts.path]],
  successToast: texts.saved,
};
