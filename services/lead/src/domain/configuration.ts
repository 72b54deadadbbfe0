import type { Configuration as View, ConfigurationForm, ScanSettings } from '@earshot/proto/http/lead';
import type { Community } from './community.ts';

/** What a user told of the business and how to scan; `id` and times are null before the first save. */
export interface Configuration extends Omit<View, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The defaults of the specification, sections 3 and 9. */
export const configurationDefaults = {
  businessDescription: '',
  searchStrategy: 'mixed',
  maxLeadsPerScan: 100,
  scanFrequency: 'hourly',
  notificationMethod: 'inapp',
  defaultDmLength: 'multiple_paragraphs',
  defaultReplyLength: 'multiple_paragraphs',
  businessCategory: null,
  targetKeywords: null,
  productDescription: null,
} as const satisfies Partial<Configuration>;

/** Where configurations are kept: one document a user. */
export interface ConfigurationRepository {
  find(userId: string): Promise<Configuration | null>;
  /** Sets the given fields, absent ones keep their value; a first save takes `newId` and the defaults for the others. */
  save(userId: string, change: ConfigurationForm, facts: { newId: string; now: Date }): Promise<Configuration>;
}

/** The user's configuration, or the defaults; an older product description stands in for a missing business description. */
export async function configurationOf(userId: string, repository: ConfigurationRepository): Promise<Configuration> {
  const stored = await repository.find(userId);
  return stored === null ? unsaved(userId) : withDescription(stored);
}

/** Saves what the form brings and resolves with the whole as it now stands. */
export async function saveConfiguration(
  userId: string,
  change: ConfigurationForm,
  deps: { configurations: ConfigurationRepository; newId: () => string; now: () => Date },
): Promise<Configuration> {
  const facts = { newId: deps.newId(), now: deps.now() };
  return withDescription(await deps.configurations.save(userId, change, facts));
}

/** What a scan needs to know; only active communities count. */
export function scanSettingsOf(configuration: Configuration, communities: readonly Community[]): ScanSettings {
  const { businessDescription, searchStrategy, maxLeadsPerScan, scanFrequency } = configuration;
  const active = communities.filter((community) => community.isActive);
  return {
    businessDescription,
    searchStrategy,
    maxLeadsPerScan,
    scanFrequency,
    communities: active.map(({ name }) => name),
  };
}

function unsaved(userId: string): Configuration {
  return { ...configurationDefaults, id: null, userId, createdAt: null, updatedAt: null };
}

function withDescription(stored: Configuration): Configuration {
  const own = stored.businessDescription;
  return { ...stored, businessDescription: own.trim() === '' ? (stored.productDescription ?? own) : own };
}
