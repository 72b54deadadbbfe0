import type { Endpoint } from '@earshot/proto/http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';

/** Facts about the request that a handler may use besides the parsed parts. */
export interface RequestFacts {
  readonly id: string;
  /** The visitor's IP address as seen by the gateway. */
  readonly ip: string;
  /**
   * The origin that the browser used, as seen by the gateway: `https://earshot.example`. Null when another service
   * calls.
   */
  readonly origin: string | null;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
  /** Returns a cookie that the endpoint declares. Values are not decoded, because our services write them plain. */
  cookie(name: string): string | undefined;
}

/** The user of the internal token. Null on a public endpoint without a token. */
export interface Caller {
  readonly userId: UserId;
  readonly admin: boolean;
  /** The session of the call, if it came with one. */
  readonly sessionRef?: string;
}

/** The parts of a request, parsed by the contract. */
export interface Input<E extends Endpoint> {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  readonly request: RequestFacts;
}

/** An array sets several headers of the same name. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

/** An answer with a status other than the default success status, or with headers. Created by `answer`. */
export class Answer<T> {
  readonly status: number | undefined;
  readonly body: T;
  readonly headers: AnswerHeaders;
  constructor(body: T, options: { status?: number; headers?: AnswerHeaders }) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

export function answer<T>(body: T, options: { status?: number; headers?: AnswerHeaders }): Answer<T> {
  return new Answer(body, options);
}

/** An answer that is not JSON, in the format that the endpoint `produces`: complete or as a stream. */
export class FileAnswer {
  readonly content: string | Uint8Array | Readable;
  readonly headers: AnswerHeaders;
  constructor(content: string | Uint8Array | Readable, headers: AnswerHeaders) {
    this.content = content;
    this.headers = headers;
  }
}

/** Creates a file answer. A stream is read at the caller's pace and destroyed when the caller disconnects. */
export function fileAnswer(content: FileAnswer['content'], headers: AnswerHeaders = {}): FileAnswer {
  return new FileAnswer(content, headers);
}

/** Redirects the browser to another address. The endpoint must declare status 302. */
export function redirect(location: string, headers: AnswerHeaders = {}): Answer<undefined> {
  return new Answer(undefined, { status: 302, headers: { ...headers, Location: location } });
}

type Result<E extends Endpoint> = Promise<z.input<E['response']> | Answer<z.input<E['response']>> | FileAnswer>;

/** An endpoint and its handler. The server parses the input and the answer by the contract. */
export interface Route {
  readonly endpoint: Endpoint;
  handle(input: Input<Endpoint>, caller: Caller | null): Promise<unknown>;
}

/** Creates a route for a signed-in user. `userId` comes from the internal token only. */
export function route<E extends Endpoint>(endpoint: E, handle: (input: Input<E> & Caller) => Result<E>): Route;
export function route(endpoint: Endpoint, handle: (input: Input<Endpoint> & Caller) => Promise<unknown>): Route {
  return {
    endpoint,
    handle: (input, caller) => {
      if (caller === null) throw new Error(`${endpoint.method} ${endpoint.path} was reached without a user`);
      return handle({ ...input, ...caller });
    },
  };
}

/** The input of a public route; `caller` is null without a session. */
export type PublicInput<E extends Endpoint> = Input<E> & { readonly caller: Caller | null };

/** Creates a route that anybody may call. */
export function publicRoute<E extends Endpoint>(endpoint: E, handle: (input: PublicInput<E>) => Result<E>): Route;
export function publicRoute(endpoint: Endpoint, handle: (input: PublicInput<Endpoint>) => Promise<unknown>): Route {
  return { endpoint, handle: (input, caller) => handle({ ...input, caller }) };
}
