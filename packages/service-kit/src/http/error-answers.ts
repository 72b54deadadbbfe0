import type { ErrorBody } from '@earshot/proto/http';
import { errorTable, isErrorCode } from '@earshot/proto/errors';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { documentsAway } from '../documents/documents-away.ts';
import { AppError, appError, type Logger } from '@earshot/core';
import { faultReporter, machineFault } from './machine-faults.ts';
import { requestIdOf } from './request-id.ts';
import { routeMarkOf } from './request-log.ts';
import { pathOf } from './request-target.ts';
import { sendJson } from './send-json.ts';

/** The errors that Express's body parser throws. */
const parserError = z.object({ type: z.string(), status: z.number() });

const parserCodes: Readonly<Record<string, AppError>> = {
  'entity.too.large': appError('request.too-large'),
  'entity.parse.failed': appError('request.malformed'),
  'request.size.invalid': appError('request.malformed'),
  'request.aborted': appError('request.malformed'),
  'charset.unsupported': appError('request.unsupported-media'),
  'encoding.unsupported': appError('request.unsupported-media'),
};

/**
 * Converts everything thrown to an AppError. Known errors keep their code. Others become `internal` and reveal no
 * details.
 */
function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  // A path that cannot be decoded matches no route.
  if (thrown instanceof URIError) return appError('route.not-found');
  const fault = machineFault(thrown);
  if (fault === 'disk') return appError('storage.full', {}, thrown);
  if (fault !== null || documentsAway(thrown)) return appError('service.unavailable', {}, thrown);
  const parser = parserError.safeParse(thrown);
  const known = parser.success ? parserCodes[parser.data.type] : undefined;
  return known ?? appError('internal', {}, thrown);
}

/** Creates the body of an error answer. */
function errorAnswer({ code, message, details }: AppError, res: ServerResponse): ErrorBody {
  return {
    code,
    message,
    requestId: requestIdOf(res),
    ...(details.fields && { fields: { ...details.fields } }),
    ...(routeMarkOf(res).reportsSuccess && { success: false, error: message }),
  };
}

export function sendError(res: ServerResponse, error: AppError): void {
  const { retryAfterSeconds, setCookie } = error.details;
  if (setCookie !== undefined) res.setHeader('Set-Cookie', setCookie);
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(Math.ceil(retryAfterSeconds)));
  sendJson(res, errorTable[error.code].status, errorAnswer(error, res));
}

/** Logs an unexpected error once and answers according to the error table. */
export function errorAnswers(log: Logger) {
  const report = faultReporter((line) => log.error(line));
  return (thrown: unknown, req: IncomingMessage, res: ServerResponse): void => {
    // The client has left and the work in progress was cancelled, so there is nothing to answer or to log.
    if (res.closed && thrown instanceof Error && thrown.name === 'AbortError') return;
    const error = toAppError(thrown);
    const fault = machineFault(thrown);
    if (fault !== null) report(fault);
    if (error.code === 'internal') log.error({ err: error.cause, path: pathOf(req) }, 'unexpected error');
    else if (fault === null && documentsAway(thrown))
      log.warn({ reason: messageOf(thrown), path: pathOf(req) }, 'the database is away');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // Do not read the rest of a body that is too large.
    if (error.code === 'request.too-large') res.setHeader('Connection', 'close');
    sendError(res, error);
  };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : '';
}

const notAnObject = 'The request body must be a JSON object';

/**
 * Converts a zod error to `request.invalid`, with the first problem of each field. The very first problem is the
 * message.
 */
export function invalidRequest(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body';
    fields[field] ??= field === 'body' ? notAnObject : issue.message;
  }
  const message = Object.values(fields)[0] ?? errorTable['request.invalid'].message;
  return appError('request.invalid', { fields, message });
}

/** Converts an error answer of another service to the same AppError, with its `Retry-After` in seconds. */
export function errorFrom(body: ErrorBody, { status, headers }: Pick<Response, 'status' | 'headers'>): AppError {
  const seconds = headers.get('retry-after');
  const wait = seconds === null ? {} : { retryAfterSeconds: Number(seconds) };
  if (!isErrorCode(body.code)) return appError('service.unavailable', { status, ...wait });
  return appError(body.code, { message: body.message, ...(body.fields && { fields: body.fields }), ...wait });
}
