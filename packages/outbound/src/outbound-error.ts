/** Why a request has no answer. */
export type RefusalReason =
  | 'time-out'
  | 'unreachable'
  | 'no answer'
  | 'answer too large'
  | 'forbidden address'
  | 'too many redirects'
  | 'unexpected content';

/** A request had no complete answer. `host` is the one that was asked last. */
export class OutboundError extends Error {
  readonly reason: RefusalReason;
  readonly host: string;

  constructor(reason: RefusalReason, host: string, cause?: unknown) {
    super(`${host}: ${reason}`, { cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.host = host;
  }
}
