import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** The fields of a posted form. */
  readonly form: URLSearchParams;
}

export interface SiteReply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a text unchanged. With undefined, the site never answers. */
  readonly body: unknown;
}

export interface FakeSite {
  readonly url: string;
  /** Calls of the API, without token requests. */
  readonly calls: SiteRequest[];
  tokensGiven(): number;
  /** Forms of the token requests, including revocations. */
  readonly tokenForms: Record<string, string>[];
  stop(): Promise<void>;
}

/**
 * A fake third-party site. It issues tokens (`token` may refuse them) and answers each call with the result of `reply`.
 */
export async function fakeSite(
  reply: (request: SiteRequest, count: number) => SiteReply,
  token: (count: number, form: URLSearchParams) => SiteReply = (count) => ({
    body: { access_token: `token-${count}`, expires_in: 3600 },
  }),
): Promise<FakeSite> {
  const calls: SiteRequest[] = [];
  let tokens = 0;
  const tokenForms: Record<string, string>[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const url = new URL(req.url ?? '/', 'http://site');
      const form = new URLSearchParams(body);
      const facts = {
        method: req.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: req.headers,
        form,
      };
      if (url.pathname === '/api/v1/access_token' || url.pathname === '/api/v1/revoke_token') {
        tokens += 1;
        tokenForms.push(Object.fromEntries(form));
        send(res, token(tokens, form));
        return;
      }
      calls.push(facts);
      send(res, reply(facts, calls.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    tokensGiven: () => tokens,
    tokenForms,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(res: ServerResponse, { status = 200, headers, body }: SiteReply): void {
  if (body === undefined) return;
  const isText = typeof body === 'string';
  res.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  res.end(isText ? body : JSON.stringify(body));
}
