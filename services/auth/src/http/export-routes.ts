import type { Clock } from '@earshot/core';
import type { OwnDocument, RateLimiter, Route } from '@earshot/service-kit';
import { fileAnswer, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { Readable } from 'node:stream';
import { zipFiles } from './zip-files.ts';
import { ownFiles } from '../domain/own-export.ts';

/** The user's own data as a zip, read and packed as fast as it is taken. */
export function exportRoutes({
  limit,
  documentsOf,
  clock,
}: {
  limit: RateLimiter;
  documentsOf: (userId: string, signal: AbortSignal) => AsyncIterable<OwnDocument>;
  clock: Clock;
}): Route[] {
  return [
    route(authContract.exportUser, async ({ userId, request }) => {
      await limit.take(userId);
      const now = clock.now();
      const zip = zipFiles(ownFiles(documentsOf(userId, request.signal)), now);
      // The first bytes come before the answer begins: what fails at once can still be told.
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
