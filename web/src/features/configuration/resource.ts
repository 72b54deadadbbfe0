import type { Configuration } from '@earshot/proto/http/lead';
import type { SavedResource } from '../../lib/use-saved-form.ts';
import { configurationQuery } from './api/get-configuration.ts';
import { saveConfiguration } from './api/save-configuration.ts';
import { checkConfiguration, type ConfigurationValues, valuesOf } from './form-values.ts';
import { texts } from './texts.ts';

/** The configuration as a resource for `useSavedForm`. */
export const configurationResource: SavedResource<Configuration, ConfigurationValues> = {
  name: 'configuration',
  query: configurationQuery,
  valuesOf,
  check: checkConfiguration,
  save: saveConfiguration,
  successToast: texts.saved,
};
