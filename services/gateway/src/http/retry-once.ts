import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/** Error codes of a connection that the other end closed. */
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

interface PendingRequest {
  readonly retry: () => void;
  /** The request to the owner, once it has a connection. */
  sent?: ClientRequest;
  isRetried?: true;
}

/** Retries requests sent on a kept-alive connection that its owner had just closed. */
export interface RetryOnce {
  /** Call before the request is forwarded; `retry` forwards it again. */
  begin(req: IncomingMessage, retry: () => void): void;
  /** Call with the request to the owner. */
  sending(req: IncomingMessage, sent: ClientRequest): void;
  /**
   * Call when the owner did not answer. Returns true if the request is retried. It is retried once, and only if it is a
   * read without a body, on a reused connection that broke before any byte of the answer. Then the owner, or its
   * replacement, is probably healthy.
   */
  tryRetry(error: Error, req: IncomingMessage, res: ServerResponse): boolean;
}

/** Tracks the pending requests. */
export function retryOnce(): RetryOnce {
  const pending = new WeakMap<IncomingMessage, PendingRequest>();
  return {
    begin: (req, retry) => void pending.set(req, { retry }),
    sending: (req, sent) => {
      const request = pending.get(req);
      if (request !== undefined) request.sent = sent;
    },
    tryRetry: (error, req, res) => {
      const request = pending.get(req);
      if (request === undefined || request.isRetried || request.sent?.reusedSocket !== true) return false;
      if (!('code' in error) || !broken.has(error.code) || !isPlainRead(req)) return false;
      if (res.headersSent || res.destroyed) return false;
      request.isRetried = true;
      request.retry();
      return true;
    },
  };
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
