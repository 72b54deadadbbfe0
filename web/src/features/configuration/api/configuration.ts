import { type Configuration, type ConfigurationForm, leadContract } from '@earshot/proto/http/lead';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { withProfile } from '../../../lib/profile-texts.ts';
import { sentencesIn } from '../draft-words.ts';
import { type ConfigurationValues, specifiedOf, valuesOf } from '../form-values.ts';
import { tonesToSave } from '../own-tones.ts';

export const configurationQuery = callQuery(leadContract.getConfiguration);

/** Saves the edited fields, and the specified ones as they are in `values`; others keep their values. */
export function saveConfiguration(
  { ownTones, draftFacts, ...change }: Partial<ConfigurationValues>,
  values: ConfigurationValues,
): Promise<Configuration> {
  const tones = ownTones === undefined ? {} : { ownTones: tonesToSave(ownTones) };
  const facts = draftFacts === undefined ? {} : { draftFacts: sentencesIn(draftFacts) };
  return call(leadContract.saveConfiguration, {
    body: { ...withProfile({ ...specifiedOf(values), ...change }), ...tones, ...facts },
  });
}

/** Saves a change of some fields outside of the form, with the specified fields as they are saved now. */
export async function changeConfiguration(queryClient: QueryClient, change: ConfigurationForm): Promise<Configuration> {
  const saved = await queryClient.fetchQuery({ ...configurationQuery, staleTime: 0 });
  return call(leadContract.saveConfiguration, { body: { ...specifiedOf(valuesOf(saved)), ...change } });
}
