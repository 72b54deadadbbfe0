import type { OutgoingEvent } from '@earshot/event-bus';
import type { Configuration as View, ConfigurationForm, ScanSettings } from '@earshot/proto/http/lead';
import type { Community } from './community.ts';
import type { IsSample } from './sample.ts';

/** What a user told of the business and how to scan; `id` and times are null before the first save. */
export interface Configuration extends Omit<View, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The defaults of the specification, sections 3 and 9. */
const configurationDefaults = {
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

/** A configuration as it is kept. */
export interface StoredConfiguration extends Configuration {
  /** Counts the saves from 1. */
  readonly revision: number;
}

/** What others may know of a save. */
export interface SavedConfiguration extends Pick<Configuration, 'userId' | 'scanFrequency' | 'notificationMethod'> {
  readonly hasBusiness: boolean;
  readonly revision: number;
}

/** Where configurations are kept: one document a user. */
export interface ConfigurationRepository {
  find(userId: string): Promise<StoredConfiguration | null>;
  /** Saves it with its event in one write; false when the stored one is not the revision before it any more. */
  save(configuration: StoredConfiguration, event: OutgoingEvent): Promise<boolean>;
}

/** The user's configuration, or the defaults; an older product description stands in for a missing business description. */
export async function configurationOf(userId: string, repository: ConfigurationRepository): Promise<Configuration> {
  const stored = await repository.find(userId);
  return stored === null ? unsaved(userId) : withDescription(stored);
}

export interface SavingDependencies {
  readonly configurations: ConfigurationRepository;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly configurationSaved: (saved: SavedConfiguration) => OutgoingEvent;
}

/**
 * Saves what the form brings and tells of it; absent fields keep their value. Resolves with the whole as it now stands.
 */
export async function saveConfiguration(
  userId: string,
  change: ConfigurationForm,
  deps: SavingDependencies,
): Promise<Configuration> {
  for (;;) {
    const before = await deps.configurations.find(userId);
    const next = changed(before, userId, change, deps);
    // Another save was faster: this one goes on top of it.
    if (await deps.configurations.save(next, deps.configurationSaved(savedOf(next)))) return withDescription(next);
  }
}

function changed(
  before: StoredConfiguration | null,
  userId: string,
  change: ConfigurationForm,
  { newId, now }: SavingDependencies,
): StoredConfiguration {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const updatedAt = now();
  const base = before ?? { ...unsaved(userId), id: newId(), createdAt: updatedAt, revision: 0 };
  return { ...base, ...given, updatedAt, revision: base.revision + 1 };
}

function savedOf(next: StoredConfiguration): SavedConfiguration {
  const { userId, scanFrequency, notificationMethod, revision } = next;
  const hasBusiness = withDescription(next).businessDescription.trim() !== '';
  return { userId, scanFrequency, notificationMethod, hasBusiness, revision };
}

/** What a scan needs to know; only active communities count. */
export function scanSettingsOf(
  configuration: Configuration,
  communities: readonly Community[],
  isSample: IsSample,
): ScanSettings {
  const { businessDescription, searchStrategy, maxLeadsPerScan, scanFrequency } = configuration;
  const active = communities.filter((community) => community.isActive);
  return {
    businessDescription,
    searchStrategy,
    maxLeadsPerScan,
    scanFrequency,
    communities: active.map(({ source, name, sample }) => ({ source, name, sample: sample ?? isSample(source) })),
  };
}

function unsaved(userId: string): Configuration {
  return { ...configurationDefaults, id: null, userId, createdAt: null, updatedAt: null };
}

function withDescription(stored: Configuration): Configuration {
  const own = stored.businessDescription;
  return { ...stored, businessDescription: own.trim() === '' ? (stored.productDescription ?? own) : own };
}
