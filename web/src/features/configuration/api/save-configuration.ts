import { leadContract } from '@earshot/proto/http/lead';
import { call } from '../../../lib/api-client.ts';
import { type ConfigurationValues, formOf } from '../form-values.ts';

export const saveConfiguration = (values: ConfigurationValues) =>
  call(leadContract.saveConfiguration, { body: formOf(values) });
