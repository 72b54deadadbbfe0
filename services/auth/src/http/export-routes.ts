import type { Clock } from '@earshot/core';
import {
  fileAnswer,
  type OwnDocument,
  type RateLimiter,
  recordAttempt,
  type Route,
  route,
  type SecurityLog,
} from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { Readable } from 'node:stream';
import type { UserId } from '@earshot/proto/refs';
import { zipFiles } from './zip-files.ts';
import { ownFiles } from '../domain/own-export.ts';

/** Streams the user's data as a zip, at the speed of the download. */
export function exportRoutes({
  limit,
  documentsOf,
  clock,
  security,
}: {
  limit: RateLimiter;
  documentsOf: (userId: UserId, signal: AbortSignal) => AsyncIterable<OwnDocument>;
  clock: Clock;
  security: SecurityLog;
}): Route[] {
  return [
    route(authContract.exportUser, async ({ userId, request }) => {
      const attempt = { event: 'data-exported', network: request.ip, userId } as const;
      await recordAttempt(security, attempt, () => limit.take(userId));
      const now = clock.now();
      const zip = zipFiles(ownFiles(documentsOf(userId, request.signal)), now);
      // Read the first bytes before answering, so that an early failure is answered with an error.
      const first = await zip.next();
      const bytes = async function* () {
        if (first.done !== true) yield first.value;
        yield* zip;
      };
      const name = `earshot-${now.toISOString().slice(0, 10)}.zip`;
      return fileAnswer(Readable.from(bytes()), { 'Content-Disposition': `attachment; filename="${name}"` });
    }),
  ];
}
