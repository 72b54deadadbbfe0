import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/** How Node names a connection that the other end closed. */
const broken: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

interface Asking {
  readonly again: () => void;
  /** What went to the owner, once it has a connection. */
  sent?: ClientRequest;
  isRepeated?: true;
}

/** Repeats requests that met a kept-alive connection which its owner had just closed. */
export interface OnceMore {
  /** Called before the request is passed on; `again` passes it on anew. */
  begin(req: IncomingMessage, again: () => void): void;
  /** Called with what goes to the owner. */
  sending(req: IncomingMessage, sent: ClientRequest): void;
  /**
   * Called when the owner did not answer; true when it is asked again. That is done once, for a request that reads and
   * has no body, where a connection of earlier requests broke before a byte of the answer had come: the owner may be
   * as well as before, or another has taken its place.
   */
  repeats(error: Error, req: IncomingMessage, res: ServerResponse): boolean;
}

/** A new memory of the requests under way. */
export function onceMore(): OnceMore {
  const asking = new WeakMap<IncomingMessage, Asking>();
  return {
    begin: (req, again) => void asking.set(req, { again }),
    sending: (req, sent) => {
      const under = asking.get(req);
      if (under !== undefined) under.sent = sent;
    },
    repeats: (error, req, res) => {
      const under = asking.get(req);
      if (under === undefined || under.isRepeated || under.sent?.reusedSocket !== true) return false;
      if (!('code' in error) || !broken.has(error.code) || !isPlainRead(req)) return false;
      if (res.headersSent || res.destroyed) return false;
      under.isRepeated = true;
      under.again();
      return true;
    },
  };
}

function isPlainRead({ method, headers }: IncomingMessage): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
