import { performanceMetrics, scanContract } from '@earshot/proto/http/scan';
import { afterAll, describe, expect, it } from '@jest/globals';
import { figuresReader, type ResultStore, type ScanResult } from '../src/domain/performance.ts';
import { makePosts } from './fake-source.ts';
import { openScanWorld } from './scan-world.ts';

const world = await openScanWorld();
afterAll(() => world.services.stop());

async function metrics(userId: string) {
  const { status, body } = await world.services.fetch(scanContract.performance, { userId });
  expect(status).toBe(200);
  return performanceMetrics.parse(body);
}

describe('how the system is doing', () => {
  it("reports memory and uptime, and counts the user's own scans", async () => {
    world.source.communities.set('freelance', makePosts('freelance', 40, { buyerEvery: 10, newest: new Date() }));
    const [userId, other] = [await world.user(['freelance']), await world.user(['freelance'])];
    const none = { scansCompleted: 0, averageDuration: 0, averageThroughput: 0, totalLeadsFound: 0 };
    const first = await metrics(userId);
    const { memory, uptime } = first.systemMetrics;
    expect(first).toMatchObject(none);
    expect(memory.heapUsed).toBeGreaterThan(1_000_000);
    expect(memory.percentage).toBeCloseTo((100 * memory.heapUsed) / memory.limit, 0);
    // A process that runs is far from its limit; its heap is always nearly full.
    expect(memory.limit).toBeGreaterThan(memory.heapTotal);
    expect(uptime).toBeGreaterThan(0);

    const jobs = [await world.scan(userId), await world.scan(userId)];
    const figures = await metrics(userId);
    const ms = jobs.map((job) => Date.parse(job.completedAt ?? '') - Date.parse(job.startedAt ?? ''));
    expect(figures).toMatchObject({ scansCompleted: 2, totalLeadsFound: 4 });
    expect(figures.averageDuration).toBe(Math.round(ms.reduce((sum, one) => sum + one, 0) / 2));
    expect(figures.averageThroughput).toBeCloseTo(80_000 / ms.reduce((sum, one) => sum + one, 0), 0);
    expect(await metrics(userId)).toMatchObject({ scansCompleted: 2, totalLeadsFound: 4 });
    expect(await metrics(other)).toMatchObject(none);
  });
});

const start = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;

function result(n: number, fields: Partial<ScanResult> = {}): ScanResult {
  const at = new Date(start + n * minute);
  const completedAt = new Date(at.getTime() + 10_000);
  const facts = { status: 'completed', processedThreads: 100, newLeadsFound: 2 } as const;
  return { id: `job-${String(n).padStart(5, '0')}`, createdAt: at, startedAt: at, completedAt, ...facts, ...fields };
}

/** A store that counts the results that are read. */
function storeOf(results: ScanResult[]): ResultStore & { read: number } {
  const store = {
    read: 0,
    results: async (_userId: string, after: Pick<ScanResult, 'id'> | null, limit: number) => {
      const page = results.filter(({ id }) => after === null || id > after.id).slice(0, limit);
      store.read += page.length;
      return page;
    },
  };
  return store;
}

describe("the figures of a user's scans", () => {
  it('are those of all, and are read once for scans that ended a while ago', async () => {
    const results = Array.from({ length: 1_234 }, (_, n) => result(n));
    const store = storeOf(results);
    const figuresOf = figuresReader(store);
    const right = { scansCompleted: 1_234, averageDuration: 10_000, averageThroughput: 10, totalLeadsFound: 2_468 };
    const now = new Date(start + 1_240 * minute);
    expect(await figuresOf('u', now)).toEqual(right);
    expect(await figuresOf('u', now)).toEqual(right);
    expect(store.read).toBeLessThan(1_234 + 20);
  });

  it('follow a scan that runs, and late leads of one that was cancelled', async () => {
    const running = { status: 'processing', completedAt: null, newLeadsFound: 1 } as const;
    const results = [result(0), result(30, { status: 'cancelled', newLeadsFound: 3 }), result(31, running)];
    const figuresOf = figuresReader(storeOf(results));
    expect(await figuresOf('u', new Date(start + 32 * minute))).toMatchObject({
      scansCompleted: 1,
      totalLeadsFound: 6,
    });
    results.splice(1, 2, result(30, { status: 'cancelled', newLeadsFound: 5 }), result(31));
    expect(await figuresOf('u', new Date(start + 33 * minute))).toMatchObject({
      scansCompleted: 2,
      totalLeadsFound: 9,
    });
    expect(await figuresOf('u', new Date(start + 99 * minute))).toMatchObject({
      scansCompleted: 2,
      totalLeadsFound: 9,
    });
  });
});
