import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';

const schemaHolder = z.looseObject({ name: z.string(), strict: z.boolean().optional() });
const chatRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ type: z.string(), json_schema: schemaHolder }).optional(),
  tools: z.array(z.object({ type: z.literal('function'), function: schemaHolder })).optional(),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** What the fake answers: a message, another status, bytes as they are, or nothing at all. */
export type FakeAnswer =
  | { readonly content: string; readonly finishReason?: string }
  | { readonly refusal: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly error?: Record<string, unknown> }
  | { readonly raw: string }
  | 'hang';

/** Tokens of all answers so far, as told in their `usage`; `unanswered` are those of requests that got no answer. */
export interface FakeUsage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
  readonly unanswered: number;
}

export interface FakeOpenAi {
  readonly baseUrl: string;
  /** Every request so far, parsed. */
  readonly calls: readonly ChatRequest[];
  readonly usage: () => FakeUsage;
  close(): Promise<void>;
}

export interface FakeOptions {
  /** The tokens of a text; without it every answer is told to have cost 100 and 10. */
  readonly count?: (text: string) => number;
}

/** The text of a request's last message of a role, empty when there is none. */
export function lastMessage(request: ChatRequest, role: 'system' | 'user'): string {
  return request.messages.filter((message) => message.role === role).at(-1)?.content ?? '';
}

/**
 * For tests: a server on loopback that speaks chat completions and says what the test wants, when the test wants it: as the
 * answer's content, or as a call of the function where the request has one. `call` counts from 0.
 */
export async function startFakeOpenAi(
  answer: (request: ChatRequest, call: number) => FakeAnswer | Promise<FakeAnswer>,
  options: FakeOptions = {},
): Promise<FakeOpenAi> {
  const calls: ChatRequest[] = [];
  const meter = usageMeter(options.count);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const parsed = chatRequestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      const { data } = parsed;
      if (data === undefined || request.url !== '/v1/chat/completions' || !(data.response_format ?? data.tools)) {
        response.writeHead(400).end('{"error":{"message":"not a chat completion with a JSON schema"}}');
        return;
      }
      calls.push(data);
      const given = Promise.resolve(answer(data, calls.length - 1));
      void given.then((now) => respond(response, data, now, meter)).catch((error: Error) => response.destroy(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port');
  return {
    baseUrl: `http://127.0.0.1:${String(address.port)}/v1`,
    calls,
    usage: meter.total,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function respond(response: ServerResponse, request: ChatRequest, answer: FakeAnswer, meter: UsageMeter): void {
  if (answer === 'hang' || 'status' in answer) meter.unanswered(request);
  if (answer === 'hang') return;
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify({ error: answer.error ?? { message: 'the fake fails', type: 'fake' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('raw' in answer) {
    response.end(answer.raw);
    return;
  }
  const finishReason = 'content' in answer ? (answer.finishReason ?? 'stop') : 'stop';
  response.end(
    JSON.stringify({
      id: 'fake',
      object: 'chat.completion',
      created: 0,
      model: request.model,
      choices: [{ index: 0, finish_reason: finishReason, message: messageOf(request, answer) }],
      usage: meter.answered(request, 'content' in answer ? answer.content : answer.refusal),
    }),
  );
}

function messageOf(request: ChatRequest, answer: { content: string } | { refusal: string }) {
  if ('refusal' in answer) return { role: 'assistant', content: null, refusal: answer.refusal };
  const name = request.tools?.[0]?.function.name;
  if (name === undefined) return { role: 'assistant', content: answer.content, refusal: null };
  const call = { id: 'call_1', type: 'function', function: { name, arguments: answer.content } };
  return { role: 'assistant', content: null, refusal: null, tool_calls: [call] };
}

type UsageMeter = ReturnType<typeof usageMeter>;

/** Providers cache what is equal from the beginning, from this many tokens on, in steps. */
const cachedFrom = 1024;
const cachedStep = 128;

function usageMeter(count: FakeOptions['count']) {
  const total = { prompt: 0, completion: 0, cached: 0, unanswered: 0 };
  const seen: string[] = [];
  const cachedOf = (prompt: string) => {
    const shared = Math.max(0, ...seen.map((earlier) => sharedLength(earlier, prompt)));
    if (!seen.includes(prompt)) seen.push(prompt);
    const tokens = count?.(prompt.slice(0, shared)) ?? 0;
    return tokens < cachedFrom ? 0 : Math.floor(tokens / cachedStep) * cachedStep;
  };
  return {
    total: (): FakeUsage => ({ ...total }),
    unanswered: (request: ChatRequest) => {
      total.unanswered += count?.(promptOf(request)) ?? 100;
    },
    answered: (request: ChatRequest, answer: string) => {
      const text = promptOf(request);
      const [prompt, completion, cached] = [count?.(text) ?? 100, count?.(answer) ?? 10, cachedOf(text)];
      total.prompt += prompt;
      total.completion += completion;
      total.cached += cached;
      return {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
        prompt_tokens_details: { cached_tokens: cached },
      };
    },
  };
}

/** The order in which providers read a request: the schema first. */
function promptOf({ response_format: format, tools, messages }: ChatRequest): string {
  return [JSON.stringify(format ?? tools), ...messages.map(({ content }) => content)].join('\n');
}

function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a[at] === b[at]) at += 1;
  return at;
}
