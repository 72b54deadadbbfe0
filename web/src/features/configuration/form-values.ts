import type { Configuration, ConfigurationForm } from '@earshot/proto/http/lead';
import { maxLeadsPerScanChoices } from '@earshot/proto/values';
import { texts } from './texts.ts';

/** The saved form with every field there. */
export type ConfigurationValues = { [K in keyof ConfigurationForm]-?: Exclude<ConfigurationForm[K], undefined> };

const defaultMaxLeads = 100;

/** What the form starts with; the description comes from productDescription when its own field is empty. */
export function valuesOf(saved: Configuration): ConfigurationValues {
  return {
    businessDescription: saved.businessDescription || (saved.productDescription ?? ''),
    searchStrategy: saved.searchStrategy,
    maxLeadsPerScan: maxLeadsPerScanChoices.find((choice) => choice === saved.maxLeadsPerScan) ?? defaultMaxLeads,
    scanFrequency: saved.scanFrequency,
    notificationMethod: saved.notificationMethod,
    defaultDmLength: saved.defaultDmLength,
    defaultReplyLength: saved.defaultReplyLength,
  };
}

/** What is wrong before the server is asked: words may be missing altogether, but not be blanks. */
export function checkConfiguration({ businessDescription }: ConfigurationValues): Readonly<Record<string, string>> {
  const isBlank = businessDescription !== '' && businessDescription.trim() === '';
  return isBlank ? { businessDescription: texts.blank } : {};
}
