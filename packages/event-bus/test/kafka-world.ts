import type { TopicSettings } from '@earshot/proto/events';
import { randomUUID } from 'node:crypto';
import kafkajs from 'kafkajs';
import { createLogger, systemClock } from '@earshot/core';
import { type KafkaBus, openKafkaBus } from '../src/kafka/bus.ts';
import { kafkaClient } from '../src/kafka/client.ts';
import type { KafkaTiming } from '../src/kafka/timing.ts';
import { ensureTopics } from '../src/kafka/topics.ts';
import type { TcpGate } from '@earshot/core/testing';
import { gateSockets, tcpGate } from '../../core/src/testing/tcp-gate.ts';

const log = createLogger({ level: process.env['LOG'] ?? 'silent', name: 'test' });

/** A bus whose connection can be cut: the closest simulation of `kill -9` within one process. */
export interface CuttableBus {
  readonly bus: KafkaBus;
  readonly gate: TcpGate;
}

export interface KafkaWorld {
  readonly namespace: string;
  readonly timing: Partial<KafkaTiming> & { readonly sessionMs: number; readonly idleMs: number };
  open(): Promise<CuttableBus>;
  /** Stops everything that was opened. */
  close(): Promise<void>;
}

export function clientOf(brokers: readonly string[]) {
  return kafkaClient({ brokers, clientId: 'test', log }, 10_000);
}

/** The shortest session that the broker allows, but long enough that a busy machine does not end it. */
export async function sessionMsOf(brokers: readonly string[]): Promise<number> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  const { brokers: nodes } = await admin.describeCluster();
  const type = kafkajs.ConfigResourceTypes.BROKER;
  const name = String(nodes[0]?.nodeId ?? 1);
  const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type, name }] });
  await admin.disconnect();
  const settings = resources[0]?.configEntries ?? [];
  const found = settings.find(({ configName }) => configName === 'group.min.session.timeout.ms')?.configValue;
  return Math.max(10_000, Number(found ?? 6_000));
}

/** Separate topics and groups on a shared broker. */
export async function openKafkaWorld(options: {
  brokers: readonly string[];
  topics: Readonly<Record<string, TopicSettings>>;
  groups: readonly string[];
  timing: KafkaWorld['timing'];
}): Promise<KafkaWorld> {
  const { brokers, topics, groups, timing } = options;
  const namespace = `test-${randomUUID()}`;
  await ensureTopics({ brokers, namespace, topics, groups, log });
  const opened: CuttableBus[] = [];
  return {
    namespace,
    timing,
    open: async () => {
      const [host = '', port = ''] = (brokers[0] ?? '').split(':');
      const gate = await tcpGate({ host, port: Number(port) });
      const socketFactory = gateSockets(gate);
      const about = { brokers, clientId: 'test', namespace, topics, clock: systemClock, log, timing, socketFactory };
      const bus = await openKafkaBus(about);
      opened.push({ bus, gate });
      return { bus, gate };
    },
    close: async () => {
      await Promise.all(opened.map(({ bus }) => bus.stop()));
      await Promise.all(opened.map(({ gate }) => gate.stop()));
      const admin = clientOf(brokers).admin();
      await admin.connect();
      const own = (await admin.listTopics()).filter((topic) => topic.startsWith(namespace));
      await admin.deleteTopics({ topics: own });
      await admin.disconnect();
    },
  };
}

export const quickTiming = {
  heartbeatMs: 100,
  commitEveryMs: 10,
  probeEveryMs: 200,
  joinMs: 120_000,
  publishMs: 10_000,
  graceMs: 100,
  settleMs: 100,
};
