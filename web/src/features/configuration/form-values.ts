import type { BusinessProfile, Configuration, ConfigurationForm } from '@earshot/proto/http/lead';
import { maxLeadsPerScanChoices } from '@earshot/proto/values';
import { checkProfile, type ProfileTexts, profileTexts } from '../../lib/profile-texts.ts';
import { checkDraftWords } from './draft-words.ts';
import { checkTones, tonesText } from './own-tones.ts';
import { texts } from './texts.ts';

/** The saved form with every field set. The lists are texts: those of the profile have one entry a line. */
export type ConfigurationValues = {
  [K in Exclude<keyof ConfigurationForm, keyof BusinessProfile | 'ownTones' | 'draftFacts'>]-?: Exclude<
    ConfigurationForm[K],
    undefined
  >;
} & ProfileTexts & { ownTones: string; draftFacts: string };

const defaultMaxLeads = 100;

/** The fields that each save of the configuration carries (specification, section 7). */
export function specifiedOf(values: ConfigurationValues) {
  const { businessDescription, searchStrategy, maxLeadsPerScan, scanFrequency } = values;
  const { notificationMethod, defaultDmLength, defaultReplyLength } = values;
  const scanning = { searchStrategy, maxLeadsPerScan, scanFrequency, notificationMethod };
  return { businessDescription, ...scanning, defaultDmLength, defaultReplyLength };
}

/** The initial values of the form. If the description is empty, it comes from productDescription. */
export function valuesOf(saved: Configuration): ConfigurationValues {
  return {
    businessDescription: saved.businessDescription || (saved.productDescription ?? ''),
    searchStrategy: saved.searchStrategy,
    maxLeadsPerScan: maxLeadsPerScanChoices.find((choice) => choice === saved.maxLeadsPerScan) ?? defaultMaxLeads,
    scanFrequency: saved.scanFrequency,
    listen: saved.listen,
    notificationMethod: saved.notificationMethod,
    defaultDmLength: saved.defaultDmLength,
    defaultReplyLength: saved.defaultReplyLength,
    ownTones: tonesText(saved.ownTones),
    draftFacts: saved.draftFacts.join('\n'),
    closingLine: saved.closingLine,
    ...profileTexts(saved),
  };
}

/** Validates before saving. Without a description no scan can start, so the form says so at the field, not later. */
export function checkConfiguration(values: ConfigurationValues): Readonly<Record<string, string>> {
  const { businessDescription } = values;
  const isBlank = businessDescription.trim() === '';
  return {
    ...(isBlank && { businessDescription: texts.blank }),
    ...checkProfile(values),
    ...checkTones(values.ownTones),
    ...checkDraftWords(values.draftFacts),
  };
}
