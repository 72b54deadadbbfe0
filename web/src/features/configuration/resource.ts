import type { Configuration } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import type { SavedResource } from '../../lib/use-saved-form.ts';
import { configurationQuery, saveConfiguration } from './api/configuration.ts';
import { checkConfiguration, type ConfigurationValues, valuesOf } from './form-values.ts';
import { texts } from './texts.ts';

/** The configuration as a resource for `useSavedForm`. */
export const configurationResource: SavedResource<Configuration, ConfigurationValues> = {
  name: 'configuration',
  query: configurationQuery,
  valuesOf,
  check: checkConfiguration,
  save: saveConfiguration,
  // A scan shows whether its posts were judged with other settings.
  changes: [[scanContract.listScanPosts.path]],
  successToast: texts.saved,
};
