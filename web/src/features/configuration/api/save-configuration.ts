import { leadContract } from '@earshot/proto/http/lead';
import { call } from '../../../lib/api-client.ts';
import type { ConfigurationValues } from '../form-values.ts';

export const saveConfiguration = (body: ConfigurationValues) => call(leadContract.saveConfiguration, { body });
