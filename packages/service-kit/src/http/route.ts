import type { Endpoint } from '@earshot/proto/http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';

/** What a handler may know of the request besides its parsed parts. */
export interface RequestFacts {
  readonly id: string;
  /** The visitor's address as the gateway saw it. */
  readonly ip: string;
  /** Where the browser reached us, as the gateway knows it: `https://earshot.example`; null when another service calls. */
  readonly origin: string | null;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
  /** A cookie that the endpoint declares; values are as our own services wrote them, plain. */
  cookie(name: string): string | undefined;
}

/** Who calls: the user of the internal token, or null on a public endpoint without one. */
export interface Caller {
  readonly userId: string;
  readonly admin: boolean;
  /** The session of the call, where it came by one. */
  readonly sessionRef?: string;
}

/** The parts of a request, parsed by the contract. */
export interface Input<E extends Endpoint> {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  readonly request: RequestFacts;
}

/** Several values make several headers of that name. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

/** An answer with another success status than the usual one, or with headers. Made by `answer`. */
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

/** An answer that is no JSON: what the endpoint `produces`, whole or as it comes. */
export class FileAnswer {
  readonly content: string | Uint8Array | Readable;
  readonly headers: AnswerHeaders;
  constructor(content: string | Uint8Array | Readable, headers: AnswerHeaders) {
    this.content = content;
    this.headers = headers;
  }
}

/** A stream is read as fast as the caller takes it, and destroyed when the caller leaves. */
export function fileAnswer(content: FileAnswer['content'], headers: AnswerHeaders = {}): FileAnswer {
  return new FileAnswer(content, headers);
}

/** Sends the browser to another address; the endpoint declares status 302. */
export function redirect(location: string, headers: AnswerHeaders = {}): Answer<undefined> {
  return new Answer(undefined, { status: 302, headers: { ...headers, Location: location } });
}

type Result<E extends Endpoint> = Promise<z.input<E['response']> | Answer<z.input<E['response']>> | FileAnswer>;

/** One endpoint and what answers it. The server parses the input and the answer by the contract. */
export interface Route {
  readonly endpoint: Endpoint;
  handle(input: Input<Endpoint>, caller: Caller | null): Promise<unknown>;
}

/** A call for a signed-in user: `userId` comes from the internal token and nowhere else. */
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

/** A call that anybody may make. */
export function publicRoute<E extends Endpoint>(endpoint: E, handle: (input: Input<E>) => Result<E>): Route;
export function publicRoute(endpoint: Endpoint, handle: (input: Input<Endpoint>) => Promise<unknown>): Route {
  return { endpoint, handle: (input) => handle(input) };
}
