import { until } from '@earshot/core/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { create, encodeEnvelope, EnvelopeSchema, timestampFromDate } from '@earshot/proto/events';
import { user } from '@earshot/proto/http/auth';
import { leadList } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { foundPostWords } from '@earshot/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { endings } from '../../src/cluster/endings.ts';
import { patient } from '../../src/cluster/patient.ts';
import { readyToScan } from '../../src/cluster/people.ts';
import { verdictOfFound } from '../../src/found-verdicts.ts';
import { type Servers, sharedServers } from '../../src/cluster/servers.ts';
import { type Cluster, startCluster } from '../../src/cluster/start-cluster.ts';
import type { VerdictDocument } from '../../../services/scan/src/store/verdict-schema.ts';

const partitions = 6;
/** Ten deliveries with increasing delays take 81 s. */
const givenUpWithinMs = 180_000;
const scanWithinMs = 180_000;

await describeWhen('poison among the events', { servers: ['kafka', 'mongo', 'redis'] }, () => {
  let servers: Servers;
  let cluster: Cluster;
  let failed = true;
  let documents: MongoClient;
  const ended = endings();
  beforeAll(async () => {
    servers = await sharedServers();
    ended.add(servers.stop);
    cluster = await startCluster({ servers });
    ended.add(async () => {
      if (failed) process.stdout.write(`poison: logs are kept in ${cluster.folder}\n`);
      await cluster.stop({ keep: failed });
    });
    documents = await new MongoClient(servers.mongoUrl).connect();
    ended.add(() => documents.close());
  });
  afterAll(() => ended.run());

  it('becomes a dead letter with its cause while its partition continues; a replay succeeds once the cause is fixed', async () => {
    const visitor = await readyToScan(cluster.url, 'bystander');
    const victim = await readyToScan(cluster.url, 'victim');
    const { id: userId } = await victim.get(user, '/api/auth/user');
    const quotas = documents
      .db(`${cluster.namespace}_lead`)
      .collection<{ _id: string; [field: string]: unknown }>('lead_quotas');
    await quotas.insertOne({ _id: userId, version: 1, scans: 'not a list', days: [] });
    const verdict = verdictOfFound(userId, jobOfPoison, poisoned);
    const verdicts = documents.db(`${cluster.namespace}_scan`).collection<VerdictDocument>('scan_verdicts');
    await verdicts.insertOne(verdict);
    const unreadable = Array.from({ length: partitions }, (_, partition) => ({
      partition,
      key: `poison-${partition}`,
      value: Buffer.from([0xff, 0xff, 0xff]),
    }));
    await publish([...unreadable, { key: userId, value: Buffer.from(foundBy(userId)) }]);

    const calls = patient(visitor, scanWithinMs);
    const { jobId } = await calls.get(z.object({ jobId: z.string() }), '/api/leads/scan/start', { method: 'POST' });
    const ended = async () => (await calls.get(scanJob, `/api/leads/scan/status/${jobId}`)).status === 'completed';
    await until("the bystander's scan to end", ended, scanWithinMs, 100);
    expect((await calls.get(leadList, '/api/leads')).total).toBeGreaterThan(0);

    const letters = async () =>
      (await cluster.operate('dlq', 'list', 'lead')).split('\n').filter((line) => line.includes(' attempts  '));
    const all = await until(
      'all poison to lie in the dead letters',
      async () => ((lines) => lines.length > partitions && lines)(await letters()),
      givenUpWithinMs,
      2_000,
    );
    const unread = all.filter((line) => /scan\.events\/\d\/\d+ {2}unknown {2}10 attempts/.test(line));
    expect(unread).toHaveLength(partitions);
    expect(new Set(unread.map((line) => /events\/(\d)/.exec(line)?.[1])).size).toBe(partitions);
    const unhandled = all.filter((line) => line.includes('lead.found  10 attempts  TypeError'));
    expect(unhandled).toHaveLength(1);
    const id = unhandled[0]?.split('  ')[0] ?? '';
    expect(await cluster.operate('dlq', 'show', 'lead', id)).toContain('"postId": "poisoned"');

    await quotas.deleteOne({ _id: userId });
    await cluster.operate('dlq', 'replay', 'lead', id);
    const leadsOf = async () => (await patient(victim, scanWithinMs).get(leadList, '/api/leads')).leads;
    const [lead] = await until(
      'the lead of the replayed event',
      async () => {
        const leads = await leadsOf();
        return leads.length > 0 && leads;
      },
      scanWithinMs,
    );
    expect(lead).toMatchObject({ redditPostId: 'poisoned', score: '8.0' });
    expect((await letters()).some((line) => line.startsWith(id))).toBe(false);
    failed = false;
  });

  async function publish(messages: { key: string; value: Buffer; partition?: number }[]): Promise<void> {
    const kafka = new kafkajs.Kafka({ brokers: [...servers.brokers], logLevel: kafkajs.logLevel.NOTHING });
    const producer = kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const typed = messages.map((one) => ({
      ...one,
      headers: one.partition === undefined ? { type: 'lead.found' } : {},
    }));
    await producer.send({ topic: `${cluster.namespace}.scan.events`, messages: typed });
    await producer.disconnect();
  }
});

const jobOfPoison = 'nobody-waits-for-it';
const poisoned = foundPostWords({ postId: 'poisoned', postCreatedAt: new Date().toISOString() });

function foundBy(userId: string): Uint8Array {
  const { source, postId, businessVersion } = poisoned;
  const value = {
    jobId: jobOfPoison,
    source,
    postId,
    businessVersion,
    threshold: 6,
    maxLeadsPerScan: 100,
    maxLeadsPerDay: 100,
  };
  return encodeEnvelope(
    create(EnvelopeSchema, {
      id: 'poisoned-event',
      type: 'lead.found',
      version: 1,
      occurredAt: timestampFromDate(new Date()),
      producer: 'scan',
      userId,
      key: userId,
      correlationId: 'poisoned-event',
      payload: { case: 'leadFound', value },
    }),
  );
}
