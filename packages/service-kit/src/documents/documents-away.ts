import { z } from 'zod';

/**
 * Errors are recognized by name: mongoose bundles a driver whose classes differ from those of the package `mongodb`.
 */
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
/** Codes from a member that is stopping or is no longer the primary. Source: MongoDB's error_codes.yml. */
const awayCodes = new Set([91, 189, 10107, 11600, 11602, 13435, 13436]);
/** Messages of mongoose before the first connection, and of FerretDB while PostgreSQL stops or starts. */
const awayWords =
  /before initial connection|the database system is (?:starting up|shutting down)|terminating connection/;

/**
 * The driver throws the raw socket error when the socket breaks during a write that had to wait. Node's error for a write
 * after the other end has closed names no system call.
 */
const brokenPipe = z.union([
  z.object({ code: z.enum(['EPIPE', 'ECONNRESET']), syscall: z.enum(['write', 'read']) }),
  z.object({ code: z.literal('EPIPE'), syscall: z.undefined().optional() }),
]);

/** A bulk write keeps the cause of its failure in `errorResponse`. */
const raised = z.object({
  name: z.string(),
  message: z.string(),
  code: z.unknown().optional(),
  errorResponse: z.unknown().optional(),
});

/** Whether a call failed because the database is unreachable or stopping. The same call may succeed later. */
export function documentsAway(error: unknown): boolean {
  if (brokenPipe.safeParse(error).success) return true;
  const parsed = raised.safeParse(error);
  if (!parsed.success) return false;
  const { name, message, code, errorResponse } = parsed.data;
  if (awayNames.has(name) || (typeof code === 'number' && awayCodes.has(code))) return true;
  if (name.startsWith('Mongo') && awayWords.test(message)) return true;
  return name === 'MongoBulkWriteError' && documentsAway(errorResponse);
}
