import { analyticsContract } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { AnalyticsWorld } from './support.ts';
import { hoursBefore, startAnalytics } from './support.ts';

const document = z.record(z.string(), z.unknown());
const operation = z
  .discriminatedUnion('method', [
    z.object({
      collectionName: z.string(),
      method: z.literal('countDocuments'),
      params: z.tuple([document], z.unknown()),
    }),
    z.object({
      collectionName: z.string(),
      method: z.literal('aggregate'),
      params: z.tuple([z.array(document)], z.unknown()),
    }),
  ])
  .transform(({ collectionName, method, params }) => ({
    collectionName,
    pipeline: method === 'aggregate' ? params[0] : [{ $match: params[0] }, { $group: { _id: 1, n: { $sum: 1 } } }],
  }));
const plan = z.object({
  executionStats: z.object({ totalDocsExamined: z.number(), totalKeysExamined: z.number() }),
});

const leads = 2_000;
let world: AnalyticsWorld & { stop(): Promise<void> };
beforeAll(async () => {
  // FerretDB explains queries with PostgreSQL plans, which do not count examined documents.
  world = await startAnalytics({ mongo: null });
  const { lead, community, user, scan } = world.models;
  const at = (n: number) => hoursBefore(n / 10);
  const many = Array.from({ length: leads }, (_, n) => n);
  await lead.insertMany(
    many.map((n) => ({
      _id: `lead-${n}`,
      userId: n % 4 === 0 ? 'other' : 'me',
      createdAt: at(n),
      tenths: 50 + (n % 50),
      status: n % 3 === 0 ? 'contacted' : 'new',
      revision: 1,
    })),
  );
  const few = many.slice(0, 200);
  await community.insertMany(few.map((n) => ({ _id: `c-${n}`, userId: 'me', isActive: n % 2 === 0 })));
  await user.insertMany(few.map((n) => ({ _id: `u-${n}`, userId: `u-${n}`, registeredAt: at(n) })));
  await scan.insertMany(few.map((n) => ({ _id: `s-${n}`, userId: 'me', isActive: n % 5 === 0, startedAt: at(n) })));
});
afterAll(() => world.stop());

/** Records the queries that the service really sends. */
async function asked(ask: () => Promise<unknown>) {
  const questions: z.output<typeof operation>[] = [];
  const listen = (command: unknown) => questions.push(operation.parse(command));
  world.platform.documents.on('operation-start', listen);
  await ask();
  world.platform.documents.off('operation-start', listen);
  return questions;
}

describe(`figures over ${leads} leads`, () => {
  it.each([
    ['stats', () => world.services.fetch(analyticsContract.stats, { userId: 'me' }), 6],
    ['dashboard', () => world.services.fetch(analyticsContract.adminDashboard, { userId: 'a', admin: true }), 5],
  ])('%s are answered by index entries, without a look at a document', async (_name, ask, figures) => {
    const questions = await asked(ask);
    expect(questions).toHaveLength(figures);
    for (const { collectionName: aggregate, pipeline } of questions) {
      const explain = { explain: { aggregate, pipeline, cursor: {} }, verbosity: 'executionStats' };
      const { executionStats } = plan.parse(await world.platform.documents.db?.command(explain));
      expect({ pipeline, ...executionStats }).toMatchObject({ totalDocsExamined: 0 });
      expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(leads);
    }
  });
});
