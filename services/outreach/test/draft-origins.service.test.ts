import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceReader, sourcesOf } from '@earshot/sources';
import type { Platform } from '@earshot/service-kit';
import { fixedModel } from '@earshot/llm';
import { openAiLlm } from '@earshot/llm/openai';
import {
  type ChatRequest,
  type FakeAnswer,
  type FakeOpenAi,
  lastMessage,
  startFakeOpenAi,
} from '@earshot/testing/fake-open-ai';
import type { TestServices } from '@earshot/testing';
import { authContract, leadContract, outreachContract } from '@earshot/proto/http';
import { appError } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { addLead, description, generate, listOf, pass, start, userWithLead } from './support/draft-world.ts';

const services = await start();
afterAll(() => services.stop());

/** Outreach reads the sources by other readers. */
const reading = (readerOf: (own: SourceReader) => SourceReader) => (own: Platform) => {
  if (own.service !== 'outreach') return own;
  return { ...own, sources: sourcesOf(own.sources.all.map((one) => ({ ...one, read: readerOf(one.read) }))) };
};

describe("the community's rules", () => {
  const checked = async (on: TestServices, community: string, messageType: string) => {
    const { userId, leadId } = await userWithLead(on, description, { community });
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
  ])('of r/%s are read from the site: a %s is %s', async (community, messageType, verdict, rule) => {
    expect(await checked(services, community, messageType)).toMatchObject({ verdict, rule });
  });

  it('that cannot be read make no draft safe', async () => {
    expect(await checked(services, 'nobody_took_this', 'comment')).toMatchObject({ verdict: 'borderline', rule: null });
  });

  it('are read once a day', async () => {
    let reads = 0;
    const counting = await start(
      reading((read) => ({
        ...read,
        rules: async (name, signal) => {
          reads += 1;
          return (await read.rules?.(name, signal)) ?? [];
        },
      })),
    );
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
  /** How Hacker News answers when it is asked for the text that a post answers. */
  let parentText: NonNullable<SourceReader['parentText']> = async () => null;
  const inputAt = (call: number): unknown => JSON.parse(lastMessage(asked(call), 'user'));
  const asked = (call: number) => {
    const request = fake.calls.at(call);
    if (request === undefined) throw new Error('the model was not asked');
    return request;
  };
  beforeAll(async () => {
    fake = await startFakeOpenAi((request) => behave(request));
    const llm = openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, log: { warn: () => undefined } });
    const read = reading((own) => ({ ...own, parentText: (id, signal) => parentText(id, signal) }));
    withModel = await start((own) => ({ ...read(own), model: fixedModel(llm) }));
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

  it('gives the model the rules that are about messages, shortened, and nothing if they cannot be read', async () => {
    behave = () => say(obedient, ...others);
    const inputIn = async (community: string) => {
      const { userId, leadId } = await userWithLead(withModel, description, { community });
      await generate(withModel, userId, leadId, { messageType: 'dm', tone: 'casual' });
      return inputAt(-1);
    };
    const rules: unknown = expect.arrayContaining([expect.stringMatching(/^No self-promotion: ./)]);
    expect(await inputIn('entrepreneur')).toMatchObject({ rulesOfTheCommunity: rules });
    expect(await inputIn('nobody_took_this')).not.toHaveProperty('rulesOfTheCommunity');
  });

  it('gives the model three messages of the same type that the owner sent to others, newest first', async () => {
    const { userId, leadId } = await userWithLead(withModel);
    const sendTo = async (to: string, messageType: string, content: string) => {
      pass(1000);
      const body = { status: 'contacted', messageType, content, recipient: 'sam' };
      expect((await withModel.fetch(leadContract.changeLeadStatus, { userId, params: { id: to }, body })).status).toBe(
        200,
      );
      const { listSentMessages } = outreachContract;
      const contents = async () => JSON.stringify((await withModel.fetch(listSentMessages, { userId })).body);
      await until('the message is kept', async () => (await contents()).includes(content));
    };
    const sent = ['First of all, hi.', 'Second thoughts, hi.', 'Third time, hi.', 'Fourth, hi.'];
    const another = (author: string) => addLead(withModel, userId, { author, postId: `t3_${author}` });
    for (const [n, content] of sent.entries()) await sendTo(await another(`reader${String(n)}`), 'dm', content);
    await sendTo(await another('reader9'), 'comment', 'A comment, hi.');
    await sendTo(leadId, 'dm', 'To this author already, hi.');
    behave = () => say(obedient, ...others);
    await generate(withModel, userId, leadId, { messageType: 'dm', tone: 'casual' });
    pass();
    expect(inputAt(-1)).toMatchObject({ sentBefore: [sent[3], sent[2], sent[1]] });
    expect(lastMessage(asked(-1), 'system')).not.toContain(sent[3]);
  });

  it('gives the model the text that a comment answers, and drafts without it if it cannot be read', async () => {
    behave = () => say(obedient, ...others);
    const { userId, leadId } = await userWithLead(withModel, description, { source: 'hacker-news' });
    const draft = () => generate(withModel, userId, leadId, { messageType: 'dm', tone: 'casual', force: true });
    parentText = async (id) => `What ${id} answers.`;
    expect(await draft()).toMatchObject({ status: 200 });
    expect(inputAt(-1)).toMatchObject({ post: { answers: 'What t3_abc answers.' } });
    parentText = () => Promise.reject(appError('source.unavailable'));
    expect(await draft()).toMatchObject({ status: 200 });
    expect(inputAt(-1)).not.toHaveProperty('post.answers');
    let isLeft = false;
    parentText = (_id, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          isLeft = true;
          reject(new Error('too late'));
        });
      });
    // It waits five seconds.
    expect(await draft()).toMatchObject({ status: 200 });
    expect(isLeft).toBe(true);
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
