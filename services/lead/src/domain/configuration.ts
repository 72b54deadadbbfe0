import type { OutgoingEvent } from '@earshot/event-bus';
import {
  type Configuration as View,
  type ConfigurationForm,
  emptyProfile,
  profileIn,
  type ScanSettings,
} from '@earshot/proto/http/lead';
import type { UserId } from '@earshot/proto/refs';
import type { Community } from './community.ts';

/** A user's business and scan settings; `id` and times are null before the first save. */
export interface Configuration extends Omit<View, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The defaults of the specification, sections 3 and 9, and an empty profile. */
const configurationDefaults = {
  ...emptyProfile,
  businessDescription: '',
  searchStrategy: 'mixed',
  maxLeadsPerScan: 100,
  scanFrequency: 'hourly',
  listen: false,
  notificationMethod: 'inapp',
  defaultDmLength: 'multiple_paragraphs',
  defaultReplyLength: 'multiple_paragraphs',
  ownTones: [],
  draftFacts: [],
  closingLine: '',
  businessCategory: null,
  targetKeywords: null,
  productDescription: null,
} as const satisfies Partial<Configuration>;

/** A configuration as the repository stores it. */
export interface StoredConfiguration extends Configuration {
  /** Counts the saves from 1. */
  readonly revision: number;
}

/** The part of a saved configuration that its event publishes. */
export interface SavedConfiguration extends Pick<Configuration, 'userId' | 'scanFrequency' | 'notificationMethod'> {
  readonly hasBusiness: boolean;
  readonly revision: number;
}

/** Stores configurations: one document per user. */
export interface ConfigurationRepository {
  find(userId: UserId): Promise<StoredConfiguration | null>;
  /** Saves it with its event in one write. Returns false when the stored revision is not the one before it. */
  save(configuration: StoredConfiguration, event: OutgoingEvent): Promise<boolean>;
  /** Publishes an event about the user. Nothing is published for a user without a configuration, who has no leads. */
  announce(userId: UserId, event: OutgoingEvent): Promise<void>;
}

/** The user's configuration, or the defaults. An older product description replaces a missing business description. */
export async function configurationOf(userId: UserId, repository: ConfigurationRepository): Promise<Configuration> {
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
 * Saves the form and emits an event. Absent fields keep their value. Resolves with the complete saved configuration.
 */
export async function saveConfiguration(
  userId: UserId,
  change: ConfigurationForm,
  deps: SavingDependencies,
): Promise<Configuration> {
  for (;;) {
    const before = await deps.configurations.find(userId);
    const next = changed(before, userId, change, deps);
    // Another save came first: apply this one to the new state.
    if (await deps.configurations.save(next, deps.configurationSaved(savedOf(next)))) return withDescription(next);
  }
}

function changed(
  before: StoredConfiguration | null,
  userId: UserId,
  change: ConfigurationForm,
  { newId, now }: SavingDependencies,
): StoredConfiguration {
  const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const updatedAt = now();
  const base = before ?? { ...unsaved(userId), id: newId(), createdAt: updatedAt, revision: 0 };
  const next = { ...base, ...fields, updatedAt, revision: base.revision + 1 };
  return { ...next, targetKeywords: next.targetKeywords?.length ? next.targetKeywords : null };
}

function savedOf(next: StoredConfiguration): SavedConfiguration {
  const { userId, scanFrequency, notificationMethod, revision } = next;
  const hasBusiness = withDescription(next).businessDescription.trim() !== '';
  return { userId, scanFrequency, notificationMethod, hasBusiness, revision };
}

/** The settings that a scan needs; only active communities are included. */
export function scanSettingsOf(configuration: Configuration, communities: readonly Community[]): ScanSettings {
  const { businessDescription, searchStrategy, maxLeadsPerScan, scanFrequency, listen } = configuration;
  const profile = profileIn(configuration);
  const active = communities.filter((community) => community.isActive);
  return {
    businessDescription,
    ...(profile && { profile }),
    searchStrategy,
    maxLeadsPerScan,
    scanFrequency,
    listen,
    communities: active.map(({ source, name }) => ({ source, name })),
  };
}

function unsaved(userId: UserId): Configuration {
  return { ...configurationDefaults, id: null, userId, createdAt: null, updatedAt: null };
}

function withDescription(stored: Configuration): Configuration {
  const description = stored.businessDescription;
  return {
    ...stored,
    businessDescription: description.trim() === '' ? (stored.productDescription ?? description) : description,
  };
}
