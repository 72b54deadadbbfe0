import type { TopicSettings } from '@earshot/proto/events';
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import { AdminClient, type KafkaSecurity } from './client.ts';
import { kafkaNames } from './names.ts';

export interface EnsureTopicsOptions {
  readonly brokers: readonly string[];
  readonly security?: KafkaSecurity;
  readonly namespace?: string | undefined;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  /** Groups that need a dead-letter topic. */
  readonly groups: readonly string[];
  /** Replicas of each new topic's partitions. Default: the broker's. */
  readonly replication?: number | undefined;
  readonly log: Logger;
}

interface WantedTopic {
  readonly topic: string;
  readonly partitions: number;
  readonly settings: Readonly<Record<string, string>>;
}

const knownTries = 40;
const knownWaitMs = 250;

/** Kafka keeps tombstones of replayed letters for a day. */
const deadLetterSettings = { 'cleanup.policy': 'compact' };

/**
 * Creates missing topics, adds missing partitions, and corrects the retention. Topics with more partitions than
 * declared stay unchanged. Returns one line per change. Safe to run at any time, also concurrently.
 */
export async function ensureTopics(options: EnsureTopicsOptions): Promise<string[]> {
  const { brokers, log, security = {} } = options;
  const admin = new AdminClient({ brokers, clientId: 'earshot-topics', log, security });
  try {
    return await admin.use((one) => ensure(one, wantedTopics(options), options.replication ?? -1));
  } finally {
    await admin.stop();
  }
}

function wantedTopics({ namespace, topics, groups }: EnsureTopicsOptions): WantedTopic[] {
  const names = kafkaNames(namespace);
  const declared = Object.entries(topics).map(([name, { partitions, retentionMs }]) => ({
    topic: names.topic(name),
    partitions,
    settings: { 'cleanup.policy': 'delete', 'retention.ms': String(retentionMs) },
  }));
  const letters = groups.map((group) => ({
    topic: names.deadLetters(group),
    partitions: 1,
    settings: deadLetterSettings,
  }));
  return [...declared, ...letters];
}

async function ensure(admin: Admin, wanted: readonly WantedTopic[], replication: number): Promise<string[]> {
  const existing = new Set(await admin.listTopics());
  const missing = wanted.filter(({ topic }) => !existing.has(topic));
  const there = wanted.filter(({ topic }) => existing.has(topic));
  if (missing.length > 0) {
    await admin.createTopics({ topics: missing.map((one) => configOf(one, replication)), waitForLeaders: false });
    await untilKnown(
      admin,
      missing.map(({ topic }) => topic),
    );
  }
  return [
    ...missing.map(({ topic, partitions }) => `created ${topic} with ${partitions} partitions`),
    ...(await addPartitions(admin, there)),
    ...(await changeSettings(admin, there)),
  ];
}

/** The brokers know a new topic a moment later; kafkajs's built-in wait gives up at once. */
async function untilKnown(admin: Admin, topics: string[]): Promise<void> {
  for (let left = knownTries; ; left -= 1) {
    try {
      const found = await admin.fetchTopicMetadata({ topics });
      if (found.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
    } catch (error) {
      if (left <= 0) throw error;
    }
    if (left <= 0) throw new Error(`no leader yet for ${topics.join(', ')}`);
    await wait(knownWaitMs);
  }
}

function configOf({ topic, partitions, settings }: WantedTopic, replicationFactor: number): ITopicConfig {
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  return { topic, numPartitions: partitions, replicationFactor, configEntries };
}

async function addPartitions(admin: Admin, there: readonly WantedTopic[]): Promise<string[]> {
  if (there.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: there.map(({ topic }) => topic) });
  const counts = new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
  const short = there.filter(({ topic, partitions }) => (counts.get(topic) ?? partitions) < partitions);
  if (short.length === 0) return [];
  await admin.createPartitions({
    topicPartitions: short.map(({ topic, partitions }) => ({ topic, count: partitions })),
  });
  return short.map(({ topic, partitions }) => `raised ${topic} from ${counts.get(topic)} to ${partitions} partitions`);
}

async function changeSettings(admin: Admin, there: readonly WantedTopic[]): Promise<string[]> {
  if (there.length === 0) return [];
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const described = await admin.describeConfigs({
    includeSynonyms: false,
    resources: there.map(({ topic }) => ({ type, name: topic })),
  });
  const changes: string[] = [];
  for (const { resourceName, configEntries } of described.resources) {
    const settings = there.find(({ topic }) => topic === resourceName)?.settings ?? {};
    const now = new Map(configEntries.map(({ configName, configValue }) => [configName, configValue]));
    if (Object.entries(settings).every(([name, value]) => now.get(name) === value)) continue;
    // alterConfigs replaces all settings of a topic, so settings made by others are included.
    const own = configEntries.filter(({ isDefault, readOnly }) => !isDefault && !readOnly);
    const all = { ...Object.fromEntries(own.map((one) => [one.configName, one.configValue])), ...settings };
    const entries = Object.entries(all).map(([name, value]) => ({ name, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type, name: resourceName, configEntries: entries }],
    });
    changes.push(
      `set ${Object.entries(settings)
        .map((pair) => pair.join('='))
        .join(', ')} of ${resourceName}`,
    );
  }
  return changes;
}
