import { type ErrorCode, errorTable } from '@earshot/proto/errors';

export interface ErrorDetails {
  /** For the log only. */
  readonly [detail: string]: unknown;
  /** Shown to the user: each invalid field's name and its problem. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Shown to the user instead of the table's text. */
  readonly message?: string;
  /** Seconds, for Retry-After. */
  readonly retryAfterSeconds?: number;
  /** A cookie that the answer sets. */
  readonly setCookie?: string;
}

/** An error shown to the user. Its code determines the HTTP status and, from the table, the message. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(details.message ?? errorTable[code].message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** `throw appError('lead.not-found', { leadId })` */
export function appError(code: ErrorCode, details?: ErrorDetails, cause?: unknown): AppError {
  return new AppError(code, details, cause);
}
