import { type Endpoint, ownDataContract } from '@earshot/proto/http';
import { Readable } from 'node:stream';
import type { Connection } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { fileAnswer, route, type Route } from '../http/route.ts';
import type { Platform, Service } from '../service/service.ts';
import { type PersonalCollection, personalCollections } from '../forget/personal-data.ts';

/** A document of a user, exported for that user. */
export interface OwnDocument {
  readonly entity: string;
  /** JSON of the document. `_id` is renamed to `id`, as in all answers. */
  readonly json: string;
}

/** Yields every document of the user, collection by collection, at the pace of the reader. */
export async function* ownDocuments(
  documents: Connection,
  collections: readonly PersonalCollection[],
  userId: UserId,
): AsyncGenerator<OwnDocument> {
  for (const { name, userPath, omit, exported } of collections) {
    if (!exported) continue;
    const projection = Object.fromEntries(omit.map((field) => [field, 0]));
    const cursor = documents.collection(name).find({ [userPath]: userId }, { projection, batchSize: 200 });
    try {
      for await (const { _id: id, ...rest } of cursor) yield { entity: name, json: JSON.stringify({ id, ...rest }) };
    } finally {
      await cursor.close();
    }
  }
}

/** Returns routes for the calls of `ownDataContract` that the service serves. */
export function ownDataRoutes(
  { models, dataNotes: notes = {}, serves }: Pick<Service, 'models' | 'dataNotes' | 'serves'>,
  { documents }: Pick<Platform, 'documents'>,
): Route[] {
  const known: readonly Endpoint[] = Object.values(ownDataContract);
  return serves
    .filter((endpoint) => known.includes(endpoint))
    .map((endpoint) =>
      route(endpoint, async ({ userId }) => {
        const collections = personalCollections({ models: models?.(documents) ?? [], notes });
        return fileAnswer(Readable.from(lines(ownDocuments(documents, collections, userId))));
      }),
    );
}

async function* lines(found: AsyncIterable<OwnDocument>): AsyncGenerator<string> {
  for await (const { entity, json } of found)
    yield `{"entity":${JSON.stringify(entity)},"document":${inOneLine(json)}}\n`;
}

/** JSON may contain these two characters unescaped, and Node's line reader treats each as the end of a line. */
function inOneLine(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
