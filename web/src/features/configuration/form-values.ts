import type { BusinessProfile, Configuration, ConfigurationForm } from '@earshot/proto/http/lead';
import { maxLeadsPerScanChoices } from '@earshot/proto/values';
import { checkProfile, type ProfileTexts, profileTexts } from '../../lib/profile-texts.ts';
import { texts } from './texts.ts';

/** The saved form with every field set. The lists of the profile are texts with one entry a line. */
export type ConfigurationValues = {
  [K in Exclude<keyof ConfigurationForm, keyof BusinessProfile>]-?: Exclude<ConfigurationForm[K], undefined>;
} & ProfileTexts;

const defaultMaxLeads = 100;

/** The initial values of the form. If the description is empty, it comes from productDescription. */
export function valuesOf(saved: Configuration): ConfigurationValues {
  return {
    businessDescription: saved.businessDescription || (saved.productDescription ?? ''),
    searchStrategy: saved.searchStrategy,
    maxLeadsPerScan: maxLeadsPerScanChoices.find((choice) => choice === saved.maxLeadsPerScan) ?? defaultMaxLeads,
    scanFrequency: saved.scanFrequency,
    notificationMethod: saved.notificationMethod,
    defaultDmLength: saved.defaultDmLength,
    defaultReplyLength: saved.defaultReplyLength,
    ...profileTexts(saved),
  };
}

/** Validates before saving: the description may be empty but not only blanks. */
export function checkConfiguration(values: ConfigurationValues): Readonly<Record<string, string>> {
  const { businessDescription } = values;
  const isBlank = businessDescription !== '' && businessDescription.trim() === '';
  return { ...(isBlank && { businessDescription: texts.blank }), ...checkProfile(values) };
}
