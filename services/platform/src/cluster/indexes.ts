import type { Connection } from 'mongoose';
import type { StoredModel } from '../service.ts';

interface CheckOptions {
  readonly documents: Connection;
  readonly models: readonly StoredModel[];
}

/**
 * Throws unless every declared index is there. Uniqueness rests on them alone, so a service without its indexes must
 * not take a single call; and none is built while a service runs, where a build would hold up its users.
 */
export async function checkIndexes({ documents, models }: CheckOptions): Promise<void> {
  const missing: string[] = [];
  for (const model of models) {
    const declared = model.schema.indexes().map(([fields]) => Object.keys(fields).join(', '));
    const built = await namesOf(documents, model.collection.name);
    missing.push(
      ...declared.filter((fields) => !built.has(fields)).map((fields) => `${model.collection.name} (${fields})`),
    );
  }
  if (missing.length === 0) return;
  throw new Error(`The database ${documents.name} lacks indexes: ${missing.join('; ')}. Run \`npm run indexes\` first`);
}

/** The fields of each index; none when there is no such collection yet. */
async function namesOf(documents: Connection, collection: string): Promise<Set<string>> {
  const indexes = await documents
    .collection(collection)
    .indexes()
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 26) return [];
      throw error;
    });
  return new Set(indexes.map(({ key }) => Object.keys(key).join(', ')));
}
