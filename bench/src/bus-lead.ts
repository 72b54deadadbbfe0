import type { BusRecord, EventBus, EventFacts, OutgoingEvent, Subscription } from '@earshot/event-bus';
import type { Platform } from '@earshot/service-kit';
import { createLogger, newId } from '@earshot/core';
import { fakeFoundPosts, foundPostWords, startTestServices } from '@earshot/testing';
import { topics } from '@earshot/proto/events';
import { randomBytes } from 'node:crypto';
import { removeTopics } from '../../e2e/src/cluster/servers.ts';
import { leadService } from '../../services/lead/src/service.ts';
import { openKafkaBus } from '../../packages/event-bus/src/kafka/bus.ts';
import { ensureTopics } from '../../packages/event-bus/src/kafka/topics.ts';
import { systemClock } from '../../packages/core/src/clock.ts';
import { eventFactory } from '../../packages/event-bus/src/events.ts';
import { createRelay } from '../../packages/service-kit/src/outbox/relay.ts';
import { withTrace } from '../../packages/core/src/trace.ts';
import { percentile, table } from './figures.ts';

const users = 24;
const postsOfUser = 20;
/** The most posts that a worker scores between two checks of its job. */
const postsTogether = 10;
const rounds = 2;

/** Serves the words of the posts, as the scan service does. */
const found = fakeFoundPosts();

const log = createLogger({ name: 'bench', level: 'silent' });

export interface LeadBench {
  readonly brokers: readonly string[];
  readonly mongoUrl: string;
  readonly print: (line: string) => void;
}

/**
 * Runs the real lead service on Kafka and MongoDB. It turns the found posts of several concurrent scans into leads and
 * publishes their events. The baseline is the same service without `handleMany`.
 */
export async function benchLeadService({ brokers, mongoUrl, print }: LeadBench): Promise<void> {
  const ways = [
    ['each found post alone', false],
    ['found posts in batches', true],
  ] as const;
  const ms: number[][] = ways.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, [, batches]] of ways.entries()) ms[way]?.push(await admit({ brokers, mongoUrl, batches }));
  }
  const count = users * postsOfUser;
  const base = percentile(ms[0] ?? [], 50);
  const rows = ways.map(([name], way) => {
    const median = percentile(ms[way] ?? [], 50);
    const all = (ms[way] ?? []).map((one) => one.toFixed(0)).join(', ');
    return [name, all, ((count / median) * 1000).toFixed(0), `${(base / median).toFixed(1)} x`];
  });
  print(`\nthe lead service: ${count} found posts of ${users} users, ${postsTogether} in a row of one user`);
  for (const line of table(['way', 'ms of each round', 'events/s', 'ratio'], rows)) print(line);
}

/** Milliseconds from the first delivery until the last one is handled and all leads are stored. */
async function admit(options: { brokers: readonly string[]; mongoUrl: string; batches: boolean }): Promise<number> {
  const { brokers, mongoUrl, batches } = options;
  const namespace = `bench${randomBytes(4).toString('hex')}`;
  await ensureTopics({ brokers, namespace, topics, groups: ['lead'], log });
  const bus = await openKafkaBus({ brokers, clientId: 'bench', namespace, topics, clock: systemClock, log });
  const watch = watched(bus, users * postsOfUser, batches);
  try {
    await bus.publish(foundPosts());
    const services = await startTestServices([found.service, leadService], {
      mongo: mongoUrl,
      platform: (platform) => onKafka(platform, watch.bus),
    });
    const ms = await watch.ms;
    const leads = await services.platformOf('lead').documents.collection('leads').countDocuments();
    await services.stop();
    if (leads !== users * postsOfUser) throw new Error(`${users * postsOfUser} found posts became ${leads} leads`);
    return ms;
  } finally {
    await bus.stop();
    await removeTopics(brokers, namespace);
  }
}

function onKafka(platform: Platform, bus: EventBus): Platform {
  const { kv } = platform;
  return { ...platform, bus, relay: (model) => createRelay({ model, bus, kv, log, name: model.collection.name }) };
}

/** Wraps the bus to measure the time of its handlers. */
function watched(bus: EventBus, count: number, batches: boolean): { bus: EventBus; ms: Promise<number> } {
  const { promise, resolve } = Promise.withResolvers<number>();
  let startMs: number | null = null;
  let done = 0;
  const timed = async (records: number, work: () => Promise<void>) => {
    startMs ??= performance.now();
    await work();
    done += records;
    if (done >= count) resolve(performance.now() - startMs);
  };
  const watch = ({ handleMany, ...subscription }: Subscription): Subscription => ({
    ...subscription,
    handle: (delivery) => timed(1, () => subscription.handle(delivery)),
    ...(batches && handleMany !== undefined && { handleMany: (many) => timed(many.length, () => handleMany(many)) }),
  });
  const own: EventBus = {
    publish: (records) => bus.publish(records),
    subscribe: (subscription) => bus.subscribe(watch(subscription)),
    lag: (group, topic) => bus.lag(group, topic),
    deadLetters: (group) => bus.deadLetters(group),
    replay: (group, id) => bus.replay(group, id),
  };
  return { bus: own, ms: promise };
}

/** Interleaves chunks of the users' scans, as workers do that share several scans. */
function foundPosts(): BusRecord[] {
  const event = eventFactory('scan-worker', () => systemClock.now());
  const traces = Array.from({ length: users }, () => newId());
  const records: BusRecord[] = [];
  for (let from = 0; from < postsOfUser; from += postsTogether) {
    for (const [user, correlationId] of traces.entries()) {
      for (let n = from; n < from + postsTogether; n += 1) {
        const made = withTrace({ correlationId, causationId: correlationId }, () => foundPost(event, user, n));
        records.push(made.record);
      }
    }
  }
  return records;
}

function foundPost(event: (facts: EventFacts) => OutgoingEvent, user: number, n: number): OutgoingEvent {
  const userId = `user-${user}`;
  const parts = [
    { name: 'need', category: 'recommendation', points: 3.5, quote: 'Which tool', note: 'asks for a tool' },
  ];
  const words = foundPostWords({
    postId: `t3_${user}_${n}`,
    subreddit: 'freelance',
    title: `Looking for invoicing software (${n})`,
    content: 'Which tool do you use for invoices? '.repeat(15),
    author: `author_${n}`,
    postCreatedAt: systemClock.now().toISOString(),
    aiAnalysis: { scorerVersion: 'bench', provisional: false, parts },
  });
  found.put(userId, words);
  const { source, postId, businessVersion } = words;
  const limits = { threshold: 6, maxLeadsPerScan: 100, maxLeadsPerDay: 1_000 };
  const value = { jobId: `job-${user}`, source, postId, businessVersion, ...limits };
  return event({ userId, payload: { case: 'leadFound', value } });
}
