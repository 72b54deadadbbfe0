import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { openAiLlm } from '@earshot/platform/llm/openai';
import { lastMessage, startFakeOpenAi } from '@earshot/platform/llm/testing';
import type { ChatRequest, FakeAnswer, FakeOpenAi } from '@earshot/platform/llm/testing';
import { z } from 'zod';
import { modelDrafter } from '../src/clients/model-drafter.ts';
import type { DraftRequest } from '../src/domain/drafting/drafter.ts';
import { keylessDrafter } from '../src/domain/drafting/keyless-drafter.ts';
import { describeDrafter, leads, requestOf } from './drafter-contract.ts';

const inputSchema = z.object({
  post: z.object({ author: z.string(), community: z.string(), title: z.string(), text: z.string() }),
  faultsOfYourLastDraft: z.array(z.string()).optional(),
});

const open: FakeOpenAi[] = [];
const closeAll = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
};

async function drafterOver(answer: (request: ChatRequest, call: number) => FakeAnswer) {
  const fake = await startFakeOpenAi(answer);
  open.push(fake);
  const llm = openAiLlm({
    apiKey: 'sk-test',
    baseUrl: fake.baseUrl,
    timeoutMs: 30_000,
    log: { warn: () => undefined },
  });
  return { fake, drafter: modelDrafter({ llm, model: 'gpt-5' }) };
}

const say = (message: string): FakeAnswer => ({ content: JSON.stringify({ message }) });

/** A model that writes well: it borrows the keyless drafter's words for the request that it is told about. */
async function writerFor(request: DraftRequest): Promise<(asked: ChatRequest) => FakeAnswer> {
  const { message } = await keylessDrafter().draft(request);
  return () => say(message);
}

describeDrafter('the model drafter', () =>
  Promise.resolve({
    draft: async (request, signal) => (await drafterOver(await writerFor(request))).drafter.draft(request, signal),
  }),
);
afterAll(closeAll);

describe('modelDrafter', () => {
  afterEach(closeAll);
  const plain = leads['plain'] ?? { title: '', content: '', author: '', subreddit: '', matchReason: '' };
  const request = requestOf(plain, { messageType: 'dm', tone: 'direct', length: 'sentences' });
  const good = 'Hi wick_and_wax, you send forty parcels a week. ParcelPilot compares the rates for you.';

  it('sends the business as instructions and the post as data alone', async () => {
    const { fake, drafter } = await drafterOver(() => say(good));
    expect(await drafter.draft(request)).toEqual({ message: good });
    const [call] = fake.calls;
    if (!call) throw new Error('the model was not asked');
    expect(lastMessage(call, 'system')).toContain(request.business.description);
    expect(lastMessage(call, 'system')).not.toContain(plain.title);
    expect(inputSchema.parse(JSON.parse(lastMessage(call, 'user'))).post.title).toBe(plain.title);
  });

  it('asks once more with the faults named', async () => {
    const { fake, drafter } = await drafterOver((_asked, call) =>
      say(call === 0 ? `${good} Only $5 at [LINK].` : good),
    );
    expect(await drafter.draft(request)).toEqual({ message: good });
    const again = fake.calls[1];
    expect(again && inputSchema.parse(JSON.parse(lastMessage(again, 'user'))).faultsOfYourLastDraft).toEqual([
      'it has a placeholder or brackets',
      'the figure 5 is nowhere in the facts',
    ]);
  });

  it('offers no draft that is faulty twice', async () => {
    const { fake, drafter } = await drafterOver(() => say('Buy now, 90% off!'));
    await expect(drafter.draft(request)).rejects.toMatchObject({ name: 'LlmError', reason: 'malformed' });
    expect(fake.calls).toHaveLength(2);
  });

  it.each<[string, FakeAnswer, string]>([
    ['refuses', { refusal: 'no' }, 'refused'],
    ['is rate-limited', { status: 429 }, 'rate-limited'],
    ['fails', { status: 500 }, 'unavailable'],
    ['answers no JSON', { content: 'Hello!' }, 'malformed'],
  ])('says so when the model %s', async (_name, answer, reason) => {
    const { drafter } = await drafterOver(() => answer);
    await expect(drafter.draft(request)).rejects.toMatchObject({ name: 'LlmError', reason });
  });
});
