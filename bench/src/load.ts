import { Agent, request } from 'node:http';
import { sleep } from './earshot-process.ts';

export interface Reply {
  readonly status: number;
  readonly ms: number;
  readonly cookies: readonly string[];
  readonly text: string;
}

export interface Call {
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address, as one trusted proxy reports it. */
  readonly address: string;
}

/** Sends calls over kept connections, each in the name of a client behind a proxy. */
export function callerOf(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 });
  const ask = (method: string, path: string, { cookie = '', body, headers: more, address }: Call) =>
    new Promise<Reply>((resolve, reject) => {
      const startedAt = performance.now();
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const type =
        sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
      const headers = { cookie, 'x-forwarded-for': address, ...type, ...more };
      const call = request(url + path, { method, agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.once('end', () => {
          const kept = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '');
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt, cookies: kept, text });
        });
        answer.once('error', reject);
      });
      call.once('error', reject);
      call.end(sent);
    });
  return { ask, end: () => agent.destroy() };
}

/** Starts calls at a fixed rate, whether earlier ones have finished or not. */
export async function steadily(
  perSecond: number,
  forSeconds: number,
  one: (n: number) => Promise<Reply>,
): Promise<Reply[]> {
  const startedAt = performance.now();
  const all: Promise<Reply>[] = [];
  while (all.length < perSecond * forSeconds) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond) + 1;
    while (all.length < Math.min(due, perSecond * forSeconds)) all.push(one(all.length));
    await sleep(2);
  }
  return Promise.all(all);
}

/** The statuses of the replies and how often each came, such as "401 1900 times, 429 10100 times". */
export function statusesOf(replies: readonly Reply[]): string {
  const byStatus = new Map<number, number>();
  for (const { status } of replies) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  return [...byStatus].map(([status, count]) => `${status} ${count} times`).join(', ');
}
