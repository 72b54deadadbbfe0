import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';

const schemaHolder = z.looseObject({ name: z.string(), strict: z.boolean().optional() });
const chatRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ type: z.string(), json_schema: schemaHolder }).optional(),
  tools: z.array(z.object({ type: z.literal('function'), function: schemaHolder })).optional(),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** The fake's response: a message, an error status, raw bytes, or no response. */
export type FakeAnswer =
  | { readonly content: string; readonly finishReason?: string }
  | { readonly refusal: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly error?: Record<string, unknown> }
  | { readonly raw: string | Buffer; readonly headers?: Record<string, string> }
  | 'hang';

/**
 * The total tokens reported in `usage` so far. `unanswered` counts tokens of requests left hanging, which a provider
 * may bill.
 */
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
  /** Counts the tokens of a text. Default: each answer reports 100 prompt tokens and 10 completion tokens. */
  readonly count?: (text: string) => number;
  /** Answers the request for the list of models with a status and a body, or not at all. Default: it has no list. */
  readonly models?: (key: string) => { readonly status: number; readonly body: unknown } | 'hang';
  /** The port to listen on. Rejects if it is taken. Default: a free one. */
  readonly port?: number;
}

/** The text of a request's last message of a role, or empty if there is none. */
export function lastMessage(request: ChatRequest, role: 'system' | 'user'): string {
  return request.messages.filter((message) => message.role === role).at(-1)?.content ?? '';
}

/**
 * A chat completions server on loopback for tests. It answers as `answer` decides, in the message's content, or as a
 * function call if the request has tools. `call` counts from 0.
 */
export async function startFakeOpenAi(
  answer: (request: ChatRequest, call: number) => FakeAnswer | Promise<FakeAnswer>,
  options: FakeOptions = {},
): Promise<FakeOpenAi> {
  const calls: ChatRequest[] = [];
  const meter = usageMeter(options.count);
  const server = createServer((request, response) => {
    if (request.url === '/v1/models' && options.models) {
      const listed = options.models((request.headers.authorization ?? '').replace('Bearer ', ''));
      if (listed === 'hang') return;
      response.writeHead(listed.status, { 'content-type': 'application/json' }).end(JSON.stringify(listed.body));
      return;
    }
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
      const reply = Promise.resolve(answer(data, calls.length - 1));
      void reply.then((now) => respond(response, data, now, meter)).catch((error: Error) => response.destroy(error));
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
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
  if (answer === 'hang') {
    meter.unanswered(request);
    return;
  }
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify({ error: answer.error ?? { message: 'the fake fails', type: 'fake' } }));
    return;
  }
  if ('raw' in answer) {
    response.writeHead(200, { 'content-type': 'application/json', ...answer.headers }).end(answer.raw);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
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

/** Providers cache equal prefixes from this many tokens on, in steps. The fake compares with the previous call. */
const cachedFrom = 1024;
const cachedStep = 128;

function usageMeter(count: FakeOptions['count']) {
  const total = { prompt: 0, completion: 0, cached: 0, unanswered: 0 };
  const counted = new Map<string, number>();
  /** Caches counts, because instructions repeat. */
  const tokensIn = (text: string): number => {
    const tokens = counted.get(text) ?? count?.(text) ?? 0;
    counted.set(text, tokens);
    return tokens;
  };
  const promptTokens = (parts: readonly string[]) =>
    count === undefined ? 100 : parts.reduce((sum, part) => sum + tokensIn(part), 0);
  let last: readonly string[] = [];
  const cachedOf = (parts: readonly string[]) => {
    const differs = parts.findIndex((part, index) => part !== last[index]);
    last = parts;
    const shared = parts.slice(0, differs < 0 ? parts.length : differs);
    const tokens = shared.reduce((sum, part) => sum + tokensIn(part), 0);
    return tokens < cachedFrom ? 0 : Math.floor(tokens / cachedStep) * cachedStep;
  };
  return {
    total: (): FakeUsage => ({ ...total }),
    unanswered: (request: ChatRequest) => {
      total.unanswered += promptTokens(partsOf(request));
    },
    answered: (request: ChatRequest, answer: string) => {
      const parts = partsOf(request);
      const [prompt, completion, cached] = [promptTokens(parts), count?.(answer) ?? 10, cachedOf(parts)];
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

/** The parts in the order in which providers read a request: the schema first. */
function partsOf({ response_format: format, tools, messages }: ChatRequest): string[] {
  return [JSON.stringify(format ?? tools), ...messages.map(({ content }) => content)];
}
