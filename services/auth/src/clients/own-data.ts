import type { OpenFile, OwnDocument } from '@earshot/service-kit';
import { ownDataContract } from '@earshot/proto/http';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';

export const ownDataCalls = Object.values(ownDataContract);

const line = z.object({ entity: z.string().regex(/^[a-z_]+$/), document: z.record(z.string(), z.unknown()) });

/**
 * Streams the user's data from every other service. Throws when one does not answer, because an incomplete export would
 * look complete.
 */
export async function* dataElsewhere(open: OpenFile, userId: UserId, signal: AbortSignal): AsyncGenerator<OwnDocument> {
  for (const endpoint of ownDataCalls) {
    const bytes = await open(endpoint, { userId, signal });
    for await (const text of createInterface({ input: Readable.from(bytes), crlfDelay: Infinity })) {
      const { entity, document } = line.parse(JSON.parse(text));
      yield { entity, json: JSON.stringify(document) };
    }
  }
}
