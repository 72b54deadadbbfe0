import { z } from 'zod';

/** By name: mongoose brings a driver of its own, whose classes are not those of the package `mongodb`. */
const awayNames = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
]);
/** What a member that stops, or is no longer the primary, answers; from MongoDB's error_codes.yml. */
const awayCodes = new Set([91, 189, 10107, 11600, 11602, 13435, 13436]);
/** What mongoose throws before the first connection, and FerretDB while PostgreSQL stops or starts. */
const awayWords =
  /before initial connection|the database system is (?:starting up|shutting down)|terminating connection/;

/** The driver lets a socket's own error through when it met a write that had to wait. */
const brokenPipe = z.object({ code: z.enum(['EPIPE', 'ECONNRESET']), syscall: z.enum(['write', 'read']) });

/** A bulk write keeps what made it fail in `errorResponse`. */
const raised = z.object({
  name: z.string(),
  message: z.string(),
  code: z.unknown().optional(),
  errorResponse: z.unknown().optional(),
});

/** Whether a call failed because the database cannot be reached or is stopping: later the same call may succeed. */
export function documentsAway(error: unknown): boolean {
  if (brokenPipe.safeParse(error).success) return true;
  const parsed = raised.safeParse(error);
  if (!parsed.success) return false;
  const { name, message, code, errorResponse } = parsed.data;
  if (awayNames.has(name) || (typeof code === 'number' && awayCodes.has(code))) return true;
  if (name.startsWith('Mongo') && awayWords.test(message)) return true;
  return name === 'MongoBulkWriteError' && documentsAway(errorResponse);
}
