import { consume } from '@earshot/event-bus';
import type { Platform } from '@earshot/service-kit';
import { fixedModel } from '@earshot/llm';
import { openAiLlm } from '@earshot/llm/openai';
import { type FakeAnswer, type FakeOpenAi, lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { until } from '@earshot/core/testing';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { modelUsage, scanContract } from '@earshot/proto/http/scan';
import { noVectors } from '@earshot/scoring/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type RescoreDeps, rescoreDue } from '../src/domain/rescore.ts';
import { keylessScorer, type Scorer, type Verdict } from '@earshot/scoring';
import type { VerdictDocument } from '../src/store/verdict-schema.ts';
import { Crash, crasher, type Step } from './crasher.ts';
import { type FakeSource, fakeSource, makePosts } from './fake-source.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';
import { leadScores } from '../src/clients/lead.ts';
import { openStores } from '../src/open-stores.ts';

const inputSchema = z.object({ posts: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })) });
const none = { category: 'none', quote: null };

/** Answers core and provider (8.0) for buyers, and none (0.0) for chatters. */
function judgement({ key, title }: { key: string; title: string }) {
  const quote = /looking for[^?]*|late payments/i.exec(title)?.[0] ?? null;
  const quoted = (category: string) => (quote === null ? none : { category, quote });
  return { key, fit: quoted('core'), need: quoted('provider'), stage: none, urgency: none, disqualifiers: [] };
}

let folder: string;
let fake: FakeOpenAi;
let isAvailable = false;
let source: FakeSource;
let world: ScanWorld;
const askedTitles: string[] = [];

const answer = (input: string): FakeAnswer => {
  if (!isAvailable) return { raw: '{"error":{"message":"overloaded"}}' };
  const { posts } = inputSchema.parse(JSON.parse(input));
  askedTitles.push(...posts.map(({ title }) => title));
  return { content: JSON.stringify({ posts: posts.map(judgement) }) };
};

/** Simulates the start of a new process, which immediately checks for due verdicts. */
async function open(): Promise<void> {
  const llm = openAiLlm({
    apiKey: 'sk-test',
    baseUrl: fake.baseUrl,
    timeoutMs: 60_000,
    log: { warn: () => undefined },
  });
  world = await openScanWorld({ folder, source, platform: (platform) => ({ ...platform, model: fixedModel(llm) }) });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-guard-'));
  source = fakeSource();
  fake = await startFakeOpenAi((request) => answer(lastMessage(request, 'user')));
  await open();
});
afterAll(async () => {
  await world.services.stop();
  await fake.close();
  await rm(folder, { recursive: true });
});

async function leadsOf(userId: string) {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '50' } });
  return leadList.parse(body).leads;
}

async function usageOf(userId: string) {
  const { body } = await world.services.fetch(scanContract.modelUsage, { userId });
  return modelUsage.parse(body);
}

const verdicts = () => world.services.platformOf('scan').documents.collection('scan_verdicts');

/** Collects the post ids of leads with new scores. */
async function listen(platform: Platform): Promise<string[]> {
  const received: string[] = [];
  const leadRescored = async ({ payload }: { payload: { value: { postId: string } } }) =>
    void received.push(payload.value.postId);
  await platform.bus.subscribe(consume({ group: 'test-rescored', topic: 'lead.events', handlers: { leadRescored } }));
  return received;
}

describe('scores that were given while the model was away', () => {
  it('are labelled, and replaced once when it is back: leads, waiting posts, and the funnel as it was', async () => {
    const community = 'freelance';
    const doubtful = makePosts(community, 2, { buyerEvery: 1, newest: new Date() }).map((post) => ({
      ...post,
      title: `Late payments from my clients (${post.id})`,
      selftext: 'Three invoices are open.',
    }));
    const all = makePosts(community, 30, { buyerEvery: 10, newest: new Date(Date.now() - 3_600_000) });
    source.communities.set(community, [...doubtful, ...all]);
    const userId = await world.user([community]);

    isAvailable = false;
    const first = await world.scan(userId);
    expect(first).toMatchObject({ status: 'completed', funnel: { created: 3, belowThreshold: 2, unscored: 0 } });
    expect(residue(first)).toBe(0);
    const before = await leadsOf(userId);
    expect(before.map(({ aiAnalysis }) => [aiAnalysis.provisional, aiAnalysis.scorerVersion.split('-')[0]])).toEqual(
      Array(3).fill([true, 'keyless']),
    );
    expect(await verdicts().countDocuments({ userId, provisional: true, rescoreAt: { $exists: true } })).toBe(5);
    expect(await usageOf(userId)).toMatchObject({ configured: true, away: true });
    // Another scan in the meantime neither calls the model nor judges a post again.
    const meanwhile = await world.scan(userId);
    expect(meanwhile.funnel).toMatchObject({ known: 32, created: 0, scored: 0 });
    expect(residue(meanwhile)).toBe(0);

    isAvailable = true;
    await world.services.stop();
    await open();
    const received = await listen(world.services.platformOf('scan'));
    const after = await until('the new scores', async () => {
      const leads = await leadsOf(userId);
      return leads.every(({ aiAnalysis }) => !aiAnalysis.provisional) && leads;
    });
    const usage = await until('no score to wait for the model', async () => {
      const now = await usageOf(userId);
      return !now.away && now;
    });
    expect(usage.tokensToday).toBeGreaterThan(0);
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    for (const { score, relevance, aiAnalysis } of after) {
      expect({ score, relevance, version: aiAnalysis.scorerVersion.includes('keyless') }).toEqual({
        score: '8.0',
        relevance: 'high',
        version: false,
      });
      expect(aiAnalysis.parts.find(({ name }) => name === 'need')?.quote).toMatch(/^Looking for/);
    }
    await until(
      'the end of the waiting',
      async () => (await verdicts().countDocuments({ rescoreAt: { $exists: true } })) === 0,
    );
    expect(new Set(received)).toEqual(new Set(after.map(({ redditPostId }) => redditPostId)));
    expect(received).toHaveLength(3);
    expect(askedTitles.toSorted()).toEqual([...new Set(askedTitles)].toSorted());
    expect(askedTitles).toHaveLength(5);
    expect((await world.status(userId, first.id)).funnel).toEqual(first.funnel);

    // The posts that the keyless score had put below the threshold wait now, and the next scan takes them first.
    const next = await world.scan(userId);
    expect(next.funnel).toMatchObject({ created: 2, known: 30, unscored: 0 });
    expect(residue(next)).toBe(0);
    expect((await leadsOf(userId)).map(({ aiAnalysis }) => aiAnalysis.provisional)).toEqual(Array(5).fill(false));
    expect(askedTitles).toHaveLength(5);
    expect((await world.status(userId, first.id)).funnel).toEqual(first.funnel);
  });
});

describe('the question for what waits', () => {
  it('is answered by an index that also sorts', async () => {
    const due = verdicts().find({ rescoreAt: { $lte: new Date() } }, { sort: { rescoreAt: 1 }, limit: 300 });
    const plan = JSON.stringify(await due.explain('executionStats'));
    expect(plan).toContain('rescoreAt_1');
    expect(plan).not.toMatch(/COLLSCAN|"SORT"/);
  });
});

/** A model that scores every post 9.1. */
const nine: Scorer = {
  version: 'test/nine',
  score: async (_, posts) =>
    posts.map(({ id }): Verdict => {
      const part = { name: 'fit', category: 'core', points: 9.1, quote: null, note: '' } as const;
      return { id, score: 9.1, relevance: 'high', matchReason: 'Nine.', parts: [part], scorerVersion: 'test/nine' };
    }),
};

describe('a process that dies while it replaces scores', () => {
  it.each(['before', 'after'] as const)(
    '%s any step, leaves the rest to the next one, and each score is published once',
    async (when) => {
      const community = `dying_${when}`;
      source.communities.set(community, makePosts(community, 12, { buyerEvery: 4, newest: new Date() }));
      // The worker of this test sees an unavailable model, so it replaces no scores.
      isAvailable = false;
      await world.services.stop();
      await open();
      const userId = await world.user([community]);
      await world.scan(userId);
      const platform = world.services.platformOf('scan');
      const stores = openStores(platform);
      const received = await listen(platform);
      const kept = await verdicts().find({ userId }).toArray();
      const leads = world.services.platformOf('lead').documents.collection('leads');
      const provisional = await leads.find({ userId }).toArray();
      expect(kept.filter(({ rescoreAt }) => rescoreAt !== undefined)).toHaveLength(3);
      for (let at = 1; ; at += 1) {
        for (const document of kept) await verdicts().replaceOne({ _id: document._id }, document);
        for (const document of provisional) await leads.replaceOne({ _id: document._id }, document);
        received.length = 0;
        const { step, reached } = crasher(at, when);
        await rescoreDue(depsOf(stores, platform, step), new AbortController().signal).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
        });
        await rescoreDue(
          depsOf(stores, platform, (effect) => effect()),
          new AbortController().signal,
        );
        await until('three new scores', () => received.length >= 3);
        expect({ at, received: received.toSorted() }).toEqual({ at, received: [...new Set(received)].toSorted() });
        const left = await verdicts()
          .find({ userId, rescoreAt: { $exists: true } })
          .toArray();
        expect({ at, left }).toEqual({ at, left: [] });
        expect(await verdicts().countDocuments({ userId, score: 9.1, outcome: 'created' })).toBe(3);
        if (!reached()) break;
      }
      await Promise.all(stores.relays.map((relay) => relay.stop()));
    },
  );

  it('asks again later where the model is still away, and changes nothing', async () => {
    const community = 'still_away';
    source.communities.set(community, makePosts(community, 4, { buyerEvery: 4, newest: new Date() }));
    const userId = await world.user([community]);
    await world.scan(userId);
    const platform = world.services.platformOf('scan');
    const stores = openStores(platform);
    const plain = keylessScorer();
    const away: Scorer = {
      version: 'test/away',
      score: async (...given) =>
        (await plain.score(...given)).map((verdict) => ({ ...verdict, provisional: true as const })),
    };
    const stored = () =>
      platform.documents.model<VerdictDocument>('ScanVerdict').find({ userId, outcome: 'created' }).lean();
    const [before] = await stored();
    await rescoreDue(
      { ...depsOf(stores, platform, (effect) => effect()), scorerFor: () => away },
      new AbortController().signal,
    );
    const [after] = await stored();
    expect(after).toEqual({ ...before, rescoreAt: after?.rescoreAt });
    expect(after?.rescoreAt?.getTime()).toBeGreaterThan(before?.rescoreAt?.getTime() ?? Infinity);
    await Promise.all(stores.relays.map((relay) => relay.stop()));
  });
});

function depsOf(
  { rescores, jobs, listeners }: ReturnType<typeof openStores>,
  { clock, call }: Platform,
  step: Step,
): RescoreDeps {
  const applyScores = leadScores(call);
  return {
    applyScores: (...given) => step(() => applyScores(...given)),
    verdicts: {
      due: (...given) => step(() => rescores.due(...given)),
      settle: (...given) => step(() => rescores.settle(...given)),
      leave: (...given) => step(() => rescores.leave(...given)),
      postpone: (...given) => step(() => rescores.postpone(...given)),
    },
    jobs: { find: (...given) => step(() => jobs.find(...given)) },
    listeners,
    learnedOf: async () => null,
    scorerFor: () => ({ ...nine, score: (...given) => step(() => nine.score(...given)) }),
    vectors: noVectors,
    clock,
    renewLease: async () => true,
  };
}
