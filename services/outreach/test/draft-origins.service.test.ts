import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SourceReader } from '@earshot/sources';
import { sourcesOf } from '@earshot/sources';
import { fixedModel } from '@earshot/llm';
import { openAiLlm } from '@earshot/llm/openai';
import type { ChatRequest, FakeAnswer, FakeOpenAi } from '@earshot/testing/fake-open-ai';
import { startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import type { TestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { description, generate, listOf, start, userWithLead } from './support/draft-world.ts';

let services: TestServices;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.stop());

describe("the community's rules", () => {
  const checked = async (on: TestServices, subreddit: string, messageType: string) => {
    const { userId, leadId } = await userWithLead(on, description, { subreddit });
    const { rules } = generatedMessage.parse((await generate(on, userId, leadId, { messageType })).body);
    const [kept] = await listOf(on, userId);
    expect(kept?.rules).toEqual(rules);
    return rules;
  };

  it.each([
    ['entrepreneur', 'comment', 'avoid', 'No self-promotion'],
    ['startups', 'dm', 'avoid', 'Do not send unsolicited DMs to members who posted here.'],
    ['webdev', 'comment', 'borderline', 'Promote your own work on Saturdays only.'],
    ['accounting', 'comment', 'safe', null],
  ])('of r/%s are read from the site: a %s is %s', async (subreddit, messageType, verdict, rule) => {
    expect(await checked(services, subreddit, messageType)).toMatchObject({ verdict, rule });
  });

  it('that cannot be read make no draft safe', async () => {
    expect(await checked(services, 'nobody_took_this', 'comment')).toMatchObject({ verdict: 'borderline', rule: null });
  });

  it('are read once a day', async () => {
    let reads = 0;
    const counted = (read: SourceReader): SourceReader => ({
      ...read,
      rules: async (name, signal) => {
        reads += 1;
        return (await read.rules?.(name, signal)) ?? [];
      },
    });
    const counting = await start((own) => {
      if (own.service !== 'outreach') return own;
      return { ...own, sources: sourcesOf(own.sources.all.map((one) => ({ ...one, read: counted(one.read) }))) };
    });
    try {
      await checked(counting, 'Entrepreneur', 'comment');
      await checked(counting, 'entrepreneur', 'dm');
      expect(reads).toBe(1);
    } finally {
      await counting.stop();
    }
  });
});

describe('with a language model', () => {
  let behave: (request: ChatRequest) => FakeAnswer = () => ({ refusal: 'no' });
  const obedient =
    'Hey wick_and_wax, forty parcels a week is a lot to copy by hand. ParcelPilot compares the carrier rates for you.';
  const say = (...messages: string[]) => ({
    content: JSON.stringify({ drafts: messages.map((message) => ({ message })) }),
  });
  const others = [
    'Hey wick_and_wax, you copy every address by hand. What have you tried so far? I am with ParcelPilot.',
    'Hey wick_and_wax, I am with ParcelPilot. We print labels in batches. You send forty parcels a week.',
  ];
  let fake: FakeOpenAi;
  let withModel: TestServices;
  beforeAll(async () => {
    fake = await startFakeOpenAi((request) => behave(request));
    const llm = openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, log: { warn: () => undefined } });
    withModel = await start((own) => ({ ...own, model: fixedModel(llm) }));
  });
  afterAll(async () => {
    await withModel.stop();
    await fake.close();
  });

  it("drafts with the user's own model, and names it", async () => {
    const { userId, leadId } = await userWithLead(withModel);
    await withModel.fetch(authContract.savePreferences, { userId, body: { messageGenerationModel: 'gpt-4o' } });
    behave = () => say(obedient, ...others);
    const answer = await generate(withModel, userId, leadId, { messageType: 'dm', tone: 'casual' });
    const variants = [obedient, ...others].map((message) => ({ message, origin: 'model' }));
    expect(answer).toMatchObject({ status: 200, body: { message: obedient, origin: 'model', variants } });
    expect(fake.calls.at(-1)?.model).toBe('gpt-4o');
    expect(await withModel.platformOf('outreach').ledger.spent(userId)).toBe(110);
  });

  it.each<[string, FakeAnswer]>([
    ['lies about prices', say(`${obedient} It is free for a year, then $9.`)],
    ['lies about customers', say(`${obedient} We helped a soap maker save hours.`)],
    ['leaves placeholders', say(obedient.replace('wick_and_wax', '[NAME]'))],
    ['refuses', { refusal: 'I would rather not' }],
  ])('a model that %s is replaced by a keyless draft that states this', async (_name, answer) => {
    const { userId, leadId } = await userWithLead(withModel);
    behave = () => answer;
    const made = await generate(withModel, userId, leadId, { messageType: 'dm', tone: 'casual' });
    const message: unknown = expect.stringContaining("I'm with ParcelPilot");
    expect(made).toMatchObject({ status: 200, body: { message, origin: 'keyless' } });
    expect(await listOf(withModel, userId)).toMatchObject([{ message, origin: 'keyless' }]);
  });

  it('a model that hangs is abandoned after its time limit, and the draft states this', async () => {
    const llm = openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, timeoutMs: 300, log: { warn: () => undefined } });
    const hurried = await start((own) => ({ ...own, model: fixedModel(llm) }));
    behave = () => 'hang';
    try {
      const { userId, leadId } = await userWithLead(hurried);
      const answer = await generate(hurried, userId, leadId, { messageType: 'comment' });
      expect(answer).toMatchObject({ status: 200, body: { origin: 'keyless', messageType: 'comment' } });
    } finally {
      await hurried.stop();
    }
  });
});
