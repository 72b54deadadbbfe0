import { openAiLlm } from '@earshot/llm/openai';
import { type FakeOpenAi, lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { draftVariants, messageLengths, messageTypes, tones } from '@earshot/proto/values';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { BusinessFacts, DraftRequest } from '../src/drafter.ts';
import { modelDrafter } from '../src/model-drafter.ts';

const file = new URL('./written-by-hand.json', import.meta.url);
const { businesses, prompts } = z
  .object({
    origin: z.literal('written-by-hand'),
    businesses: z.record(
      z.string(),
      z.object({ description: z.string(), draftFacts: z.array(z.string()), closingLine: z.string() }),
    ),
    prompts: z.array(
      z.strictObject({
        id: z.string(),
        business: z.string(),
        messageType: z.enum(messageTypes),
        tone: z.enum(tones),
        length: z.enum(messageLengths),
        post: z.strictObject({
          author: z.string(),
          community: z.string(),
          title: z.string(),
          text: z.string(),
          answers: z.string().optional(),
        }),
        rules: z.array(z.string()).optional(),
        sent: z.array(z.string()).optional(),
        answers: z.array(z.string()).min(1).max(draftVariants.length),
        declined: z.literal(true).optional(),
        fault: z.string().optional(),
      }),
    ),
  })
  .parse({ about: undefined, ...JSON.parse(readFileSync(file, 'utf8')) });
type Prompt = (typeof prompts)[number];

const businessOf = ({ business }: Prompt): BusinessFacts => {
  const found = businesses[business];
  if (found === undefined) throw new Error(`there is no business ${business}`);
  return found;
};

function requestOf(prompt: Prompt): DraftRequest {
  const { messageType, tone, length, post, rules, sent } = prompt;
  const { author, community, title, text: content, answers: parent } = post;
  return {
    business: businessOf(prompt),
    lead: {
      author,
      title,
      content,
      community: community.replace(/^r\//, ''),
      communityLabel: community,
      matchReason: '',
      ...(parent !== undefined && { parent }),
    },
    messageType,
    tone,
    length,
    ...(rules && { rules }),
    ...(sent && { sent }),
  };
}

let fake: FakeOpenAi;
let answers: readonly string[] = [];
beforeAll(async () => {
  fake = await startFakeOpenAi(() => ({
    content: JSON.stringify({ drafts: answers.map((message) => ({ message })) }),
  }));
});
afterAll(() => fake.close());

/** Drafts with a model that answers as it is written, each time. */
async function draftOf(prompt: Prompt) {
  const from = fake.calls.length;
  ({ answers } = prompt);
  const llm = openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, log: { warn: () => undefined } });
  const drafter = modelDrafter({ llm, model: 'gpt-5', warn: () => undefined });
  const variants = draftVariants.slice(0, answers.length);
  const drafted = await drafter.draft(requestOf(prompt), { variants, recent: [] });
  return { drafted, calls: fake.calls.slice(from) };
}

const idsOf = (of: (prompt: Prompt) => boolean) =>
  prompts.filter(of).map((prompt): [string, Prompt] => [prompt.id, prompt]);

it('there are thirty prompts of at least six businesses, of both types and all lengths, six of them declined', () => {
  expect(prompts).toHaveLength(30);
  expect(new Set(prompts.map(({ business }) => business)).size).toBeGreaterThanOrEqual(6);
  const manners = new Set(prompts.map(({ messageType, length }) => `${messageType} ${length}`));
  expect(manners.size).toBeGreaterThanOrEqual(5);
  expect(idsOf(({ declined }) => declined === true).length).toBeGreaterThanOrEqual(6);
});

it.each(prompts.map((prompt): [string, Prompt] => [prompt.id, prompt]))(
  'the prompt of %s has all that the owner wrote as instructions, and what others wrote as data',
  async (_id, prompt) => {
    const { calls } = await draftOf(prompt);
    const [call] = calls;
    if (call === undefined) throw new Error('the model was not asked');
    const system = lastMessage(call, 'system');
    const { description, draftFacts = [] } = businessOf(prompt);
    for (const fact of [description, ...draftFacts]) expect(system).toContain(fact);
    const { post, rules = [], sent = [] } = prompt;
    const strange = [post.title, post.text, post.answers ?? post.title, ...rules, ...sent];
    for (const text of strange) expect(system).not.toContain(text);
    const { author, community, title, text, answers: parent } = post;
    const data: unknown = JSON.parse(lastMessage(call, 'user'));
    expect(data).toMatchObject({
      post: { author, community, title, text, ...(parent !== undefined && { answers: parent }) },
      ...(rules.length > 0 && { rulesOfTheCommunity: rules }),
      ...(sent.length > 0 && { sentBefore: sent }),
    });
  },
);

describe('an answer written by hand', () => {
  it.each(idsOf(({ declined, fault }) => !declined && fault === undefined))(
    'is shown unchanged: %s',
    async (_id, prompt) => {
      const { drafted, calls } = await draftOf(prompt);
      const faults = calls.slice(1).map((call) => lastMessage(call, 'user'));
      expect(faults).toEqual([]);
      expect(drafted.drafts?.map(({ message, origin }) => ({ message, origin }))).toEqual(
        prompt.answers.map((message) => ({ message, origin: 'model' })),
      );
    },
  );

  it.each(idsOf(({ declined }) => declined === true))('that is empty is a decline: %s', async (_id, prompt) => {
    const { drafted, calls } = await draftOf(prompt);
    expect(drafted).toMatchObject({ declined: { code: 'model' } });
    expect(calls).toHaveLength(1);
  });

  it.each(idsOf(({ fault }) => fault !== undefined))('that breaks the gate is never shown: %s', async (_id, prompt) => {
    const { drafted, calls } = await draftOf(prompt);
    const again: unknown = calls[1] && JSON.parse(lastMessage(calls[1], 'user'));
    expect(again).toMatchObject({ faultsOfYourLastDrafts: [prompt.fault] });
    expect(calls).toHaveLength(2);
    expect(drafted.drafts?.map(({ origin }) => origin) ?? []).not.toContain('model');
    expect(drafted.drafts?.map(({ message }) => message) ?? []).not.toContain(prompt.answers[0]);
  });
});
