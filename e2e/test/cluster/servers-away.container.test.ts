import { awakeMs, random, tcpGate, type TcpGate, until } from '@earshot/core/testing';
import { type OwnContainer, type OwnKafka, startKafka, startMongo, startRedis } from '@earshot/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { errorTable } from '@earshot/proto/errors';
import { leadList } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { setTimeout as wait } from 'node:timers/promises';
import { endings } from '../../src/cluster/endings.ts';
import { dependenciesUp, readinessOf } from '../../src/cluster/health.ts';
import type { UnderWay } from '../../src/cluster/kill-run.ts';
import { type KillFaults, prepareKills } from '../../src/cluster/kill-world.ts';
import { type Reply, Visitor } from '../../src/visitor.ts';

const firstSeed = Number(process.env['SEED'] ?? 32_001);
const kafkaAwayMs = 20_000;
const otherAwayMs = 5_000;
/** Every kind of write occurs within a second or two, unless the machine is busy. */
const writtenWithinMs = 180_000;
/** The promised time for an answer while MongoDB is unavailable, in milliseconds. */
const refusalMs = 2_000;

await describeWhen('servers that go away in mid-scan', { servers: ['kafka', 'mongo', 'redis'], own: true }, () => {
  const ended = endings();
  let kafka: OwnKafka;
  let mongo: OwnContainer & { url: string };
  let redis: OwnContainer & { url: string };
  let gate: TcpGate;
  let faults: KillFaults;
  let pids: (number | undefined)[];
  let failed = 0;
  const pidsNow = () => faults.cluster.processes.map((one) => one.pid());

  beforeAll(async () => {
    process.stdout.write(`servers away: seeds from ${firstSeed} (SEED=${firstSeed} repeats them)\n`);
    [kafka, mongo, redis] = await Promise.all([startKafka(), startMongo(), startRedis()]);
    for (const server of [kafka, mongo, redis]) ended.add(server.stop);
    gate = await tcpGate(kafka.proxied.target, kafka.proxied.port);
    ended.add(gate.stop);
    faults = await prepareKills({
      servers: { brokers: kafka.brokers, mongoUrl: mongo.url, redisUrl: redis.url },
      settingsOf: (service): Record<string, string> =>
        service === 'scan-worker' ? { KAFKA_BROKERS: `127.0.0.1:${gate.port}` } : {},
    });
    ended.add(async () => {
      if (failed > 0) process.stdout.write(`servers away: logs are kept in ${faults.cluster.folder}\n`);
      await faults.stop({ keep: failed > 0 });
    });
  });
  afterAll(() => ended.run());
  beforeEach(() => {
    pids = pidsNow();
  });

  /** Scans and calls `disturb` in the middle. Expects the undisturbed outcome and no restarted process. */
  const inMidScan = async (seed: number, disturb: (underWay: UnderWay) => Promise<void>) => {
    failed += 1;
    const startMs = Math.round(random(seed)() * 0.6 * faults.plain.ms);
    const { wrong, ...run } = await faults.disturbed(seed, async (underWay) => {
      await wait(startMs);
      // Writes that change leads need a lead. On a busy machine the scan may not have found one yet.
      const hasLead = async () => {
        const { status, body } = await underWay.visitor.ask('/api/leads');
        // On a very busy machine the database may miss a heartbeat, and the call answers 503. The loop asks again.
        return status !== 503 && leadList.parse(body).leads.length > 0;
      };
      await until('a lead', hasLead, undefined, 50);
      await disturb(underWay);
    });
    expect({ startMs, ...run, wrong }).toEqual({ startMs, ...run, wrong: [] });
    await until('everything to be back', allBack, undefined, 200);
    expect(pidsNow()).toEqual(pids);
    failed -= 1;
  };
  const readiness = () => Promise.all(faults.cluster.processes.map((one) => readinessOf(one)));
  const allBack = async () => (await readiness()).every(({ code, away: names }) => code === 200 && names.length === 0);
  /**
   * Waits until every process reports the server as unavailable, in its readiness and in the gauge, and is still ready.
   */
  const reportedAway = async (dependency: string) => {
    // On a busy machine MongoDB may miss a heartbeat, and services with a database are briefly not ready.
    const reported = async () =>
      (await readiness()).every(
        ({ code, missing, away }) => code === 200 && missing.length === 0 && away.includes(dependency),
      );
    await until(`all to be ready and to say that ${dependency} is away`, reported, undefined, 200);
    for (const one of faults.cluster.processes) expect((await dependenciesUp(one)).get(dependency)).toBe(0);
  };
  /** Expects that meanwhile every kind of write is acknowledged and a read is answered. */
  const goesOnFor = async (ms: number, { visitor, acknowledged }: UnderWay) => {
    const before = acknowledged();
    const sinceMs = performance.now();
    const wrote = () => Object.entries(acknowledged()).every(([kind, count]) => count > (before[kind] ?? 0));
    await until('every kind of write to be acknowledged', wrote, writtenWithinMs, 100);
    await until('a read', async () => (await visitor.ask('/api/leads')).status === 200);
    await wait(Math.max(0, ms - (performance.now() - sinceMs)));
  };

  /** Always restores the server, so that the next test can use it. */
  const meanwhile = async (end: () => Promise<void>, look: () => Promise<void>) => {
    try {
      await look();
    } finally {
      await end();
    }
  };

  it('Kafka away for 20 s: reads and writes continue, and their events arrive later', async () => {
    await inMidScan(firstSeed, async (underWay) => {
      await kafka.kill();
      await meanwhile(kafka.start, async () => {
        await reportedAway('kafka');
        await goesOnFor(kafkaAwayMs, underWay);
      });
    });
  });

  it('the connection of the worker to Kafka is cut in the middle of its work', async () => {
    await inMidScan(firstSeed + 1, async (underWay) => {
      await gate.cut();
      await meanwhile(gate.open, () => goesOnFor(otherAwayMs, underWay));
    });
  });

  it('the connection of the worker to Kafka hangs in the middle of its work', async () => {
    await inMidScan(firstSeed + 2, async (underWay) => {
      gate.hang();
      await meanwhile(gate.open, () => goesOnFor(otherAwayMs, underWay));
    });
  });

  it('Redis is flushed, then away: reads and writes continue', async () => {
    await inMidScan(firstSeed + 3, async (underWay) => {
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
      await wait(200);
      await redis.kill();
      await meanwhile(redis.start, async () => {
        await reportedAway('redis');
        await goesOnFor(otherAwayMs, underWay);
      });
    });
  });

  it.each(['kill', 'pause'] as const)(
    'MongoDB away by %s: 503 with a message in under 2 s, not ready, and recovery',
    async (how) => {
      await inMidScan(firstSeed + (how === 'kill' ? 4 : 5), async ({ visitor }) => {
        await (how === 'kill' ? mongo.kill() : mongo.pause());
        await meanwhile(how === 'kill' ? mongo.start : mongo.unpause, async () => {
          await expectRefusals(visitor);
          await until('all with documents to be unready', unready, undefined, 100);
          await wait(otherAwayMs);
          await expectRefusals(visitor);
        });
      });
    },
  );

  async function unready(): Promise<boolean> {
    const withDocuments = ['gateway', 'auth', 'lead', 'scan', 'scan-worker', 'outreach'];
    const owners = faults.cluster.processes.filter(({ service }) => withDocuments.includes(service));
    const all = await Promise.all(owners.map((one) => readinessOf(one)));
    return all.every(({ code, missing }) => code === 503 && missing.includes('mongodb'));
  }

  async function expectRefusals(visitor: Visitor): Promise<void> {
    const post = { method: 'POST', body: { email: 'nobody@example.test', password: 'a quiet harbour' } };
    const calls: [string, () => Promise<Reply>][] = [
      ['leads', () => visitor.ask('/api/leads')],
      ['add', () => visitor.ask('/api/subreddits', { method: 'POST', body: { name: 'elsewhere', isActive: false } })],
      ['latest scan', () => visitor.ask('/api/leads/scan/latest')],
      ['messages', () => visitor.ask('/api/generated-messages')],
      ['sign-in', () => new Visitor(visitor.url).ask('/api/auth/login', post)],
    ];
    for (const [what, call] of calls) {
      const asked = call();
      const [tookMs, nobodyAskedMs] = await Promise.all([
        awakeMs(() => asked),
        awakeMs(() => visitor.ask('/api/none')),
      ]);
      const { status, body } = await asked;
      expect({ what, status, body }).toMatchObject({
        what,
        status: 503,
        body: { code: 'service.unavailable', message: errorTable['service.unavailable'].message },
      });
      // Several processes take part in an answer. Each may need as much extra time as the gateway just did for an
      // unknown path.
      const inTime = tookMs < refusalMs + 10 * nobodyAskedMs;
      expect({ what, inTime, tookMs, nobodyAskedMs }).toEqual({ what, inTime: true, tookMs, nobodyAskedMs });
    }
  }
});
