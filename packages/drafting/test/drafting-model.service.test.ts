import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { openAiLlm } from '@earshot/llm/openai';
import {
  type ChatRequest,
  type FakeAnswer,
  type FakeOpenAi,
  lastMessage,
  startFakeOpenAi,
} from '@earshot/testing/fake-open-ai';
import { z } from 'zod';
import { draftVariants } from '@earshot/proto/values';
import { modelDrafter } from '../src/model-drafter.ts';
import { faultsOf } from '../src/checks.ts';
import type { DraftRequest } from '../src/drafter.ts';
import { keylessDrafter } from '../src/keyless-drafter.ts';
import { describeDrafter, leads, oneOf, requestOf } from '../src/testing/drafter-contract.ts';

const inputSchema = z.object({
  approaches: z.array(z.enum(draftVariants)),
  post: z.object({ author: z.string(), community: z.string(), title: z.string(), text: z.string() }),
  faultsOfYourLastDrafts: z.array(z.string()).optional(),
  alreadyWritten: z.array(z.string()).optional(),
});
const inputOf = (asked: ChatRequest | undefined) =>
  inputSchema.parse(JSON.parse(asked ? lastMessage(asked, 'user') : ''));

const open: FakeOpenAi[] = [];
const closeAll = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
};

async function drafterOver(answer: (request: ChatRequest, call: number) => FakeAnswer, deadlineMs?: number) {
  const fake = await startFakeOpenAi(answer);
  open.push(fake);
  const warnings: object[] = [];
  const warn = (facts: object) => {
    warnings.push(facts);
  };
  const llm = openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, timeoutMs: 30_000, log: { warn } });
  const options = { llm, model: 'gpt-5', warn, ...(deadlineMs !== undefined && { deadlineMs }) };
  return { fake, warnings, drafter: modelDrafter(options) };
}

const say = (...messages: string[]): FakeAnswer => ({
  content: JSON.stringify({ drafts: messages.map((message) => ({ message })) }),
});

/** A fake model that writes well: it returns the keyless drafter's messages for the given request. */
async function writerFor(request: DraftRequest): Promise<(asked: ChatRequest) => FakeAnswer> {
  const { drafts = [] } = await keylessDrafter().draft(request, { variants: draftVariants, recent: [], force: true });
  return (asked) => {
    const wanted = new Set(inputOf(asked).approaches);
    return say(...drafts.filter(({ variant }) => wanted.has(variant)).map(({ message }) => message));
  };
}

describeDrafter('the model drafter', () =>
  Promise.resolve({
    draft: async (request, batch) => {
      const { drafter } = await drafterOver(await writerFor(request));
      const drafted = await drafter.draft(request, batch);
      for (const { origin } of drafted.drafts ?? []) expect(origin).toBe('model');
      return drafted;
    },
  }),
);
afterAll(closeAll);

describe('modelDrafter', () => {
  afterEach(closeAll);
  const plain = leads['plain'] ?? {
    title: '',
    content: '',
    author: '',
    community: '',
    communityLabel: '',
    matchReason: '',
  };
  const request = requestOf(plain, { messageType: 'dm', tone: 'direct', length: 'sentences' });
  const one = { variants: ['help-first'], recent: [] } as const;
  const good = 'Hi wick_and_wax, you send forty parcels a week. ParcelPilot compares the rates for you.';
  const written = (message: string, variant = 'help-first') => ({ variant, message, origin: 'model' });
  const only = (message: string) => ({ drafts: [written(message)] });

  it('sends the business as instructions and the post as data alone', async () => {
    const { fake, drafter } = await drafterOver(() => say(good));
    expect(await drafter.draft(request, one)).toEqual(only(good));
    const [call] = fake.calls;
    if (!call) throw new Error('the model was not asked');
    expect(lastMessage(call, 'system')).toContain(request.business.description);
    expect(lastMessage(call, 'system')).not.toContain(plain.title);
    expect(inputOf(call).post.title).toBe(plain.title);
  });

  it("has the example of the owner's tone among the instructions, and a message like it is no leak", async () => {
    const ownTone = { name: 'Workshop', example: `Hi Sam,\n\n${good} Every evening, after the last customer.` };
    const { fake, drafter } = await drafterOver(() => say(good));
    expect(await drafter.draft({ ...request, ownTone }, one)).toEqual(only(good));
    const [call] = fake.calls;
    if (!call) throw new Error('the model was not asked');
    const system = lastMessage(call, 'system');
    expect(system).toContain(ownTone.example);
    expect(system).toContain('which the owner calls "Workshop"');
    expect(system).not.toContain('no small talk');
  });

  it('asks once more with the faults named', async () => {
    const { fake, drafter } = await drafterOver((_asked, call) =>
      say(call === 0 ? `${good} Only $5 at [LINK].` : good),
    );
    expect(await drafter.draft(request, one)).toEqual(only(good));
    expect(inputOf(fake.calls[1]).faultsOfYourLastDrafts).toEqual([
      'it has a placeholder or brackets',
      'the figure 5 is nowhere in the facts',
    ]);
  });

  it.each<[string, string]>([
    ['invents a price', `${good} It is only $5 a month.`],
    ['invents an offer', good.replace('you.', 'you, with a free trial.')],
    ['invents a customer', good.replace('ParcelPilot', 'We helped a bakery like yours: ParcelPilot')],
    ['invents a crowd of customers', good.replace('ParcelPilot', 'Used by thousands of shops, ParcelPilot')],
    ['invents a link', good.replace('you.', 'you at parcelpilot.com.')],
    ['leaves a placeholder', good.replace('wick_and_wax', '[NAME]')],
    ['cites nothing of the post', 'Hi wick_and_wax, hope all is well. ParcelPilot compares the rates for you.'],
    [
      'writes another language',
      'Hallo wick_and_wax, du schickst forty parcels a week. Mit ParcelPilot ist das für dich und den Laden nicht mehr so viel Arbeit.',
    ],
    ['writes too much', `${good} Bye. Bye again.`],
    ['joins two clauses', good.replace('compares the rates', 'matters, because it covers it compares the rates')],
    ['presses', good.replace('Pilot compares', 'Pilot is amazing and compares')],
    [
      'reveals its instructions',
      `Hi wick_and_wax, you send forty parcels a week. I must leave no placeholders and nothing to fill in, and do not flatter and do not press.`,
    ],
  ])('a model that %s, twice, is rejected: the draft is keyless and states this', async (_name, lie) => {
    const { fake, warnings, drafter } = await drafterOver(() => say(lie));
    const [draft] = (await drafter.draft(request, one)).drafts ?? [];
    expect(draft?.origin).toBe('keyless');
    expect(draft?.message).toBe(await oneOf(keylessDrafter(), request));
    expect(fake.calls).toHaveLength(2);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('parcels');
  });

  it.each<[string, FakeAnswer]>([
    ['refuses', { refusal: 'no' }],
    ['answers no JSON', { content: 'Hello!' }],
    ['answers no drafts', say()],
    ['wants another key', { status: 401 }],
  ])('a model that %s leaves it to the keyless drafter', async (_name, answer) => {
    const { drafter } = await drafterOver(() => answer);
    expect(await drafter.draft(request, one)).toEqual({
      drafts: [{ variant: 'help-first', message: await oneOf(keylessDrafter(), request), origin: 'keyless' }],
    });
  });

  it('a model that hangs is abandoned at the deadline', async () => {
    const { fake, warnings, drafter } = await drafterOver(() => 'hang', 300);
    expect(await drafter.draft(request, one)).toEqual({
      drafts: [{ variant: 'help-first', message: await oneOf(keylessDrafter(), request), origin: 'keyless' }],
    });
    expect(fake.calls).toHaveLength(1);
    expect(warnings).toContainEqual({ model: 'gpt-5', reason: 'timeout' });
  });

  it('a caller that aborts during the call receives its own reason', async () => {
    const leaving = new AbortController();
    const { drafter } = await drafterOver(() => {
      leaving.abort(new Error('the user went away'));
      return 'hang';
    });
    await expect(drafter.draft(request, { ...one, signal: leaving.signal })).rejects.toThrow('the user went away');
  });

  it('asks again if the draft resembles a recent one', async () => {
    const other =
      'Hi wick_and_wax, about copying every address by hand: that can stop. ParcelPilot prints the labels in batches.';
    const { fake, drafter } = await drafterOver((_asked, call) => say(call === 0 ? good : other));
    expect(await drafter.draft(request, { ...one, recent: [`${good.slice(0, -1)} now.`] })).toEqual(only(other));
    expect(inputOf(fake.calls[1]).faultsOfYourLastDrafts).toEqual([
      'it repeats an earlier draft: begin and argue otherwise',
    ]);
  });

  it('writes three variants in one call, and asks again only for those that cannot be sent', async () => {
    const [second, third] = [
      'Hi wick_and_wax, about copying every address by hand: that can stop. ParcelPilot prints the labels in batches.',
      'Hi wick_and_wax, I am with ParcelPilot. You asked for something that compares carrier rates, which it does.',
    ];
    const { fake, drafter } = await drafterOver((asked) =>
      inputOf(asked).approaches.length === 3 ? say(good, good, third) : say(second),
    );
    const { drafts = [] } = await drafter.draft(request, { variants: draftVariants, recent: [] });
    expect(drafts).toEqual([written(good), written(second, 'question-first'), written(third, 'offer-first')]);
    expect(fake.calls).toHaveLength(2);
    expect(inputOf(fake.calls[1])).toMatchObject({ approaches: ['question-first'], alreadyWritten: [good, third] });
  });

  it('completes variants without the model where it wrote too few', async () => {
    const { drafter } = await drafterOver(() => say(good));
    const { drafts = [] } = await drafter.draft(request, { variants: draftVariants, recent: [] });
    expect(drafts.map(({ origin }) => origin)).toEqual(['model', 'keyless', 'keyless']);
    const messages = drafts.map(({ message }) => message);
    messages.forEach((message, index) => {
      expect(faultsOf(request, message)).toEqual([]);
      expect(messages.indexOf(message)).toBe(index);
    });
  });

  it('that finds no answer in the facts leaves all messages empty, which is a decline', async () => {
    const { fake, drafter } = await drafterOver((asked) => say(...inputOf(asked).approaches.map(() => '')));
    const batch = { variants: draftVariants, recent: [] };
    expect(await drafter.draft(request, batch)).toMatchObject({ declined: { code: 'model' } });
    expect(fake.calls).toHaveLength(1);
    const forced = await drafter.draft(request, { ...batch, force: true });
    expect(forced.drafts?.map(({ origin }) => origin)).toEqual(['keyless', 'keyless', 'keyless']);
  });

  it('receives the rules, the text that a comment answers, and what the owner sent before', async () => {
    const { fake, drafter } = await drafterOver(() => say(good));
    const lead = { ...plain, parent: 'Which carriers are cheap?' };
    await drafter.draft({ ...request, lead, rules: ['No links'], sent: ['Hello Sam, we ship.'] }, one);
    const [call] = fake.calls;
    if (!call) throw new Error('the model was not asked');
    // Sent messages quote strangers, so they are data, too.
    expect(lastMessage(call, 'system')).not.toContain('Hello Sam, we ship.');
    expect(JSON.parse(lastMessage(call, 'user'))).toMatchObject({
      sentBefore: ['Hello Sam, we ship.'],
      post: { answers: 'Which carriers are cheap?' },
      rulesOfTheCommunity: ['No links'],
    });
  });

  it('writes at most 90 words', async () => {
    const { fake, drafter } = await drafterOver((_asked, call) =>
      say(call === 0 ? good.replace('rates', `${'all the many '.repeat(30)}rates`) : good),
    );
    expect(await drafter.draft(request, one)).toEqual(only(good));
    expect(inputOf(fake.calls[1]).faultsOfYourLastDrafts).toContain('it has more than 90 words');
  });
});
