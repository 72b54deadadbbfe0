import { Agent, request } from 'node:http';

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
