import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';

const chatRequestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({
    type: z.string(),
    json_schema: z.looseObject({ name: z.string(), strict: z.boolean() }),
  }),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** What the fake answers: a message, another status, bytes as they are, or nothing at all. */
export type FakeAnswer =
  | { readonly content: string; readonly finishReason?: string }
  | { readonly refusal: string }
  | { readonly status: number; readonly headers?: Record<string, string> }
  | { readonly raw: string }
  | 'hang';

export interface FakeOpenAi {
  readonly baseUrl: string;
  /** Every request so far, parsed. */
  readonly calls: readonly ChatRequest[];
  close(): Promise<void>;
}

/** The text of a request's last message of a role, empty when there is none. */
export function lastMessage(request: ChatRequest, role: 'system' | 'user'): string {
  return request.messages.filter((message) => message.role === role).at(-1)?.content ?? '';
}

/**
 * For tests: a server on loopback that speaks chat completions and says what the test wants, when the test wants it.
 * `call` counts from 0.
 */
export async function startFakeOpenAi(
  answer: (request: ChatRequest, call: number) => FakeAnswer | Promise<FakeAnswer>,
): Promise<FakeOpenAi> {
  const calls: ChatRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const parsed = chatRequestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      if (!parsed.success || request.url !== '/v1/chat/completions') {
        response.writeHead(400).end('{"error":{"message":"not a chat completion with a JSON schema"}}');
        return;
      }
      calls.push(parsed.data);
      const { data } = parsed;
      const given = Promise.resolve(answer(data, calls.length - 1));
      void given.then((now) => respond(response, data.model, now)).catch((error: Error) => response.destroy(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port');
  return {
    baseUrl: `http://127.0.0.1:${String(address.port)}/v1`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function respond(response: ServerResponse, model: string, answer: FakeAnswer): void {
  if (answer === 'hang') return;
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end('{"error":{"message":"the fake fails","type":"fake"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('raw' in answer) {
    response.end(answer.raw);
    return;
  }
  const message =
    'refusal' in answer
      ? { role: 'assistant', content: null, refusal: answer.refusal }
      : { role: 'assistant', content: answer.content, refusal: null };
  const finishReason = 'content' in answer ? (answer.finishReason ?? 'stop') : 'stop';
  response.end(
    JSON.stringify({
      id: 'fake',
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, finish_reason: finishReason, message }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    }),
  );
}
