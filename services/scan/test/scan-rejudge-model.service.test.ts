import { fixedModel, type Llm, LlmError } from '@earshot/llm';
import { openAiLlm } from '@earshot/llm/openai';
import { until } from '@earshot/core/testing';
import { authContract } from '@earshot/proto/http/auth';
import { type FakeOpenAi, lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { sentPosts } from '@earshot/scoring/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scanModels } from '../src/store/models.ts';
import { buyers, leadsOf, save, untilAllAre } from './rejudged-leads.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const plumbers =
  'Ledgerly is an invoicing and bookkeeping tool for plumbers: it sends invoices and chases late payments.';
/** A model for which no post fits. */
const strictModel = 'gpt-4o';

describe('with a model', () => {
  let world: ScanWorld;
  let fake: FakeOpenAi;
  let isSpent = false;
  let isConnected = true;
  /** Sent instead of the users' choice. */
  let serverModel: string | undefined;
  beforeAll(async () => {
    const none = { category: 'none', quote: null };
    fake = await startFakeOpenAi((request) => {
      const isStrict = request.model === strictModel;
      const fits = !isStrict && !lastMessage(request, 'system').includes('for plumbers');
      const posts = sentPosts(request).map(({ key, title }) => {
        const quote = title.slice(0, 20);
        const [fit, need] = fits
          ? ([
              { category: 'core', quote },
              { category: 'provider', quote },
            ] as const)
          : [none, none];
        return { key, fit, need, stage: none, urgency: none, disqualifiers: [] };
      });
      return { content: JSON.stringify({ posts }) };
    });
    const llmOf = (name: string | undefined): Llm => {
      const named = name === undefined ? {} : { model: name };
      const llm = openAiLlm({ apiKey: 'sk', baseUrl: fake.baseUrl, log: { warn: () => undefined }, ...named });
      const spent = () => Promise.reject(new LlmError('over-budget', 'spent'));
      return { ...llm, complete: (request) => (isSpent ? spent() : llm.complete(request)) };
    };
    const model = { ...fixedModel(llmOf(undefined)), current: () => (isConnected ? llmOf(serverModel) : null) };
    world = await openScanWorld({ platform: (platform) => ({ ...platform, model }) });
    world.source.communities.set('freelance', buyers(2));
  });
  afterAll(async () => {
    await world.services.stop();
    await fake.close();
  });

  it('leads wait for its budget, and are judged once for a business', async () => {
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before).toHaveLength(2);
    const callsOfScan = fake.calls.length;
    const { rejudgement } = scanModels(world.services.platformOf('scan').documents);
    const dueAt = async () => (await rejudgement.findById(userId).lean())?.dueAt;
    isSpent = true;
    await save(world, userId, { businessDescription: plumbers });
    await until('the work to wait', async () => ((await dueAt()) ?? 0) > new Date());
    expect(await leadsOf(world, userId)).toEqual(before);
    isSpent = false;
    await save(world, userId, { notificationMethod: 'none' });
    for (const { score } of await untilAllAre(world, userId, 'skipped')) expect(score).toBe('0.0');
    await until('the end of the work', async () => (await dueAt()) === undefined);
    const calls = fake.calls.length;
    expect(calls).toBeGreaterThan(callsOfScan);
    await save(world, userId, { notificationMethod: 'email' });
    await until('the end of the next work', async () => (await rejudgement.findById(userId).lean())?.round === 4);
    await until('the end of the next work', async () => (await dueAt()) === undefined);
    expect(fake.calls).toHaveLength(calls);
  });

  it('leads are judged again when it is connected', async () => {
    isConnected = false;
    const userId = await world.user(['freelance'], { businessDescription: plumbers });
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before).toHaveLength(2);
    for (const { aiAnalysis } of before) expect(aiAnalysis.scorerVersion).toMatch(/^keyless-/);
    isConnected = true;
    for (const lead of await untilAllAre(world, userId, 'skipped'))
      expect(lead.withdrawn?.reason).toMatch(/^Your business or the scorer changed\. /);
  });

  it("leads are judged again when the user chooses another scoring model, and when the server gets another model's name", async () => {
    const userId = await world.user(['freelance']);
    await world.scan(userId);
    const before = await leadsOf(world, userId);
    expect(before).toHaveLength(2);
    const choose = (leadScoringModel: string) =>
      world.services.fetch(authContract.savePreferences, { userId, body: { leadScoringModel } });
    expect((await choose(strictModel)).status).toBe(200);
    for (const { score } of await untilAllAre(world, userId, 'skipped')) expect(score).toBe('0.0');
    await choose('gpt-5');
    await untilAllAre(world, userId, 'new');
    serverModel = strictModel;
    for (const { score } of await untilAllAre(world, userId, 'skipped')) expect(score).toBe('0.0');
    serverModel = undefined;
    await untilAllAre(world, userId, 'new');
  });
});
