import { checkApiAnswer } from '@earshot/testing';
import { user } from '@earshot/proto/http/auth';
import { parseSetCookie } from 'cookie';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Ask {
  readonly method?: string;
  /** Sent as JSON. A string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An address that is not registered yet, even where many suites share a product. */
export function newEmail(who: string): string {
  return `${who}-${randomUUID().slice(0, 8)}@example.test`;
}

/** An external client with a cookie jar that sends HTTP requests to the gateway as a browser's scripts do. */
export class Visitor {
  readonly url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** A new visitor who has just registered. */
  static async registered(url: string, email = newEmail('founder')): Promise<Visitor & { readonly userId: string }> {
    const visitor = new Visitor(url);
    const made = await visitor.ask('/api/auth/register', {
      method: 'POST',
      body: { email, password: 'a quiet harbour' },
    });
    if (made.status !== 201) throw new Error(`registration answered ${made.status}: ${JSON.stringify(made.body)}`);
    return Object.assign(visitor, { userId: user.parse(made.body).id });
  }

  /** Confirms the session, which deletion, export and other sensitive actions require. Resolves with the visitor. */
  async confirm(password = 'a quiet harbour'): Promise<this> {
    const reply = await this.ask('/api/auth/confirm', { method: 'POST', body: { password } });
    if (reply.status !== 200) throw new Error(`the confirmation answered ${reply.status}`);
    return this;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Fails when the answer does not match the call's contract. */
  async ask(path: string, { method = 'GET', body, headers = {}, signal }: Ask = {}): Promise<Reply> {
    const sent: Record<string, string> = { cookie: this.cookieHeader, ...headers };
    if (body !== undefined) sent['content-type'] ??= 'application/json';
    const response = await fetch(this.url + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(signal !== undefined && { signal }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed: unknown = json && text !== '' ? JSON.parse(text) : text;
    const reply = { status: response.status, body: parsed, headers: response.headers };
    checkApiAnswer({ method, path }, reply);
    return reply;
  }

  /** A call that must succeed, parsed by its contract's schema. */
  async get<S extends z.ZodType>(schema: S, path: string, ask: Ask = {}): Promise<z.output<S>> {
    const reply = await this.ask(path, ask);
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return schema.parse(reply.body);
  }

  #keep(line: string): void {
    const { name, value, maxAge } = parseSetCookie(line);
    if (value === undefined || value === '' || maxAge === 0) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
